"""Reading the items of a catalog from CSV, row by row, with every problem at its line."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from remanent.preferences.attributes import tidy
from remanent.preferences.mapping import MAX_ITEM_CHARACTERS
from remanent.preferences.reading.problems import Problems, did_you_mean
from remanent.preferences.reading.toml_lines import Path
from remanent.quoting import shown

MAX_ITEMS: Final = 500_000
MAX_ITEM_ATTRIBUTES: Final = 32
MAX_LISTING_CHARACTERS: Final = 200_000_000

_COLUMNS: Final = ["item", "attributes", "weight", "name"]
_DELIMITERS: Final = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item as it was written, before its attributes are read.

    Args:
        attributes: each with its place.
        place: where: a line of the CSV, or a path in the TOML.
    """

    id: str
    attributes: tuple[tuple[int | Path, str], ...]
    weight: float
    name: str | None
    place: int | Path

    @property
    def is_listed(self) -> bool:
        """True where it stands in the CSV."""
        return isinstance(self.place, int)


def items_of(text: str, problems: Problems) -> list[ItemRow]:
    """Read the items of a CSV text; what cannot be read is noted and left out.

    The columns are item, attributes (several separated by `;`), and at will weight and name, in any
    order, separated by commas, semicolons or tabs, whichever the first line uses.
    """
    if len(text) > MAX_LISTING_CHARACTERS:
        what = f"The list has {len(text):,} characters; {MAX_LISTING_CHARACTERS:,} are the most."
        problems.add(None, what, "Split the tenant, or leave out items that are never met.")
        return []
    rows = _records(text, problems)
    first = next(rows, None)
    if first is None:
        if not problems.found:
            problems.add(1, "The list is empty.", "Begin with a line: item,attributes.")
        return []
    columns = _columns(*first, problems)
    if columns is None:
        return []
    found: list[ItemRow] = []
    for line, cells in rows:
        if len(found) >= MAX_ITEMS:
            what = f"The list has more than {MAX_ITEMS:,} items."
            problems.add(line, what, "Leave out items that are never met.")
            break
        row = _item(line, cells, columns, problems)
        if row is not None:
            found.append(row)
    return found


def _records(text: str, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank, with the line on which it begins."""
    header = re.split("[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [tidy(cell) for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            remedy = 'Close it; a quote inside a quoted field is written twice: "".'
            problems.add(line, "A quote that opens in this row is never closed.", remedy)
        else:
            remedy = 'A field with a quote stands in quotes, and its quotes are doubled: "a ""b""".'
            problems.add(line, f"This row is not written as CSV: {error}.", remedy)


def _columns(line: int, names: list[str], problems: Problems) -> list[str] | None:
    """Read the first line: the names of the columns."""
    columns = [name.casefold() for name in names]
    before = len(problems.found)
    for position, name in enumerate(columns):
        if name not in _COLUMNS:
            what = f"There is no column {shown(names[position])}."
            problems.add(line, what, did_you_mean(name, _COLUMNS))
        elif name in columns[:position]:
            problems.add(line, f"The column {name} is there twice.", "Keep one of them.")
    if "item" not in columns and len(problems.found) == before:
        remedy = "Begin with a line that names the columns: item,attributes,weight,name."
        problems.add(line, "There is no column item.", remedy)
    return columns if len(problems.found) == before else None


def _item(line: int, cells: list[str], columns: list[str], problems: Problems) -> ItemRow | None:
    if len(cells) > len(columns):
        what = f"This row has {len(cells)} fields, and the first line names {len(columns)}."
        remedy = "Separate attributes by ';', and put a field that has a comma in quotes."
        problems.add(line, what, remedy)
        return None
    row = dict(zip(columns, cells, strict=False))
    item = row.get("item", "")
    if not item:
        problems.add(line, "This row names no item.", "Write its id in the column item.")
        return None
    if len(item) > MAX_ITEM_CHARACTERS:
        what = f"The item's id has {len(item):,} characters."
        problems.add(line, what, f"{MAX_ITEM_CHARACTERS:,} are the most.")
        return None
    texts = (text.strip() for text in row.get("attributes", "").split(";"))
    return ItemRow(
        item,
        tuple((line, text) for text in texts if text),
        _weight(line, row.get("weight", ""), problems),
        row.get("name") or None,
        place=line,
    )


def _weight(line: int, text: str, problems: Problems) -> float:
    """Read the weight of an item; 1 where none is written."""
    if not text:
        return 1.0
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0 < weight <= 1:
        remedy = "Write a number above 0 and at most 1, with a point: 0.5."
        problems.add(line, f"The weight is {shown(text)}.", remedy)
        return 1.0
    return weight
