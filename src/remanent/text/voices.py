"""Whose clause it is: who each part of a message speaks of, as far as its own words say.

The rules of extraction read only what they are certain of. Here is what a claim that comes from
elsewhere is held against: a clause about a colleague supports nothing about the speaker.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from remanent.text.content import stems_of
from remanent.text.pieces import Joint, Piece, after_lead, pieces_of
from remanent.text.sentences import HIDDEN, Screened, Sentence, screen
from remanent.text.subjects import USER, Subject, subject_at

_MOST_WORDS_OF_A_NAME: Final = 3
_FIRST_PERSON: Final = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours)\b"
)
_OWN_SUBJECT: Final = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'll)\b")
_OTHER: Final = re.compile(
    r"(?:he|she|they|you|his|her|their|your|he's|she's|they're|you're|someone|somebody|everyone|"
    r"everybody|people|nobody)\b"
)
_EMBEDDED: Final = re.compile(r"\b(?:that|because|since|whether|if|who|which|when|while) $")
_NAME_FOLLOWS: Final = re.compile(r"(?:customer|client|patient|user|mr\.?|mrs\.?|ms\.?|dr\.?) ")
_NO_NAME: Final = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|both|many|most|some|several|few|ever|even|once)"
    r"\b|\w+ (?:since|after|before|during|until|in|on|at|of|to|from|with|the|a|an|my|our|i|we)\b"
)
_THING: Final = re.compile(r"(?:the|a|an|this|that|these|those|it|it's|its|there|there's)\b")


@dataclass(frozen=True, slots=True)
class Voiced:
    """One clause of a message.

    Args:
        start, end: its characters.
        words: its words, folded; what is quoted in it is hidden.
        about: "user" for the speaker, a name or relation for somebody else, None where the words
            do not say, such as a thing.
        names_speaker: it says I, me, my or the like.
        is_explicit: its own subject is the speaker, not one that goes on from before.
    """

    start: int
    end: int
    words: str
    about: str | None
    names_speaker: bool
    is_explicit: bool


def voices(text: str) -> tuple[Voiced, ...]:
    """Return the clauses of a message that may state something, in order.

    Questions, orders, wishes, quotations and role-play are left out.
    """
    message = screen(text)
    known: list[Subject] = []
    return tuple(
        voiced for sentence in message.sentences for voiced in _sentence(message, sentence, known)
    )


def _sentence(message: Screened, sentence: Sentence, known: list[Subject]) -> list[Voiced]:
    found: list[Voiced] = []
    before: str | None = USER
    for place, piece in enumerate(_pieces(message, sentence)):
        voiced = _piece(message, piece, before if place else None, known)
        before = voiced.about
        asks = sentence.asks_first or sentence.is_question
        if asks and not (voiced.is_explicit and place > 0):
            continue
        found.append(voiced)
    return found


def _pieces(message: Screened, sentence: Sentence) -> list[Piece]:
    """Return the clauses of a sentence, also those behind a colon, but what a name says there."""
    pieces = pieces_of(message, sentence)
    end = pieces[-1].end if pieces else sentence.start
    colon = message.folded.find(":", end, sentence.end)
    if colon < 0 or len(message.folded[sentence.start : colon].split()) <= _MOST_WORDS_OF_A_NAME:
        return pieces
    rest = Sentence(colon + 1, sentence.end, sentence.is_question, sentence.asks_first)
    return [*pieces, *_pieces(message, rest)]


def _piece(message: Screened, piece: Piece, before: str | None, known: list[Subject]) -> Voiced:
    folded = message.folded
    place = after_lead(folded, piece.start, piece.end)
    words = folded[piece.start : piece.end]
    subject = subject_at(message, place, known)
    if subject is not None and not subject.is_user:
        known.append(subject)
    about, is_explicit = _about(folded, place, piece, subject, before)
    return Voiced(
        start=piece.start,
        end=piece.end,
        words=words.replace(HIDDEN, " "),
        about=about,
        names_speaker=_FIRST_PERSON.search(words) is not None,
        is_explicit=is_explicit,
    )


def _about(
    folded: str, place: int, piece: Piece, subject: Subject | None, before: str | None
) -> tuple[str | None, bool]:
    if subject is not None and not _is_no_name(folded, place, subject):
        return subject.name, subject.is_user
    if piece.how is not Joint.NEW and before is not None:
        return before, False
    if _OTHER.match(folded, place):
        return folded[place : piece.end].split(" ", 1)[0], False
    if _THING.match(folded, place):
        return None, False
    own = _OWN_SUBJECT.search(folded, place, piece.end)
    if own is not None and not _EMBEDDED.search(folded, place, own.start()):
        return USER, True
    if _NAME_FOLLOWS.match(folded, place):
        return None, False
    return (before or USER), False


def _is_no_name(folded: str, place: int, subject: Subject) -> bool:
    """Say whether a capital at a beginning made a name of a common word: "Ever since the ..."."""
    if subject.is_user or subject.relation or not subject.given_name:
        return False
    return _NO_NAME.match(folded, place) is not None


def supporting(clauses: Sequence[Voiced], stems: frozenset[str]) -> list[Voiced]:
    """Return the clauses that hold most of some stems; none where no clause holds any."""
    shares = [len(stems & stems_of(clause.words)) for clause in clauses]
    best = max(shares, default=0)
    return [each for each, share in zip(clauses, shares, strict=True) if share == best and best]
