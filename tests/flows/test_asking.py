"""The other roles of a model, and what asking costs."""

import asyncio
from datetime import UTC, datetime

import pytest
from tests.support.embedders import HashEmbedder
from tests.support.model_server import ModelServer
from tests.support.models import Asked

from remanent import AsyncMemory, load_settings
from remanent.errors import ModelError, ModelReplyError
from remanent.flows.asking import Asking, Cost, ask_fuse, ask_judge, ask_verify
from remanent.model.event import Origin
from remanent.model.fact import Fact, Polarity, Provenance, Tier
from remanent.model.prompt import Prompt, Reply
from remanent.model.work import ModelRole
from remanent.providers.chat import make_model
from remanent.text.prompts.judge import Judged

NOW = datetime(2026, 3, 4, 10, tzinfo=UTC)


def fact(text: str) -> Fact:
    return Fact(
        id="2" * 32, seq=2, subject="user", slot=None, value=None, text=text,
        polarity=Polarity.POSITIVE, tier=Tier.ACTIVE, confidence=0.9,
        provenance=Provenance.STATED, origin=Origin.PERSON, valid_from=NOW, valid_to=None,
        recorded_at=NOW,
    )  # fmt: skip


TEA, MINT = fact("drinks tea"), fact("drinks mint tea at 5")


def test_two_facts_are_judged_fused_and_verified_through_the_real_client(
    server: ModelServer,
) -> None:
    server.script.extend(
        [
            {"relation": "subsumes", "reason": "it says when"},
            {"text": "drinks mint tea at 5"},
            '```json\n{"preserved": true}\n```',
        ]
    )  # fmt: skip
    model = make_model("openai:tiny", base_url=server.url)
    asking = Asking(model, timeout_seconds=10)
    assert ask_judge(asking, TEA, MINT).relation is Judged.SUBSUMES
    merged = ask_fuse(asking, [TEA, MINT])
    assert merged == "drinks mint tea at 5"
    assert ask_verify(asking, merged, [TEA, MINT]).is_preserved
    model.close()
    assert [role for role, _ in asking.replies] == [
        ModelRole.JUDGE,
        ModelRole.FUSE,
        ModelRole.VERIFY,
    ]
    assert {cost.calls for cost in asking.costs.values()} == {1}
    assert asking.total.calls == 3
    assert asking.total.input_tokens > 0
    assert all(TEA.text in prompt for prompt in server.prompts())


def test_a_judge_that_cannot_be_read_twice_is_an_error_and_costs_two_calls(
    server: ModelServer,
) -> None:
    server.then = {"relation": "similar"}
    model = make_model("openai:tiny", base_url=server.url)
    asking = Asking(model, timeout_seconds=10)
    with pytest.raises(ModelReplyError):
        ask_judge(asking, TEA, MINT)
    model.close()
    assert (asking.total.calls, asking.total.failures) == (2, 2)


def test_whatever_a_model_of_ones_own_raises_is_an_error_of_ours() -> None:
    class Broken:
        name = "own:broken"

        def ask(self, prompt: Prompt, *, timeout_seconds: float) -> Reply:
            del prompt, timeout_seconds
            raise ZeroDivisionError("the words of the user")

        def close(self) -> None:
            """Nothing is held."""

    asking = Asking(Broken(), timeout_seconds=1)
    with pytest.raises(ModelError, match=r"own:broken failed \(ZeroDivisionError\)") as raised:
        ask_judge(asking, TEA, MINT)
    assert "words" not in str(raised.value)
    assert asking.costs == {ModelRole.JUDGE: Cost(calls=1, failures=1)}


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_facts_of_a_model_get_their_vectors_too(asked: Asked) -> None:
    asked.server.then = {"facts": ["is rebuilding an old boat with Ines"]}
    memory = asked._open_memory(
        embedder=HashEmbedder(),
        overrides={"models.spec": "openai:tiny", "models.base_url": asked.server.url},
    )
    alice = memory.scope(tenant="t", user="alice")
    receipt = alice.remember("Most evenings I am rebuilding an old boat with Ines, plank by plank!")
    assert receipt.pending == ()
    assert len(alice.facts()) == 1
    stored = memory.stats()["vectors"]
    assert alice.reindex() == 0
    assert memory.stats()["vectors"] == stored == 2


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_the_awaited_memory_asks_a_model_as_well(server: ModelServer, address: str) -> None:
    async def run() -> None:
        settings = load_settings(
            environ={},
            overrides={
                "store.path": address,
                "models.spec": "openai:tiny",
                "models.base_url": server.url,
                "models.work_at_once": False,
                "models.gate": 0,
            },
        )
        async with AsyncMemory(settings=settings) as memory:
            alice = memory.scope(tenant="t", user="alice")
            await alice.remember("I am rebuilding an old boat with Ines")
            assert (await alice.queue()).waiting == 1
            server.script.append({"facts": ["is rebuilding an old boat with Ines"]})
            assert len(await memory.work()) == 1
            assert (await alice.work()).done == ()
            server.script.append({"known": True, "answer": "With Ines.", "cites": [1]})
            assert (await alice.answer("with whom do I rebuild the boat?")).text == "With Ines."
            server.script.append("Good evening!")
            assert (await alice.respond("hello there, how is the boat?")).text == "Good evening!"
            assert (await alice.spending()).calls == 3

    asyncio.run(run())
