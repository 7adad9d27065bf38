"""`remanent queue`, `work`, `answer` and `chat`: a model beside the rules."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from remanent.errors import InputError, Interrupted, RemanentError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, FAILED, NOTHING_FOUND
from remanent.faces.cli.options import (
    PERSON_DEFAULTS,
    SCOPE_DEFAULTS,
    OpenScope,
    PersonOptions,
    ScopeOptions,
    opened_scope,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from remanent.faces.cli.screen import Screen
    from remanent.memory import ScopedMemory
    from remanent.model.answer import Citation

ModelName = Annotated[
    str | None,
    Parameter(help='Such as "openai:gpt-5-mini" or "ollama:llama3.2"; else as the settings say.'),
]
BaseUrl = Annotated[
    str | None, Parameter(help="Address of the model's server; else the provider's own.")
]

_SHOWN: Final = 50
_ID_CHARACTERS: Final = 8
_PROMPT: Final = "> "
_CHAT_HELP: Final = (
    "/memory what is known   /events what happened to it   /rollback MOMENT go back   /help   /quit"
)


@contextmanager
def _with_model(
    options: ScopeOptions, model: str | None, base_url: str | None, *, may_create: bool = False
) -> Iterator[OpenScope]:
    """Open a scope with the model that a command's own options name."""
    given = {"models.spec": model, "models.base_url": base_url}
    more = {name: value for name, value in given.items() if value is not None}
    with opened_scope(options, may_create=may_create, more=more) as here:
        if here.memory.settings.models.spec is None:
            raise InputError(
                "There is no model to ask.",
                remedy="Name one: --model openai:gpt-5-mini, or models.spec in the settings.",
            )
        yield here


def queue(
    *,
    limit: Annotated[int, Parameter(help="At most so many of each kind, 1 to 1,000.")] = 100,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Show what waits for a model, and what models cost.

    Attempts and errors are shown, and what was given up. The exit code is 3 where nothing waits and
    nothing was given up.
    """
    with opened_scope(options) as here:
        waiting, spending = here.scope.queue(limit), here.scope.spending()
        zone_name = here.zone
    found = bool(waiting.waiting or waiting.dead)
    if options.json:
        spent = {
            "calls": spending.calls,
            "tokens": spending.tokens,
            "turns": spending.turns,
            "asked": spending.asked,
            "rate": spending.rate,
            "spared_tokens": spending.spared_tokens,
        }
        write_document(document_of(waiting) | {"spending_30_days": spent})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import BAD, FAINT, Screen, counted, one_line, zone_named  # noqa: PLC0415 - for people only

    screen, zone = Screen(), zone_named(zone_name)
    if not found:
        screen.line("Nothing waits.")
    for entry in waiting.entries:
        ids = ", ".join(each[:_ID_CHARACTERS] for each in entry.subject_ids)
        when = f"{entry.next_at.astimezone(zone):%Y-%m-%d %H:%M}"
        state = f"from {when}" if entry.status.value == "waiting" else entry.status.value
        screen.line(f"{entry.role.value} {ids}: {state}, {counted(entry.attempts, 'attempt')}")
        if entry.error is not None:
            screen.line(one_line(entry.error), indent=2, style=BAD)
    left = waiting.waiting + waiting.dead - len(waiting.entries)
    if left:
        screen.line(f"{left:,} more are left out; --limit shows them.", style=FAINT)
    if spending.turns or spending.calls:
        screen.line(
            f"30 days: {counted(spending.calls, 'call')}, {counted(spending.tokens, 'token')}; "
            f"{spending.asked:,} of {counted(spending.turns, 'turn')} went to a model "
            f"({spending.rate:.0%}).",
            style=FAINT,
        )
    return DONE if found else NOTHING_FOUND


def work(
    *,
    limit: Annotated[int, Parameter(help="Pieces of work at most, 1 to 10,000.")] = 100,
    everybody: Annotated[
        bool, Parameter(name="--all", help="In every scope that has any, not in one.")
    ] = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Ask the model about what waits and is due.

    It can be stopped at any moment, and several may run at once. The exit code is 1 while anything
    failed.
    """
    try:
        with _with_model(options, model, base_url) as here:
            if everybody:
                rounds = list(here.memory.work(limit=limit).values())
            else:
                rounds = [here.scope.work(limit)]
    except KeyboardInterrupt:
        raise Interrupted("Stopped; what was finished is stored.") from None
    done = [each for worked in rounds for each in worked.done]
    failed = [each for each in done if each.error is not None]
    if options.json:
        write_document({"done": done, "left": sum(worked.left for worked in rounds)})
        return FAILED if failed else DONE
    from remanent.faces.cli.screen import BAD, FAINT, GOOD, Screen, counted, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    changes = [change for each in done for change in each.changes]
    screen.line(
        f"{counted(len(done), 'piece')} of work, {counted(len(changes), 'change')}.", style=GOOD
    )
    for change in changes[:_SHOWN]:
        screen.line(f"{change.kind.value}: {one_line(change.text)}", indent=2)
    for each in done:
        for rejected in each.rejected[:_SHOWN]:
            times = "" if rejected.count == 1 else f" ({rejected.count:,} times)"
            words = f": {one_line(rejected.text)}" if rejected.text else ""
            screen.line(f"turned away, {rejected.reason}{words}{times}", indent=2, style=FAINT)
    for each in failed:
        screen.line(f"{each.outcome.value}: {one_line(each.error or '')}", indent=2, style=BAD)
    return FAILED if failed else DONE


def answer(
    question: Annotated[str, Parameter(help="Any text, in quotes.")],
    /,
    *,
    limit: Annotated[int | None, Parameter(help="Memories at most; 10 by default.")] = None,
    as_of: Annotated[str | None, Parameter(help="The world at a moment.")] = None,
    known_at: Annotated[str | None, Parameter(help="What this memory knew at a moment.")] = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Answer a question from memory alone, with citations.

    The exit code is 3 where memory does not hold it; where nothing is recalled, no model is asked.
    """
    with _with_model(options, model, base_url) as here:
        found = here.scope.answer(question, limit=limit, as_of=as_of, known_at=known_at)
    if options.json:
        write_document(document_of(found))
        return DONE if found.known else NOTHING_FOUND
    from remanent.faces.cli.screen import FAINT, Screen, harmless  # noqa: PLC0415 - for people only

    screen = Screen()
    screen.line(harmless(found.text))
    if found.reason is not None:
        screen.line(f"({found.reason})", style=FAINT)
    _show_citations(screen, found.citations)
    return DONE if found.known else NOTHING_FOUND


def chat(
    *,
    session: Annotated[str | None, Parameter(help="A label for what is said.")] = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Talk with a model that remembers.

    Each line is answered, and what it states is kept. /memory lists what is known, /events what
    happened to it, /rollback MOMENT goes back, /quit ends. The exit code is 1 where the last line
    could not be answered.
    """
    from remanent.faces.cli.screen import FAINT, Screen  # noqa: PLC0415 - for people only

    if options.json:
        return _chat_for_programs(session, model, base_url, options)
    screen, code = Screen(), DONE
    with _with_model(options, model, base_url, may_create=True) as here:
        if sys.stdin.isatty():
            screen.line(_CHAT_HELP, style=FAINT)
        for line in _lines():
            command, _, rest = line.partition(" ")
            if command == "/quit":
                break
            try:
                code = DONE
                if command.startswith("/"):
                    _run(screen, here.scope, command, rest.strip())
                else:
                    _reply(screen, here.scope, line, session)
            except RemanentError as error:
                code = FAILED
                screen.line(f"error {error.code}: {error.what} {error.remedy}")
    return code


def _chat_for_programs(
    session: str | None, model: str | None, base_url: str | None, options: ScopeOptions
) -> int:
    """Answer every line, and print one object with all replies at the end."""
    replies: list[Any] = []
    code = DONE
    with _with_model(options, model, base_url, may_create=True) as here:
        for line in _lines():
            try:
                replies.append(here.scope.respond(line, session=session))
                code = DONE
            except RemanentError as error:
                replies.append({"error": error.code, "what": error.what, "remedy": error.remedy})
                code = FAILED
    write_document({"replies": replies})
    return code


def _lines() -> Iterator[str]:
    """Yield what is typed, without empty lines, until the end of the input."""
    if not sys.stdin.isatty():
        yield from (line.strip() for line in sys.stdin if line.strip())
        return
    while True:
        try:
            line = input(_PROMPT).strip()
        except EOFError:
            return
        if line:
            yield line


def _reply(screen: "Screen", scope: "ScopedMemory", line: str, session: str | None) -> None:
    from remanent.faces.cli.screen import FAINT, harmless, one_line  # noqa: PLC0415 - for people only

    said = scope.respond(line, session=session)
    screen.line(harmless(said.text))
    _show_citations(screen, said.citations)
    for change in said.changes[:_SHOWN]:
        screen.line(f"{change.kind.value}: {one_line(change.text)}", indent=2, style=FAINT)


def _run(screen: "Screen", scope: "ScopedMemory", command: str, rest: str) -> None:
    runs: dict[str, Callable[[], Any]] = {
        "/memory": lambda: _show_memory(screen, scope),
        "/events": lambda: _show_events(screen, scope),
        "/rollback": lambda: _go_back(screen, scope, rest),
        "/help": lambda: screen.line(_CHAT_HELP),
    }
    if command not in runs:
        raise InputError(f"There is no command {command!r}.", remedy=_CHAT_HELP)
    runs[command]()


def _show_memory(screen: "Screen", scope: "ScopedMemory") -> None:
    from remanent.faces.cli.items import statement  # noqa: PLC0415 - for people only

    known = scope.facts(limit=_SHOWN)
    for fact in known:
        screen.line(statement(fact))
    if not known:
        screen.line("Nothing is known.")
    if known.dropped:
        screen.line(f"… and {known.dropped:,} more")


def _show_events(screen: "Screen", scope: "ScopedMemory") -> None:
    from remanent.faces.cli.items import statement  # noqa: PLC0415 - for people only

    entries = scope.feed(limit=_SHOWN)
    for entry in entries:
        screen.line(f"{entry.at:%Y-%m-%d %H:%M:%S} {entry.kind.value}: {statement(entry.fact)}")
    if not entries:
        screen.line("Nothing has happened.")


def _go_back(screen: "Screen", scope: "ScopedMemory", moment: str) -> None:
    if not moment:
        raise InputError(
            "No moment says where to go back to.", remedy="Write /rollback 2026-03-01T10:00."
        )
    done = scope.rollback(to=moment)
    screen.line(
        f"Back at {done.to:%Y-%m-%d %H:%M:%S}: {done.facts:,} facts were set aside "
        f"(number {done.number})."
    )


def _show_citations(screen: "Screen", citations: "tuple[Citation, ...]") -> None:
    from remanent.faces.cli.screen import FAINT, one_line  # noqa: PLC0415 - for people only

    for cited in citations:
        screen.line(
            f"{cited.item_id[:_ID_CHARACTERS]} {one_line(cited.text)}", indent=2, style=FAINT
        )
