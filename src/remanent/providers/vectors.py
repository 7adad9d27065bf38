"""What every embedder's answer goes through before anybody may store or compare it.

A service that fails for one text must not cost the others their vectors, and a zero or NaN vector
must never look like one. So flows do not call an embedder: they call `embed_texts`, which says for
each text whether there is a vector, and `embed_question`, which gives a good one or raises.

How an embedder says that something failed:

- a row of NaN (or zeros): this text has no vector, the others do;
- a ProviderError: the embedder cannot work now, so nothing more is asked of it;
- any other exception: something in the batch was too much for it; halves are tried.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from remanent.errors import EmbedderError, ProviderError
from remanent.ports import Embedder

_LEAST_NORM: Final = 1e-12  # below it a vector has no direction
_PATIENCE_SECONDS: Final = 10.0  # how long a batch that failed is searched for its good rows


@dataclass(frozen=True, slots=True)
class EmbeddedBatch:
    """Vectors for those texts of a batch that could be embedded.

    Args:
        vectors: float32, (n, dimension), L2-normalised; NaN in the rows of `failed`.
        failed: positions of the texts without a vector, ascending.
        why: what went wrong, for a person to read; None where nothing did.
    """

    vectors: NDArray[np.float32]
    failed: tuple[int, ...] = ()
    why: str | None = None

    @property
    def embedded(self) -> tuple[int, ...]:
        """Positions of the texts that have a vector, ascending."""
        lost = set(self.failed)
        return tuple(row for row in range(len(self.vectors)) if row not in lost)


def embed_texts(embedder: Embedder, texts: Sequence[str]) -> EmbeddedBatch:
    """Embed texts for storing; whatever the embedder does, each text is told good from failed.

    Args:
        embedder: ours or anybody's.
        texts: any Unicode; lone surrogates and NUL are replaced before the embedder sees them.
    """
    if not texts:
        return EmbeddedBatch(np.empty((0, 0), dtype=np.float32))
    dimension, why = 0, "The embedder says that its vectors have no components."
    try:
        dimension = embedder.dimension
    except Exception as error:  # noqa: BLE001 - foreign code: what it raises is not ours to know
        why = str(error) if isinstance(error, ProviderError) else _said(error)
    if dimension < 1:
        nothing = np.empty((len(texts), 0), dtype=np.float32)
        return EmbeddedBatch(nothing, tuple(range(len(texts))), why)
    return by_halves(embedder.embed, [readable(text) for text in texts], dimension)


def embed_question(embedder: Embedder, text: str) -> NDArray[np.float32]:
    """Return the normalised vector of a question, shape (dimension,).

    Raises:
        ProviderError: the embedder failed or gave no usable vector; words can still be searched.
    """
    try:
        vector = embedder.embed_query(readable(text))
        dimension = embedder.dimension
    except ProviderError:
        raise
    except Exception as error:
        raise EmbedderError(f"The embedder could not embed a question: {_said(error)}") from error
    return only_row(checked([vector], 1, dimension))


def checked(vectors: ArrayLike, n: int, dimension: int) -> EmbeddedBatch:
    """Check and normalise what an embedder gave for `n` texts.

    A row that is not finite or has no direction is reported in `failed` and comes back as NaN.

    Raises:
        EmbedderError: it is no table of numbers of shape (n, dimension).
    """
    try:
        rows = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EmbedderError(
            f"The embedder gave no table of numbers for {n} texts: {_said(error)}"
        ) from error
    if rows.shape != (n, dimension):
        raise EmbedderError(
            f"The embedder gave an array of shape {rows.shape}, not ({n}, {dimension})."
        )
    finite = np.asarray(np.isfinite(rows).all(axis=1))
    # Scaling by the largest component first keeps huge components from overflowing the square.
    largest = np.abs(np.where(finite[:, None], rows, 0.0)).max(axis=1, initial=0.0)
    good = largest > _LEAST_NORM
    units = np.full((n, dimension), np.nan, dtype=np.float32)
    scaled = rows[good] / largest[good, None]
    units[good] = scaled / np.sqrt((scaled * scaled).sum(axis=1, keepdims=True))
    failed = tuple(int(row) for row in np.flatnonzero(~good))
    why = None
    if failed:
        why = f"The embedder gave zeros or no finite numbers for {len(failed)} of {n} texts."
    return EmbeddedBatch(units, failed, why)


def by_halves(
    ask: Callable[[Sequence[str]], ArrayLike],
    texts: Sequence[str],
    dimension: int,
    *,
    at_most: int = 4_096,
    clock: Callable[[], float] = time.monotonic,
) -> EmbeddedBatch:
    """Ask for vectors; where a batch fails, find the texts that are to blame by halving it.

    Bounded: it stops at a ProviderError, after 2·log2(n) + 4 failures with no success between
    them, and where a failure comes more than 10 seconds after the first. What was not reached is
    reported as failed too, so that it stays pending.

    Args:
        ask: gives one row for each text.
        texts: what to embed.
        dimension: number of components expected.
        at_most: how many texts are asked for at once.
        clock: seconds, rising.
    """
    n = len(texts)
    vectors = np.full((n, dimension), np.nan, dtype=np.float32)
    waiting = [(start, min(start + at_most, n)) for start in range(0, n, at_most)][::-1]
    misses, most_misses = 0, 2 * n.bit_length() + 4
    first_miss: float | None = None
    why: str | None = None
    while waiting:
        start, stop = waiting.pop()
        try:
            part = checked(ask(texts[start:stop]), stop - start, dimension)
        except ProviderError as error:
            why = str(error)
            break
        except Exception as error:  # noqa: BLE001 - foreign code: what it raises is not ours to know
            why, misses = _said(error), misses + 1
            first_miss = clock() if first_miss is None else first_miss
            if misses > most_misses or clock() - first_miss > _PATIENCE_SECONDS:
                break
            if stop - start > 1:
                middle = (start + stop) // 2
                waiting += [(middle, stop), (start, middle)]
            continue
        misses = 0
        vectors[start:stop] = part.vectors
        why = part.why or why
    failed = tuple(int(row) for row in np.flatnonzero(np.isnan(vectors).any(axis=1)))
    return EmbeddedBatch(vectors, failed, why if failed else None)


def rows_or_raise(batch: EmbeddedBatch) -> NDArray[np.float32]:
    """Return the rows, NaN where a text failed; raise EmbedderError where all of them did."""
    if len(batch.vectors) and len(batch.failed) == len(batch.vectors):
        raise EmbedderError(batch.why or "The embedder gave no vector.")
    return batch.vectors


def only_row(batch: EmbeddedBatch) -> NDArray[np.float32]:
    """Return the one row of a batch of one; raise EmbedderError where it failed."""
    row: NDArray[np.float32] = rows_or_raise(batch)[0]
    return row


def readable(text: str, at_most: int | None = None) -> str:
    """Return text that any tokenizer can take: no NUL, no lone surrogate, cut to `at_most`.

    Surrogate pairs become the character that they stand for; half a pair becomes U+FFFD.
    """
    text = text[:at_most].replace("\0", " ")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def fingerprint_of(
    provider: str, model: str, *, revision: str, pooling: str, dimension: int
) -> str:
    """Return the name of a space of vectors: `provider:model@revision:pooling:dimension`."""
    return f"{provider}:{model}@{revision}:{pooling}:{dimension}"


def _said(error: Exception) -> str:
    """Return an exception's kind and its first 200 characters on one line."""
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {words}" if words else f"{type(error).__name__}."
