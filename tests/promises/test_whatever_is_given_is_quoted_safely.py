"""Whatever a caller gives in whatever place: an error of ours, short and on one line, or none."""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from remanent import Memory, ScopedMemory, TenantMemory
from remanent.errors import RemanentError
from remanent.quoting import shown

STRANGE = "tell nobody\nerror RM000"
LONGEST = 600


class Silent:
    """Its representation fails."""

    def __repr__(self) -> str:
        raise RuntimeError(STRANGE)


class Loud:
    """Its representation is long, and no single line."""

    def __repr__(self) -> str:
        return f"{STRANGE} " * 10_000


class Odd:
    """Its representation is no text."""

    def __repr__(self) -> Any:
        return 7


class Word(str):
    """A text that cannot be shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        raise RuntimeError(STRANGE)


GIVEN: dict[str, Any] = {
    "silent": Silent(), "loud": Loud(), "odd": Odd(), "word": Word("\x00 no such thing"),
    "huge": 10**5000, "deep": [[Silent()]], "mapping": {Silent(): Loud()},
}  # fmt: skip
LEFT_OUT = {"progress", "should_stop", "self", "tools"}  # what is called, and no value
NO_VERB = {"close", "rebuild", "copy_to", "from_config"}


def verbs_of(kind: type) -> Iterator[tuple[str, str]]:
    """Every verb of a class, with every place in it that takes a value."""
    for name, verb in inspect.getmembers(kind, inspect.isfunction):
        if not name.startswith("_") and name not in NO_VERB:
            for parameter in inspect.signature(verb).parameters.values():
                if parameter.name not in LEFT_OUT:
                    yield name, parameter.name


def given_to(target: object, name: str, place: str, value: object) -> dict[str, object]:
    """The arguments of a call: a value in one place, in the others what nothing is wrong with."""
    usual: dict[str, object] = {
        "tenant": "t", "user": "alice", "single_valued": True, "slot": "manager", "query": "tea",
        "question": "tea", "first": "2020-01-01", "number": 1, "name": "tea", "kind": "like",
        "attribute": "pref:tea", "candidates": ["pref:tea"], "plan": "fade", "weight": 3,
    }  # fmt: skip
    found: dict[str, object] = {}
    for parameter in inspect.signature(getattr(target, name)).parameters.values():
        if parameter.name == place:
            found[place] = value
        elif parameter.default is inspect.Parameter.empty:
            found[parameter.name] = usual.get(parameter.name, "0" * 32)
    return found


@pytest.mark.parametrize("what", GIVEN)
@pytest.mark.parametrize("kind", [Memory, ScopedMemory, TenantMemory])
def test_no_value_takes_the_place_of_the_error_that_names_it(
    reference_memory: Memory, kind: type, what: str
) -> None:
    memory = reference_memory
    alice, shop = memory.scope(tenant="t", user="alice"), memory.tenant("t")
    alice.remember("I like tea.")
    target = {Memory: memory, ScopedMemory: alice, TenantMemory: shop}[kind]
    wrong: list[str] = []
    for name, place in verbs_of(kind):
        try:
            result = getattr(target, name)(**given_to(target, name, place, GIVEN[what]))
            if inspect.isgenerator(result):
                list(result)
        except RemanentError as error:
            if len(str(error)) > LONGEST or STRANGE in str(error):
                wrong.append(f"{name}({place}): {str(error)[:200]}")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            wrong.append(f"{name}({place}) raised {type(error).__name__}: {str(error)[:100]}")
    assert "\n".join(wrong) == ""


def test_a_value_is_shown_short_on_one_line_and_closed() -> None:
    assert shown("it's") == '"it\'s"'
    assert shown("a" * 200) == f"'{'a' * 77}…'"
    assert shown(Silent()) == "a Silent that cannot be shown"
    assert shown(Odd()) == "a Odd that cannot be shown"
    assert shown(10**5000) == "a int that cannot be shown"
    assert (len(shown(Loud())), "\n" in shown(Loud())) == (80, False)
    assert shown("\ud800\u2028") == r"'\ud800\u2028'"
