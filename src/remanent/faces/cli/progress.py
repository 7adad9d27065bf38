"""Bars on standard error, and only where a person is looking at it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """How far long work has come; shows nothing unless it was given something to show it on."""

    def __init__(self, shown_on: "tuple[Progress, TaskID] | None" = None) -> None:
        """Stand at the beginning."""
        self._shown_on = shown_on

    def advance(self, steps: int) -> None:
        """Go on by some steps."""
        if self._shown_on is not None:
            progress, task = self._shown_on
            progress.advance(task, steps)

    def reach(self, done: int, total: int) -> None:
        """Stand at a place on a way whose length was not known before."""
        if self._shown_on is not None:
            progress, task = self._shown_on
            progress.update(task, completed=done, total=total)


@contextmanager
def progress_bar(words: str, total: int | None = None) -> Iterator[Bar]:
    """Show a bar while long work lasts.

    Args:
        words: what is being done.
        total: how much there is to do; None where nobody knows.
    """
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.console import Console  # noqa: PLC0415 - only where a bar is drawn
    from rich.progress import (  # noqa: PLC0415 - the same
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True
    ) as progress:
        yield Bar((progress, progress.add_task(words, total=total)))
