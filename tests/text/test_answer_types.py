import pytest

from remanent.text.answer_types import AnswerType, answer_type


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How old is Mila?", AnswerType.AGE),
        ("How long did the repair take?", AnswerType.DURATION),
        ("How many weeks was she in hospital?", AnswerType.DURATION),
        ("How often does he swim?", AnswerType.FREQUENCY),
        ("When did Jonas move?", AnswerType.DATE),
        ("How long ago was the wedding?", AnswerType.DATE),
        ("Which month did they open the bakery?", AnswerType.DATE),
        ("Do you remember when I sold the boat?", AnswerType.DATE),
        ("How many cats does Anna have?", AnswerType.COUNT),
        ("What colour is the door?", AnswerType.COLOUR),
        ("What color did she paint it?", AnswerType.COLOUR),
        ("Which country did they fly to?", AnswerType.COUNTRY),
        ("Which US state does Ben live in?", AnswerType.STATE),
        ("Where do I work?", AnswerType.PLACE),
        ("What city was she born in?", AnswerType.PLACE),
        ("What can't I eat?", AnswerType.FOOD),
        ("What dish did Omar bring?", AnswerType.FOOD),
        ("Which book is she reading?", AnswerType.TITLE),
        ("What's the name of my dentist?", AnswerType.TITLE),
        ("Who taught her to sail?", AnswerType.PERSON),
        ("Why did he quit?", AnswerType.REASON),
        ("What are her hobbies?", AnswerType.LIST),
        ("Is Anna allergic to nuts?", AnswerType.YES_NO),
    ],
)
def test_a_question_that_names_its_kind_of_answer_gets_that_kind(
    question: str, expected: AnswerType
) -> None:
    assert answer_type(question) is expected


@pytest.mark.parametrize(
    "text",
    [
        "What did he say about it?",
        "Tell me about the trip",
        "How did the interview go?",
        "I was happy when it rained",
        "the state of the art",
        "She said nowhere is like home",
        "",
        "?!",
        "\x00\ud800",
    ],
)
def test_a_text_that_names_no_kind_gets_none(text: str) -> None:
    assert answer_type(text) is None


def test_curly_apostrophes_and_capitals_change_nothing() -> None:
    assert answer_type("WHAT’S THE NAME of my cat?") is answer_type("what's the name of my cat?")
