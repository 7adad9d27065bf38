"""Taking values out of a parsed TOML table: each is checked, and what is left over is reported."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from remanent.errors import AttributeRefusedError
from remanent.model.catalog import Attribute
from remanent.preferences.attributes import PREFERENCE_NAMESPACE, parse_attribute
from remanent.preferences.reading.problems import Problems, did_you_mean
from remanent.preferences.reading.toml_lines import Path
from remanent.quoting import shown

_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_KIND_OF: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "a table",
}


@dataclass(slots=True)
class Table:
    """One table, its place in the text, and where its problems go.

    Args:
        path: where it stands.
        title: how a message names it: `kinds.purchase`.
    """

    values: Mapping[str, Any]
    path: Path
    title: str
    problems: Problems
    taken: list[str] = field(default_factory=list)

    def add(self, key: str | None, what: str, remedy: str, *, position: int | None = None) -> None:
        """Note a problem with one of its values, or with itself; `what` goes on from the name."""
        path = self.path if key is None else (*self.path, key)
        path = path if position is None else (*path, position)
        self.problems.add(path, f"{self._name(key)} {what}", remedy)

    def line_of(self, key: str | None = None) -> int | None:
        """Return the line of one of its values, or its own."""
        return self.problems.line_of(self.path if key is None else (*self.path, key))

    def _name(self, key: str | None) -> str:
        if key is None:
            return self.title
        written = key if _PLAIN_KEY.fullmatch(key) else shown(key)
        return f"{self.title}.{written}" if self.title else written

    def has(self, key: str) -> bool:
        """Say whether a value is given."""
        return key in self.values

    def text(self, key: str) -> str | None:
        """Take a text; None where it is not given, empty or no text."""
        value = self._take(key, str, 'Write it in quotes, as in "shop".')
        if value is not None and not value.strip():
            self.add(key, "is empty.", "Write something, or leave it out.")
            return None
        return None if value is None else str(value)

    def flag(self, key: str) -> bool | None:
        """Take true or false."""
        value = self._take(key, bool, "Write true or false, without quotes.")
        return None if value is None else bool(value)

    def choice(self, key: str, known: Sequence[str]) -> str | None:
        """Take one of several words."""
        value = self.text(key)
        if value is not None and value not in known:
            self.add(key, f"is {shown(value)}.", did_you_mean(value, list(known)))
            return None
        return value

    def number(self, key: str, most: float) -> float | None:
        """Take a number above 0 and at most `most`."""
        remedy = f"Write a number above 0 and at most {most:g}, without quotes."
        value = self._take(key, float, remedy)
        if value is None:
            return None
        if not (math.isfinite(value) and 0 < value <= most):
            self.add(key, f"is {value:g}.", remedy)
            return None
        return float(value)

    def texts(self, key: str) -> list[tuple[int, str]]:
        """Take a list of texts, each with its position; one text alone is a list of one."""
        if isinstance(self.values.get(key), str):
            one = self.text(key)
            return [] if one is None else [(0, one)]
        value = self._take(key, list, 'Write a list of texts: ["one", "two"].')
        found = []
        for position, each in enumerate(value or ()):
            if isinstance(each, str) and each.strip():
                found.append((position, each))
            else:
                kind = "is empty" if isinstance(each, str) else f"is {_kind(each)}"
                remedy = 'Write each in quotes: ["one", "two"].'
                self.add(key, f"has an element that {kind}.", remedy, position=position)
        return found

    def tables(self, key: str, *, most: int | None = None) -> Iterator[tuple[str, "Table"]]:
        """Take the tables of a table, each under its name: [kinds.purchase], [kinds.click]."""
        values = self._take(key, dict, f"Write [{key}.name], and its values below.") or {}
        self._bound(key, len(values), most)
        holder = Table(values, (*self.path, key), key, self.problems)
        for name, value in values.items():
            if isinstance(value, Mapping):
                yield name, Table(value, (*holder.path, name), holder._name(name), self.problems)
            else:
                what = f"is {_kind(value)}, where a table belongs."
                holder.add(name, what, f"Write [{holder._name(name)}], and its values below.")

    def listed(self, key: str, *, most: int | None = None) -> Iterator["Table"]:
        """Take a list of tables: [[context]]."""
        example = f"Write [[{key}]] once for each, and its values below."
        values = self._take(key, list, example) or ()
        self._bound(key, len(values), most)
        for position, value in enumerate(values):
            title = f"{key}[{position + 1}]"
            if isinstance(value, Mapping):
                yield Table(value, (*self.path, key, position), title, self.problems)
            else:
                what = f"has {_kind(value)} in place of a table."
                self.add(key, what, example, position=position)

    def _bound(self, key: str, count: int, most: int | None) -> None:
        if most is not None and count > most:
            remedy = f"Keep at most {most:,}."
            self.add(key, f"has {count:,} entries.", remedy)

    def table(self, key: str) -> "Table":
        """Take a table; an empty one where it is not given."""
        value = self._take(key, dict, f"Write [{key}], and its values below.") or {}
        return Table(value, (*self.path, key), key, self.problems)

    def attribute(
        self, key: str, text: str, *, namespace: str, position: int | None = None
    ) -> Attribute | None:
        """Read a text of this table as an attribute."""
        try:
            return parse_attribute(text, default_namespace=namespace)
        except AttributeRefusedError as error:
            self.add(key, f"cannot be read. {error.what}", error.remedy, position=position)
            return None

    def liked(self, key: str, text: str, *, position: int | None = None) -> Attribute | None:
        """Read a text of this table as an attribute that is no dislike."""
        attribute = self.attribute(key, text, namespace=PREFERENCE_NAMESPACE, position=position)
        if attribute is None or not attribute.is_negative:
            return attribute
        remedy = "Write it without '!': what holds for a like holds for its dislike."
        self.add(key, f"names a dislike, {shown(text)}.", remedy, position=position)
        return None

    def finish(self) -> None:
        """Report every key that nobody asked for."""
        for key in self.values:
            if key not in self.taken:
                self.add(key, "is unknown.", f"{did_you_mean(key, self.taken)} Else remove it.")

    def _take(self, key: str, kind: type, remedy: str) -> Any:
        self.taken.append(key)
        value = self.values.get(key)
        if value is None:
            return None
        is_right = isinstance(value, int | float if kind is float else kind)
        if not is_right or (isinstance(value, bool) and kind is not bool):
            self.add(key, f"is {_kind(value)}, where {_KIND_OF[kind]} belongs.", remedy)
            return None
        return value


def _kind(value: object) -> str:
    """Name the kind of a value; whatever is no other kind is a date or a time."""
    return _KIND_OF.get(type(value), "a date or a time")
