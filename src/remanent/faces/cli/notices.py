"""What the user has to know although all went well, with the remedy: lines on standard error.

With --json they stand in the object, under `notices`, and nothing is written beside it.
"""

import sys
from collections.abc import Sequence
from typing import Final

_SHOWN: Final = 3
_LONGEST: Final = 600


def say_notices(notices: Sequence[str]) -> None:
    """Write the first few, and how many more there are."""
    from remanent.faces.cli.screen import one_line  # noqa: PLC0415 - only where there is anything

    lines = [f"notice: {one_line(notice, _LONGEST)}" for notice in notices[:_SHOWN]]
    if len(notices) > _SHOWN:
        lines.append(f"notice: … and {len(notices) - _SHOWN:,} more; --json lists them.")
    if lines:
        print("\n".join(lines), file=sys.stderr)  # noqa: T201 - this is where they are shown
