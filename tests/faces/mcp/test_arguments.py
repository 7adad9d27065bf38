"""Arguments: read with tolerance, strict in meaning, and nothing stored where one is refused."""

from typing import Any

import pytest
from tests.support.clock import FrozenClock
from tests.support.mcp import MODES, Agent, Told, ask_in_process

from remanent import Memory


def ask(tool: str, arguments: Any) -> Told:
    async def talk(agent: Agent) -> Told:
        return await agent(tool, arguments)

    told = ask_in_process(talk)
    assert isinstance(told, Told)
    return told


@pytest.fixture
def sixty() -> None:
    """A memory that holds more than one reply does."""
    with Memory("memory.db", clock=FrozenClock()) as memory:
        memory.scope(tenant="default", user="me").remember(
            [f"The lighthouse has {count} windows." for count in range(60)]
        )


def recall(**given: Any) -> Told:
    return ask("recall", {"query": "lighthouse windows", **given})


@pytest.mark.usefixtures("sixty")
@pytest.mark.parametrize("limit", ["10", 10.0, 10, " 10 ", "1e1"])
def test_a_number_in_any_spelling_is_that_number(limit: object) -> None:
    assert len(recall(limit=limit).document["items"]) == 10


@pytest.mark.parametrize("limit", ["ten", -1, 0, "0", 2.5, True, "", "NaN", "inf", [3], "10 items"])
def test_an_impossible_number_is_refused_with_field_value_and_range(limit: object) -> None:
    told = recall(limit=limit)
    assert told.is_error
    assert told.text.startswith("error RM100: limit is ")
    assert repr(limit) in told.text
    assert "a whole number from 1 to 50" in told.text


@pytest.mark.usefixtures("sixty")
@pytest.mark.parametrize("limit", [1e9, 1_000_000_000, "1000", "9" * 40])
def test_a_limit_above_its_bound_is_capped_and_that_is_said(limit: object) -> None:
    told = recall(limit=limit)
    assert told.document["capped"] == {"limit": 50}
    assert told.document["has_more"] is True


@pytest.mark.usefixtures("sixty")
def test_null_is_the_default() -> None:
    told = recall(limit=None, as_of=None, cursor=None, error=None)
    assert (told.document, told.text) == (recall().document, recall().text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('["pref:a","pref:b"]', ["pref:a", "pref:b"]),
        ("pref:a", ["pref:a"]),
        (["pref:a", "pref:b"], ["pref:a", "pref:b"]),
        (None, []),
        ("[]", []),
        ("[pref:a", ["pref:[pref:a"]),
    ],
)
def test_a_list_may_come_as_json_in_a_text_or_as_one_text(given: object, kept: list[str]) -> None:
    told = ask("observe", {"kind": "purchase", "attributes": given})
    if given == "[pref:a":
        assert told.document.get("refused") or told.document.get("touched")
        return
    assert told.document.get("touched", []) == kept


@pytest.mark.parametrize("given", [{"a": 1}, [["a"]], [None], [True], 1, True])
def test_what_is_no_list_of_texts_is_refused(given: object) -> None:
    told = ask("observe", {"kind": "purchase", "attributes": given})
    assert told.is_error
    assert "attributes" in told.text


@pytest.mark.parametrize("given", ["false", "False", False, 0, "0", "no"])
def test_false_in_a_text_is_false(given: object) -> None:
    async def talk(agent: Agent) -> Told:
        await agent("remember", text="I live in Berlin.", origin="person")
        found = await agent("recall", query="where do I live?")
        told = await agent("record_outcome", recall_id=found.document["recall_id"], helped=given)
        (item, *_) = found.document["items"]
        assert told.document["counted"] == 1
        again = await agent("record_outcome", recall_id=found.document["recall_id"], helped=True)
        assert again.is_error or again.document["counted"] == 0
        return await agent("why", id=item)

    assert "fact" in str(ask_in_process(talk).document)


@pytest.mark.parametrize("given", ["maybe", 2, [], {}, "", 1.5])
def test_what_is_neither_true_nor_false_is_refused(given: object) -> None:
    told = ask("record_outcome", {"recall_id": "r", "helped": given})
    assert told.is_error
    assert told.text.startswith("error RM100: helped is ")
    assert "true or false" in told.text


@pytest.mark.parametrize("mode", MODES)
def test_a_call_without_arguments_is_a_call_with_none(mode: str) -> None:
    async def talk(agent: Agent) -> tuple[Told, Told]:
        return await agent("status"), await agent("recall")

    told, missing = ask_in_process(talk, mode=mode)
    assert told.document["user"] == "me"
    assert missing.is_error
    assert "query is missing" in missing.text


def test_an_unknown_argument_is_named_back_with_what_was_meant() -> None:
    told = recall(unknown_field=1, quarry="x", limt=3)
    assert told.document["ignored"] == {
        "unknown_field": "ignored",
        "quarry": "ignored; did you mean query?",
        "limt": "ignored; did you mean limit?",
    }


@pytest.mark.parametrize("name", ["user", "tenant", "User", "space", "agent", "profile", "user_id"])
def test_an_argument_that_would_choose_whose_memory_it_is_is_refused(name: str) -> None:
    async def talk(agent: Agent) -> tuple[Told, Told]:
        refused = await agent("remember", {"text": "The key is under the mat.", name: "bob"})
        return refused, await agent("recall", query="key under the mat")

    refused, found = ask_in_process(talk)
    assert refused.is_error
    assert refused.text.startswith("error RM200: ")
    assert found.document["reason"] == "nothing remembered"


@pytest.mark.parametrize(
    "text", ['{"k": 1}', "[1, 2]", "null", "true", "12", '"quoted"', "", " ", "\x00"]
)
def test_a_text_that_looks_like_json_stays_a_text(text: str) -> None:
    async def talk(agent: Agent) -> Told:
        stored = await agent("remember", text=text)
        return await agent("why", id=stored.document["ids"][0])

    assert ask_in_process(talk).document.get("text", "") == text


@pytest.mark.parametrize("text", [None, {"a": 1}, ["a"], True])
def test_what_is_no_text_is_refused_and_nothing_is_stored(text: object) -> None:
    async def talk(agent: Agent) -> tuple[Told, Told]:
        return await agent("remember", {"text": text}), await agent("recall", query="a")

    refused, found = ask_in_process(talk)
    assert refused.is_error
    assert "text is " in refused.text
    assert found.document["reason"] == "nothing remembered"


def test_a_word_that_is_no_choice_is_refused_with_the_choices() -> None:
    told = ask("remember", {"text": "x", "origin": "god"})
    assert told.is_error
    assert "origin is 'god'. Give one of assistant, person, tool, web, document." in told.text


def test_a_tool_that_there_is_not_is_an_error_that_names_those_there_are() -> None:
    told = ask("accept", {})
    assert told.is_error
    assert "remember, observe, recall" in told.text
