"""Texts that stand in a key: an index entry of PostgreSQL holds 2,704 bytes at most."""

from hashlib import blake2b

LONGEST = 256
_KEPT = 64


def short(text: str) -> str:
    """Return the text itself, or for a long one its beginning and a digest of the whole."""
    if len(text) <= LONGEST:
        return text
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()
    return f"{text[:_KEPT]}\x1f{digest}"
