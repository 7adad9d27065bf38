"""The walk that a question asks for: "my wife's brother" leads from me over my wife to him.

It is read from the words alone: "X's Y's Z", "my Y's Z", "the Z of my Y". Where it leads is for
the facts to say, one step at a time.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from remanent.facts.asking import slots_asked
from remanent.facts.relations import is_covered_by, named_in, relation_of, slots_of
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER, words_of
from remanent.model.fact import Fact, Polarity

MOST_CHARACTERS: Final = 500
MOST_STEPS: Final = 4
MOST_NAMES: Final = 16
"""Under how many names one person is looked for: those that the facts give and those asked by."""

_WORD: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*['’]?")
_MINE: Final = frozenset({"my", "our"})
_NO_OWNER: Final = frozenset(
    {"it", "what", "that", "who", "where", "when", "how", "why", "let", "he", "she", "there",
     "here", "which", "today", "yesterday", "tomorrow", "this", "everyone", "someone"}
)  # fmt: skip
_ARTICLES: Final = frozenset({"the", "a", "an"})
_ADJECTIVES: Final = frozenset(
    {"little", "older", "younger", "big", "elder", "eldest", "youngest", "oldest", "twin", "best",
     "new", "old", "dear", "close", "good", "current", "late", "own", "baby", "first", "second"}
)  # fmt: skip
_EMPTY: Final = frozenset(
    {
        "who", "who's", "what", "what's", "is", "are", "was", "were", "the", "a", "an", "name",
        "names", "called", "they", "them", "their", "s", "tell", "me", "about", "of", "do", "does",
        "i", "you", "know", "remember", "please", "again", "and", "which", "one", "can", "could",
        "say", "to",
    }
)  # fmt: skip
_DOING: Final = re.compile(
    r"\bwhat (?:do|does)\b.{0,40}\bdo\s*\??\s*\Z|\b(?:their|his|her) (?:job|profession)\b|"
    r"\bline of work\b",
    re.IGNORECASE,
)
_HAS: Final = re.compile(
    r"\b((?i:my|our) [\w-]+|[A-Z][\w-]+)(?: has(?: got)?|[’']s got) (?:an?|one) (?=[\w-]+)"
)
_MARRIED: Final = re.compile(
    r"\bthe (?:man|woman|guy|person|one)(?: who| whom| that)? ((?i:my|our) [\w-]+) "
    r"(?:is married to|married)\b"
)
_JOB: Final = frozenset({"occupation", "work"})


@dataclass(frozen=True, slots=True)
class Path:
    """What a question walks.

    Args:
        start: names of whom it begins with, folded; `OWNER` among them for the person himself.
        steps: the relations in the order in which they are walked, each by its group.
        words: for each step the word that was used.
        slots: which slots are asked of whom it ends with; none where it asks for anything.
        is_identity: the question only asks who that is.
        rest: the question with the walk taken out.
    """

    start: tuple[str, ...]
    steps: tuple[str, ...]
    words: tuple[str, ...]
    slots: frozenset[str]
    is_identity: bool
    rest: str

    @property
    def is_mine(self) -> bool:
        """True where it begins with the person himself."""
        return OWNER in self.start


@dataclass(frozen=True, slots=True)
class _Token:
    folded: str
    shown: str
    start: int
    end: int

    @property
    def owner(self) -> str | None:
        """Who owns what follows, where this is a genitive."""
        for ending in ("'s", "s'"):
            if self.folded.endswith(ending) and len(self.folded) > len(ending):
                bare = self.folded[: -len(ending)] + ("s" if ending == "s'" else "")
                return bare if bare not in _NO_OWNER else None
        return None

    @property
    def word(self) -> str:
        """The word without a genitive's ending."""
        return self.owner or self.folded


@dataclass(frozen=True, slots=True)
class _Phrase:
    start: tuple[str, ...]
    words: tuple[str, ...]
    end: int
    is_owner: bool


def path_of(question: str) -> Path | None:
    """Return the walk that a question asks for, the longest of several; None where it asks none."""
    text = _HAS.sub(r"\1's ", question[:MOST_CHARACTERS])
    text = _MARRIED.sub(r"\1's partner", text)
    tokens = [
        _Token(match[0].lower().replace("’", "'"), match[0], match.start(), match.end())
        for match in _WORD.finditer(text)
    ]
    best: tuple[int, int, _Phrase] | None = None
    for place in range(len(tokens)):
        phrase = _phrase_at(tokens, place, depth=0)
        if phrase is not None and phrase.words and (best is None or len(phrase.words) > best[0]):
            best = (len(phrase.words), place, phrase)
    if best is None:
        return None
    _, place, phrase = best
    after = tokens[phrase.end - 1].end
    stand_in = "their" if phrase.is_owner else "they"
    rest = f"{text[: tokens[place].start]}{stand_in}{text[after:]}"
    slots = slots_asked(rest).slots | (_JOB if _DOING.search(rest) else frozenset())
    others = words_of(rest) - _EMPTY
    steps = tuple(relation_of(word) or word for word in phrase.words)
    return Path(
        start=phrase.start,
        steps=steps,
        words=phrase.words,
        slots=slots - {"name"},
        is_identity=slots == {"name"} or not (slots or others),
        rest=rest,
    )


def _phrase_at(tokens: Sequence[_Token], place: int, *, depth: int) -> _Phrase | None:
    """Read a phrase that begins at a word."""
    if place >= len(tokens) or depth > MOST_STEPS:
        return None
    token = tokens[place]
    if token.folded in _MINE:
        return _owned(tokens, place + 1, (OWNER,))
    if token.owner is not None and relation_of(token.owner) is None:
        name = token.owner
        return _owned(tokens, place + 1, (name,))
    if token.folded in _ARTICLES or relation_of(token.folded) is not None:
        return _of(tokens, place + (token.folded in _ARTICLES), depth=depth)
    if _is_full_name(tokens, place):
        last = place + 1
        full = f"{token.folded} {tokens[last].owner}"
        return _owned(tokens, last + 1, (full, token.folded))
    return None


def _is_full_name(tokens: Sequence[_Token], place: int) -> bool:
    """Say whether two capitalised words stand here, the second a genitive: "Ana Silva's"."""
    return (
        place + 1 < len(tokens)
        and tokens[place].shown[0].isupper()
        and tokens[place + 1].shown[0].isupper()
        and tokens[place + 1].owner is not None
        and tokens[place].folded not in _NO_OWNER | {"is", "are", "does", "do", "was", "did", "has"}
    )


def _owned(tokens: Sequence[_Token], place: int, start: tuple[str, ...]) -> _Phrase:
    """Read relations one behind the other: "wife's brother's dog"."""
    words: list[str] = []
    is_owner = True
    while is_owner and len(words) < MOST_STEPS:
        found = _relation_at(tokens, place)
        if found is None:
            break
        word, place, is_owner = found
        words.append(word)
    return _Phrase(start, tuple(words), place, is_owner)


def _relation_at(tokens: Sequence[_Token], place: int) -> tuple[str, int, bool] | None:
    """Return a relation behind adjectives, the place after it, and whether it owns something."""
    while place < len(tokens) and tokens[place].folded in _ADJECTIVES:
        place += 1
    for count in (2, 1):
        part = tokens[place : place + count]
        if len(part) == count:
            word = " ".join([*(each.folded for each in part[:-1]), part[-1].word])
            if relation_of(word) is not None:
                return word, place + count, part[-1].owner is not None
    return None


def _of(tokens: Sequence[_Token], place: int, *, depth: int) -> _Phrase | None:
    """Read "the brother of my wife"."""
    found = _relation_at(tokens, place)
    if found is None:
        return None
    word, after, _ = found
    if after >= len(tokens) or tokens[after].folded != "of":
        return None
    inner = _phrase_at(tokens, after + 1, depth=depth + 1)
    if inner is not None and inner.words and len(inner.words) < MOST_STEPS:
        return _Phrase(inner.start, (*inner.words, word), inner.end, inner.is_owner)
    named = after + 1
    if named < len(tokens) and tokens[named].shown[0].isupper():
        token = tokens[named]
        return _Phrase((token.word,), (word,), named + 1, token.owner is not None)
    return None


def names_by(start: Iterable[str], word: str) -> tuple[str, ...]:
    """Return what somebody is called who stands in a relation to another, by that word alone.

    Of the person himself it is the word ("sister"), of others the word behind their name
    ("Anna's husband").
    """
    told = normalise(word)
    return tuple(dict.fromkeys(told if name == OWNER else f"{name}'s {told}" for name in start))


def leads_on(fact: Fact, relation: str) -> str | None:
    """Return the name to which a fact leads over a relation; None where it does not.

    A name is "" where the fact knows of somebody, and not what he is called.
    """
    if fact.polarity is Polarity.NEGATIVE or fact.slot not in slots_of(relation):
        return None
    named = named_in(fact.slot, fact.value)
    if named is None:
        return None
    told, name = named
    if told in {"family", "pet"} and fact.slot == told:
        return None  # of the family, and nobody said how
    return name if is_covered_by(told, relation) else None


def all_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names folded, each once, at most `MOST_NAMES`."""
    return tuple(dict.fromkeys(filter(None, map(normalise, names))))[:MOST_NAMES]
