"""What to try after a demonstration: commands to copy, with the very memory that it made."""

import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from remanent.faces.cli.demo.asking import Report
from remanent.faces.cli.demo.shopping import Shopping
from remanent.faces.cli.options import DEFAULT_TENANT, ScopeOptions

_NAME: Final = "remanent"


def what_next(
    report: Report, options: ScopeOptions, shopping: Shopping | None = None
) -> tuple[tuple[str, str], ...]:
    """Return (what for, command) pairs."""
    found = [(purpose, command(words, options)) for purpose, words in _ideas(report)]
    if shopping is not None:
        theirs = replace(
            options, tenant=shopping.tenant, user=shopping.user, space=None, embedder=None
        )
        at = ("--at", shopping.after_at.date().isoformat())
        found += [
            ("the shopper's card", command(("card", *at), theirs)),
            (
                "why she is thought to like it",
                command(("why", shopping.why.attribute, *at), theirs),
            ),
        ]
    return (*found, ("a conversation of yours", f"{program()} demo PATH"))


def command(words: tuple[str, ...], options: ScopeOptions) -> str:
    """Return a command line for the scope that the options name."""
    given = [
        *(("--db", options.db) if options.db else ()),
        *(("--config", options.config) if options.config else ()),
        *(("--tenant", options.tenant) if options.tenant != DEFAULT_TENANT else ()),
        *(("--user", options.user) if options.user else ()),
        *(("--space", options.space) if options.space else ()),
        *(("--embedder", options.embedder) if options.embedder else ()),
    ]
    return f"{program()} {shlex.join([*words, *given])}"


def program() -> str:
    """Return how this program is called from here."""
    called = Path(sys.argv[0])
    found = shutil.which(_NAME)
    if called.name != _NAME or (found is not None and Path(found).samefile(called)):
        return _NAME
    here = Path.cwd()
    return shlex.quote(str(called.relative_to(here) if called.is_relative_to(here) else called))


def _ideas(report: Report) -> list[tuple[str, tuple[str, ...]]]:
    ideas: list[tuple[str, tuple[str, ...]]] = [
        ("a question of yours", ("recall", "What do you know about me?"))
    ]
    if report.then is not None and report.then.found.as_of is not None:
        then = report.then.found.as_of.date().isoformat()
        ideas.append(
            ("the world at another time", ("recall", report.then.question, "--as-of", then))
        )
    if report.changes:
        ideas.append(("how one thing changed", ("history", "--slot", report.changes[0].slot)))
    best = next((answer for answer in report.answers if answer.found), None)
    if best is not None:
        words = ("explain", best.question, best.found.items[0].id)
        ideas.append(("why that was recalled", words))
    ideas += [
        ("everything known, for programs", ("facts", "--json")),
        ("tell it something", ("remember", "I moved to Oslo yesterday.")),
    ]
    return ideas
