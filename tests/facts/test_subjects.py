import pytest

from remanent.facts.subjects import may_answer, words_if_about_owner


@pytest.mark.parametrize(
    ("question", "subject", "answers"),
    [
        ("what foods do I dislike?", "Jonas", False),
        ("which foods does alice dislike?", "Jonas", False),
        ("which foods does Alice dislike?", "user", True),
        ("what does the user dislike?", "Jonas", False),
        ("what does Jonas dislike?", "Jonas", True),
        ("what food is disliked?", "Jonas", True),
        ("where does my sister live?", "sister", True),
        ("where does my sister's friend live?", "sister Mila", True),
        ("what does Jonas think of me?", "Jonas", True),
        ("what does Jonas's sister want from me?", "Jonas's sister", True),
        ("What’s my name?", "Radek", False),
    ],
)
def test_a_question_about_oneself_is_not_answered_with_somebody_elses_facts(
    question: str, subject: str, *, answers: bool
) -> None:
    assert may_answer(subject, words_if_about_owner(question, "alice")) is answers


def test_a_question_about_nobody_in_particular_leaves_every_subject_in() -> None:
    assert words_if_about_owner("who likes olives?", "alice") is None
