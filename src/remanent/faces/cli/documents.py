"""For programs: one JSON object on standard output, and nothing else.

Names are those of the values in `remanent.model`; times are ISO 8601 in UTC.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

_INTERNAL: Final = frozenset({"seq", "fact_seq"})  # positions in a store never leave it


def _is_shown(name: str) -> bool:
    return name not in _INTERNAL and not name.startswith("_")


def document_of(value: object) -> Any:
    """Return a value in terms of JSON."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # its fields have names
        value = value._asdict()
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(key): document_of(one) for key, one in value.items()}
        case list() | tuple():
            return [document_of(one) for one in value]
        case _ if is_dataclass(value):
            return {
                each.name: document_of(getattr(value, each.name))
                for each in fields(value)
                if _is_shown(each.name)
            }
        case _:
            raise AssertionError(f"no JSON form for {type(value).__name__}")


def write_document(document: Mapping[str, object]) -> None:
    """Print one object; escaped where standard output has no Unicode."""
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf8")
    text = json.dumps(document_of(document), ensure_ascii=not is_unicode, indent=2)
    # A lone surrogate has no UTF-8; its escape is JSON all the same.
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")
