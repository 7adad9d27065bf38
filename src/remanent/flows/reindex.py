"""Give every memory of a scope a vector of the embedder in use; go on where it stopped."""

from collections.abc import Callable

from remanent.flows.door import Door
from remanent.flows.embedding import embed_new
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Embedder


def reindex(
    door: Door,
    scope: Scope,
    actor: Actor,
    embedder: Embedder,
    *,
    batch_size: int,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Embed what has no vector of this embedder yet.

    Vectors of other embedders stay as they are, so that going back to one costs nothing.

    Returns:
        How many units could not be embedded.
    """
    return embed_new(
        door, scope, actor, embedder, after_seq=0, batch_size=batch_size, progress=progress
    )
