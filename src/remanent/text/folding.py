"""One spelling for matching: small letters and plain quotes, every character in its place.

Patterns are written once, in small letters, and run over the folded text; what they find is cut
from the original by the same positions.
"""

_ASCII_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_PLAIN_QUOTES = {ord("’"): "'", ord("‘"): "'", ord("ʼ"): "'", ord("`"): "'"}


def fold(text: str) -> str:
    """Return the text in small letters with plain apostrophes, of exactly the same length."""
    small = text.lower()
    if len(small) != len(text):  # "İ" grows when made small: then fold only ASCII
        small = text.translate(_ASCII_SMALL)
    return small if small.isascii() else small.translate(_PLAIN_QUOTES)
