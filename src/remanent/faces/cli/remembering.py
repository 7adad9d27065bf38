"""`remanent remember`: a text, standard input, or a whole file."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from remanent.errors import InputError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.notices import say_notices
from remanent.faces.cli.options import (
    SCOPE_DEFAULTS,
    STANDARD_INPUT,
    ScopeOptions,
    opened_scope,
)
from remanent.faces.cli.progress import progress_bar
from remanent.model.remembered import ChangeKind, FactChange

_SIGNS: Final = {ChangeKind.ADDED: "+", ChangeKind.REINFORCED: "=", ChangeKind.RETRACTED: "-"}
_FINISHED_BY: Final = {"embedding": "reindex", "extraction": "work"}
_SHOWN_CHANGES: Final = 20
_SHOWN_PEOPLE: Final = 4
_LOOKED_AT: Final = 20_000  # characters


def remember(
    text: Annotated[str | None, Parameter(help="What was said; - reads standard input.")] = None,
    /,
    *,
    file: Annotated[
        Path | None, Parameter(help="A transcript (see the guide), or a text, in place of TEXT.")
    ] = None,
    conversation: Annotated[
        int | None, Parameter(help="With --file: only this conversation, counted from 1.")
    ] = None,
    role: Annotated[str, Parameter(help="user, assistant, system or tool.")] = "user",
    name: Annotated[str | None, Parameter(help="Who said it.")] = None,
    at: Annotated[
        str | None,
        Parameter(help="When it was said; now by default. With --file: what has no date."),
    ] = None,
    zone: Annotated[
        str | None, Parameter(help='The speaker\'s time zone, such as "Europe/Riga".')
    ] = None,
    session: Annotated[str | None, Parameter(help="A label.")] = None,
    agent: Annotated[str | None, Parameter(help="A label.")] = None,
    external_id: Annotated[
        str | None, Parameter(name="--id", help="Your own id; recalled items give it back.")
    ] = None,
    key: Annotated[
        str | None, Parameter(help="Idempotency key: sent again, it is stored once.")
    ] = None,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Take in a text, or a whole transcript.

    It is durable when this returns. A file can be read again: nothing is stored twice, and an
    interrupted reading goes on where it stopped. Messages without a date count as said now, or
    when --at says.
    """
    if (text is None) == (file is None):
        raise InputError(
            "Exactly one of TEXT and --file says what to remember.",
            remedy="Give a text in quotes, - for standard input, or --file FILE.",
        )
    if file is not None:
        _refuse_beside_file(
            {"--name": name, "--session": session, "--agent": agent,
             "--id": external_id, "--key": key, "--role": None if role == "user" else role}
        )  # fmt: skip
        return _remember_file(file, conversation, at, zone, options)
    assert text is not None, "one of the two was given"
    words = sys.stdin.read() if text == STANDARD_INPUT else text
    message = {
        "content": words,
        "role": role,
        "name": name,
        "id": external_id,
    }
    with opened_scope(options, may_create=True) as here:
        receipt = here.scope.remember(
            message, at=at, zone=zone, session=session, agent=agent, idempotency_key=key
        )
    notices = _notices_of(words)
    if options.json:
        write_document(document_of(receipt) | {"notices": notices})
        return DONE
    known = " (it was already stored)" if receipt.deduplicated else ""
    notes = (*receipt.failures, *receipt.skipped)
    _show(f"1 turn{known}", receipt.changes, receipt.pending, notes)
    say_notices(notices)
    return DONE


def _notices_of(words: str) -> list[str]:
    """Warn of a conversation that was given as one person's words."""
    if ":" not in words and ">" not in words:
        return []
    from remanent.faces.importers.markdown import speakers_in  # noqa: PLC0415 - seldom needed

    people = speakers_in(words[:_LOOKED_AT])
    if not people:
        return []
    names = ", ".join(people[:_SHOWN_PEOPLE])
    kept = f"This looks like a conversation ({names}), but was kept as one text of one speaker."
    return [f"{kept} Write it to a file and read that with --file, into a new memory."]


def _refuse_beside_file(given: Mapping[str, str | None]) -> None:
    strange = [option for option, value in given.items() if value is not None]
    if strange:
        raise InputError(
            f"{', '.join(strange)} cannot be given with --file: a transcript says it itself.",
            remedy="Leave it out, or put it into the file.",
        )


def _remember_file(
    path: Path, conversation: int | None, at: str | None, zone: str | None, options: ScopeOptions
) -> int:
    from remanent.faces.cli.transcripts import (  # noqa: PLC0415 - only where a file is read
        choose_conversation,
        in_time,
        read_file,
        read_in,
    )
    from remanent.model.instants import to_datetime  # noqa: PLC0415 - the same

    moment = None if at is None else to_datetime(at)
    source = read_file(path, takes_text=True)
    dated = [
        in_time(each, moment)
        for each in (
            source.transcripts
            if conversation is None
            else (choose_conversation(source, conversation),)
        )
    ]
    chosen = [transcript for transcript, _ in dated]
    notices = [
        *source.notices,
        *(notice for _, notice in dated if notice is not None and not source.is_one_text),
    ]
    total = sum(len(each.messages) for each in chosen)
    with (
        opened_scope(options, may_create=True) as here,
        progress_bar(f"Reading {path.name}", total) as bar,
    ):
        read = [
            read_in(
                here.scope, each, key=f"{source.digest} {place}", advance=bar.advance, zone=zone
            )
            for place, each in enumerate(chosen, conversation or 1)
        ]
    changes = [change for each in read for change in each.changes]
    known = sum(each.known for each in read)
    pending = sorted(set().union(*(each.pending for each in read)))
    failures = sorted(set().union(*(each.failures for each in read)))
    notes = [note for each in chosen for note in each.notes]
    if options.json:
        write_document(
            {
                "event_ids": [event for each in read for event in each.event_ids],
                "changes": changes,
                "deduplicated": known == total,
                "pending": pending,
                "skipped": notes,
                "failures": failures,
                "notices": notices,
            }
        )
        return DONE
    also = f" ({known:,} of them were already stored)" if known else ""
    _show(f"{total:,} turn{'' if total == 1 else 's'}{also}", changes, pending, [*failures, *notes])
    say_notices(notices)
    return DONE


def _show(
    what: str, changes: Sequence[FactChange], pending: Sequence[str], skipped: Sequence[str]
) -> None:
    from remanent.faces.cli.screen import FAINT, GOOD, Screen, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    screen.line(f"Remembered {what}.", style=GOOD)
    for change in changes[:_SHOWN_CHANGES]:
        sign = _SIGNS.get(change.kind, "~")
        screen.line(f"{sign} {change.kind.value}: {one_line(change.text)}", indent=2)
        screen.line(f"fact {change.fact_id}", indent=4, style=FAINT)
    _and_more(screen.line, len(changes) - _SHOWN_CHANGES)
    for each in pending:
        command = _FINISHED_BY.get(each, "reindex")
        screen.line(f"Pending: {each}. `remanent {command}` finishes it; the words are safe.")
    for note in skipped:
        screen.line(f"Note: {one_line(note)}", style=FAINT)


def _and_more(line: Callable[[str], None], left: int) -> None:
    if left > 0:
        line(f"  … and {left:,} more changes; `remanent facts` lists what is known.")
