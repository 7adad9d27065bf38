import pytest

from remanent.facts.asking import slots_asked


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
    assert slots_asked(question) == slots
