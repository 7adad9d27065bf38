"""The documentation cannot drift from the package."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"]


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def write_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "write_reference", ROOT / "scripts" / "write_reference.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["settings.md", "errors.md"])
def test_a_generated_page_is_what_the_code_says(name: str) -> None:
    page = ROOT / "docs" / "reference" / name
    assert page.read_text(encoding="utf-8") == write_reference().PAGES[name](), (
        "run scripts/write_reference.py"
    )


def test_every_example_is_shown_in_the_documentation() -> None:
    shown = {
        Path(path).name
        for page in PAGES
        for path in re.findall(r'--8<-- "(examples/[^"]+)"', page.read_text(encoding="utf-8"))
    }
    assert shown == {path.name for path in (ROOT / "examples").glob("*.py")}


def test_every_page_stands_in_the_navigation_and_exists() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    named = re.findall(r"'([^']+\.md)'", repr(site["project"]["nav"]))
    assert sorted(named) == [str(page.relative_to(ROOT / "docs")) for page in PAGES]


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(text: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text.read_text(encoding="utf-8"))
    missing = [link for link in links if not (text.parent / link).exists()]
    assert missing == []


def test_the_first_example_of_the_readme_is_the_quickstart() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (block, *_) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    quickstart = (ROOT / "examples" / "quickstart.py").read_text(encoding="utf-8")
    assert block.strip() in quickstart


def test_the_example_of_preferences_in_the_readme_is_the_one_that_is_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = [each for each in re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
                if "observe(" in each]  # fmt: skip
    assert block.strip() in (ROOT / "examples" / "preferences.py").read_text(encoding="utf-8")


def test_every_dependency_is_explained_with_its_floor() -> None:
    declared = project()
    requirements = [
        *declared["project"]["dependencies"],
        *(one for extra in declared["project"]["optional-dependencies"].values() for one in extra),
        *(one for group in declared["dependency-groups"].values() for one in group),
        *declared["build-system"]["requires"],
    ]
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in requirements:
        if not isinstance(requirement, str) or requirement.startswith("remanent"):
            continue
        name, floor = re.split(r">=|==", requirement)
        row = next((line for line in page.splitlines() if f"`{name}`" in line), None)
        assert row is not None, f"{name} is not explained"
        assert floor in row, f"{name} has another floor than {floor}"


def test_every_explained_dependency_is_declared() -> None:
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained, _ = page.split("## Left out on purpose")
    names = re.findall(r"^\| (?:`[a-z]+` \| )?`([^`]+)` \| [0-9]", explained, re.MULTILINE)
    assert len(names) > 20
    assert [name for name in names if f'"{name}' not in declared] == []
