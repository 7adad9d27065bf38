import pytest

from remanent.facts.asking import is_all_it_asks, slots_asked


@pytest.mark.parametrize(
    ("question", "slots"),
    [
        ("what can't I eat?", {"allergy", "diet"}),
        ("What can’t she eat?", {"allergy", "diet"}),
        ("where do I live?", {"home"}),
        ("Where does Ann work now?", {"work"}),
        ("what is my name?", {"name"}),
        ("When is Mila's birthday?", {"birthday"}),
        ("how old is Tom?", {"age", "birthday"}),
        ("am I allergic to anything?", {"allergy"}),
        ("what does he do for a living?", {"occupation", "work"}),
        ("who is my wife?", {"partner"}),
        ("do I have any pets?", {"pet"}),
        ("where is she from?", {"origin"}),
        ("what did we plant behind the shed?", set()),
        ("how does the kettle work?", set()),
        ("", set()),
    ],
)
def test_a_question_asks_for_the_slots_that_its_words_name(question: str, slots: set[str]) -> None:
    assert slots_asked(question).slots == slots


@pytest.mark.parametrize(
    ("question", "subject", "is_all"),
    [
        ("what can't I eat?", "user", True),
        ("Where does Ann live now?", "Ann", True),
        ("Where does Ann live now?", "user", False),
        ("When is Mila's birthday?", "Mila", True),
        ("do I have any pets?", "user", True),
        ("what did my brother say about the boat?", "user", False),
        ("Am I allergic to bees?", "user", False),
    ],
)
def test_a_question_that_asks_for_more_is_not_answered_by_the_slot_alone(
    question: str, subject: str, *, is_all: bool
) -> None:
    assert is_all_it_asks(slots_asked(question), subject) is is_all


def test_a_question_for_another_persons_name_asks_for_no_slot_of_ours() -> None:
    assert slots_asked("What is the name of my dentist?").slots == set()
