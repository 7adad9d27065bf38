"""Particulars of a life: blood, medicine, whom to call, what one plays, uses, works on, attends."""

from datetime import UTC, datetime

import pytest

from remanent.model.event import Origin, Role
from remanent.model.fact import Polarity, Stance
from remanent.text.rule_extraction import extract


def read(text: str) -> list[str]:
    found = extract(
        text,
        role=Role.USER,
        origin=Origin.PERSON,
        speaker=None,
        at=datetime(2026, 5, 4, 12, tzinfo=UTC),
        zone=None,
    )
    return [
        f"{'' if each.stance is Stance.ASSERT else each.stance.value + ' '}"
        f"{'not ' if each.polarity is Polarity.NEGATIVE else ''}{each.slot}: {each.value}"
        + (f" {each.when.start:%m-%d}" if each.when else "")
        for each in found.statements
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("For the form: my blood group is B negative.", "blood type: B negative"),
        ("the card says I'm O positive", "blood type: O positive"),
        ("They put me on 20 mg of fluoxetine.", "medication: 20 mg of fluoxetine"),
        ("My GP says I have psoriasis.", "health: psoriasis"),
        ("Please avoid sesame, I'm allergic to it.", "allergy: sesame"),
        ("Watch out for kiwi, I'm badly allergic.", "allergy: kiwi"),
        ("Lentils are fine for me, I'm not allergic to them.", "not allergy: Lentils"),
        ("In an emergency please call Odile.", "emergency contact: Odile"),
        ("Put Marek down as my emergency contact.", "emergency contact: Marek"),
        ("Our wedding anniversary is 9 September.", "anniversary: 9 September"),
        ("I'm still learning to play the oboe.", "hobby: oboe"),
        ("I'm a mandolin player.", "hobby: mandolin"),
        ("My laptop is a Zenbook 14 now.", "owns: Zenbook 14"),
        ("I'm working on a project called Kestrel.", "project: Kestrel"),
        ("I've been moved to the Marlin project.", "project: Marlin"),
        ("Don't let me forget: eye test, 7 June.", "plan: eye test 06-07"),
        ("They rescheduled my physio session: it's on 9 June now.", "plan: physio session 06-09"),
        ("My driving test is booked for 12 June.", "plan: driving test 06-12"),
        ("I've signed up for a course on mosaics.", "course: course on mosaics"),
        ("I earn my living as a piano tuner.", "occupation: piano tuner"),
        ("I'm on the staff at Brackley Hospital.", "work: Brackley Hospital"),
        ("I follow a low-salt diet.", "diet: low-salt"),
        ("I've taken up fencing.", "hobby: fencing"),
        ("I'm taking Korean lessons.", "language: Korean"),
        ("I've decided to learn the tango.", "goal: learn the tango"),
        ("I gave up falconry.", "end hobby: falconry"),
        ("I'm no longer learning Dutch.", "end language: Dutch"),
        ("I sold the Dacia Duster and bought a Kia Niro.", "end owns: Dacia Duster"),
        ("I sold the Dacia Duster and bought a Kia Niro.", "owns: Kia Niro"),
        ("I've changed jobs: I work at Osprey Robotics now.", "work: Osprey Robotics"),
        ("Before I forget: I'm allergic to almonds.", "allergy: almonds"),
        ("Sorry, the trip is to Peru, not to Estonia.", "retract None: Estonia"),
        ("Forget that I said I'm gluten-free, it isn't true.", "retract None: gluten-free"),
        ("Ignore that last message, it isn't true.", "retract None: None"),
        ("I was joking about base jumping, I don't do that.", "retract None: base jumping"),
    ],
)
def test_a_particular_is_read(text: str, expected: str) -> None:
    assert expected in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "my best friend's wedding is on 3 May",
        "Her blood type is A positive.",
        "correction, last digit of my cell is a 7",
        "My sister takes 20 mg of fluoxetine.",
        "Should I take 400 mg of ibuprofen?",
        "If I play the oboe the dog howls.",
        "He says his laptop is a Zenbook 14.",
        "Who should I put down as my emergency contact?",
    ],
)
def test_what_is_somebody_elses_asked_or_supposed_is_not(text: str) -> None:
    assert [each for each in read(text) if not each.startswith("family")] == []


@pytest.mark.parametrize("value", ["mandolin", "pumpkin", "sand", "island", "Finland", "Dublin"])
@pytest.mark.parametrize(
    "form",
    [
        "I'm allergic to {}.", "I stopped eating {}.", "I can't get enough of {}.",
        "not a fan of {}.", "I've taken up {}.", "I spend a lot of time on {}.",
        "I live in {}.", "I love {}.", "I quit {}.", "Most weekends I'm busy with {}.",
    ],
)  # fmt: skip
def test_no_value_ends_in_the_middle_of_a_word(form: str, value: str) -> None:
    for line in read(form.format(value)):
        assert not line.endswith(value[:-2])
        assert not line.endswith(value[:-3])
