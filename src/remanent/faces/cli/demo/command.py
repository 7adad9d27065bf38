"""The command of the demonstration."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from remanent.faces.cli.documents import write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.notices import say_notices
from remanent.faces.cli.options import SCOPE_DEFAULTS, ScopeOptions, opened_scope

if TYPE_CHECKING:
    from datetime import datetime

    from remanent.faces.cli.transcripts import SourceFile

SAMPLE_DB: Final = "remanent-demo.db"

_NAME_CHARACTERS: Final = 40


def demo(
    path: Annotated[
        Path | None,
        Parameter(help="LoCoMo, JSON, JSON lines, Markdown or text; a sample without it."),
    ] = None,
    /,
    *,
    conversation: Annotated[
        int, Parameter(help="Which conversation of a file that holds several, from 1.")
    ] = 1,
    at: Annotated[
        str | None, Parameter(help="When the messages that have no date were said.")
    ] = None,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Read a conversation into a memory and ask it questions.

    Without PATH it also shows a week of an invented shopper. The memory is a file of its own in
    the current folder unless --db names one. Reading can be interrupted and goes on where it
    stopped.
    """
    from remanent.faces.cli.demo.advice import what_next  # noqa: PLC0415 - numpy comes with them
    from remanent.faces.cli.demo.asking import ask  # noqa: PLC0415 - the same
    from remanent.faces.cli.demo.plan import SAMPLE, plan_for  # noqa: PLC0415 - the same
    from remanent.faces.cli.demo.reading import ends_at, read_conversation  # noqa: PLC0415 - the same
    from remanent.faces.cli.demo.shopping import go_shopping  # noqa: PLC0415 - the same
    from remanent.faces.cli.transcripts import (  # noqa: PLC0415 - the same
        choose_conversation,
        in_time,
        read_file,
    )
    from remanent.faces.samples import sample_path  # noqa: PLC0415 - the same
    from remanent.model.instants import to_datetime  # noqa: PLC0415 - the same
    from remanent.settings import without_password  # noqa: PLC0415 - the same

    moment = None if at is None else to_datetime(at)
    source = read_file(sample_path() if path is None else path)
    transcript, notice = in_time(choose_conversation(source, conversation), moment)
    db = options.db or (SAMPLE_DB if path is None else _own_file(source, conversation, moment))
    options = replace(options, db=db)
    notices = () if notice is None else (notice,)
    with opened_scope(options, may_create=True) as here:
        reading = read_conversation(
            here,
            transcript,
            file=source.path.name,
            key=f"{source.digest} {conversation}",
            memory=without_password(db),
            notices=notices,
        )
        plan = SAMPLE if path is None else plan_for(transcript, reading.facts)
        report = ask(here.scope, plan, ends_at=ends_at(reading))
        shopping = go_shopping(here.memory) if path is None else None
    commands = what_next(report, options, shopping)
    if options.json:
        write_document(
            {
                "reading": reading,
                "report": report,
                "shopper": shopping,
                "next": [command for _, command in commands],
            }
        )
        return DONE
    from remanent.faces.cli.demo.showing import show  # noqa: PLC0415 - for people only
    from remanent.faces.cli.screen import Screen  # noqa: PLC0415 - the same

    show(Screen(), reading, report, commands, shopping=shopping)
    say_notices(notices)
    return DONE


def _own_file(source: "SourceFile", conversation: int, at: "datetime | None") -> str:
    """Name a memory file after a transcript, its content and its date: another, another file."""
    name = re.sub(r"[^\w.-]+", "-", source.path.stem).strip("-.")[:_NAME_CHARACTERS] or "file"
    number = f"-{conversation}" if len(source.transcripts) > 1 else ""
    dated = "" if at is None else f"-{at:%Y%m%dT%H%M%S}"
    return f"remanent-demo-{name}{number}-{source.digest[:8]}{dated}.db"
