"""The verb of a clause: which one, in which form, and is it so, was it so, will it be."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from remanent.text.lexicon import words_of
from remanent.text.sentences import TIME
from remanent.text.verbs import BE_ING_NOUNS, VERB_FORMS, Form, verb_of


class Mood(StrEnum):
    """How a clause holds its verb."""

    IS = "is"  # "I live", "I'm living", "I've lived"
    WAS = "was"  # "I lived", "I used to live"
    WILL = "will"  # "I'll live", "I'm going to live"
    CAN = "can"


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is said, without of whom.

    Args:
        verb: its base form ("be", "live").
        form, mood: how it stands, and how it is held.
        verb_start: where the verb itself stands.
        rest, rest_end: the characters after it.
        negated: "not", "never".
        ended: "no longer", "used to", "not ... any more".
        adverbs: words such as "just" and "never" beside the verb.
    """

    verb: str
    form: Form
    mood: Mood
    verb_start: int
    rest: int
    rest_end: int
    negated: bool
    ended: bool
    adverbs: frozenset[str]


_TOKEN = re.compile(rf"'(?:m|ve|d|ll|re|s)(?![^\W_])|[^\W_]+(?:['-][^\W_]+)*|[^\s{TIME}]")
_ADVERBS = words_of(
    """just really also still already currently now always actually absolutely totally kinda
    sorta recently finally officially originally basically literally honestly genuinely
    personally only so very truly definitely certainly obviously usually mostly mainly often
    regularly sometimes quite rather particularly especially both all even normally typically
    generally pretty super too deeply severely deathly extremely highly mildly slightly badly
    terribly seriously incredibly somewhat completely proudly happily newly lately nowadays
    soon simply occasionally rarely seldom secretly never not ever hugely strongly massively
    primarily presently temporarily permanently legally technically clearly violently fully
    quietly openly insanely clinically once again fairly purely solely"""
)
_HEDGES = words_of(
    """probably maybe perhaps possibly almost nearly hardly barely supposedly practically wish
    wished hopefully virtually scarcely"""
)
# "I don't just like jazz", "I'm not always vegan": more, or less, than its opposite.
_NOT_ONLY = words_of("just only simply merely always usually often necessarily solely purely")
# Auxiliaries; True where they say "not".
_BE = {"am": False, "is": False, "are": False, "'m": False, "'re": False, "m": False, "r": False}
_BE |= {"isn't": True, "aren't": True, "ain't": True}
_WAS = {"was": False, "were": False, "wasn't": True, "weren't": True}
_HAVE = {"have": False, "has": False, "'ve": False, "ve": False, "haven't": True, "hasn't": True}
_DO = {"do": False, "does": False, "don't": True, "doesn't": True, "dont": True, "doesnt": True}
_DID = {"did": False, "didn't": True, "didnt": True}
_WILL = {"will": False, "'ll": False, "ll": False, "won't": True, "shall": False, "gonna": False}
_CAN = {"can": False, "can't": True, "cannot": True, "cant": True}
_AUXILIARIES = _BE | _WAS | _HAVE | _DO | _DID | _WILL | _CAN | {"had": False}
_MODAL = words_of("would could should might may must 'd wouldn't couldn't shouldn't ought need")
_PAST_LOOKS_PRESENT = words_of("read put cut set hit")
_NOUNS_AFTER_DO = words_of("work research design")
_ANY_MORE = re.compile(r"(?:,? )?\b(?:any ?more|any longer|nowadays)\b")
_SAID_AFTER_NO = words_of("have like eat drink speak understand want live work smoke own")
_ELIDED_PAST = words_of(
    """moved relocated passed sold bought adopted quit joined started graduated finished
    visited went saw met got ran won broke booked turned celebrated attended completed retired
    became gave had took submitted published defended landed switched signed watched made flew
    climbed spent volunteered divorced eloped married lost left painted hiked swam cycled
    cooked baked planted learned picked tried switched handed dropped grew completed signed"""
)
_ELIDED_TASTES = {
    "love": "love",
    "loving": "love",
    "hate": "hate",
    "hating": "hate",
    "adore": "adore",
    "loathe": "loathe",
}
_ELIDED_STATES = words_of("live work move study learn go fly start visit travel leave head")
_ELIDED_AUXILIARIES = words_of("don't can't cannot cant dont")
_NEEDS_SUBJECT = words_of(
    """is are am was were 's 'm 're has have had 've do does did will would could should might
    may must can 'll 'd isn't aren't wasn't weren't hasn't haven't doesn't didn't won't"""
)
_HAD_WHAT = words_of("a an my our the surgery covid lunch dinner")
_AFTER_STATUS = frozenset(["", ",", ".", "with", "and", "to", "for", "since", "!", ";"])


class _Tokens:
    """The words of a clause from a place on, read one after the other."""

    def __init__(self, folded: str, start: int, end: int) -> None:
        self._words = [
            (match[0], match.start(), match.end()) for match in _TOKEN.finditer(folded, start, end)
        ]
        self.index = 0
        self.end = start

    def word(self, ahead: int = 0) -> str:
        place = self.index + ahead
        return self._words[place][0] if place < len(self._words) else ""

    def start(self) -> int:
        return self._words[self.index][1] if self.index < len(self._words) else self.end

    def take(self, count: int = 1) -> None:
        self.index = min(self.index + count, len(self._words))
        if self.index:
            self.end = self._words[self.index - 1][2]


@dataclass(slots=True)
class _Marks:
    """What the small words around a verb say of it."""

    negated: bool = False
    ended: bool = False
    hedged: bool = False
    adverbs: set[str] = field(default_factory=set)


def _skip_adverbs(tokens: _Tokens, marks: _Marks, *, degree: bool = True) -> None:
    """Go past adverbs; `degree` is False where "a little" may begin "a little boy"."""
    while True:
        word = tokens.word()
        if word in {"not", "never"}:
            marks.hedged |= marks.negated  # "I don't not like olives"
            marks.negated = not marks.negated
            marks.adverbs.add(word)
            tokens.take()
        elif word == "no" and tokens.word(1) == "longer":
            marks.ended = True
            tokens.take(2)
        elif (
            (word in {"kind", "sort"} and tokens.word(1) == "of")
            or (word == "pretty" and tokens.word(1) == "much")
            or (
                degree
                and word == "a"
                and tokens.word(1) in {"bit", "little"}
                and tokens.word(2) not in {"of", ""}
            )
        ):
            tokens.take(2)
        elif word == "," and tokens.word(1) == "like" and tokens.word(2) == ",":
            tokens.take(3)
        elif word in _HEDGES:
            marks.hedged = True
            tokens.take()
        elif word in _ADVERBS and tokens.word(1):
            marks.hedged |= marks.negated and word in _NOT_ONLY
            marks.adverbs.add(word)
            tokens.take()
        else:
            return


def read_predicate(
    folded: str, start: int, end: int, *, first_person: bool, owned: bool, elided: bool
) -> Predicate | None:
    """Read the predicate that begins at a place; None where it is none, or is hedged.

    Args:
        first_person: True where the verb stands as after "I" or "we".
        owned: True after something that someone has: "my hobby is restoring ..." is no
            progressive.
        elided: True where the subject was left out: only verbs that leave no doubt are read.
    """
    tokens = _Tokens(folded, start, end)
    marks = _Marks()
    _skip_adverbs(tokens, marks)
    read: _Read | None
    if owned and tokens.word() in _COPULAS:
        read = _plain_be(tokens, marks)
    elif elided:
        read = _elided_verb(tokens, marks)
    else:
        read = _verb(tokens, marks, first_person=first_person)
    if read is None or marks.hedged:
        return None
    verb, form, mood, verb_start = read
    rest_end = end
    if marks.negated and (later := _ANY_MORE.search(folded, tokens.end, end)) is not None:
        marks.ended = True
        if not folded[later.end() : end].strip(" ,.!"):
            rest_end = later.start()
    return Predicate(
        verb=verb,
        form=form,
        mood=mood,
        verb_start=verb_start,
        rest=tokens.end,
        rest_end=max(rest_end, tokens.end),
        negated=marks.negated and not marks.ended,
        ended=marks.ended,
        adverbs=frozenset(marks.adverbs),
    )


_Read = tuple[str, Form, Mood, int]
_OWN_ING = frozenset({"wedding", "meeting", "christening", "housewarming", "evening", "morning"})
_COPULAS = words_of("is are 's was were")
_HAS_BEFORE = words_of("been got had lived worked")


def _plain_be(tokens: _Tokens, marks: _Marks) -> _Read:
    place, past = tokens.start(), tokens.word() in _WAS
    tokens.take()
    _skip_adverbs(tokens, marks)
    return "be", Form.PAST if past else Form.PRESENT, Mood.WAS if past else Mood.IS, place


def _verb(tokens: _Tokens, marks: _Marks, *, first_person: bool) -> _Read | None:
    word, place = tokens.word(), tokens.start()
    if word == "'s" and (
        tokens.word(1) in _OWN_ING
        or (tokens.word(1).endswith("ing") and tokens.word(2) in _NEEDS_SUBJECT - {"'s"})
    ):
        return None  # "my brother's wedding is in June"
    if word == "'s":
        word = "has" if tokens.word(1) in _HAS_BEFORE else "is"
    if word == "no" and tokens.word(1) in _SAID_AFTER_NO:  # "we no have car", of a learner
        tokens.take()
        marks.negated = not marks.negated
        return _base_verb(tokens, marks, Form.PRESENT, Mood.IS)
    if word in _AUXILIARIES:
        marks.negated ^= _AUXILIARIES[word]
        tokens.take()
    if word in _BE:
        return _after_be(tokens, marks, place, past=False)
    if word in _WAS:
        return _after_be(tokens, marks, place, past=True)
    if word in _HAVE:
        return _after_have(tokens, marks, place)
    if word == "had":
        return _after_had(tokens, marks, place)
    if word in _DO or word in _DID:
        return _after_do(tokens, marks, place, past=word in _DID)
    if word in _WILL or word in _CAN:
        will = word in _WILL
        form, mood = (Form.FUTURE, Mood.WILL) if will else (Form.PRESENT, Mood.CAN)
        return _base_verb(tokens, marks, form, mood)
    if word == "used" and tokens.word(1) == "to":
        tokens.take(2)
        marks.ended = True
        return _base_verb(tokens, marks, Form.PAST, Mood.WAS)
    return _plain_verb(tokens, place, first_person=first_person)


def _after_be(tokens: _Tokens, marks: _Marks, place: int, *, past: bool) -> _Read | None:
    _skip_adverbs(tokens, marks)
    word = tokens.word()
    mood = Mood.WAS if past else Mood.IS
    if word == "going" and tokens.word(1) == "to" and verb_of(tokens.word(2), "base"):
        tokens.take(2)
        return None if past else _base_verb(tokens, marks, Form.FUTURE, Mood.WILL)
    progressive = _ing_verb(tokens, Form.PAST_PROGRESSIVE if past else Form.PROGRESSIVE, mood)
    return progressive or ("be", Form.PAST if past else Form.PRESENT, mood, place)


def _ing_verb(tokens: _Tokens, form: Form, mood: Mood) -> _Read | None:
    """Take a verb in "-ing"."""
    word, place = tokens.word(), tokens.start()
    base = None if word in BE_ING_NOUNS else verb_of(word, "ing")
    if base is None:
        return None
    tokens.take()
    return base, form, mood, place


def _after_have(tokens: _Tokens, marks: _Marks, place: int) -> _Read | None:
    _skip_adverbs(tokens, marks, degree=False)
    word = tokens.word()
    if word == "been":
        return _after_been(tokens, marks)
    if word == "got":
        tokens.take()
        return None if tokens.word() in {"to", "ta"} else ("have", Form.PRESENT, Mood.IS, place)
    if word == "to":
        return None
    base = verb_of(word, "done")
    if base is None:
        return "have", Form.PRESENT, Mood.IS, place
    place = tokens.start()
    tokens.take()
    return base, Form.PERFECT, Mood.IS, place


def _after_been(tokens: _Tokens, marks: _Marks) -> _Read:
    place = tokens.start()
    tokens.take()
    _skip_adverbs(tokens, marks)
    progressive = _ing_verb(tokens, Form.PERFECT_PROGRESSIVE, Mood.IS)
    return progressive or ("be", Form.PERFECT, Mood.IS, place)


def _after_had(tokens: _Tokens, marks: _Marks, place: int) -> _Read | None:
    """Read "I had surgery"; what had been, had to be or had better be is not read."""
    _skip_adverbs(tokens, marks)
    word = tokens.word()
    if word in {"been", "to", "better"} or verb_of(word, "done"):
        return None
    return "have", Form.PAST, Mood.WAS, place


def _after_do(tokens: _Tokens, marks: _Marks, place: int, *, past: bool) -> _Read | None:
    form, mood = (Form.PAST, Mood.WAS) if past else (Form.PRESENT, Mood.IS)
    if marks.negated or tokens.word() == "not":
        return _base_verb(tokens, marks, form, mood)
    if verb_of(tokens.word(), "base") and tokens.word() not in _NOUNS_AFTER_DO:
        return _base_verb(tokens, marks, form, mood)
    return "do", form, mood, place


def _base_verb(tokens: _Tokens, marks: _Marks, form: Form, mood: Mood) -> _Read | None:
    _skip_adverbs(tokens, marks)
    word, place = tokens.word(), tokens.start()
    if not word[:1].isalpha():
        return None
    tokens.take()
    if word == "be" and form is Form.FUTURE:
        return _ing_verb(tokens, form, mood) or (word, form, mood, place)
    return word, form, mood, place


_MISSPELT = {"luv": "love", "luvs": "loves", "wrk": "work", "h8": "hate"}


def _plain_verb(tokens: _Tokens, place: int, *, first_person: bool) -> _Read | None:
    word = _MISSPELT.get(tokens.word(), tokens.word())
    if word in _MODAL or not word[:1].isalpha():
        return None
    past, present = verb_of(word, "past"), verb_of(word, "base" if first_person else "s")
    if past is not None and (present is None or word not in _PAST_LOOKS_PRESENT):
        tokens.take()
        return past, Form.PAST, Mood.WAS, place
    if present is None and (not first_person or word in VERB_FORMS):
        return None
    tokens.take()
    return present or word, Form.PRESENT, Mood.IS, place


def _elided_verb(tokens: _Tokens, marks: _Marks) -> _Read | None:
    """Read a clause whose "I" was left out: only where its first word leaves no doubt."""
    word, place = tokens.word(), tokens.start()
    if word[:1].isdigit() or (word == "married" and tokens.word(1) in _AFTER_STATUS):
        return "be", Form.PRESENT, Mood.IS, place
    if word in {"used", "gonna"} or word in _ELIDED_AUXILIARIES:
        return _verb(tokens, marks, first_person=True)
    if word == "had" and tokens.word(1) in _HAD_WHAT:
        tokens.take()
        return "have", Form.PAST, Mood.WAS, place
    if word in _NEEDS_SUBJECT or not word[:1].isalpha():
        return None
    if word == "been":
        return _after_been(tokens, marks)
    if word in _ELIDED_PAST:
        tokens.take()
        past = verb_of(word, "past") or verb_of(word, "done")
        return (past, Form.PAST, Mood.WAS, place) if past else None
    if word in _ELIDED_TASTES and tokens.word(1):
        tokens.take()
        return _ELIDED_TASTES[word], Form.PRESENT, Mood.IS, place
    if verb_of(word, "ing") in _ELIDED_STATES:
        return _ing_verb(tokens, Form.PROGRESSIVE, Mood.IS)
    return "be", Form.PRESENT, Mood.IS, place
