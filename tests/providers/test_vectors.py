from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.support.embedders import HashEmbedder, ScriptedEmbedder

from remanent.errors import EmbedderError, MissingExtraError
from remanent.providers.vectors import (
    by_halves,
    checked,
    embed_question,
    embed_texts,
    readable,
)


def test_a_good_table_is_normalised_and_unit_rows_keep_their_bits() -> None:
    unit = HashEmbedder(64).embed([f"a b {n}" for n in range(200)])
    assert np.array_equal(checked(unit, 200, 64).vectors, unit)
    batch = checked(np.array([[3, 4], [1e300, 0], [0, -1e-6]]), 3, 2)
    assert batch.failed == ()
    assert batch.vectors.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [1, 0], [0, -1]]


def test_zero_and_unfinite_rows_are_reported_and_never_look_like_vectors() -> None:
    rows = [[1.0, 0.0], [0.0, 0.0], [np.nan, 1.0], [0.0, 1.0], [np.inf, 1.0], [1e-30, 0.0]]
    batch = checked(rows, 6, 2)
    assert batch.failed == (1, 2, 4, 5)
    assert batch.embedded == (0, 3)
    assert np.isnan(batch.vectors[list(batch.failed)]).all()
    assert batch.why is not None
    assert "4 of 6" in batch.why


@pytest.mark.parametrize(
    "vectors",
    [[[1.0, 0.0]], [[1.0], [0.0]], [[1.0, 0.0], [1.0]], [["a", "b"], ["c", "d"]], None, [None, 1]],
    ids=["too few", "too short", "ragged", "words", "nothing", "half nothing"],
)
def test_what_is_no_table_of_the_right_shape_is_an_error(vectors: Any) -> None:
    with pytest.raises(EmbedderError):
        checked(vectors, 2, 2)


@given(st.lists(st.lists(st.floats(width=64), min_size=3, max_size=3), min_size=1, max_size=6))
def test_every_row_is_of_length_one_or_reported(rows: list[list[float]]) -> None:
    batch = checked(rows, len(rows), 3)
    good = batch.vectors[list(batch.embedded)].astype(np.float64)
    assert np.allclose((good * good).sum(axis=1), 1.0, atol=1e-5)
    assert np.isnan(batch.vectors[list(batch.failed)]).all()


@given(st.text(st.characters(), max_size=40))
def test_what_an_embedder_is_given_can_be_encoded_and_holds_no_nul(text: str) -> None:
    given_text = readable(text)
    assert "\0" not in given_text.encode().decode()
    assert readable(given_text) == given_text


def test_half_a_character_is_replaced_and_two_halves_become_one() -> None:
    assert readable("a\ud83d\ude00b\ud800c\0d") == "a😀b\ufffdc d"
    assert readable("abcdef", 3) == "abc"


def test_each_text_that_fails_is_told_from_those_that_do_not() -> None:
    embedder = ScriptedEmbedder(
        {"f2": TimeoutError("no answer"), "f3": np.zeros_like, "f5": lambda row: row * np.nan}
    )
    batch = embed_texts(embedder, ["f1", "f2", "f3", "f4", "f5"])
    assert batch.failed == (1, 2, 4)
    assert np.array_equal(batch.vectors[[0, 3]], HashEmbedder().embed(["f1", "f4"]))
    assert batch.why


def test_one_poisoned_text_costs_the_others_nothing_wherever_it_stands() -> None:
    texts = [f"text {n}" for n in range(64)]
    for poisoned in (0, 1, 31, 32, 63):
        embedder = ScriptedEmbedder({texts[poisoned]: ValueError("not this one")})
        batch = embed_texts(embedder, texts)
        assert batch.failed == (poisoned,)
        assert len(embedder.batches) <= 2 * 6 + 1
        assert batch.why == "ValueError: not this one"


def test_many_poisoned_texts_are_found_as_long_as_good_ones_stand_between_them() -> None:
    texts = [f"text {n}" for n in range(64)]
    embedder = ScriptedEmbedder({text: ValueError("no") for text in texts[::2]})
    batch = embed_texts(embedder, texts)
    assert batch.failed == tuple(range(0, 64, 2))
    assert batch.embedded == tuple(range(1, 64, 2))


def test_an_embedder_that_says_it_is_down_is_not_asked_again() -> None:
    down = EmbedderError("The service is down.")
    embedder = ScriptedEmbedder({"b": down})
    batch = embed_texts(embedder, ["a", "b", "c"])
    assert batch.failed == (0, 1, 2)
    assert batch.why == str(down)
    assert embedder.batches == [("a", "b", "c")]


def test_the_search_for_good_rows_is_bounded_in_calls_and_in_time() -> None:
    calls: list[int] = []

    def broken(texts: Sequence[str]) -> NDArray[np.float32]:
        calls.append(len(texts))
        raise OSError

    batch = by_halves(broken, ["x"] * 1000, 4)
    assert batch.failed == tuple(range(1000))
    assert batch.why == "OSError."
    assert len(calls) <= 2 * 10 + 5

    calls.clear()
    seconds = iter(range(0, 1000, 11))
    assert by_halves(broken, ["x"] * 1000, 4, clock=lambda: next(seconds)).failed
    assert len(calls) == 1


def test_a_foreign_embedder_that_breaks_its_promise_leaves_all_texts_pending() -> None:
    class Wrong(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return super().embed(texts)[:, 1:]

    class Silent(HashEmbedder):
        @property
        def dimension(self) -> int:
            raise ConnectionError("nobody there")

    wrong = embed_texts(Wrong(8), ["a", "b"])
    assert wrong.failed == (0, 1)
    assert "shape (2, 7), not (2, 8)" in str(wrong.why)
    silent = embed_texts(Silent(8), ["a", "b"])
    assert (silent.failed, silent.why) == ((0, 1), "ConnectionError: nobody there")
    assert embed_texts(HashEmbedder(0), ["a"]).failed == (0,)
    assert embed_texts(HashEmbedder(8), []).failed == ()


def test_a_foreign_embedder_never_sees_nul_or_half_a_character() -> None:
    embedder = ScriptedEmbedder({})
    embed_texts(embedder, ["a\0b", "\ud800"])
    assert embedder.batches == [("a b", "\ufffd")]


def test_a_question_that_cannot_be_embedded_is_an_error_and_never_a_bad_vector() -> None:
    class Answers(HashEmbedder):
        answer: Any = None

        def embed_query(self, text: str) -> NDArray[np.float32]:
            assert text == "where?"
            if isinstance(self.answer, Exception):
                raise self.answer
            rows: NDArray[np.float32] = self.answer
            return rows

    embedder = Answers(2)
    for answer in (np.zeros(2), np.full(2, np.nan), np.ones(3), np.ones((1, 2)), OSError("gone")):
        embedder.answer = answer
        with pytest.raises(EmbedderError):
            embed_question(embedder, "where?")
    missing = MissingExtraError("not here")
    embedder.answer = missing
    with pytest.raises(MissingExtraError) as caught:
        embed_question(embedder, "where?")
    assert caught.value is missing
    embedder.answer = np.array([3.0, 4.0])
    assert embed_question(embedder, "where?") == pytest.approx([0.6, 0.8])
