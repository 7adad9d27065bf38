"""Words: what a text is found by, its chunks, and what it costs in tokens.

One text becomes terms in one pass, in any script. A word is indexed whole and in its parts
("pre-edit", "pre", "edit"), folded of accents beside its own spelling, and English words by
their stem. Scripts that write no spaces are cut into pairs of characters, which is what makes a
two-character name findable. Nothing here raises on any text.

A change to what `tokenize` returns must raise `TOKENIZER_VERSION`: stored postings are then
stale, and the store rebuilds them.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from remanent.text.counting import count_tokens
from remanent.text.cues import has_time_word, is_question, unit_flags
from remanent.text.stems import stem

__all__ = [
    "CHUNK_CHARACTERS",
    "EDGE_CHARACTERS",
    "LONGEST_TERM",
    "STOP_TERMS",
    "TOKENIZER_VERSION",
    "IndexedChunk",
    "chunks",
    "count_tokens",
    "has_time_word",
    "index_chunks",
    "is_question",
    "tokenize",
    "unit_flags",
    "without_accents",
]

TOKENIZER_VERSION: Final = 1
LONGEST_TERM: Final = 64  # characters; longer runs are cut, so that no text makes a huge key
EDGE_CHARACTERS: Final = 100  # how much of a turn counts as its beginning and its end
CHUNK_CHARACTERS: Final = 400

_STOP_WORD_LIST: Final = """
    a about after again all also am an and any are as at be because been before being both but by
    can could d did do does doing don done dont each for from further had has have having he her
    here hers herself him himself his how i if in into is it its itself just ll m me more most my
    myself no nor not now of off on once only or other our ours ourselves out over own re s same
    she should so some such t than that the their theirs them themselves then there these they
    this those through to too under until up ve very was we were what when where which while who
    whom whose why will with would you your yours yourself yourselves
    cant couldnt didnt doesnt hadnt hasnt havent isnt arent wasnt werent wont wouldnt shouldnt
    im ive id youre youve youd hes shes theyre theyve weve thats whats lets
"""
# Terms, not words: a query's terms are compared with these after stemming.
STOP_TERMS: Final = frozenset(stem(word) for word in _STOP_WORD_LIST.split())

_HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_KANA: Final = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL: Final = "\uac00-\ud7af\u1100-\u11ff\u3130-\u318f"
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u0900-\u0903\u093a-\u094f\u0955-\u0957"
    "\u0962-\u0963\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a81-\u0a83"
    "\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3c-\u0c56"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d82-\u0d83\u0dca-\u0ddf\u0f71-\u0f84"
)
_APART: Final = f"{_HAN}{_KANA}{_HANGUL}{_UNSPACED}"
_LETTER: Final = rf"(?:[^\W_{_APART}]|[{_MARKS}])"
_EMOJI: Final = (
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|[\u203c\u2049\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_PART: Final = rf"{_LETTER}+"
_PIECE: Final = (
    rf"(?P<word>_*{_LETTER}+(?:['’.,\-/_:@&+#=~%\\]+{_LETTER}+)*_*(?:\+\+|[#%+])?)"
    rf"|(?P<pairs>[{_HAN}{_KANA}]+)"
    rf"|(?P<hangul>[{_HANGUL}]+)"
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<emoji>{_EMOJI})"
)
_SIMPLE: Final = re.compile(r"[(\[\"'*]*([A-Za-z]+)('s)?[.,!?;:)\]\"'*…]*\Z")
_CONTRACTION: Final = re.compile(r"(.+?)['’](s|t|re|ve|ll|d|m|em|all|clock)\Z")
_GROUPED_NUMBER: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]")
_BARE_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_LONGEST_CACHED: Final = 48


def tokenize(text: str) -> list[str]:
    """Give the terms that a text is indexed under, in order, repeats included.

    Total: any text, of any length, with any characters, gives terms of at most
    `LONGEST_TERM` characters. Stop words are included.
    """
    return _terms_of(text.split())


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """One chunk of a text as the index holds it.

    Args:
        start, end: its characters in the text.
        terms: in order, repeats included.
        first: how many of them, from the front, stand in words that begin within the first
            `EDGE_CHARACTERS` of the whole text.
        last: how many, from the back, stand in words that end within its last.
    """

    start: int
    end: int
    terms: Sequence[str]
    first: int
    last: int

    @property
    def length(self) -> int:
        """Number of terms, repeats included."""
        return len(self.terms)


def index_chunks(text: str) -> list[IndexedChunk]:
    """Cut a text into chunks and give the terms of each; a text without words gives one."""
    return [_indexed(text, start, end) for start, end in chunks(text, CHUNK_CHARACTERS)]


def _indexed(text: str, start: int, end: int) -> IndexedChunk:
    piece = text[start:end]
    words = piece.split()
    # A word that begins before an edge shows in what lies before it, and the same from behind.
    first_words = len(piece[: max(EDGE_CHARACTERS - start, 0)].split())
    last_words = len(piece[max(len(text) - EDGE_CHARACTERS - start, 0) :].split())
    first_end, last_start = first_words, len(words) - last_words
    low, high = min(first_end, last_start), max(first_end, last_start)
    terms = _terms_of(words[:low])
    to_low = len(terms)
    terms += _terms_of(words[low:high])
    to_high = len(terms)
    terms += _terms_of(words[high:])
    is_apart = first_end <= last_start
    return IndexedChunk(
        start=start,
        end=end,
        terms=terms,
        first=to_low if is_apart else to_high,
        last=len(terms) - (to_high if is_apart else to_low),
    )


def _terms_of(words: Iterable[str]) -> list[str]:
    terms: list[str] = []
    for word in words:
        terms += _cached_terms(word) if len(word) <= _LONGEST_CACHED else _terms(word)
    return terms


@lru_cache(maxsize=131_072)
def _cached_terms(word: str) -> tuple[str, ...]:
    """Most words come again and again: each is taken apart once."""
    simple = _SIMPLE.match(word)
    if simple:
        return (stem(simple.group(1).lower()),)
    return tuple(_terms(word))


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compile when first needed: plain English needs none of these, and they take 10 ms."""
    return re.compile(source)


def _terms(word: str) -> list[str]:
    """Take one run of characters without white space apart."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    terms: list[str] = []
    for match in _pattern(_PIECE).finditer(folded):
        piece = match.group()
        kind = match.lastgroup
        if kind == "word":
            _add_word(terms, piece)
        elif kind == "pairs":
            _add_pairs(terms, piece)
            terms += _pattern(f"[{_HAN}]").findall(piece) if len(piece) > 1 else ()
        elif kind == "emoji":
            terms.append(piece)
        else:
            _add_pairs(terms, piece)
            if kind == "hangul" and len(piece) > 2:  # noqa: PLR2004 - a pair is there already
                terms.append(piece[:LONGEST_TERM])
    return terms


def _add_pairs(terms: list[str], run: str) -> None:
    if len(run) == 1:
        terms.append(run)
    else:
        terms += [run[i : i + 2] for i in range(len(run) - 1)]


def _add_word(terms: list[str], piece: str) -> None:
    contraction = _CONTRACTION.match(piece)
    if contraction and _pattern(_PART).fullmatch(contraction.group(1)):
        base, ending = contraction.groups()
        if ending == "s":
            _add_spellings(terms, base)
        else:
            terms.append((base + ending)[:LONGEST_TERM])
        return
    parts = _pattern(_PART).findall(piece)
    if len(parts) == 1:
        _add_spellings(terms, parts[0])
        if piece != parts[0]:
            terms.append(piece[:LONGEST_TERM])
        return
    terms.append(piece.replace("’", "'")[:LONGEST_TERM])
    if _GROUPED_NUMBER.match(piece):
        terms.append(piece.replace(",", "")[:LONGEST_TERM])
    for part in parts:
        if part != "s":
            _add_spellings(terms, part)


def _add_spellings(terms: list[str], word: str) -> None:
    """Add a word by its stem, and where it has accents also without them."""
    if word.isascii():
        terms.append(stem(word)[:LONGEST_TERM])
        return
    terms.append(word[:LONGEST_TERM])
    bare = without_accents(word)
    if bare and bare != word:
        terms.append(stem(bare)[:LONGEST_TERM])


def without_accents(text: str) -> str:
    """Take accents and vowel points off letters: "zürich" becomes "zurich"."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text.translate(_BARE_LETTERS)))
    return unicodedata.normalize("NFC", bare)


_SENTENCE_END: Final = re.compile(r"[.!?…。！？]+[\"'”’)\]]*\s+|\n+|[。！？]")


def chunks(text: str, size: int = CHUNK_CHARACTERS) -> list[tuple[int, int]]:
    """Cut a text into pieces of at most `size` characters: (start, end) of each, in order.

    Cuts fall after a sentence where one ends in the second half of a piece, else between
    words, else (a run without spaces) at `size`. The pieces join to the whole text; an empty
    text is one empty piece.
    """
    if len(text) <= size:
        return [(0, len(text))]
    pieces: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > size:
        end = _cut(text, start, size)
        pieces.append((start, end))
        start = end
    pieces.append((start, len(text)))
    return pieces


def _cut(text: str, start: int, size: int) -> int:
    """Where the piece that begins at `start` ends."""
    limit = start + size
    best = 0
    for match in _SENTENCE_END.finditer(text, start + size // 2, limit):
        best = match.end()
    if best:
        return best
    for position in range(limit, start + size // 2, -1):
        if text[position - 1].isspace():
            return position
    return limit
