"""From a sentence to clauses: who is it about, what is the verb, is it so, was it so, will it be.

A clause is read only where its subject stands at its beginning (after words such as "well" or
"yesterday"): what is embedded ("she thinks I live in Berlin") has another subject and is never
taken for the speaker's statement.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from remanent.text.lexicon import words_of
from remanent.text.pieces import Joint, Piece, after_lead, pieces_of
from remanent.text.predicates import Mood, read_predicate
from remanent.text.sentences import TIME, Screened, Sentence
from remanent.text.subjects import USER, Subject, subject_at
from remanent.text.verbs import Form


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause that can be read.

    Args:
        start, end: its characters.
        verb: the verb's base form ("be", "live"); "" where it is left out ("allergic to nuts").
        form: the form in which the verb stands.
        rest, rest_end: the characters after the verb.
        verb_start: where the verb itself stands.
        negated: "not", "never".
        ended: "no longer", "used to", "not ... any more".
        adverbs: words such as "just" and "never" beside the verb.
        elided: True where the subject was left out ("just moved to Porto").
    """

    message: Screened
    start: int
    end: int
    subject: Subject
    verb: str
    form: Form
    mood: Mood
    verb_start: int
    rest: int
    rest_end: int
    negated: bool = False
    ended: bool = False
    elided: bool = False
    adverbs: frozenset[str] = field(default_factory=frozenset)

    @property
    def folded(self) -> str:
        """What follows the verb, folded."""
        return self.message.folded[self.rest : self.rest_end]

    @property
    def happened(self) -> bool:
        """True for "I joined" and "I've joined"."""
        return self.form in _DONE and not self.negated and not self.ended

    @property
    def holds(self) -> bool:
        """True for "I work", "I'm working" and "I've worked", not for "I can" and "I don't"."""
        return self.form in _NOW and not self.negated and self.mood is not Mood.CAN

    @property
    def is_so(self) -> bool:
        """True for "I'm a nurse", "I'm no longer one" and "I've been one since", where be is so."""
        if self.negated:
            return False
        if self.form is Form.PERFECT:
            return TIME in self.folded
        return self.form is Form.PRESENT or self.ended


_DONE = frozenset({Form.PAST, Form.PERFECT})
_NOW = frozenset({Form.PRESENT, Form.PROGRESSIVE, Form.PERFECT, Form.PERFECT_PROGRESSIVE})


# Clauses of a message -----------------------------------------------------------------------------

_REPORTED = re.compile(
    r"\b(?:said|says?|saying|told|tells|claims?|claimed|thinks|believes|reckons|swears?|swore|"
    "insists?|insisted|mentioned|heard|asked|asks|wrote|writes|replied|according to|dreamed|"
    "dreamt|dreams?|wish|wishes|imagine|pretend|pretending|pretended|supposed to|joked|hopes?|"
    "hoping|hoped|would|imagining|lied|lie|quote|called me|calls me|wonder|wondering|wondered|"
    r"story|novel|character|role|scene|lyrics|song goes|thought|suppose|guess|assume|assumed|if)\b|"
    r"'d\b"
)
REPORTING_WORDS = words_of(
    """said say says saying told tells claim claims claimed thinks believes reckons swear
    swears swore insist insists insisted mentioned heard asked asks wrote writes replied
    according dreamed dreamt dream dreams wish wishes imagine pretend pretending pretended
    supposed joked hope hopes hoping hoped would imagining lied lie quote called calls wonder
    wondering wondered story novel character role scene lyrics song thought suppose guess
    assume assumed if d"""
)
_OWN_REPORT = re.compile(
    r"\b(?:as|like) i (?:said|say|told|mentioned|wrote)\b|\bi (?:guess|suppose)\b$"
)
_INTERROGATIVE = re.compile(
    r"[\s,]*(?:and |so |but |or )?(?:what|where|who|when|why|which|how|do|does|did|is|are|was|can|"
    "could|should|would|will|have|any|you|u|and you|got any|know any|am i|isn't|aren't|don't|"
    r"anything|anyone)\b"
)


_ANOTHERS = re.compile(
    r"(?:it's |its |this is )?(?:for|with|from|by|of) (?:my|our|a|an|the|his|her)\b|"
    r"(?:the|this|that|these|those|his|her|their|your|one of|some|every|each) (?!only\b)|"
    r"[\w' -]{2,40}? (?:can't|cannot|can|is|isn't|has|hasn't|was|does|doesn't|will|won't|says|said|"
    r"makes|"
    r"wants|needs|gets|likes|hates|loves|keeps|came|went)\b"
)
_SOMEBODY = re.compile(r"\b(?:he|she|they|he's|she's|they're|his|her|their|my|our)\b")
_SPEAKER = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|we|we're|we've)\b")
_BEGINS_WITH_A = re.compile(r"an? ")


def read_clauses(message: Screened, sentence: Sentence, known: list[Subject]) -> Iterator[Clause]:
    """Yield the clauses of one sentence that can be read; people met on the way join `known`.

    A clause whose subject or verb cannot be told is yielded without a verb. What stands after
    someone's report, a wish or a thought is not read.
    """
    previous: Clause | None = None
    begin: int | None = None
    for piece in _stated(message, sentence):
        begin = piece.start if begin is None else begin
        clause = _clause(message, piece, previous, known)
        if clause is not None and clause.elided and piece.how is Joint.NEW:
            before = message.folded[begin : piece.start]
            if _SOMEBODY.search(before) and not _SPEAKER.search(before):
                clause = None  # "She collects orchids and can't stand chocolate"
            elif previous is not None and not previous.subject.is_user:
                clause = None  # "Anna moved to Oslo but can't stand snow"
        if clause is None and piece.how is Joint.NEW:
            previous = None
            yield _without_verb(message, piece)
        elif clause is not None:
            previous = previous if clause.subject.owned else clause
            if clause.elided and _ANOTHERS.match(message.folded, lead_end_of(clause), clause.end):
                previous = None  # "guest of mine can't have gluten, coeliac"
            yield clause
        if message.reports and _reports(message.folded, piece):
            return


def _stated(message: Screened, sentence: Sentence) -> list[Piece]:
    """Return the pieces of a sentence; of a question those before the one that asks."""
    pieces = pieces_of(message, sentence)
    if sentence.asks_first:
        return _added(message, pieces)
    if not sentence.is_question:
        return pieces
    asks = (
        index
        for index, piece in enumerate(pieces)
        if index and _INTERROGATIVE.match(message.folded[piece.start : piece.end])
    )
    return pieces[: next(asks, 0)]


_OWN_CLAUSE = re.compile(
    r"(?:(?:and |but )?(?:since|because|bc|as|cause|cos) )?(?:i'm|i am|im|i've|ive|i have|i live|i "
    r"work|i hate|"
    r"i love|i can't|i don't|my|we're|we are|we've|we have|we live)(?![\w'-])"
)
_ADDED_BY = re.compile(r"(?:,|\(|\b(?:because|since|as|cause|cos|bc|coz))\W*$")
_HOLDS_MORE = re.compile(
    r"\b(?:if|whether|when|where|that|who|story|poem|song|say|says|said|saying|tell|told|think|"
    r"thinks|"
    r"pretend|imagine|persona|character|version|email|message|text|bio|post|letter|card|speech|"
    r"caption|"
    r"reply|tweet|joke|line|fake|note|subject|hero|heroine|villain|name for|robot|alien|lyrics|"
    r"rap|haiku|essay|paragraph|backstory|profile|introduction|intro|article|script|dialogue|role)\b"
)


def _added(message: Screened, pieces: list[Piece]) -> list[Piece]:
    """Return the speaker's own clauses behind an order or a question; none where it holds them."""
    folded = message.folded
    for index, piece in enumerate(pieces):
        if not index or piece.how is not Joint.NEW:
            continue
        first = pieces[0].start
        if _HOLDS_MORE.search(folded, first, piece.start):
            return []
        if _OWN_CLAUSE.match(folded, piece.start) and (
            _ADDED_BY.search(folded, max(first, piece.start - 12), piece.start)
        ):
            return pieces[index:]
    return []


def _reports(folded: str, piece: Piece) -> bool:
    reported = _REPORTED.search(folded, piece.start, piece.end)
    return reported is not None and not _OWN_REPORT.search(folded, piece.start, piece.end)


def _clause(
    message: Screened, piece: Piece, previous: Clause | None, known: list[Subject]
) -> Clause | None:
    if piece.how is Joint.NEW:
        return _new_clause(message, piece, known)
    if previous is None:
        return None
    if piece.how is Joint.GOES_ON:
        return _clause_of(message, piece, previous.subject, piece.start)
    if _BEGINS_WITH_A.match(message.folded, piece.start) and previous.verb != "be":
        return None  # "I met Bob, a singer": of Bob
    return _fragment(message, piece, previous.subject)


def _new_clause(message: Screened, piece: Piece, known: list[Subject]) -> Clause | None:
    place = after_lead(message.folded, piece.start, piece.end)
    subject = subject_at(message, place, known)
    if subject is None:
        return _clause_of(message, piece, Subject(USER, place), place, elided=True)
    if subject.relation and not subject.is_user and subject not in known:
        known.append(subject)
    clause = _clause_of(message, piece, subject, subject.end)
    if clause is None and not subject.is_user and not subject.relation:  # no name: "Off to Crete"
        return _clause_of(message, piece, Subject(USER, place), place, elided=True)
    return clause


def _fragment(message: Screened, piece: Piece, subject: Subject) -> Clause | None:
    """Read ", 41" or ", living in Bergen" after "I'm Dana" as if "I'm" stood there again."""
    read = _clause_of(message, piece, subject, piece.start, elided=True)
    if read is None:
        return None
    spaced = read.rest == piece.start > 0 and message.folded[piece.start - 1] == " "
    return replace(read, elided=False, rest=piece.start - 1 if spaced else read.rest)


def _clause_of(
    message: Screened, piece: Piece, subject: Subject, start: int, *, elided: bool = False
) -> Clause | None:
    read = read_predicate(
        message.folded,
        start,
        piece.end,
        first_person=(subject.is_user and not subject.owned) or subject.plural,
        owned=bool(subject.owned),
        elided=elided,
    )
    if read is None:
        return None
    return Clause(
        message=message,
        start=piece.start,
        end=piece.end,
        subject=subject,
        verb=read.verb,
        form=read.form,
        mood=read.mood,
        verb_start=read.verb_start,
        rest=read.rest,
        rest_end=read.rest_end,
        negated=read.negated,
        ended=read.ended,
        elided=elided,
        adverbs=read.adverbs,
    )


def _without_verb(message: Screened, piece: Piece) -> Clause:
    place = after_lead(message.folded, piece.start, piece.end)
    return Clause(
        message=message,
        start=piece.start,
        end=piece.end,
        subject=Subject(USER, place),
        verb="",
        form=Form.PRESENT,
        mood=Mood.IS,
        verb_start=place,
        rest=place,
        rest_end=piece.end,
        elided=True,
    )


def lead_end_of(clause: Clause) -> int:
    """Return where a clause's own words begin, after "well", "actually" and the like."""
    return after_lead(clause.message.folded, clause.start, clause.end)
