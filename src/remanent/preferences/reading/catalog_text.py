"""From bytes to text to TOML: what keeps a catalog from being read at all."""

import re
import tomllib
from dataclasses import dataclass
from typing import Final

from remanent.preferences.reading.problems import Problems
from remanent.preferences.reading.toml_lines import Path, line_at, lines_of

MAX_CATALOG_CHARACTERS: Final = 4_000_000

_SYNTAX_PLACE: Final = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(slots=True)
class Lines:
    """The lines of a text, looked up when the first problem asks."""

    text: str
    found: dict[Path, int] | None = None

    def find(self, path: Path) -> int | None:
        """Return the line of a path, or of the nearest thing around it."""
        if self.found is None:
            self.found = lines_of(self.text)
        return line_at(self.found, path)


def decoded(given: str | bytes, problems: Problems) -> str | None:
    """Return text without a byte order mark; None, and a problem, where it is no UTF-8."""
    try:
        text = given if isinstance(given, str) else given.decode("utf-8")
        text.encode()
    except UnicodeDecodeError as error:
        is_wide = error.object.startswith((b"\xff\xfe", b"\xfe\xff"))
        what = f"The byte 0x{error.object[error.start]:02X} is not UTF-8"
        what += "; the file seems to be UTF-16." if is_wide else "."
        line = error.object.count(b"\n", 0, error.start) + 1
        problems.add(line, what, "Save the file as UTF-8.")
        return None
    except UnicodeEncodeError as error:
        line = error.object.count("\n", 0, error.start) + 1
        what = f"Half a character (U+{ord(error.object[error.start]):04X}) stands in the text."
        problems.add(line, what, "Decode the file as UTF-8.")
        return None
    return text.removeprefix("\ufeff")


def parsed(text: str, problems: Problems) -> dict[str, object] | None:
    """Return the text read as TOML; None, and a problem, where it is none."""
    if len(text) > MAX_CATALOG_CHARACTERS:
        what = f"The text has {len(text):,} characters; {MAX_CATALOG_CHARACTERS:,} are the most."
        problems.add(None, what, "Put the items into the CSV that `items_file` names.")
        return None
    try:
        return tomllib.loads(text)
    except RecursionError:
        problems.add(None, "Tables or lists are nested without end.", "Write them flat.")
    except tomllib.TOMLDecodeError as error:
        found = _SYNTAX_PLACE.search(str(error))
        line = int(found[1]) if found and found[1] else text.rstrip().count("\n") + 1
        why = _SYNTAX_PLACE.sub("", str(error))
        remedy = "Mend that line; text and names with a colon stand in quotes."
        problems.add(line, f"This is not written as TOML: {why}.", remedy)
    return None
