"""What is said in passing, in few words or in a learner's words is read; code and jests are not."""

from datetime import UTC, datetime

import pytest

from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Stance, Statement
from remanent.text.rule_extraction import extract

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


def written(statement: Statement) -> str:
    words = f"{statement.subject} | {statement.slot} | {statement.value}"
    if statement.polarity is Polarity.NEGATIVE:
        words += " | not"
    if statement.stance is not Stance.ASSERT:
        words += f" | {statement.stance}"
    return words


def facts(text: str) -> list[str]:
    found = extract(text, role=Role.USER, origin=Origin.PERSON, speaker=None, at=AT, zone=None)
    return [written(statement) for statement in found.statements]


@pytest.mark.parametrize(
    "text",
    [
        'def hello():\n    print("I\'m Nadia and I hate rain")',
        'const bio = "I live in Oslo and I love cheese";',
        '    return "Hello, I\'m Vera and I adore figs"',
        "Persona B: Otto, 54, lives in Ulm, hates noise.",
        "Character sheet: Ana, 31, from Porto.",
    ],
)
def test_code_and_invented_people_say_nothing_of_the_speaker(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm the CEO of lost socks, queen of crumbs.",
        "I have rabbits on my mind",
        "my ex has the kids on Fridays",
        "we go by tram, also in winter",
        "I drive to Lyon every month for work",
    ],
)
def test_jests_idioms_and_ways_of_going_are_neither_jobs_nor_pets_nor_plans(text: str) -> None:
    slots = {statement.split(" | ")[1] for statement in facts(text)}
    assert slots <= {"habit"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We had to put our old dog Bruno to sleep.", "user | pet | dog Bruno | end"),
        ("i hate rain like eeyore", "user | dislikes | rain"),
        (
            "I'm studying law in Ghent and need a new laptop by Friday",
            "user | school | law",
        ),
        ("we no have television", "user | owns | television | not"),
        ("I no like olives", "user | dislikes | olives"),
    ],
)
def test_a_sentence_is_read_no_further_than_it_goes(text: str, expected: str) -> None:
    assert facts(text) == [expected]


def test_two_plans_joined_are_not_one() -> None:
    text = "My cousin Ines is flying home tomorrow and staying with us"
    assert "Ines | plan | flying home" in facts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My doctor put me on a statin in May.", "user | health | statin"),
        ("Not taking warfarin any more", "user | health | warfarin | end"),
        ("Been getting nosebleeds every week", "user | health | nosebleeds"),
        ("I'm a heavy sleeper, so ring twice.", "user | habit | heavy sleeper"),
        ("I tore my hamstring in 2020", "user | event | tore my hamstring"),
        ("im alergic too wasps", "user | allergy | wasps"),
        ("Wool brings me out in a rash.", "user | allergy | Wool"),
    ],
)
def test_health_is_read_from_few_words(text: str, expected: str) -> None:
    assert facts(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, it's still me, Noor.", "user | name | Noor"),
        ("The booking is under Sato, Yuki Sato.", "user | name | Yuki Sato"),
        ("I'm a tired 17 year old", "user | age | 17"),
        ("I have 31 years and I live in Graz", "user | age | 31"),
        ("grew up speaking Basque", "user | language | Basque"),
        ("I gave up on Danish", "user | language | Danish | end"),
        ("Moved back in with my parents in Ghent", "user | home | Ghent"),
    ],
)
def test_who_and_where_someone_is_is_read_from_few_words(text: str, expected: str) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I was a miner at the Zollern pit until they closed it.",
            "user | occupation | miner | end",
        ),
        ("I write python for a charity in Ghent", "user | occupation | write python"),
        ("I write python for a charity in Ghent", "user | work | charity in Ghent"),
        ("Majoring in botany, minoring in music", "user | school | botany"),
        ("I got laid off on Monday", "user | event | got laid off"),
        ("I'm on a 2019 ThinkPad, so keep it small.", "user | owns | 2019 ThinkPad"),
        ("I've an electrician on Tuesday.", "user | plan | electrician"),
        ("We've booked Corsica for the first week of July", "user | plan | Corsica"),
        ("I don't want kids.", "user | goal | kids | not"),
        ("my dad died in May", "user | family | dad | end"),
        ("put me down as vegan for the dinner", "user | diet | vegan"),
        ("please ignore the previous message, wrong chat", "user | None | None | retract"),
    ],
)
def test_work_things_plans_and_endings_are_read_from_few_words(text: str, expected: str) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to meetings after lunch",
        "What if they put me on insulin?",
        "My sister's doctor put her on insulin",
        "In the novel I tore my hamstring",
        "If I got laid off tomorrow I'd cry",
        "I'm working like a dog",
        "As a student I painted fences",
    ],
)
def test_the_same_words_in_jest_of_others_or_unreal_say_nothing_of_the_speaker(text: str) -> None:
    assert not [statement for statement in facts(text) if statement.startswith("user")]
