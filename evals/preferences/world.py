"""What a simulated world is: what happened, what is asked, and what is true.

A method is shown the catalog and the log, entry by entry in the order of time, and is asked each
question when its moment comes. It never sees `concepts`, `relevant` or `stale`.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from typing import Final

ANSWERS: Final = 5
"""How many attributes a question wants."""

CONTEXT: Final = "ctx"
"""The namespace of contexts; no context is ever an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that a user did or said.

    Args:
        kind: purchase, click, decline, return or statement; the catalog gives each its weight.
        attributes: what the event bears, directly; empty where `item` says it.
        item: an item of the catalog.
        context: in which situation, as attributes of the namespace ctx.
        quantity: above 0.
        provenance: stated, observed or inferred.
    """

    at: datetime
    user: str
    kind: str
    attributes: tuple[str, ...] = ()
    item: str | None = None
    context: tuple[str, ...] = ()
    quantity: float = 1.0
    provenance: str = "observed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """An agent acted on an attribute for a user, and this came of it: -1 harm to 1 help."""

    at: datetime
    user: str
    attribute: str
    outcome: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """The operator lets what many users share be known to newcomers."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Ask for the five attributes that a user likes most, at a moment, in a situation.

    Args:
        relevant: the truth, 1 to 5 attributes.
        stale: what was true once, or only seemed so, and is wrong now.
    """

    at: datetime
    user: str
    context: tuple[str, ...] = ()
    relevant: tuple[str, ...]
    stale: tuple[str, ...] = ()


Entry = Event | Acted | Release
"""One entry of a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the catalog says of a kind of event: its weight, and whether it speaks against."""

    weight: float
    is_negative: bool = False


KINDS: Final[Mapping[str, Kind]] = {
    "purchase": Kind(weight=1.0),
    "click": Kind(weight=0.3),
    "statement": Kind(weight=1.0),
    "decline": Kind(weight=0.6, is_negative=True),
    "return": Kind(weight=0.8, is_negative=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """What an operator declares: the same for every method.

    Args:
        items: the attributes of each item.
        aliases: other names of attributes.
        half_lives: for a namespace the class of its half-life.
        single_valued: namespaces that hold one value at a time.
        groups: attributes of which one holds at a time.
    """

    name: str
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    half_lives: Mapping[str, str] = field(default_factory=dict)
    single_valued: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()

    def toml(self) -> str:
        """Return the declaration as a catalog file."""
        lines = ["[catalog]", f"name = {_quoted(self.name)}"]
        for kind, each in KINDS.items():
            lines += ["", f"[kinds.{kind}]", f"weight = {each.weight}"]
            lines += ["negative = true"] if each.is_negative else []
        for item, attributes in self.items.items():
            listed = ", ".join(map(_quoted, attributes))
            lines += ["", f"[items.{_quoted(item)}]", f"attributes = [{listed}]"]
        if self.aliases:
            lines += ["", "[aliases]"]
            lines += [f"{_quoted(one)} = {_quoted(other)}" for one, other in self.aliases.items()]
        for namespace in dict.fromkeys((*self.half_lives, *self.single_valued)):
            lines += ["", f"[namespaces.{namespace}]"]
            if namespace in self.half_lives:
                lines.append(f"half_life = {_quoted(self.half_lives[namespace])}")
            is_single = "true" if namespace in self.single_valued else "false"
            lines.append(f"single_valued = {is_single}")
        for number, members in enumerate(self.groups, start=1):
            listed = ", ".join(map(_quoted, members))
            lines += ["", "[[groups]]", f'name = "group {number}"', 'rule = "single_valued"']
            lines.append(f"members = [{listed}]")
        return "\n".join(lines) + "\n"

    def attributes(self, event: Event) -> tuple[str, ...]:
        """Return what an event bears, its item looked up."""
        found = (*event.attributes, *(self.items[event.item] if event.item else ()))
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One regime under one seed.

    Args:
        log: in the order of time.
        questions: in the order of time; a question sees what the log has up to its moment.
        concepts: every other way in which an attribute is written, with the attribute that it is.
        population: users that nobody is asked about.
    """

    regime: str
    seed: int
    catalog: Catalog
    log: tuple[Entry, ...]
    questions: tuple[Question, ...]
    concepts: Mapping[str, str] = field(default_factory=dict)
    population: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the order of time and that every truth can be asked for."""
        for entries in (self.log, self.questions):
            moments = [entry.at for entry in entries]
            assert moments == sorted(moments)
        for question in self.questions:
            assert 0 < len(question.relevant) <= ANSWERS
            assert not set(question.relevant) & set(question.stale)

    @property
    def digest(self) -> str:
        """Return a name that any change of the world changes."""
        return digest_of(self)


def digest_of(value: object) -> str:
    """Return the SHA-256 of a value as JSON: of numbers, texts, times, lists and dataclasses."""
    told = json.dumps(value, sort_keys=True, ensure_ascii=False, default=_plain)
    return hashlib.sha256(told.encode()).hexdigest()


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    return str(value)


def namespace_of(attribute: str) -> str:
    """Return the namespace of an attribute, liked or not."""
    return attribute.removeprefix("!").partition(":")[0]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
