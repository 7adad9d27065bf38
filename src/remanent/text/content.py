"""The words of a text that carry its content."""

from remanent.text.tokens import STOP_TERMS, tokenize


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a text that carry its content."""
    return frozenset(tokenize(text)) - STOP_TERMS
