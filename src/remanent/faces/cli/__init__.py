"""The command line: translates what was typed, calls the public verbs, and shows what they gave.

Nothing heavy is imported before a command runs, so that `remanent --help` answers at once.

    app.py         the commands by name, errors to exit codes
    options.py     the options that commands share, and the memory that they open
    screen.py      for people: plain lines, styled only on a terminal
    documents.py   for programs: one JSON object
    progress.py    bars on standard error, only on a terminal
    transcripts.py a file read into a memory, in batches that can be sent again
    events.py      the same for a file of events
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    from remanent.faces.cli.app import run  # noqa: PLC0415 - an import of the face stays free

    sys.exit(run(sys.argv[1:]))
