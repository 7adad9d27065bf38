"""No reply is longer than the settings say, whatever is asked for, and what follows can be had."""

import json

import pytest
from tests.support.clock import FrozenClock
from tests.support.mcp import Agent, Told, ask_in_process

from remanent import Memory, ScopedMemory
from remanent.text.quoting import quoted_json
from remanent.text.tokens import count_tokens

LONG = "The lighthouse keeper wrote: " + " ".join(f"wave {count}" for count in range(22_000))
REPLY_TOKENS = 4_000


@pytest.fixture
def me() -> ScopedMemory:
    memory = Memory("memory.db", clock=FrozenClock())
    return memory.scope(tenant="default", user="me")


def tokens_of(told: Told) -> int:
    return count_tokens(quoted_json(told.document)) + count_tokens(told.text)


async def pages(agent: Agent, tool: str, **given: object) -> list[Told]:
    found = [await agent(tool, **given)]
    while found[-1].document["has_more"] and len(found) < 500:
        found.append(await agent(tool, **given, cursor=found[-1].document["cursor"]))
    return found


@pytest.mark.parametrize("reply_tokens", [500, 4_000])
def test_a_request_for_everything_is_answered_page_by_page(
    me: ScopedMemory, reply_tokens: int
) -> None:
    facts = [{"text": f"Berth {count} of the harbour is free"} for count in range(300)]
    stored = me.remember(facts=facts)

    async def talk(agent: Agent) -> list[Told]:
        return await pages(
            agent, "recall", query="harbour berth free", limit=1_000_000, budget_tokens=1_000_000
        )

    found = ask_in_process(talk, mcp__reply_tokens=reply_tokens)
    ids = [item for told in found for item in told.document["items"]]
    assert sorted(ids) == sorted(stored.fact_ids)
    assert max(map(tokens_of, found)) <= reply_tokens
    for told in found:
        lines = told.text.splitlines()
        assert len(lines) - 2 == len(told.document["items"])
        assert lines[0].startswith("<memory ")
        assert lines[-1].startswith("</memory ")


@pytest.mark.parametrize("reply_tokens", [500, 4_000])
def test_many_long_memories_are_cut_at_the_borders_of_items(
    me: ScopedMemory, reply_tokens: int
) -> None:
    turns = me.remember(
        [f"Berth {count} of the harbour: {'water ' * 60}" for count in range(60)]
    ).event_ids

    async def talk(agent: Agent) -> list[Told]:
        return await pages(agent, "recall", query="harbour berth", limit=50, budget_tokens="100000")

    found = ask_in_process(talk, mcp__reply_tokens=reply_tokens)
    assert max(map(tokens_of, found)) <= reply_tokens
    assert sorted(item for told in found for item in told.document["items"]) == sorted(turns)


def test_one_long_memory_is_abridged_and_can_be_fetched_in_parts(me: ScopedMemory) -> None:
    (turn,) = me.remember(LONG).event_ids
    assert len(LONG) > 200_000

    async def talk(agent: Agent) -> tuple[Told, list[Told]]:
        return await agent("recall", query="lighthouse keeper"), await pages(agent, "why", id=turn)

    found, parts = ask_in_process(talk)
    assert found.document["items"] == found.document["abridged"] == [turn]
    assert "[…]" in found.text
    assert max(map(tokens_of, [found, *parts])) <= REPLY_TOKENS
    assert "".join(part.document["text"] for part in parts) == LONG


def test_a_short_memory_is_not_called_abridged(me: ScopedMemory) -> None:
    me.remember('The lighthouse "keeper" <wrote>\nnothing `today`.')

    async def talk(agent: Agent) -> Told:
        return await agent("recall", query="lighthouse keeper")

    assert "abridged" not in ask_in_process(talk).document


@pytest.mark.slow
def test_the_history_of_a_fact_with_thousands_of_changes_comes_in_pages(me: ScopedMemory) -> None:
    told = me.remember(["I live in Berlin."] * 2_000)
    (fact,) = told.fact_ids

    async def talk(agent: Agent) -> list[Told]:
        return await pages(agent, "why", id=fact)

    found = ask_in_process(talk)
    assert max(map(tokens_of, found)) <= REPLY_TOKENS
    changes = [each["change"] for page in found for each in page.document["history"]]
    assert changes == [entry.change for entry in me.history(fact, limit=3_000)]
    assert len(changes) == 2_000
    assert "text" in found[0].document
    assert all("text" not in page.document for page in found[1:])


def test_a_cursor_of_another_question_is_refused(me: ScopedMemory) -> None:
    me.remember([f"Berth {count} is free" for count in range(30)])

    async def talk(agent: Agent) -> list[Told]:
        first = await agent("recall", query="berth free")
        cursor = first.document["cursor"]
        return [
            await agent("recall", query="berth taken", cursor=cursor),
            await agent("recall", query="berth free", cursor="nonsense"),
            await agent("recall", query="berth free", cursor="-1.00000000"),
            await agent("recall", query="berth free", cursor=""),
        ]

    for told in ask_in_process(talk):
        assert told.is_error
        assert "cursor is " in told.text


def test_a_page_behind_the_last_is_empty_and_says_that_nothing_follows(me: ScopedMemory) -> None:
    me.remember([f"Berth {count} is free" for count in range(3)])

    async def talk(agent: Agent) -> list[Told]:
        return await pages(agent, "recall", query="berth free", limit=3)

    (only,) = ask_in_process(talk)
    assert len(only.document["items"]) == 3


def test_the_lessons_are_listed_within_the_bound(me: ScopedMemory) -> None:
    for count in range(60):
        me.propose(f"On berth {count} {'moor twice ' * 30}", task=f"berth {count}")

    async def talk(agent: Agent) -> str:
        found = await agent.client.read_resource("remanent://lessons")
        return str(found.contents[0].text)  # type: ignore[union-attr]  # text it is

    written = ask_in_process(talk)
    listed = json.loads(written)
    assert count_tokens(written) <= REPLY_TOKENS
    assert len(listed["lessons"]) + listed["left_out"] == 60
    assert listed["left_out"] > 0


def test_a_long_write_is_answered_within_the_bound() -> None:
    names = " ".join(f"I like dish number {count}." for count in range(200))

    async def talk(agent: Agent) -> Told:
        return await agent("remember", text=names, origin="person")

    told = ask_in_process(talk, mcp__reply_tokens=500)
    assert tokens_of(told) <= 500


@pytest.mark.parametrize("text", ["海" * 30_000, "\x00" * 20_000, "🦑" * 20_000, "<>`" * 20_000])
def test_no_script_and_no_sign_makes_a_reply_too_long(me: ScopedMemory, text: str) -> None:
    (turn,) = me.remember("lighthouse " + text).event_ids

    async def talk(agent: Agent) -> list[Told]:
        return [await agent("recall", query="lighthouse"), *await pages(agent, "why", id=turn)]

    found = ask_in_process(talk)
    assert "".join(part.document["text"] for part in found[1:]) == "lighthouse " + text
    for told in found:
        assert tokens_of(told) <= REPLY_TOKENS
        assert told.characters <= REPLY_TOKENS * 8
