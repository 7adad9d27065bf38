"""The exit codes; they never change their meaning."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
NOTHING_FOUND: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
