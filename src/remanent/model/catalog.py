"""A catalog says how a tenant's events become attributes; an attribute is one namespaced tag.

These are values: `preferences/catalog_file.py` reads and checks them, `preferences/mapping.py`
maps events by them. Everything stands under canonical names, so that a lookup is one step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any

OTHER_HALF_LIFE_DAYS = 5.0
"""Half-life of a namespace that no catalog names: the class `other`."""

ASSOCIATION_HALF_LIFE_DAYS = 90.0

UNKNOWN_KIND_WEIGHT = 0.5
"""What an event of a kind that no catalog names weighs."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A namespaced tag as somebody wrote it, equal to every other spelling of the same key.

    Args:
        key: `namespace:name` in canonical small letters, with a leading `!` for a dislike.
        namespace: in canonical small letters.
        name: as it was written.
        is_negative: whether it is a dislike.
    """

    key: str
    namespace: str = field(compare=False)
    name: str = field(compare=False)
    is_negative: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        """The attribute as people read it: `!city:Zürich`."""
        return f"{'!' if self.is_negative else ''}{self.namespace}:{self.name}"

    @property
    def positive_key(self) -> str:
        """The key without its `!`: what both the like and the dislike speak of."""
        return self.key[1:] if self.is_negative else self.key

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A kind of event: what a person did.

    Args:
        name: in canonical small letters: purchase, click, return.
        weight: what one such event counts for, in (0, 1].
        is_negative: it speaks against what it is about: decline, return, cancel.
    """

    name: str
    weight: float
    is_negative: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """Something that events are about, and the attributes that it stands for.

    Args:
        id: the tenant's own id of it.
        attributes: what an event with it shows; empty where nobody has said yet.
        weight: what it counts for beside other items, in (0, 1].
        name: its name for people.
    """

    id: str
    attributes: tuple[Attribute, ...] = ()
    weight: float = 1.0
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ContextRule:
    """When an event carries a context attribute: where every condition that is given holds.

    Args:
        attribute: what it then carries.
        hours: minutes of the person's local day, half-open [start, end); past midnight where
            end <= start, and then the night belongs to the day of its evening.
        weekdays: 0 Monday to 6 Sunday; empty for any.
        places, surfaces: canonical names of which one must match; empty for any.
    """

    attribute: Attribute
    hours: tuple[int, int] | None = None
    weekdays: frozenset[int] = frozenset()
    places: frozenset[str] = frozenset()
    surfaces: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Namespace:
    """What holds for every attribute of one namespace.

    Args:
        name: in canonical small letters.
        half_life_days: how fast its weights fade, > 0.
        is_sensitive: never enters anything that is shared.
        is_single_valued: one value at a time; a newer one closes the older.
    """

    name: str
    half_life_days: float = OTHER_HALF_LIFE_DAYS
    is_sensitive: bool = False
    is_single_valued: bool = False


class GroupRule(StrEnum):
    """What the members of a group do to each other.

    EXCLUSIVE: several may be known, and rivals inhibit each other on the card.
    SINGLE_VALUED: one at a time; a newer one closes the older.
    """

    EXCLUSIVE = "exclusive"
    SINGLE_VALUED = "single_valued"


@dataclass(frozen=True, slots=True)
class Group:
    """Attributes that compete.

    Args:
        name: for people.
        members: keys, without `!`, at least two.
    """

    name: str
    rule: GroupRule
    members: tuple[str, ...]


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Catalog:
    """How one tenant's events become attributes.

    Args:
        name: for people.
        kinds: by canonical name.
        items: by id.
        aliases: key of another spelling -> the attribute that is meant. Flat: no target is
            itself an alias, and neither side is a dislike.
        namespaces: by canonical name; `namespace()` also answers for those that are not named.
        zone: the time zone of people whose own is unknown; None for UTC.
        unknown_kind_weight: weight of an event of a kind that is not in `kinds`, in (0, 1].
        learns_unknown_items: an item that is not in `items` stands for `item:<id>`.
        association_half_life_days: how fast associations fade, > 0.
        digest: names the text that it was read from; empty where there was none.
    """

    name: str = "default"
    kinds: Mapping[str, Behaviour] = field(default_factory=_nothing)
    items: Mapping[str, Item] = field(default_factory=_nothing)
    context_rules: tuple[ContextRule, ...] = ()
    aliases: Mapping[str, Attribute] = field(default_factory=_nothing)
    namespaces: Mapping[str, Namespace] = field(default_factory=_nothing)
    groups: tuple[Group, ...] = ()
    zone: str | None = None
    unknown_kind_weight: float = UNKNOWN_KIND_WEIGHT
    learns_unknown_items: bool = True
    association_half_life_days: float = ASSOCIATION_HALF_LIFE_DAYS
    digest: str = ""
    _groups_of: Mapping[str, tuple[Group, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        groups_of: dict[str, tuple[Group, ...]] = {}
        for group in self.groups:
            for member in group.members:
                groups_of[member] = (*groups_of.get(member, ()), group)
        object.__setattr__(self, "_groups_of", groups_of)

    def namespace(self, name: str) -> Namespace:
        """Return what holds for a namespace, by its canonical name; the defaults if unnamed."""
        return self.namespaces.get(name) or Namespace(name)

    def namespace_of(self, key: str) -> Namespace:
        """Return what holds for the namespace of an attribute's key."""
        return self.namespace(key.removeprefix("!").partition(":")[0])

    def groups_of(self, key: str) -> tuple[Group, ...]:
        """Return the groups that an attribute belongs to, by its key with or without `!`."""
        return self._groups_of.get(key.removeprefix("!"), ())

    def meant(self, attribute: Attribute) -> Attribute:
        """Return the attribute that is meant: an alias's target, a dislike staying a dislike."""
        target = self.aliases.get(attribute.positive_key)
        if target is None:
            return attribute
        if not attribute.is_negative:
            return target
        return Attribute(f"!{target.key}", target.namespace, target.name, is_negative=True)


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was given with an event and not taken.

    Args:
        attribute: as it was given.
        reason: why, for people.
        rule: the stable name of the rule that refused it.
    """

    attribute: str
    reason: str
    rule: str


class UnmappedPart(StrEnum):
    """What of an event the catalog does not know.

    KIND: its kind. ITEM: its item. ITEM_ATTRIBUTES: the item is listed, without attributes.
    EVENT: nothing of it became an attribute.
    """

    KIND = "kind"
    ITEM = "item"
    ITEM_ATTRIBUTES = "item_attributes"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Unmapped:
    """One part of one event that the catalog does not know.

    Args:
        value: the kind or the item; for EVENT the kind.
    """

    part: UnmappedPart
    value: str
    at: datetime


class SuggestionKind(StrEnum):
    """What a suggestion would do to the catalog.

    MERGE: let one attribute be an alias of another. MAP_KIND: let an unknown kind count as a
    known one. MAP_ITEM: let an unknown item stand for what a known one does. ADD_KIND: name a
    kind. ADD_ITEM: give an item its attributes.
    """

    MERGE = "merge"
    MAP_KIND = "map_kind"
    MAP_ITEM = "map_item"
    ADD_KIND = "add_kind"
    ADD_ITEM = "add_item"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed change of the vocabulary, which an operator accepts or rejects for good.

    Args:
        id: 32 hexadecimal digits of its content alone; see `preferences.vocabulary`.
        subject: what would change: the rarer attribute, the unknown kind or item.
        target: what it would become: an attribute, a kind or an item; None to add a new one.
        attributes: what a new item would stand for, as texts.
        routes: how it was found, in a fixed order: width, separators, plural, …
        score: how sure, in (0, 1].
        count: how often the subject was met.
        reason: why, for people.
    """

    id: str
    kind: SuggestionKind
    subject: str
    target: str | None = None
    attributes: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    score: float = 1.0
    count: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnmappedCount:
    """How often one kind or item was met that the catalog does not know.

    Args:
        first_at, last_at: of the events that were counted.
    """

    part: UnmappedPart
    value: str
    count: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class UnmappedReport:
    """What the catalog does not know yet, most frequent first.

    Args:
        events: events of which nothing was learned.
        left_out: entries beyond the bound of the report.
    """

    counts: tuple[UnmappedCount, ...] = ()
    events: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Proposed changes, surest first, and how many were left out beyond the bound."""

    suggestions: tuple[Suggestion, ...] = ()
    left_out: int = 0
