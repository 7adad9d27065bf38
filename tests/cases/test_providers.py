"""Failures of other systems around embedders that fail, change, or come later."""

from collections.abc import Callable

import numpy as np
from tests.support.clock import FrozenClock
from tests.support.embedders import HashEmbedder, ScriptedEmbedder

from remanent import Memory

OpenMemory = Callable[..., Memory]
TEXTS = ["the first kettle whistles", "the second kettle leaks", "the third kettle shines"]


def test_a_batch_that_fails_in_part_loses_nothing_and_is_finished_later(
    open_memory: OpenMemory, clock: FrozenClock
) -> None:
    """Case S04: one vector is good, one text makes the embedder fail, one gets only zeros."""
    embedder = ScriptedEmbedder({TEXTS[1]: TimeoutError("slow"), TEXTS[2]: np.zeros_like})
    memory = open_memory(embedder=embedder)
    alice = memory.scope(tenant="t", user="alice")
    said_at = clock.now()
    receipt = alice.remember(TEXTS)
    assert receipt.pending == ("embedding",)
    assert memory.stats()["vectors"] <= 1, "no vector of zeros is kept"
    for text, event in zip(TEXTS, receipt.event_ids, strict=True):
        word = text.split()[1]
        assert event in {item.id for item in alice.recall(f"{word} kettle").items}
    clock.advance(days=1)
    embedder.script.clear()
    assert alice.reindex() == 0
    assert memory.stats()["vectors"] == 3
    for text, event in zip(TEXTS, receipt.event_ids, strict=True):
        best = alice.recall(text).items[0]
        assert (best.id, best.occurred_at.date()) == (event, said_at.date())
        assert best.signals["embedding"] > 0
    assert memory.doctor(full=True) == ()


def test_recall_answers_by_words_while_the_embedder_is_down_and_says_so(
    open_memory: OpenMemory,
) -> None:
    """Case S04."""

    class Down(HashEmbedder):
        def embed_query(self, text: str) -> np.ndarray:  # type: ignore[type-arg]
            raise ConnectionError(f"no answer to {len(text)} characters")

    open_memory(embedder=HashEmbedder(16, "h")).scope(tenant="t", user="alice").remember(TEXTS)
    found = open_memory(embedder=Down(16, "h")).scope(tenant="t", user="alice").recall("second")
    assert found.items[0].text == TEXTS[1]
    assert found.degraded
    assert found.degraded[0].startswith("embedder unavailable")


def test_what_was_kept_before_a_feature_was_used_is_no_orphan_to_it(
    open_memory: OpenMemory,
) -> None:
    """Case G04: vectors, links, keys and uses came later than the rows; nothing is cleaned away."""
    plain = open_memory().scope(tenant="t", user="alice")
    old = [f"the kettle number {number} whistles" for number in range(100)]
    kept = plain.remember(old).event_ids
    memory = open_memory(embedder=HashEmbedder(16, "h"))
    alice = memory.scope(tenant="t", user="alice")
    new = alice.remember("the newest kettle is blue", idempotency_key="k")
    alice.record_use(alice.recall("newest kettle").id)
    memory.doctor(mend=True, full=True)
    memory.rebuild()
    assert memory.doctor(mend=True, full=True) == ()
    assert memory.stats()["events"] >= 101
    for number, event in enumerate(kept):
        found = alice.recall(f"kettle number {number}")
        assert event in {item.id for item in found.items}
    assert alice.reindex() == 0
    for number, event in enumerate(kept):
        assert alice.recall(old[number]).items[0].id == event
    assert alice.recall("newest kettle blue").items[0].id == new.event_ids[0]
