"""What a model reads of the tools before every conversation."""

import json

import pytest
from tests.support.mcp import MODES, Agent, ask_in_process

IN_ORDER = [
    "remember", "observe", "recall", "correct", "forget", "record_outcome", "propose", "why",
    "status",
]  # fmt: skip
MOST_TOKENS = 2_000
CHARACTERS_A_TOKEN = 4


async def listed(agent: Agent) -> list[dict[str, object]]:
    found = await agent.client.list_tools()
    return [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in found.tools]


@pytest.mark.parametrize("mode", MODES)
def test_the_whole_list_of_tools_costs_at_most_2000_tokens(mode: str) -> None:
    tools = ask_in_process(listed, mode=mode)
    written = json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":"))
    tokens = len(written) / CHARACTERS_A_TOKEN
    print(f"{len(tools)} tools, {len(written):,} characters, {tokens:,.0f} tokens")  # noqa: T201 - the figure is wanted
    assert [each["name"] for each in tools] == IN_ORDER
    assert tokens <= MOST_TOKENS


def test_the_list_is_the_same_bytes_every_time() -> None:
    assert json.dumps(ask_in_process(listed)) == json.dumps(ask_in_process(listed))


def test_no_tool_accepts_approves_pins_consents_or_sets_a_policy() -> None:
    tools = ask_in_process(listed)
    forbidden = {"accept", "approve", "pin", "unpin", "consent", "grant", "policy", "reject",
                 "retire", "rollback", "restore", "set_style", "link", "share"}  # fmt: skip
    assert not forbidden & {word for each in tools for word in str(each["name"]).split("_")}


def test_no_argument_of_any_tool_names_whose_memory_it_is() -> None:
    names = {
        name
        for each in ask_in_process(listed)
        for name in each["inputSchema"]["properties"]  # type: ignore[index]  # JSON
    }
    assert not names & {"tenant", "user", "space", "scope", "profile", "agent", "at", "now"}


def test_readers_say_that_they_only_read_and_what_takes_back_says_so() -> None:
    hints = {each["name"]: each["annotations"] for each in ask_in_process(listed)}
    assert {name for name, hint in hints.items() if hint.get("readOnlyHint")} == {  # type: ignore[attr-defined]  # JSON
        "recall", "why", "status",
    }  # fmt: skip
    assert {name for name, hint in hints.items() if hint.get("destructiveHint")} == {  # type: ignore[attr-defined]  # JSON
        "correct", "forget",
    }  # fmt: skip
