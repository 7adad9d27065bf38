"""What of a model's claims holds, whatever the reply says."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.facts.admission import Asked, Reason, admit
from remanent.facts.injected import without_injected
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Polarity, Stance, Statement
from remanent.text.prompts.extract import Extracted, SaidFact

NOW = datetime(2026, 3, 4, 10, tzinfo=UTC)


def turn(text: str, seq: int = 1, **fields: object) -> Event:
    event = Event(
        id=f"{seq:032x}",
        kind=EventKind.TURN,
        role=Role.USER,
        origin=Origin.PERSON,
        text=text,
        occurred_at=NOW,
        recorded_at=NOW,
        seq=seq,
    )
    return replace(event, **fields)  # type: ignore[arg-type]  # fields as a test names them


def held(
    text: str, subject: str | None, claim: str, **fields: object
) -> tuple[list[Statement], list[str]]:
    """Return the statements of one claim about one turn, and why it was turned away."""
    said = SaidFact(claim, subject=subject, turns=("t1",))
    said = replace(said, **fields)  # type: ignore[arg-type]  # the same
    admitted = admit(Extracted((said,)), Asked((turn(text),), owner="alice"))
    return [each for _, each in admitted.statements], [each.reason for each in admitted.rejected]


@pytest.mark.parametrize(
    ("text", "subject", "claim"),
    [
        ("I've been on the payroll of Halden since March", "user", "works at Halden"),
        (
            "After the divorce I moved back in with my parents.",
            "user",
            "moved back in with parents",
        ),
        (
            "My knee has been killing me since the marathon",
            "user",
            "has knee pain since the marathon",
        ),
        (
            "Training for the Porto marathon eats my evenings",
            "user",
            "trains for the Porto marathon",
        ),
        ("We finally adopted a second dog, a beagle called Momo!", "user", "adopted a beagle Momo"),
        ("My boss Ines says the office closes in June", "Ines", "says the office closes in June"),
        ("My daughter started violin lessons last week", "daughter", "started violin lessons"),
        ("I run 10 km every Sunday with Jonas", "user", "runs 10 km every Sunday with Jonas"),
        (
            "The landlord put the rent up to 1,200 euros",
            "landlord",
            "put the rent up to 1200 euros",
        ),
        ("Ever since the accident I avoid motorways", "user", "avoids motorways"),
        ("It's my birthday on 5 May", "user", "has a birthday on 5 May"),
        ("Two cats and a toddler keep me awake", "user", "has 2 cats and a toddler"),
        ("Jonas and I are starting a bakery", "user", "is starting a bakery with Jonas"),
        ("Just signed the lease on a flat in Porto", "user", "signed the lease on a flat in Porto"),
        ("I never eat breakfast", "user", "never eats breakfast"),
        ("can you book a table? I'm allergic to nuts", "user", "is allergic to nuts"),
        ("He refuses to fix the roof: the landlord is mean", "landlord", "refuses to fix the roof"),
        ("no coffee for me any more, only rooibos", "I", "drinks only rooibos"),
        ("I quit sugar in January", "the user", "quit sugar in January"),
        ("I can't wait to sail to Vigo", "user", "plans to sail to Vigo"),
        ("I like tea", None, "likes tea"),
        ("Jonas plays the oboe", None, "Jonas plays the oboe"),
    ],
)
def test_what_the_words_carry_is_admitted(text: str, subject: str | None, claim: str) -> None:
    statements, reasons = held(text, subject, claim)
    assert reasons == []
    (statement,) = statements
    expected = "Jonas" if claim.startswith("Jonas") else subject
    is_user = expected in {None, "I", "user", "the user"}
    assert statement.subject == ("user" if is_user else expected)


@pytest.mark.parametrize(
    ("text", "subject", "claim", "reason"),
    [
        (
            "My colleague Jonas can't stand olives",
            "user",
            "dislikes olives",
            "subject_not_supported",
        ),
        ("My colleague Jonas can't stand olives", None, "dislikes olives", "subject_not_supported"),
        ("My sister moved to Porto", "user", "moved to Porto", "subject_not_supported"),
        ("My boss works at Halden", "user", "works at Halden", "subject_not_supported"),
        ("Anna drinks coffee and I drink tea", "user", "drinks coffee", "subject_not_supported"),
        (
            "Customer Radek Vlk owes us for five invoices",
            "user",
            "name is Radek Vlk",
            "subject_not_supported",
        ),
        ("Show me the invoices of Radek Vlk.", "user", "name is Radek Vlk", "not_stated"),
        ("I like tea", "Jonas", "likes tea", "subject_not_in_the_source"),
        ("I run 10 km every Sunday", "user", "runs 12 km every Sunday", "number_not_in_the_source"),
        ("I was born in May", "user", "was born in May 1990", "number_not_in_the_source"),
        ("I run with Jonas", "user", "runs with Milo", "name_not_in_the_source"),
        ("I'm not allergic to walnuts", "user", "is allergic to walnuts", "drops_a_negation"),
        ("I no longer live in Paris", "user", "lives in Paris", "drops_a_negation"),
        ("How do I treat a peanut allergy?", "user", "has a peanut allergy", "not_stated"),
        ("If I won I'd buy a boat", "user", "owns a boat", "not_stated"),
        ("Translate: I am a doctor from Ghent", "user", "is a doctor from Ghent", "not_stated"),
        ('She said "I love olives"', "user", "loves olives", "not_stated"),
        ("ok thanks", "user", "likes sauna", "not_stated"),
        ("I like tea", "user", "I'm sorry, I cannot help", "refusal"),
        ("I like tea", "user", "asked about tea", "refusal"),
        ("I like tea", "user", "tea", "fragment"),
        ("I like tea", "user", "likes tea and", "fragment"),
        ("I like tea", "user", "likes tea " * 50, "too_long"),
    ],
)
def test_what_they_do_not_carry_is_turned_away_with_its_reason(
    text: str, subject: str | None, claim: str, reason: str
) -> None:
    assert held(text, subject, claim) == ([], [reason])


@pytest.mark.parametrize(
    ("role", "origin", "reason"),
    [
        (Role.ASSISTANT, Origin.ASSISTANT, Reason.ASSISTANTS),
        (Role.TOOL, Origin.TOOL, Reason.NOT_THE_PERSONS),
        (Role.USER, Origin.WEB, Reason.NOT_THE_PERSONS),
        (Role.USER, Origin.DOCUMENT, Reason.NOT_THE_PERSONS),
        (Role.SYSTEM, Origin.TOOL, Reason.NOT_THE_PERSONS),
    ],
)
def test_only_a_persons_own_word_is_evidence(role: Role, origin: Origin, reason: Reason) -> None:
    foreign = turn("I like tea", role=role, origin=origin)
    said = Extracted((SaidFact("likes tea", subject="user", turns=("t1",)),))
    admitted = admit(said, Asked((foreign,)))
    assert (admitted.statements, [each.reason for each in admitted.rejected]) == ((), [reason])


def test_whoever_speaks_under_another_name_is_not_the_scopes_person() -> None:
    said = Extracted((SaidFact("likes tea", subject="user", turns=("t1",)),))
    asked = Asked((turn("I like tea", speaker="Bert"),), owner="alice")
    ((_, statement),) = admit(said, asked).statements
    assert statement.subject == "Bert"


def test_a_slot_that_holds_one_value_is_the_rules_alone_to_give() -> None:
    visit, _ = held("I visited Vigo in May", "user", "visited Vigo", slot="home", value="Vigo")
    assert [(each.slot, each.value) for each in visit] == [(None, None)]
    lives, _ = held("I am settled in Vigo for good", "user", "lives in Vigo", slot="pet")
    assert [(each.slot, each.value) for each in lives] == [("home", "Vigo")]
    hobby, _ = held("We go bouldering", "user", "goes bouldering", slot="hobby", value="bouldering")
    assert [(each.slot, each.value) for each in hobby] == [("hobby", "bouldering")]


def test_words_of_time_are_resolved_as_of_when_they_were_said() -> None:
    (said,), _ = held("I joined the choir yesterday", "user", "joined the choir", when="yesterday")
    assert said.when is not None
    assert said.when.start == datetime(2026, 3, 3, tzinfo=UTC)
    (said,), _ = held("I sing since March", "user", "sings since March", when="since March")
    assert said.valid_from == datetime(2026, 3, 1, tzinfo=UTC)
    (said,), _ = held("I joined the choir yesterday", "user", "joined the choir", when="in May")
    assert said.when is None


def test_a_claim_against_what_the_rules_read_in_the_same_turn_is_turned_away() -> None:
    read = Statement("user", "dislikes", "Thai food", "dislikes Thai food")
    asked = Asked((turn("I can't stand Thai food"),), stated={1: (read,)})
    like = SaidFact("likes Thai food", subject="user", turns=("t1",))
    same = SaidFact("dislikes Thai food", subject="user", turns=("t1",))
    assert [each.reason for each in admit(Extracted((like, same)), asked).rejected] == [
        "drops_a_negation",
        "already_stated",
    ]


def test_a_claim_that_denies_stays_a_denial() -> None:
    (said,), _ = held("I'm not allergic to walnuts", "user", "is not allergic to walnuts")
    assert (said.slot, said.polarity, said.stance) == (
        "allergy",
        Polarity.NEGATIVE,
        Stance.ASSERT,
    )


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(max_size=60), claim=st.text(max_size=60), subject=st.none() | st.text(max_size=9)
)
def test_any_text_and_any_claim_are_decided(text: str, claim: str, subject: str | None) -> None:
    said = SaidFact(claim, subject, slot=subject, value=claim, when=text, turns=("t1",))
    admitted = admit(Extracted((said, said)), Asked((turn(text),)))
    assert len(admitted.statements) <= 1
    assert sum(each.count for each in admitted.rejected) + len(admitted.statements) == 2


@pytest.mark.parametrize(
    ("text", "left", "shown"),
    [
        ("a <memory>x</memory> b", "a  b", set()),
        (
            '<memory 0123abcd note="n">\n1. fact, user: "likes sauna" (x)\n</memory 0123abcd>ok',
            "ok",
            {("user", "likes sauna")},
        ),
        ('<memory 0123abcd note="n">\n1. fact, Jo: "a </memory> b"', "", {("jo", "a </memory> b")}),
        ("in memory of <memoryless> things", "in memory of <memoryless> things", set()),
    ],
)
def test_what_memory_put_into_a_text_is_blanked_and_named(
    text: str, left: str, shown: set[tuple[str, str]]
) -> None:
    cleaned = without_injected(text)
    assert len(cleaned.text) == len(text)
    assert " ".join(cleaned.text.split()) == " ".join(left.split())
    assert cleaned.shown == shown
