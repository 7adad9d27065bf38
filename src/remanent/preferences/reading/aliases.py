"""Reading [aliases]: other spellings, each followed to the attribute that is meant in the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from remanent.model.catalog import Attribute, Catalog
from remanent.preferences.reading.toml_tables import Table
from remanent.quoting import shown

_MAX_SHOWN_STEPS: Final = 8


@dataclass(frozen=True, slots=True)
class _Alias:
    written: str
    target: Attribute


def aliases_of(top: Table, catalog: Catalog) -> dict[str, Attribute]:
    """Return what each other spelling means; what contradicts itself is noted and left out.

    Args:
        catalog: its namespaces say what is sensitive, and must stay so under its other name.
    """
    table = top.table("aliases")
    found: dict[str, _Alias] = {}
    for written in table.values:
        meaning = table.text(written)
        alias = table.liked(written, written)
        target = None if meaning is None else table.liked(written, meaning)
        if alias is None or target is None:
            continue
        if alias.key in found:
            first = found[alias.key].written
            line = table.line_of(first)
            what = f"is the same alias as {shown(first)}, line {line}."
            table.add(written, what, "Keep one of them.")
        elif alias == target:
            table.add(written, "means itself: case and blanks do not count.", "Remove it.")
        elif _is_exposed(catalog, alias, target):
            what = f"is sensitive, and {target.text} is not, so it could be shared under that name."
            table.add(written, what, f"Choose a name in {alias.namespace}, or remove it.")
        else:
            found[alias.key] = _Alias(written, target)
    return dict(_followed(table, found))


def _is_exposed(catalog: Catalog, alias: Attribute, target: Attribute) -> bool:
    is_sensitive = catalog.namespace(alias.namespace).is_sensitive
    return is_sensitive and not catalog.namespace(target.namespace).is_sensitive


def _followed(table: Table, found: Mapping[str, _Alias]) -> Iterator[tuple[str, Attribute]]:
    """Yield each alias with the end of its chain; a circle has none, and is told once."""
    told: set[str] = set()
    for start in found:
        trail = {start: None}  # in order
        target = found[start].target
        while target.key in found and target.key not in trail:
            trail[target.key] = None
            target = found[target.key].target
        if target.key not in trail:
            yield start, target
        elif told.isdisjoint(trail):
            told.update(trail)
            keys = list(trail)
            circle = keys[keys.index(target.key) :]
            steps = circle if len(circle) <= _MAX_SHOWN_STEPS else [*circle[:_MAX_SHOWN_STEPS], "…"]
            shape = " → ".join([*steps, target.key])
            what = f"stands in a circle of aliases: {shape}."
            table.add(found[target.key].written, what, "Let one of the names be the real one.")
