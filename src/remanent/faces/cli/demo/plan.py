"""What a demonstration asks: written by hand for the sample, drawn from the facts for any other."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from remanent.faces.importers import Transcript
from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity

SELF: Final = "user"

_QUESTIONS: Final = 4
_CHANGES: Final = 3
_OTHERS: Final = 2

# How to ask for a slot: of somebody by name, and of the person who speaks.
_TEMPLATES: Final = {
    "home": ("Where does {} live?", "Where do I live?"),
    "work": ("Where does {} work?", "Where do I work?"),
    "occupation": ("What does {} do for a living?", "What do I do for a living?"),
    "allergy": ("What is {} allergic to?", "What am I allergic to?"),
    "pet": ("What pets does {} have?", "What pets do I have?"),
    "family": ("Who is in {}'s family?", "Who is in my family?"),
    "partner": ("Who is {}'s partner?", "Who is my partner?"),
    "birthday": ("When is {}'s birthday?", "When is my birthday?"),
    "origin": ("Where is {} from?", "Where am I from?"),
    "school": ("Which school does {} go to?", "Which school do I go to?"),
    "diet": ("What does {} eat?", "What do I eat?"),
    "hobby": ("What are {}'s hobbies?", "What are my hobbies?"),
    "owns": ("What does {} own?", "What do I own?"),
    "language": ("Which languages does {} speak?", "Which languages do I speak?"),
    "likes": ("What does {} like?", "What do I like?"),
    "dislikes": ("What does {} dislike?", "What do I dislike?"),
    "plan": ("What is {} planning?", "What am I planning?"),
    "event": ("What has {} done?", "What have I done?"),
    "health": ("How is {}'s health?", "How is my health?"),
    "goal": ("What does {} want to achieve?", "What do I want to achieve?"),
    "habit": ("What does {} usually do?", "What do I usually do?"),
    "relationship": ("Is {} in a relationship?", "Am I in a relationship?"),
    "age": ("How old is {}?", "How old am I?"),
}
_TASTES: Final = frozenset({"likes", "dislikes", "allergy", "diet", "hobby"})
_VAGUE: Final = frozenset({"event", "habit", "goal", "health"})  # nearly anything answers these
_INVENTED: Final = ("Quillaby", "Zorvath", "Ombrelline", "Thistlewick")

_A_WHILE: Final = timedelta(days=3)  # its middle is a day that lies inside in every zone
_WORD: Final = re.compile(r"[^\W\d_]{5,24}")
_NAME: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{4,23}\b")  # a capital inside a sentence
_RARE_TIMES: Final = range(2, 13)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Something that changed: whose, and which slot."""

    subject: str
    slot: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask and show.

    Args:
        questions: asked as of now.
        changes: shown over time.
        then: a question, and an earlier moment at which its answer was another; or None.
        others: people whose tastes are shown apart from the user's.
        unknown: a question that this memory cannot answer.
    """

    questions: tuple[str, ...]
    changes: tuple[Timeline, ...]
    then: tuple[str, datetime] | None
    others: tuple[str, ...]
    unknown: str


SAMPLE: Final = Plan(
    questions=(
        "What am I allergic to?",
        "When is Lars's birthday?",
        "What do I drink in the morning?",
        "What did Andris give me?",
    ),
    changes=(Timeline(SELF, "home"), Timeline(SELF, "work"), Timeline(SELF, "allergy")),
    then=("Where do I live?", datetime(2025, 12, 1, tzinfo=UTC)),
    others=("Ilze",),
    unknown="What is the name of my dentist?",
)


def plan_for(transcript: Transcript, facts: Sequence[Fact]) -> Plan:
    """Draw a plan from what was remembered of a conversation.

    Args:
        facts: all of them, closed and retracted ones included.
    """
    alive = [fact for fact in facts if fact.retracted_at is None]
    questions = _questions_about(alive)
    for term in _rare_words(transcript):
        if len(questions) == _QUESTIONS:
            break
        questions.append(f"What was said about {term}?")
    return Plan(
        questions=tuple(questions),
        changes=tuple(_changed(facts))[:_CHANGES],
        then=_then(alive) or _before(transcript, alive),
        others=tuple(_others(transcript, alive))[:_OTHERS],
        unknown=f"Which instrument does {_invented_name(transcript)} play?",
    )


def question_about(slot: str, subject: str) -> str | None:
    """Return how to ask for a slot of somebody, or None where we cannot ask."""
    if slot not in _TEMPLATES:
        return None
    of_somebody, of_self = _TEMPLATES[slot]
    return of_self if subject == SELF else of_somebody.format(subject)


def _questions_about(facts: Sequence[Fact]) -> list[str]:
    """Return a question for each of the first slots found, turn by turn about each person."""
    told = Counter(fact.subject for fact in facts)
    slots: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        if fact.slot in _TEMPLATES and fact.polarity is Polarity.POSITIVE:
            slots[fact.subject].add(fact.slot)
    people = [subject for subject, _ in told.most_common(2)]
    questions: list[str] = []
    for slot in _TEMPLATES:
        # Who has been asked about least goes first, so that both come to word.
        people.sort(key=lambda person: sum(person in question for question in questions))
        person = next((each for each in people if slot in slots[each]), None)
        question = question_about(slot, person) if person is not None else None
        if question is not None and len(questions) < _QUESTIONS:
            questions.append(question)
    return questions


def _changed(facts: Sequence[Fact]) -> Iterable[Timeline]:
    """Return timelines on which something ended or was taken back, the busiest first."""
    ended = Counter(
        Timeline(fact.subject, fact.slot)
        for fact in facts
        if fact.slot is not None and not fact.is_current and (fact.closed_by or fact.retracted_at)
    )
    return [timeline for timeline, _ in ended.most_common()]


def _then(facts: Sequence[Fact]) -> tuple[str, datetime] | None:
    """Return a question whose answer changed, and a moment in the middle of the former one."""
    for fact in facts:
        if fact.valid_to is None or fact.closed_by is None or fact.slot is None:
            continue
        question = question_about(fact.slot, fact.subject)
        if question is not None:
            start = fact.valid_from or fact.valid_to - _A_WHILE
            middle = start + (fact.valid_to - start) / 2
            if fact.valid_to - start >= _A_WHILE:
                return question, middle.replace(hour=0, minute=0, second=0, microsecond=0)
    return None


def _before(transcript: Transcript, facts: Sequence[Fact]) -> tuple[str, datetime] | None:
    """Return a question that a late fact answers, and a moment before it was known."""
    times = [message.at for message in transcript.messages if message.at is not None]
    first = min(times, default=None)
    latest = sorted(
        (fact.valid_from, fact.slot or "", fact.subject)
        for fact in facts
        if fact.valid_from is not None and fact.slot in _TEMPLATES.keys() - _VAGUE
    )[-1:]
    for valid_from, slot, subject in latest:
        question = question_about(slot, subject)
        if question is not None and first is not None and valid_from - first >= _A_WHILE:
            middle = first + (valid_from - first) / 2
            return question, middle.replace(hour=0, minute=0, second=0, microsecond=0)
    return None


def _others(transcript: Transcript, facts: Sequence[Fact]) -> Iterable[str]:
    """Return people who do not speak here but whose tastes are known, most told of first."""
    speakers = {message.speaker for message in transcript.messages} | {SELF}
    tastes = Counter(
        fact.subject for fact in facts if fact.slot in _TASTES and fact.subject not in speakers
    )
    return [subject for subject, _ in tastes.most_common()]


def _rare_words(transcript: Transcript) -> list[str]:
    """Return words that few messages hold: names of things first, then the longest."""
    speakers = {
        part.casefold()
        for message in transcript.messages
        for part in (message.speaker or "").split()
    }
    held, named, plain = Counter[str](), set[str](), set[str]()
    for message in transcript.messages:
        if message.origin is Origin.PERSON:
            words = set(_WORD.findall(message.text))
            held.update({word.casefold() for word in words} - speakers)
            plain |= {word for word in words if word.islower()}
            named |= set(_NAME.findall(message.text))
    names = {name.casefold(): name for name in named if name.casefold() not in plain}
    rare = [word for word, times in held.items() if times in _RARE_TIMES] or list(held)
    rare.sort(
        key=lambda word: (word not in names, -held[word] if word in names else -len(word), word)
    )
    return [names.get(word, word) for word in rare]


def _invented_name(transcript: Transcript) -> str:
    """Return a name that the conversation does not hold."""
    text = " ".join(message.text for message in transcript.messages).casefold()
    return next((name for name in _INVENTED if name.casefold() not in text), _INVENTED[0])
