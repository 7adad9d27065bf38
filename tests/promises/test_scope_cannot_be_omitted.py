"""Scope cannot be omitted: promise 7, through the public face and the command line."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.support.embedders import HashEmbedder

from remanent import AsyncMemory, Memory, errors
from remanent.faces.cli.app import run
from remanent.model.governance import OWNER

OpenMemory = Callable[..., Memory]

STRANGE = [
    "o'brien", "a/b", "../etc", "agent:main:main", "f2c59d63-a7a7-4b5e-8000-000000000000",
    "x' OR '1'='1", "  lead", "tab\tid", "émile", "e\u0301mile", "CON", "a" * 1024, "😀", "0",
    "None", "%", "_", "\x00", "\ud800", "alice", "Alice", "alice ", "שלום", "?", "$1", "--", ";",
]  # fmt: skip


def test_strange_ids_are_each_a_person_of_their_own(memory: Memory) -> None:
    """Case I07."""
    for number, name in enumerate(STRANGE):
        memory.scope(tenant="t", user=name).remember(f"my token is badger{number}x")
    for number, name in enumerate(STRANGE):
        scope = memory.scope(tenant="t", user=name)
        assert [item.text for item in scope.recall("badger token").items] == [
            f"my token is badger{number}x"
        ]
        wanted = f"badger{(number + 1) % len(STRANGE)}x"
        assert wanted not in scope.recall(wanted).text
    assert len(memory.scopes(tenant="t")) == len(STRANGE)


def test_the_same_user_in_two_tenants_and_a_space_of_the_same_name_are_apart(
    memory: Memory,
) -> None:
    """Case I04."""
    kim1 = memory.scope(tenant="t1", user="kim")
    kim2 = memory.scope(tenant="t2", user="kim")
    space = memory.scope(tenant="t1", space="kim")
    kim1.remember("I like skiing.")
    kim2.remember("I like chess.")
    space.remember("We like rowing.")
    assert "skiing" in kim1.recall("what do I like?").text
    for scope, mine in ((kim1, "skiing"), (kim2, "chess"), (space, "rowing")):
        text = scope.recall("what do I like? skiing chess rowing").text
        assert [word for word in ("skiing", "chess", "rowing") if word in text] == [mine]
    assert [scope.name for scope in memory.scopes(tenant="t2")] == ["kim"]


@pytest.mark.parametrize(
    ("mine", "others"),
    [("acme", ["acme-corp", "acme.", "acm", "acme\x1f"]), ("1", ["10", "01"]), ("a", ["a.b", "b"])],
)
def test_a_name_that_begins_with_another_name_is_another_scope(
    memory: Memory, mine: str, others: list[str]
) -> None:
    """Case I02."""
    memory.scope(tenant="tenant", user=mine).remember("secret of mine")
    for other in others:
        memory.scope(tenant="tenant", user=other).remember("secret of another")
        memory.scope(tenant=other, user="tenant").remember("secret of another")
    found = memory.scope(tenant="tenant", user=mine).recall("secret")
    assert [item.text for item in found.items] == ["secret of mine"]


def test_an_id_of_another_scope_is_not_found_and_looks_like_one_that_never_was(
    memory: Memory,
) -> None:
    bob = memory.scope(tenant="t", user="bob")
    secret = bob.remember("I live in Oslo.")
    alice = memory.scope(tenant="t", user="alice")
    alice.remember("hello")
    for item_id in (*secret.event_ids, *secret.fact_ids):
        with pytest.raises(errors.NotFoundError) as foreign:
            alice.explain("Oslo", item_id)
        with pytest.raises(errors.NotFoundError) as invented:
            alice.explain("Oslo", "0" * 32)
        assert str(foreign.value).replace(item_id, "") == str(invented.value).replace("0" * 32, "")
        with pytest.raises(errors.NotFoundError):
            alice.history(item_id)


def test_a_thousand_nearer_memories_of_bob_never_starve_alice(memory: Memory) -> None:
    bob = memory.scope(tenant="t", user="bob")
    bob.remember([f"the blue kettle whistles at noon {number}" for number in range(1000)])
    alice = memory.scope(tenant="t", user="alice")
    alice.remember("a kettle stands on the stove")
    assert [item.text for item in alice.recall("blue kettle at noon").items] == [
        "a kettle stands on the stove"
    ]


def test_what_others_hold_changes_no_score(memory: Memory) -> None:
    alice = memory.scope(tenant="t", user="alice")
    alice.remember(["the kettle whistles", "the cat sleeps on the kettle", "rain at noon"])
    before = alice.recall("kettle at noon")
    memory.scope(tenant="t", user="bob").remember(["kettle noon"] * 50)
    assert alice.recall("kettle at noon") == before


def test_a_scope_needs_a_tenant_and_exactly_one_owner(memory: Memory) -> None:
    with pytest.raises(TypeError):
        memory.scope(user="alice")  # type: ignore[call-arg]
    for arguments in (
        {"tenant": "t"},
        {"tenant": "t", "user": "a", "space": "b"},
        {"tenant": "", "user": "a"},
        {"tenant": "t", "user": ""},
        {"tenant": "t", "user": "a" * 1025},
        {"tenant": "t", "user": 7},
        {"tenant": None, "user": "a"},
    ):
        with pytest.raises(errors.ScopeError):
            memory.scope(**arguments)  # type: ignore[arg-type]
    assert memory.scopes() == ()


def everything(scope: Any) -> str:
    """Return all that any verb of a scope gives, as one text."""
    asked = "kettle walrus secret home live where do I live?"
    found = scope.recall(asked, limit=100, include_closed=True)
    history = [entry for slot in ("home", "likes") for entry in scope.history(slot=slot)]
    return repr((found.items, found.text, scope.facts(include_closed=True), history))


TWINS = [
    ({"tenant": "t1", "user": "kim"}, {"tenant": "t2", "user": "kim"}),
    ({"tenant": "t1", "user": "kim"}, {"tenant": "t1", "space": "kim"}),
    ({"tenant": "t", "user": "\u00e9mile"}, {"tenant": "t", "user": "e\u0301mile"}),
    ({"tenant": "a", "user": "b/c"}, {"tenant": "a/b", "user": "c"}),
    ({"tenant": "t", "user": "x"}, {"tenant": "t", "user": "x' OR '1'='1"}),
    ({"tenant": "t", "user": "kim"}, {"tenant": "t", "user": "kim "}),
    ({"tenant": "t", "user": "100%"}, {"tenant": "t", "user": "100_"}),
]


@pytest.mark.parametrize(("mine", "other"), TWINS)
def test_nothing_of_another_scope_is_in_any_answer(
    open_memory: OpenMemory, mine: dict[str, str], other: dict[str, str]
) -> None:
    """By search, by meaning, by id, by link, by key, in counts and in errors."""
    memory = open_memory(embedder=HashEmbedder(32, "h"))
    alice, bob = memory.scope(**mine), memory.scope(**other)
    secret = bob.remember(
        ["I live in Walrusville.", "The walrus kettle is my secret."],
        facts={"text": "likes walrus pie", "slot": "likes", "value": "walrus pie"},
        idempotency_key="same key",
        session="s",
    )
    assert "alrus" not in everything(alice)
    mine_written = alice.remember("I live in Ghent.", idempotency_key="same key", session="s")
    assert not mine_written.deduplicated
    assert "alrus" not in everything(alice)
    assert "Ghent" not in everything(bob)
    shown = bob.recall("walrus kettle")
    for identity in (*secret.event_ids, *secret.fact_ids):
        for verb in (alice.history, lambda one: alice.explain("walrus", one)):
            with pytest.raises(errors.NotFoundError) as caught:
                verb(identity)
            assert "alrus" not in str(caught.value)
    with pytest.raises(errors.NotFoundError):
        alice.record_use(shown.id)
    assert alice.reindex() == 0
    assert len(memory.scopes()) == 2


def test_the_async_face_has_the_same_wall(address: str) -> None:
    async def use() -> None:
        async with AsyncMemory(address) as memory:
            await memory.scope(tenant="t1", user="kim").remember("The walrus is my secret.")
            other = memory.scope(tenant="t2", user="kim")
            assert not (await other.recall("walrus")).items
            with pytest.raises(errors.ScopeError):
                memory.scope(tenant="t1")

    asyncio.run(use())


def test_the_command_line_has_the_same_wall(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def shell(*words: str) -> tuple[int, Any]:
        code = run([*words, "--db", address, "--json"])
        out = capsys.readouterr().out
        return code, json.loads(out) if out else None

    shell("remember", "I live in Walrusville.", "--tenant", "t1", "--user", "kim")
    _, known = shell("facts", "--tenant", "t1", "--user", "kim")
    fact = known["facts"][0]["id"]
    for scope in (
        ["--tenant", "t2", "--user", "kim"],
        ["--tenant", "t1", "--space", "kim"],
        ["--tenant", "t1", "--user", "KIM"],
        ["--user", "kim"],
    ):
        assert shell("recall", "Where do I live? Walrusville", *scope)[0] == 3
        assert shell("facts", *scope)[0] == 3
        assert shell("history", "--slot", "home", *scope)[0] == 3
        assert shell("history", fact, *scope)[0] == 1
        assert shell("explain", "Where?", fact, *scope)[0] == 1
    assert run(["recall", "x", "--db", address, "--user", "a", "--space", "b"]) == 1


def test_the_door_takes_a_scope_and_an_actor_and_nothing_like_them(memory: Memory) -> None:
    for scope in (None, "alice", ("t", "alice"), {"tenant": "t", "user": "alice"}):
        with pytest.raises(errors.ScopeError):
            memory._door.read(scope, OWNER)  # type: ignore[arg-type]
        with pytest.raises(errors.ScopeError):
            memory._door.write(scope, OWNER, "x", lambda _, __: None)  # type: ignore[arg-type, return-value]
    alice = memory.scope(tenant="t", user="alice")
    for actor in (None, "owner"):
        with pytest.raises(errors.AccessError):
            memory._door.read(alice.scope, actor)  # type: ignore[arg-type]
    assert memory.stats()["events"] == 0
