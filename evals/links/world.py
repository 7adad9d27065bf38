"""Invented households: who is whose, what each does, and questions that walk there.

Each household is one person's memory. Facts are given as facts, so that nothing depends on how
well rules read sentences, and there are strangers with jobs and homes of their own and chatter
that shares words with the questions. Besides the questions that walk there are questions that do
not: following links must not change their answers for the worse.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

HOUSEHOLDS: Final = 40
SEED: Final = 20_260

NAMES: Final = (
    "Ada", "Bruno", "Chiara", "Daan", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya",
    "Luis", "Mila", "Noor", "Oskar", "Petra", "Quentin", "Rosa", "Sami", "Tilda", "Umar", "Vera",
    "Wim", "Xenia", "Yara", "Zoë", "Łukasz", "Søren", "Ayşe", "José", "Иван", "Ольга",
)  # fmt: skip
JOBS: Final = (
    "pilot", "nurse", "baker", "judge", "welder", "florist", "plumber", "chemist", "dentist",
    "tailor", "surgeon", "librarian",
)  # fmt: skip
PLACES: Final = (
    "Oslo", "Lyon", "Porto", "Ghent", "Turin", "Riga", "Kyoto", "Izmir", "Quito", "Perth",
)  # fmt: skip
COMPANIES: Final = ("Norvalis", "Brightloom", "Tern & Co", "Kestrel", "Ostara", "Pinewell")
DISHES: Final = ("peanuts", "shellfish", "cats", "pollen", "latex", "eggs")
CHATTER: Final = (
    "My wife's brother came over for dinner.", "I should call my sister more often.",
    "The brother of the bride gave a long speech.", "What a day at work.",
    "My husband's car is at the garage.", "The dog next door barks all night.",
    "I read about a pilot who lost her way.", "Somebody's mother called the school.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """One fact as it is given to the memory."""

    subject: str
    slot: str
    value: str

    @property
    def text(self) -> str:
        """Words that share as little as they can with any question."""
        return f"{self.slot}: {self.value}"


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Args:
        hops: how many people it walks over; 0 for none.
        is_free: it does not name the walk in one of the forms that are understood throughout.
        answer: the fact that answers it.
    """

    text: str
    hops: int
    answer: Told
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Household:
    """One person's memory."""

    name: str
    facts: tuple[Told, ...]
    chatter: tuple[str, ...]
    questions: tuple[Question, ...]


def households(count: int = HOUSEHOLDS, seed: int = SEED) -> Iterator[Household]:
    """Make households, the same ones for the same seed."""
    for number in range(count):
        yield _household(f"person {number}", Random(f"{seed} {number}"))


def _household(name: str, dice: Random) -> Household:
    people = dice.sample(NAMES, 12)
    spouse, brother, sister, in_law, mother, friend, niece, pet, *others = people
    married = dice.choice(("wife", "husband"))
    work = {person: dice.choice(JOBS) for person in people}
    home = {person: dice.choice(PLACES) for person in people}
    firm = {person: dice.choice(COMPANIES) for person in people}
    cannot = {person: dice.choice(DISHES) for person in people}
    kin = [
        Told("user", "partner", spouse),
        Told("user", "family", f"sister {sister}"),
        Told("user", "friend", friend),
        Told("user", "pet", f"dog {pet}"),
        Told(spouse, "family", f"brother {brother}"),
        Told(spouse, "family", f"mother {mother}"),
        Told(sister, "partner", in_law),
        Told(sister, "family", f"daughter {niece}"),
    ]
    known: list[Told] = []
    for person in (spouse, brother, sister, in_law, mother, friend, niece, *others):
        known.append(Told(person, "occupation", work[person]))
        known.append(Told(person, "home", home[person]))
    known += [Told(person, "work", firm[person]) for person in (spouse, in_law, friend)]
    known += [Told(person, "allergy", cannot[person]) for person in (brother, niece, pet)]
    own = [Told("user", "home", dice.choice(PLACES)), Told("user", "occupation", dice.choice(JOBS))]
    walks = [
        (f"what does my {married} do?", 1, Told(spouse, "occupation", work[spouse])),
        (f"where does my {married} work?", 1, Told(spouse, "work", firm[spouse])),
        ("where does my sister live?", 1, Told(sister, "home", home[sister])),
        ("What is my friend's job?", 1, Told(friend, "occupation", work[friend])),
        ("what is my dog allergic to?", 1, Told(pet, "allergy", cannot[pet])),
        (f"what does my {married}'s brother do?", 2, Told(brother, "occupation", work[brother])),
        (f"Where does the brother of my {married} live?", 2, Told(brother, "home", home[brother])),
        (f"what is my {married}’s brother allergic to?", 2, Told(brother, "allergy",
                                                               cannot[brother])),
        (f"what does {spouse}'s mother do for a living?", 1, Told(mother, "occupation",
                                                                work[mother])),
        ("Where does my sister's husband work?", 2, Told(in_law, "work", firm[in_law])),
        ("what is the job of the husband of my sister?", 2, Told(in_law, "occupation",
                                                               work[in_law])),
        ("is my sister's daughter allergic to anything?", 2, Told(niece, "allergy",
                                                                cannot[niece])),
        (f"who is my {married}'s brother?", 2, Told(spouse, "family", f"brother {brother}")),
        ("what is the name of my sister's daughter?", 2, Told(sister, "family",
                                                            f"daughter {niece}")),
    ]  # fmt: skip
    direct = [
        ("where do I live?", own[0]),
        ("what do I do for a living?", own[1]),
        (f"Where does {brother} live?", Told(brother, "home", home[brother])),
        (f"What is {others[0]}'s job?", Told(others[0], "occupation", work[others[0]])),
        ("do I have a dog?", kin[3]),
    ]
    free = [
        (f"My {married} has a brother. What is his job?", 2,
         Told(brother, "occupation", work[brother])),
        ("what is the profession of the man whom my sister married?", 2,
         Told(in_law, "occupation", work[in_law])),
        (f"What line of work is my {married}'s mum in?", 2,
         Told(mother, "occupation", work[mother])),
        ("Tell me which town my friend lives in.", 1, Told(friend, "home", home[friend])),
        (f"My {married}'s got a brother: could he eat this?", 2,
         Told(brother, "allergy", cannot[brother])),
        ("Has my niece any allergies?", 1, Told(niece, "allergy", cannot[niece])),
    ]  # fmt: skip
    facts = [*kin, *known, *own]
    dice.shuffle(facts)
    return Household(
        name=name,
        facts=tuple(facts),
        chatter=tuple(dice.sample(CHATTER, 5)),
        questions=(
            *(Question(text, hops, answer) for text, hops, answer in walks),
            *(Question(text, 0, answer) for text, answer in direct),
            *(Question(text, hops, answer, is_free=True) for text, hops, answer in free),
        ),
    )
