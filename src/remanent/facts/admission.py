"""Which claims of a model become statements: rules that hold whatever the reply says.

A claim needs words of the person himself, in a turn that was asked about, that speak of whom the
claim speaks of. It may say less than they do and never more: no number, name or denial that is
not in them. What is turned away has a reason with a stable name. What a claim would do to what is
known is decided elsewhere, by the same rules as for anything that is said.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from remanent.facts.evidence import Evidence, denies_more
from remanent.facts.slots import (
    BY_THE_RULES,
    SINGLE_VALUED,
    FactRules,
    content_of,
    normalise,
    timeline_of,
)
from remanent.facts.subjects import OWNER
from remanent.model.event import Event, Origin, Role
from remanent.model.fact import Fact, Polarity, Stance, Statement
from remanent.model.work import Rejected
from remanent.text.content import stems_of
from remanent.text.prompts.extract import Extracted, SaidEnd, SaidFact

if TYPE_CHECKING:
    from remanent.text.dates import ResolvedTime
    from remanent.text.rule_extraction import Extraction
    from remanent.text.voices import Voiced

T = TypeVar("T")

MOST_FACTS: Final = 40
MOST_REJECTED: Final = 20
"""Reasons that are named with their text; the others are counted."""

MODEL_CONFIDENCE: Final = 0.75
"""Below what a person's plain words give by rule (0.9): a model stands between."""

LEAST_SUPPORT: Final = 0.5
"""The share of a claim's stems that must stand in the person's words."""

STAND_IN: Final = "Quentin"
"""A name for the rules to read where a claim leaves out whom it is about."""

KNOWN_SLOTS: Final = SINGLE_VALUED | {
    "allergy", "event", "family", "health", "language", "pet", "likes", "dislikes", "owns", "plan",
    "hobby", "habit", "goal",
}  # fmt: skip
IDENTITY_SLOTS: Final = SINGLE_VALUED - {"diet"}
NAMING_SLOTS: Final = frozenset({"name", "email", "phone"})
"""What a person is called or reached by: only he says it of himself, in so many words."""

_SHOWN: Final = 80
_THE_USER: Final = re.compile(r"\A(?:the )?(?:user|speaker)(?:'s)?\s+", re.IGNORECASE)
_USER_WORDS: Final = frozenset(
    {"user", "the user", "speaker", "the speaker", "i", "me", "self", "the person", "person"}
)
_REFUSAL: Final = re.compile(
    r"\b(?:as an? (?:ai|language model|assistant)|i(?:'m| am) (?:sorry|unable|not able)|"
    r"i (?:can(?:'|no)t|cannot|won't) |no (?:facts?|information|relevant|memor)|"
    r"not (?:specified|mentioned|provided|applicable|stated)|unknown\b|n/a\b|"
    r"none\b|nothing (?:to|was|is|of)|unspecified)|(?:^|\b)(?:asks?|asked|asking|wants? to know|"
    r"wonders?|greets?|greeted|thanks?|thanked|says? (?:hi|hello))\b",
    re.IGNORECASE,
)
_MINE: Final = re.compile(r"\b(?:i|i'm|im|i've|my|mine|we|our)\b")
_HANGS: Final = re.compile(
    r"(?:\b(?:and|or|but|because|the|a|an|of|to|with|in|at|for|that|is|are|was|his|her|their|my)"
    r"|[,:;({\[\"…-])\Z",
    re.IGNORECASE,
)
_LEAST_WORDS: Final = 2
_ENDING_WORDS: Final = re.compile(
    r"\b(?:forget|scratch|never mind|ignore) (?:that|it|this|what)\b|\bjok(?:e|ing)\b|\bkidding\b|"
    r"\b(?:quit|stopped|gave up|given up|cancell?ed|sold|left|lost|died|divorced|broke up|over|"
    r"finished|done with|not true|wasn't true|wrong|mistake|mixed up)\b|"
    r"\bthat was (?:my|a|the|not)\b",
    re.IGNORECASE,
)


class Reason(StrEnum):
    """Why a claim was turned away."""

    NO_CITATION = "no_citation"
    UNKNOWN_TURN = "unknown_turn"
    ASSISTANTS = "evidence_is_the_assistants"
    NOT_THE_PERSONS = "evidence_is_not_the_persons"
    NOT_STATED = "not_stated"
    SUBJECT_UNSUPPORTED = "subject_not_supported"
    SUBJECT_UNKNOWN = "subject_not_in_the_source"
    NUMBER = "number_not_in_the_source"
    NAME = "name_not_in_the_source"
    NEGATION = "drops_a_negation"
    CONTRADICTED = "against_the_words"
    REFUSAL = "refusal"
    FRAGMENT = "fragment"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    DUPLICATE = "duplicate"
    ALREADY_STATED = "already_stated"
    JUST_RECALLED = "just_recalled"
    UNREADABLE = "unreadable"
    UNKNOWN_FACT = "unknown_fact"
    END_UNSUPPORTED = "end_not_supported"
    NO_SUCCESSOR = "closes_without_its_successor"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was asked about.

    Args:
        turns: labelled t1, t2, …
        before: labelled c1, c2, …: what was said around them.
        known: labelled f1, f2, …
        owner: the id of the scope's own person, under which he may speak too.
        recalled: facts that were shown to whoever spoke: (subject, text), folded.
        stated: what was drawn from each turn before, by its number.
        rules: what the tenant says of slots.
    """

    turns: tuple[Event, ...]
    before: tuple[Event, ...] = ()
    known: tuple[Fact, ...] = ()
    owner: str = ""
    recalled: frozenset[tuple[str, str]] = frozenset()
    stated: Mapping[int, tuple[Statement, ...]] = field(default_factory=dict)
    rules: FactRules = BY_THE_RULES


@dataclass(frozen=True, slots=True)
class Admitted:
    """What holds of a reply.

    Args:
        statements: (number of the turn, statement), in the order of the reply.
        rejected: what does not, by reason.
    """

    statements: tuple[tuple[int, Statement], ...] = ()
    rejected: tuple[Rejected, ...] = ()


class _TurnedAway(Exception):  # noqa: N818 - it never leaves this room
    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)


def admit(said: Extracted, asked: Asked) -> Admitted:
    """Return what of a reply holds as the person's own statements."""
    sources = [_evidence(turn, asked) for turn in asked.turns]
    bound = min(sum(source.most_facts for source in sources), MOST_FACTS)
    taken: dict[tuple[object, ...], tuple[int, Statement]] = {}
    turned: Counter[tuple[Reason, str]] = Counter()
    if said.left_out or said.unread_calls:
        turned[Reason.UNREADABLE, ""] += said.left_out + said.unread_calls
    for fact in said.facts:
        try:
            source = _cited(fact.turns, sources, asked)
            statement = _statement(fact, source, asked)
            key = (source.turn.seq, *_key(statement, asked.rules))
            _refuse_repeated(statement, key, source, taken, asked)
            _refuse_beyond(len(taken), bound)
        except _TurnedAway as away:
            turned[away.reason, fact.text[:_SHOWN]] += 1
        else:
            taken[key] = (source.turn.seq, statement)
    statements = list(taken.values())
    for end in said.ends:
        try:
            statements += _ending(end, sources, asked, statements)
        except _TurnedAway as away:
            turned[away.reason, end.fact[:_SHOWN]] += 1
    return Admitted(tuple(statements), _reported(turned))


def _reported(turned: Counter[tuple[Reason, str]]) -> tuple[Rejected, ...]:
    """Name the first of what was turned away, and count the others by reason."""
    entries = [(reason, text, count) for (reason, text), count in turned.items()]
    others: Counter[Reason] = Counter()
    for reason, _, count in entries[MOST_REJECTED:]:
        others[reason] += count
    return (
        *(Rejected(reason.value, text, count) for reason, text, count in entries[:MOST_REJECTED]),
        *(Rejected(reason.value, "", count) for reason, count in others.items()),
    )


# Evidence -----------------------------------------------------------------------------------------


def _evidence(turn: Event, asked: Asked) -> Evidence:
    around = [each for each in (*asked.before, *asked.turns) if _is_before(each, turn)]
    return Evidence(
        turn=turn,
        before=max(around, key=lambda each: (each.occurred_at, each.seq), default=None),
        subject=speaker_subject(turn.speaker, asked.owner),
        stated=asked.stated.get(turn.seq, ()),
    )


def _is_before(one: Event, other: Event) -> bool:
    return (one.occurred_at, one.seq) < (other.occurred_at, other.seq)


def speaker_subject(speaker: str | None, owner: str) -> str:
    """Name whom "I" means: the scope's own person is "user", anybody else goes by name."""
    if speaker is None or speaker.casefold() == owner.casefold():
        return OWNER
    return speaker


def _cited(labels: Sequence[str], sources: Sequence[Evidence], asked: Asked) -> Evidence:
    """Return the turn that carries a claim: the first that is the person's own."""
    if not labels:
        if len(sources) != 1:
            raise _TurnedAway(Reason.NO_CITATION)
        labels = ("t1",)
    own = [turn for label in labels if (turn := _labelled(label, "t", sources)) is not None]
    for source in own:
        if source.is_own:
            return source
    found = [_labelled(label, "c", asked.before) for label in labels]
    around = [turn for turn in found if turn is not None]
    cited = [source.turn for source in own] + around
    if any(turn.role is Role.ASSISTANT or turn.origin is Origin.ASSISTANT for turn in cited):
        raise _TurnedAway(Reason.ASSISTANTS)
    raise _TurnedAway(Reason.NOT_THE_PERSONS if cited else Reason.UNKNOWN_TURN)


def _labelled(label: str, letter: str, things: Sequence[T]) -> T | None:
    match = re.fullmatch(rf"\[?{letter}([0-9]{{1,6}})\]?", label.strip().casefold())
    place = int(match[1]) - 1 if match is not None else -1
    return things[place] if 0 <= place < len(things) else None


# A claim ------------------------------------------------------------------------------------------


def _statement(fact: SaidFact, source: Evidence, asked: Asked) -> Statement:
    """Return a claim as a statement of its source.

    Raises:
        _TurnedAway: the source does not carry it.
    """
    if len(fact.text) > source.longest_fact or len(fact.value or "") > source.longest_fact:
        raise _TurnedAway(Reason.TOO_LONG)
    subject = _subject(fact.subject, source, asked)
    text = _THE_USER.sub("", fact.text).strip(" .") if subject in {None, OWNER} else fact.text
    text = text.strip(" .")
    if _REFUSAL.search(text):
        raise _TurnedAway(Reason.REFUSAL)
    if len(text.split()) < _LEAST_WORDS or _HANGS.search(text):
        raise _TurnedAway(Reason.FRAGMENT)
    drawn = _by_rule(fact, subject, text, source)
    if subject is None and drawn is not None and drawn.subject not in {STAND_IN, OWNER}:
        subject = drawn.subject
    claim = f"{text} {fact.value or ''}"
    if not source.has_numbers_of(claim):
        raise _TurnedAway(Reason.NUMBER)
    if not (source.has_names_of(text) and source.has_names_of(f"{STAND_IN} {fact.value or ''}")):
        raise _TurnedAway(Reason.NAME)
    clauses = _carrying(claim, subject, source)
    slot, value, polarity = _sorted_in(fact, drawn, source)
    _refuse_wrong_subject(subject, slot, clauses, source, asked)
    positive = polarity is Polarity.POSITIVE
    if positive and clauses and all(denies_more(clause.words, text) for clause in clauses):
        raise _TurnedAway(Reason.NEGATION)
    time = _time(fact.when, source)
    stance = Stance.ASSERT if drawn is None else drawn.stance
    return Statement(
        subject=source.subject if subject in {None, OWNER} else str(subject),
        slot=slot,
        value=value,
        text=text,
        polarity=polarity,
        stance=stance,
        when=None if time is None else time.span,
        valid_from=_bound(time, "since"),
        valid_to=_bound(time, "until"),
        confidence=MODEL_CONFIDENCE,
    )


def _subject(given: str | None, source: Evidence, asked: Asked) -> str | None:
    """Return whom a claim is about: "user" for whoever speaks, None where it does not say."""
    if given is None:
        return None
    folded = normalise(given)
    names = {normalise(source.turn.speaker or ""), normalise(asked.owner), *_USER_WORDS} - {""}
    if folded in names:
        return OWNER
    return re.sub(r"\A(?:(?:the )?(?:user|speaker)'s|my|our)\s+", "", given, flags=re.IGNORECASE)


def _by_rule(fact: SaidFact, subject: str | None, text: str, source: Evidence) -> Statement | None:
    """Return what the rules read in a claim, where it is one plain statement to them."""
    who = STAND_IN if subject in {None, OWNER} else subject
    sentences = [f"{who} {text}", f"{who}'s {text}"]
    if fact.subject is None:
        sentences.append(text)
    for sentence in sentences:
        found = _read(sentence, source)
        if found.covered and len(found.statements) == 1:
            return found.statements[0]
    return None


def _read(text: str, source: Evidence) -> "Extraction":
    """Read words by rule, as of when a turn was said."""
    from remanent.text.rule_extraction import extract  # noqa: PLC0415 - loads the rules

    return extract(
        text,
        role=Role.USER,
        origin=Origin.PERSON,
        speaker=None,
        at=source.turn.occurred_at,
        zone=source.turn.zone,
    )


def _carrying(claim: str, subject: str | None, source: Evidence) -> "list[Voiced]":
    """Return the clauses that carry a claim.

    Raises:
        _TurnedAway: too little of it stands in the words, or only where nothing is stated.
    """
    stems = stems_of(claim) - stems_of(subject or "")
    stems = stems or stems_of(claim)
    if not stems or len(stems & source.stems) < LEAST_SUPPORT * len(stems):
        raise _TurnedAway(Reason.NOT_STATED)
    clauses = source.clauses_for(stems)
    if not clauses:
        raise _TurnedAway(Reason.NOT_STATED)
    return clauses


def _sorted_in(
    fact: SaidFact, drawn: Statement | None, source: Evidence
) -> tuple[str | None, str | None, Polarity]:
    """Return slot, value and polarity: as the rules read the claim, else as it says itself.

    A slot that holds one value ends what stood in it, so it is the rules' alone to give.
    """
    if drawn is not None and drawn.slot is not None:
        return drawn.slot, drawn.value, drawn.polarity
    slot = None if fact.slot is None else fact.slot.casefold()
    value = fact.value
    if slot not in KNOWN_SLOTS or slot in SINGLE_VALUED or value is None:
        return None, None, fact.polarity
    if not stems_of(value) <= source.stems:
        return None, None, fact.polarity
    return slot, value, fact.polarity


def _refuse_wrong_subject(
    subject: str | None,
    slot: str | None,
    clauses: "Sequence[Voiced]",
    source: Evidence,
    asked: Asked,
) -> None:
    if subject not in {None, OWNER}:
        assert subject is not None, "it is a name"
        around = [turn.text.casefold() for turn in asked.before]
        if not source.has_subject(subject, around):
            raise _TurnedAway(Reason.SUBJECT_UNKNOWN)
        if all(clause.about == OWNER and not _names(clause, subject) for clause in clauses):
            raise _TurnedAway(Reason.SUBJECT_UNSUPPORTED)
        return
    own = [clause for clause in clauses if clause.about == OWNER or
           (clause.about is None and clause.names_speaker)]  # fmt: skip
    if slot in NAMING_SLOTS:
        own = [clause for clause in own if clause.is_explicit]
    elif slot in IDENTITY_SLOTS:
        own = [clause for clause in own if clause.is_explicit or _MINE.search(clause.words)]
    if not own:
        raise _TurnedAway(Reason.SUBJECT_UNSUPPORTED)


def _names(clause: "Voiced", subject: str) -> bool:
    """Say whether a clause of the speaker's speaks of somebody else as well."""
    return not stems_of(subject).isdisjoint(stems_of(clause.words))


def _time(words: str | None, source: Evidence) -> "ResolvedTime | None":
    """Return the expression of time that a claim repeats."""
    if words is None:
        return None
    wanted = normalise(words)
    for time in source.times:
        said = normalise(source.text[time.start : time.end])
        if said and (said in wanted or wanted in said):
            return time
    return None


def _bound(time: "ResolvedTime | None", relation: str) -> datetime | None:
    if time is None or time.relation.value != relation:
        return None
    return time.span.start if relation == "since" else time.span.end


# What was said already ----------------------------------------------------------------------------


def _key(statement: Statement, rules: FactRules) -> tuple[int, str]:
    single_valued = rules.of(statement.slot)
    timeline = timeline_of(
        statement.subject,
        statement.slot,
        statement.value,
        statement.text,
        when=statement.when,
        single_valued=single_valued,
    )
    content = content_of(
        statement.slot, statement.value, statement.polarity, single_valued=single_valued
    )
    return timeline, content


def _refuse_beyond(taken: int, bound: int) -> None:
    if taken >= bound:
        raise _TurnedAway(Reason.TOO_MANY)


def _refuse_repeated(
    statement: Statement,
    key: tuple[object, ...],
    source: Evidence,
    taken: Mapping[tuple[object, ...], object],
    asked: Asked,
) -> None:
    if key in taken:
        raise _TurnedAway(Reason.DUPLICATE)
    mine = _key(statement, asked.rules)
    for said in source.stated:
        timeline, content = _key(said, asked.rules)
        if timeline != mine[0]:
            continue
        same = content == mine[1] and said.stance is statement.stance
        raise _TurnedAway(Reason.ALREADY_STATED if same else Reason.CONTRADICTED)
    shown = (normalise(statement.subject), normalise(statement.text))
    if shown in source.shown or shown in asked.recalled:
        raise _TurnedAway(Reason.JUST_RECALLED)


# Endings ------------------------------------------------------------------------------------------


def _ending(
    end: SaidEnd,
    sources: Sequence[Evidence],
    asked: Asked,
    new: Sequence[tuple[int, Statement]],
) -> list[tuple[int, Statement]]:
    """Return the statement that ends a known fact, with its successor where the reply forgot it.

    Raises:
        _TurnedAway: the words do not end it, or what they put in its place cannot be told.
    """
    source = _cited(end.turns, sources, asked)
    fact = _labelled(end.fact, "f", asked.known)
    if fact is None:
        raise _TurnedAway(Reason.UNKNOWN_FACT)
    beside = [said for seq, said in new if seq == source.turn.seq] + list(source.stated)
    if any(_settles(said, fact, asked.rules) for said in beside):
        raise _TurnedAway(Reason.ALREADY_STATED)
    ending = Statement(
        subject=fact.subject,
        slot=fact.slot,
        value=fact.value,
        text=fact.text,
        polarity=fact.polarity,
        stance=Stance.RETRACT if end.never_was else Stance.END,
        confidence=MODEL_CONFIDENCE,
    )
    stems = stems_of(f"{fact.value or ''} {fact.text}")
    shares = bool(stems & source.stems)
    says_so = _says_it_ends(source, never_was=end.never_was)
    succeeded = any(said.stance is Stance.ASSERT and said.slot == fact.slot for said in beside)
    if not (shares or (says_so and source.pointed_at)) and not (succeeded and fact.slot):
        raise _TurnedAway(Reason.END_UNSUPPORTED)
    if succeeded:
        return [(source.turn.seq, ending)]
    forgotten = [] if source.stated else _forgotten(source)
    if any(_settles(said, fact, asked.rules) for said in forgotten):
        return [(source.turn.seq, said) for said in forgotten]
    if not says_so:
        raise _TurnedAway(Reason.NO_SUCCESSOR)
    return [(source.turn.seq, said) for said in (*forgotten, ending)]


def _forgotten(source: Evidence) -> list[Statement]:
    """Return what the rules read in a turn of which the reply named only what it ends."""
    return [
        replace(said, subject=source.subject) if said.subject == OWNER else said
        for said in _read(source.text, source).statements
    ]


def _settles(said: Statement, fact: Fact, rules: FactRules) -> bool:
    """Say whether a statement ends a fact, or takes its place, by itself."""
    single_valued = rules.of(fact.slot)
    timeline = timeline_of(
        fact.subject,
        fact.slot,
        fact.value,
        fact.text,
        when=fact.when,
        single_valued=single_valued,
    )
    return _key(said, rules)[0] == timeline


def _says_it_ends(source: Evidence, *, never_was: bool) -> bool:
    """Say whether the words themselves end something, so that nothing need take its place."""
    tokens = source.tokens
    denied = "ended" in tokens or (never_was and "negated" in tokens)
    return denied or bool(_ENDING_WORDS.search(source.text))
