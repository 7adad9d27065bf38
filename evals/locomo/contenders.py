"""The baselines under the same rules: the same words, the same questions, the same counter.

A turn is read and shown as `[day] speaker: words [caption]`, one line each. A chunk is a window of
six turns of one session, and the next begins three turns later. It counts as one item and is
credited with all six, which flatters it at a given number of items; a budget of tokens does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evals.baselines import Bm25, Integers, ranked, reciprocal_rank_fusion, windows
from evals.locomo.answers import BUDGETS, DEPTH, SHOWN, Answer, Turns, fitting
from evals.locomo.dataset import Conversation
from remanent import Embedder, Message
from remanent.text.tokens import count_tokens

BM25: Final = "BM25"
DENSE: Final = "dense MiniLM"
RRF: Final = "RRF of both"
BM25_CHUNKS: Final = "BM25, six-turn chunks"
DENSE_CHUNKS: Final = "dense, six-turn chunks"
WORD_ARMS: Final = (BM25, BM25_CHUNKS)
VECTOR_ARMS: Final = (DENSE, RRF, DENSE_CHUNKS)
MOST_PASSAGES: Final = 200
"""More than any budget holds."""
TEXT_TOKENS: Final = 3
"""What the counter adds to any text, however short."""


@dataclass(frozen=True, slots=True)
class _Passage:
    """A line of text, or several, as it is searched and shown.

    Args:
        tokens: what it adds to a text that it is appended to.
    """

    turns: Turns
    text: str
    tokens: int


def answers(
    conversation: Conversation, *, embedder: Embedder | None, folder: Path
) -> Iterator[dict[str, Answer]]:
    """Yield for each question of a conversation every baseline's answer.

    Args:
        embedder: None leaves out the arms that need one.
        folder: where vectors are kept for the next run.
    """
    lines = [_passage([message]) for message in conversation.messages]
    chunks = [_passage(messages) for messages in _chunks(conversation.messages)]
    words, chunk_words = _Words(lines), _Words(chunks)
    vectors = chunk_vectors = None
    if embedder is not None:
        vectors = _vectors(lines, embedder, folder)
        chunk_vectors = _vectors(chunks, embedder, folder)
    for question in conversation.questions:
        by_words = words.ranked(question.text)
        found = {
            BM25: _answer(lines, by_words),
            BM25_CHUNKS: _answer(chunks, chunk_words.ranked(question.text)),
        }
        if embedder is not None and vectors is not None and chunk_vectors is not None:
            asked = embedder.embed_query(question.text)
            by_meaning = ranked((vectors @ asked).astype(np.float64))
            found[DENSE] = _answer(lines, by_meaning)
            found[RRF] = _answer(lines, reciprocal_rank_fusion([by_words, by_meaning]))
            found[DENSE_CHUNKS] = _answer(
                chunks, ranked((chunk_vectors @ asked).astype(np.float64))
            )
        yield found


def prepare(conversation: Conversation, *, embedder: Embedder, folder: Path) -> None:
    """Embed what the baselines of a conversation search, ahead of the questions."""
    _vectors([_passage([message]) for message in conversation.messages], embedder, folder)
    _vectors([_passage(each) for each in _chunks(conversation.messages)], embedder, folder)


class _Words:
    def __init__(self, passages: Sequence[_Passage]) -> None:
        self._index = Bm25([passage.text for passage in passages])

    def ranked(self, question: str) -> Integers:
        return ranked(self._index.scores(question))


def _answer(passages: Sequence[_Passage], order: Integers) -> Answer:
    best = [passages[int(place)] for place in order[:MOST_PASSAGES]]
    text = "\n".join(passage.text for passage in best[:SHOWN])
    items = [passage.turns for passage in best]
    tokens = [passage.tokens for passage in best]
    characters = [(len(passage.text) + 1) / 4 for passage in best]
    return Answer(
        items=tuple(items[:DEPTH]),
        whole=frozenset(turn for turns in items[:SHOWN] for turn in turns),
        characters=len(text),
        tokens=TEXT_TOKENS + sum(tokens[:SHOWN]),
        within=tuple(fitting(items, tokens, budget) for budget in BUDGETS),
        within_characters=tuple(fitting(items, characters, budget) for budget in BUDGETS),
    )


def _passage(messages: Sequence[Message]) -> _Passage:
    text = "\n".join(_line(message) for message in messages)
    return _Passage(
        turns=tuple(message.external_id for message in messages if message.external_id),
        text=text,
        tokens=count_tokens(f"{text}\n{text}") - count_tokens(text),
    )


def _line(message: Message) -> str:
    day = f"[{message.at:%d %B %Y}] " if message.at is not None else ""
    return f"{day}{message.speaker}: {message.text}"


def _chunks(messages: Sequence[Message]) -> Iterator[Sequence[Message]]:
    for _, session in groupby(messages, key=lambda message: message.session):
        turns = list(session)
        for window in windows(len(turns)):
            yield turns[window.start : window.stop]


def _vectors(passages: Sequence[_Passage], embedder: Embedder, folder: Path) -> NDArray[np.float32]:
    """Embed passages, or read the vectors that an earlier run kept for these very words."""
    digest = sha256(embedder.fingerprint.encode())
    for passage in passages:
        digest.update(sha256(passage.text.encode()).digest())
    path = folder / f"vectors-{digest.hexdigest()[:24]}.npy"
    if path.exists():
        kept: NDArray[np.float32] = np.load(path, allow_pickle=False)
        return kept
    vectors = embedder.embed([passage.text for passage in passages])
    partial = path.with_suffix(".partial.npy")
    np.save(partial, vectors)
    partial.rename(path)
    return vectors
