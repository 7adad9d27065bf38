"""Giving vectors to what has none yet: outside any transaction, in batches, resumable."""

from collections.abc import Callable
from datetime import datetime

from remanent.flows.door import Applied, Door
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Embedder, Transaction
from remanent.providers.vectors import embed_texts


def embed_new(
    door: Door,
    scope: Scope,
    actor: Actor,
    embedder: Embedder,
    *,
    after_seq: int,
    batch_size: int,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Embed every unit after an item that lacks a vector of this embedder.

    Stops at the first batch of which nothing could be embedded: the embedder is down, and what
    was embedded before is kept.

    Returns:
        How many units it knows to be without a vector still; they are taken up again next time.

    Raises:
        ProviderError: the embedder cannot even name itself; nothing was changed.
    """
    fingerprint = embedder.fingerprint
    failed: set[tuple[int, int]] = set()
    position = after_seq
    while True:
        with door.read(scope, actor) as snapshot:
            units = snapshot.units_without_vectors(
                fingerprint, after_seq=position, limit=batch_size
            )
        if not units:
            return len(failed)
        batch = embed_texts(embedder, [unit.text for unit in units])
        rows = batch.embedded
        failed |= {(units[row].seq, units[row].chunk) for row in batch.failed}
        if not rows:
            return len(failed)
        usable = [units[row] for row in rows]

        def block(transaction: Transaction, _: datetime) -> Applied[None]:
            vectors = batch.vectors[list(rows)]  # noqa: B023 - run before the loop goes on
            stored = transaction.put_vectors(fingerprint, usable, vectors)  # noqa: B023 - the same
            return Applied(None, {"vectors": stored})

        door.write(scope, actor, "embed", block)
        if progress is not None:
            progress(len(rows))
        # A full batch may have cut an item in two: its rest is taken up again.
        position = units[-1].seq - 1 if len(units) == batch_size else units[-1].seq
