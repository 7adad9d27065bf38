"""The house holds: arrows, the one door, and the names that the public may rely on."""

import ast
import asyncio
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import remanent
from remanent import (
    AsyncMemory,
    AsyncScopedMemory,
    AsyncTenantMemory,
    Memory,
    ScopedMemory,
    TenantMemory,
)
from remanent import errors as error_tree

SOURCE = Path(remanent.__file__).parent
REPOSITORY = Path(__file__).parent.parent

PUBLIC = {
    "Actor", "ActorKind", "Answer", "AsyncMemory", "AsyncScopedMemory", "AsyncTenantMemory",
    "ChangeKind", "Citation", "Clock", "Model", "Prompt", "Queue", "Reply", "Response", "Spending",
    "ToolCall", "Worked", "Embedder", "Explanation", "Fact", "FactChange", "Ids", "Item",
    "ItemKind", "Memory",
    "Message", "Noise", "Origin", "Polarity", "Policies", "Prior", "PriorLedger", "Recall",
    "ReleasedAttribute", "ReleasedPair", "RemanentError", "Remembered", "Role", "Scope",
    "ScopeKind", "ScopedMemory", "Settings", "Source", "Surface", "TenantMemory", "Tier",
    "UnmappedTotal", "__version__", "load_settings",
}  # fmt: skip


def test_the_public_names_are_these_and_all_can_be_had() -> None:
    assert set(remanent.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(remanent, name) is not None
    assert set(dir(remanent)) >= PUBLIC


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Memroy'"):
        _ = remanent.Memroy


def test_the_arrows_of_the_house_point_down() -> None:
    script = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [script, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def calls_in(path: Path) -> set[str]:
    """The names of the methods that a file calls, with what they are called on."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        ast.unparse(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }


def test_only_the_door_opens_a_view_or_a_transaction() -> None:
    openers = {"_store.read", "_store.write", "store.read", "store.write", "self._store.read",
               "self._store.write", "database.read", "database.write"}  # fmt: skip
    found = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "store" and calls_in(path) & openers
    }
    assert found == {"flows/door.py"}


def test_every_write_of_the_door_leaves_an_audit_entry_in_its_transaction() -> None:
    text = (SOURCE / "flows" / "door.py").read_text(encoding="utf-8")
    write = text[text.index("def write") :]
    assert write.index("append_audit") < write.index("return self._store.write")


def test_evaluations_use_the_public_face_alone_save_for_tuning() -> None:
    inner = [
        f"{path.name}: {node.module}"
        for path in (REPOSITORY / "evals").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith(("remanent.store", "remanent.flows", "remanent.wiring"))
    ]
    assert inner == []


@pytest.mark.parametrize(
    ("sync", "awaited"),
    [
        (Memory, AsyncMemory),
        (ScopedMemory, AsyncScopedMemory),
        (TenantMemory, AsyncTenantMemory),
    ],
)
def test_sync_and_async_faces_have_the_same_verbs_with_the_same_arguments(
    sync: type, awaited: type
) -> None:
    def verbs(face: type) -> dict[str, list[tuple[str, object, object]]]:
        found = {}
        for name, member in inspect.getmembers(face, callable):
            if not name.startswith("_"):
                parameters = inspect.signature(member).parameters.values()
                found[name] = [(each.name, each.kind, each.default) for each in parameters]
        return found

    assert verbs(awaited) == verbs(sync)


def test_every_verb_of_the_async_face_that_reads_or_writes_is_awaited() -> None:
    plain = {"from_env", "from_config", "scope", "tenant"}
    for face in (AsyncMemory, AsyncScopedMemory, AsyncTenantMemory):
        for name, member in inspect.getmembers(face, callable):
            if not name.startswith("_") and name not in plain:
                assert asyncio.iscoroutinefunction(member), name


def test_every_exception_from_a_rule_has_its_reason_beside_it() -> None:
    """`# noqa: CODE - why`, and `# type: ignore[code]  # why`."""
    bare = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in SOURCE.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"# noqa(?!: [A-Z0-9, ]+ - \S)", line)
        or re.search(r"# type: ignore(?!\[[\w, -]+\]  # \w)", line)
    ]
    assert bare == []


def error_classes() -> list[type[remanent.RemanentError]]:
    return [
        each
        for each in vars(error_tree).values()
        if isinstance(each, type) and issubclass(each, remanent.RemanentError)
    ]


def test_every_error_has_a_code_of_its_own_and_a_remedy() -> None:
    codes = [each.code for each in error_classes()]
    assert len(set(codes)) == len(codes)
    assert all(each.remedy_hint for each in error_classes())
    assert all(each.__doc__ for each in error_classes())


def test_the_error_tree_at_the_top_of_its_file_is_the_real_one() -> None:
    drawn = error_tree.__doc__ or ""
    for each in error_classes():
        assert each.__name__ in drawn


def test_importing_remanent_loads_no_model_no_web_and_no_array_library() -> None:
    program = (
        "import sys, remanent; "
        "print(sorted(set(sys.modules) & {'numpy', 'apsw', 'psycopg', 'onnxruntime', 'fastapi', "
        "'pydantic', 'pydantic_ai', 'nicegui', 'rich', 'cyclopts', 'mcp'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_memory_loads_the_operators_side_only_where_it_is_asked_for() -> None:
    program = (
        "import sys; from remanent import Memory; "
        "print(sorted(set(sys.modules) & {'remanent.' + name for name in ('tenant_memory', "
        "'learning_verbs', 'flows.tune', 'flows.vocabulary', 'flows.preference_upkeep', "
        "'preferences.tuning', 'preferences.vocabulary', 'preferences.catalog_file', "
        "'preferences.enrichment', 'preferences.past', 'preferences.agreement')}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_memory_without_extras_loads_no_model_and_no_web_library() -> None:
    program = (
        "import sys; from remanent import Memory; "
        "print(sorted(set(sys.modules) & {'psycopg', 'onnxruntime', 'fastapi', 'pydantic', "
        "'pydantic_ai', 'nicegui', 'matplotlib', 'tokenizers', 'mcp', 'anyio', 'uvicorn'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
