from dataclasses import replace

import pytest
from tests.support.values import Values

from remanent.facts.paths import leads_on, path_of
from remanent.facts.relations import (
    composed_of,
    is_covered_by,
    may_be_one,
    named_in,
    names_told,
    relation_of,
    relations_told,
)
from remanent.facts.subjects import OWNER
from remanent.model.fact import Polarity


@pytest.mark.parametrize(
    ("question", "start", "steps"),
    [
        ("what does my wife's brother do?", OWNER, ("partner", "brother")),
        ("What does my wife’s brother do?", OWNER, ("partner", "brother")),
        ("the job of the brother of my wife", OWNER, ("partner", "brother")),
        ("who is the sister of the boss of my husband?", OWNER, ("partner", "boss", "sister")),
        ("my wife's brother's dog's name", OWNER, ("partner", "brother", "dog")),
        ("how old is my best friend's little daughter?", OWNER, ("friend", "daughter")),
        ("where does my mum live?", OWNER, ("mother",)),
        ("what is my sister's guinea pig called?", OWNER, ("sister", "guinea pig")),
        ("What does Marta's husband do?", "marta", ("partner",)),
        ("what does marta's husband do?", "marta", ("partner",)),
        ("Where does Ana Silva's sister work?", "ana silva", ("sister",)),
        ("who is the brother of Łukasz?", "łukasz", ("brother",)),
        ("Where is Ольга's friend from?", "ольга", ("friend",)),
        ("names of my sister's kids", OWNER, ("sister", "child")),
        ("My wife has a brother, what's his job?", OWNER, ("partner", "brother")),
        ("where does the man my sister married work?", OWNER, ("sister", "partner")),
        ("where is my wife's employer based?", OWNER, ("partner", "employer")),
    ],
)
def test_a_question_says_over_whom_it_walks(
    question: str, start: str, steps: tuple[str, ...]
) -> None:
    path = path_of(question)
    assert path is not None
    assert (path.start[0], path.steps) == (start, steps)


@pytest.mark.parametrize(
    "question",
    ["where do I live?", "what's Tom's job?", "who's the owner of my house?", "", "'s", "my",
     "what did my colleagues", "it's brother", "let's call home", "the friend of", "?" * 2000],
)  # fmt: skip
def test_other_questions_walk_nowhere(question: str) -> None:
    path = path_of(question)
    assert path is None or path.steps == ("colleague",)


@pytest.mark.parametrize(
    ("question", "slots", "is_identity"),
    [
        ("what does my wife's brother do?", {"occupation", "work"}, False),
        ("what is my wife's brother's job?", {"occupation", "work"}, False),
        ("where does my wife's brother live?", {"home"}, False),
        ("who is my wife's brother?", set(), True),
        ("What's the name of my wife's brother?", set(), True),
        ("my wife's brother", set(), True),
        ("what did my wife's brother say about the boat?", set(), False),
        ("What does my wife's brother do on Sundays?", set(), False),
    ],
)
def test_what_is_asked_of_whom_it_ends_with_is_read_from_the_rest(
    question: str,
    slots: set[str],
    is_identity: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    path = path_of(question)
    assert path is not None
    assert (set(path.slots), path.is_identity) == (slots, is_identity)


def test_a_walk_has_a_bound() -> None:
    path = path_of("my " + "wife's " * 50 + "brother")
    assert path is not None
    assert len(path.steps) == 4


@pytest.mark.parametrize(
    ("slot", "value", "named"),
    [
        ("family", "sister Anna", ("sister", "Anna")),
        ("family", "Anna (sister)", ("sister", "Anna")),
        ("family", "Anna, sister", ("sister", "Anna")),
        ("family", "mum", ("mother", "")),
        ("family", "two children", None),
        ("family", "сестра Анна", ("сестра", "Анна")),
        ("family", "李明", ("family", "李明")),
        ("partner", "Ana", ("partner", "Ana")),
        ("partner", "wife Ana", ("partner", "Ana")),
        ("pet", "cat", ("cat", "")),
        ("pet", "golden retriever Rex", ("golden retriever", "Rex")),
        ("boss", "Mila", ("boss", "Mila")),
        ("friend", "best friend Zoë", ("friend", "Zoë")),
        ("work", "Siemens", ("employer", "Siemens")),
        ("likes", "Anna", None),
        ("family", None, None),
    ],
)
def test_a_value_gives_a_relation_and_a_name(
    slot: str, value: str | None, named: tuple[str, str] | None
) -> None:
    assert named_in(slot, value) == named


def test_words_of_one_relation_are_one() -> None:
    assert {relation_of(word) for word in ("wife", "husband", "fiancé", "gf")} == {"partner"}
    assert relation_of("Mum") == relation_of("mother") == "mother"
    assert relation_of("dogs") == "dog"
    assert relation_of("table") is None
    assert is_covered_by("brother", "sibling")
    assert is_covered_by("sibling", "brother")
    assert not is_covered_by("brother", "sister")
    assert may_be_one("twin", "sibling")
    assert not may_be_one("sister", "colleague")
    assert ("partner", "mother") in composed_of("mother-in-law")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My colleague Anna moved to Lyon.", {"colleague"}),
        ("my best friend Anna called", {"friend"}),
        ("Anna, my sister, called", {"sister"}),
        ("Anna is our neighbour", {"neighbour"}),
        ("I told my sister Anna that my boss called", {"sister"}),
        ("Anna called my boss", set()),
        ("His sister Anna called", set()),
    ],
)
def test_the_words_around_a_name_say_how_somebody_stands(text: str, told: set[str]) -> None:
    assert relations_told(text, "anna") == told


def test_the_words_around_a_relation_give_a_name() -> None:
    text = "My colleague Anna and my best friend Zoë Ek met Łukasz, my neighbour. Ivo is my boss."
    for relation, name in (
        ("colleague", "Anna"), ("friend", "Zoë Ek"), ("neighbour", "Łukasz"), ("boss", "Ivo"),
    ):  # fmt: skip
        assert names_told(text, relation) == (name,)
    assert names_told("My colleague is late. My colleague and I met Anna.", "colleague") == ()


def test_a_denied_fact_leads_nowhere(values: Values) -> None:
    fact = values.fact("has family: brother Tom", slot="family", value="brother Tom")
    assert leads_on(fact, "brother") == "Tom"
    assert leads_on(fact, "sibling") == "Tom"
    assert leads_on(fact, "sister") is None
    assert leads_on(replace(fact, polarity=Polarity.NEGATIVE), "brother") is None
