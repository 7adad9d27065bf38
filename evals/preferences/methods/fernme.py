"""FERNme 0.4.2 itself: installed into an environment of its own, asked through its own library.

It is given every advantage that its interface has: days as its clock (its unit), the catalog's
half-lives, single-valued namespaces, groups, aliases and items, tags that its alphabet can hold,
and a name other than `style` for a namespace that its card leaves out. It has no weights for kinds
of event; where a variant says so, a click is passed as a smaller quantity.
"""

import json
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from evals.preferences.methods import fernme_child
from evals.preferences.methods.common import Answer, Answers, Line, told
from evals.preferences.people import START
from evals.preferences.world import CONTEXT, KINDS, Acted, Entry, Event, Release, World, digest_of

VERSION: Final = "0.4.2"

_RENAMED: Final = {"style": "manner"}
_CLICK_QUANTITY: Final = 0.01  # its smallest magnitude is 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way of running FERNme.

    Args:
        curation: its own resolution of conflicts, off as it comes.
        weighs_clicks: a click counts less than a purchase.
        reviews: an operator decides on its suggestions to merge names before each question.
    """

    name: str
    curation: bool = False
    weighs_clicks: bool = False
    reviews: bool = False


VARIANTS: Final = (
    Variant(name="FERNme"),
    Variant(name="FERNme, curation", curation=True),
    Variant(name="FERNme, weighed clicks", weighs_clicks=True),
    Variant(name="FERNme, curation, weighed clicks", curation=True, weighs_clicks=True),
)
REVIEWED: Final = Variant(name="FERNme, reviewed", reviews=True)


class Environment:
    """FERNme's own environment under a folder, and a process in it."""

    def __init__(self, folder: Path) -> None:
        """Make the environment where it is missing; needs the network then, once."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.results = folder / "results"
        self.results.mkdir(exist_ok=True)
        self._python = folder / "environment" / "bin" / "python"
        self._process: subprocess.Popen[str] | None = None
        if not self._python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder / "environment")], check=True)
            subprocess.run(
                [str(self._python), "-m", "pip", "install", "--quiet", f"fernme=={VERSION}"],
                check=True,
            )

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Let FERNme live through a world."""
        if self._process is None:
            self._process = subprocess.Popen(
                [str(self._python), "-P", str(fernme_child.__file__)],
                # -P: the folder of the script has a fernme.py of our own.
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                cwd=self.folder,
                env={
                    "FERNME_SECRET_KEY": "evaluation-evaluation-evaluation",
                    "HOME": str(self.folder),
                },
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise RuntimeError("FERNme's process ended; its error stands above.")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            process, self._process = self._process, None
            process.communicate()


class Fernme:
    """One variant of FERNme as a method."""

    def __init__(self, environment: Environment, variant: Variant) -> None:
        """Take the environment; results are kept in it by digest."""
        self._environment = environment
        self._variant = variant

    @property
    def name(self) -> str:
        """As the tables show it."""
        return self._variant.name

    def answer(self, world: World) -> Answers:
        """Let FERNme live through the world, unless it has done so before."""
        names = _Names()
        request = _request(world, self._variant, names)
        source = Path(str(fernme_child.__file__)).read_text(encoding="utf-8")
        kept = self._environment.results / f"{digest_of([request, source, VERSION])[:32]}.json"
        if kept.exists():
            found = json.loads(kept.read_text(encoding="utf-8"))
        else:
            # A module's sets are changed by what is declared: every world has its own process.
            self._environment.close()
            found = self._environment.ask(request)
            kept.write_text(json.dumps(found), encoding="utf-8")
        return Answers(
            given=tuple(_read(each, names) for each in found["answers"]),
            write_seconds=found["write_seconds"],
            read_seconds=found["read_seconds"],
        )


class _Names:
    """Attributes as FERNme can hold them, and back."""

    def __init__(self) -> None:
        self._ours: dict[str, str] = {}

    def theirs(self, attribute: str) -> str:
        """Return an attribute in FERNme's alphabet, as like the original as that allows."""
        namespace, _, name = attribute.partition(":")
        bare = namespace.removeprefix("!")
        namespace = namespace.replace(bare, _RENAMED.get(bare, bare))
        letters = []
        for letter in unicodedata.normalize("NFKD", name.lower()):
            if letter.isascii():
                letters.append(letter)
            elif not unicodedata.combining(letter):
                letters.append(f"u{ord(letter):x}")
        written = f"{namespace}:{''.join(letters)}"
        # It drops what its alphabet lacks; the first name that comes out as this is meant by it.
        stored = "".join(each for each in written if each.isalnum() or each in "_:!-")
        self._ours.setdefault(stored, attribute)
        return written

    def ours(self, stored: str) -> str:
        """Return the attribute that FERNme stored under a name."""
        return self._ours.get(stored, stored)


def _request(world: World, variant: Variant, names: _Names) -> dict[str, Any]:
    catalog = world.catalog
    aliases: dict[str, list[str]] = {}
    for one, other in catalog.aliases.items():
        aliases.setdefault(names.theirs(other), []).append(names.theirs(one))
    people = [each.user for each in world.log if not isinstance(each, Release)]
    steps: list[list[Any]] = []
    for entries, question in told(world):
        steps += [step for entry in entries for step in _steps(entry, variant, names)]
        context = [names.theirs(each) for each in question.context]
        steps.append(["ask", question.user, context, _days(question.at)])
    return {
        "path": ":memory:",
        "curation": variant.curation,
        "reviews": variant.reviews,
        "same": {names.theirs(each): names.theirs(other) for each, other in world.concepts.items()},
        "users": list(dict.fromkeys([*people, *(each.user for each in world.questions)])),
        "half_lives": {_RENAMED.get(k, k): v for k, v in catalog.half_lives.items()},
        "single_valued": list(catalog.single_valued),
        "groups": [[names.theirs(each) for each in group] for group in catalog.groups],
        "aliases": aliases,
        "items": {
            item: [names.theirs(each) for each in attributes]
            for item, attributes in catalog.items.items()
        },
        "steps": steps,
    }


def _steps(entry: Entry, variant: Variant, names: _Names) -> list[list[Any]]:
    if isinstance(entry, Event):
        return [["observe", entry.user, entry.kind, *_payload(entry, variant, names)]]
    if isinstance(entry, Acted):
        attribute = names.theirs(entry.attribute)
        return [["outcome", entry.user, attribute, entry.outcome, _days(entry.at)]]
    return [["release"]]


def _payload(event: Event, variant: Variant, names: _Names) -> tuple[dict[str, Any], float]:
    # A context among the tags of a refusal would be taken for refused.
    context = () if KINDS[event.kind].is_negative else event.context
    payload: dict[str, Any] = {
        "tags": [names.theirs(each) for each in (*event.attributes, *context)],
        "source": {"stated": "stated", "inferred": "inferred"}.get(event.provenance, "known"),
        "qty": event.quantity,
    }
    if event.item is not None:
        payload["item_id"] = event.item
    if variant.weighs_clicks and event.kind == "click":
        payload["qty"] = _CLICK_QUANTITY
    return payload, _days(event.at)


def _read(found: Mapping[str, Any], names: _Names) -> Answer:
    lines = tuple(
        Line(attribute=names.ours(attribute), mark=mark, confidence=confidence)
        for attribute, mark, confidence in found["lines"]
        if not attribute.startswith(("!", f"{CONTEXT}:"))
    )
    return Answer(
        attributes=tuple(line.attribute for line in lines), text=found["text"], lines=lines
    )


def _days(moment: datetime) -> float:
    """Return FERNme's time: days, above 0."""
    return 1.0 + (moment - START) / timedelta(days=1)
