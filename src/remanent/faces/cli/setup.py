"""`remanent init` and `remanent config`."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

from cyclopts import App, Parameter

from remanent.errors import AccessError, InputError, SettingsError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE
from remanent.faces.cli.options import (
    SCOPE_DEFAULTS,
    SECRET_VARIABLE,
    STORE_DEFAULTS,
    OpenScope,
    ScopeOptions,
    StoreOptions,
    opened_scope,
    settings_of,
)

if TYPE_CHECKING:
    from remanent.settings import Settings

T = TypeVar("T")

FILE_NAME: Final = "remanent.toml"

_TRIES: Final = 3
_LOCAL_TIME: Final = Path("/etc/localtime")

config = App(name="config", help="Show the settings in use.")


def init(
    file: Annotated[Path, Parameter(help="Where to write the settings.")] = Path(FILE_NAME),
    /,
    *,
    zone: Annotated[
        str | None, Parameter(help='The speaker\'s time zone, such as "Europe/Riga".')
    ] = None,
    yes: Annotated[bool, Parameter(help="Ask nothing; take the options and the defaults.")] = False,
    secret: Annotated[
        bool,
        Parameter(
            negative="--no-secret",
            help=f"Set the owner's secret; with --yes it is read from {SECRET_VARIABLE}.",
        ),
    ] = True,
    force: Annotated[bool, Parameter(help="Write over a file that is there.")] = False,
    options: ScopeOptions = SCOPE_DEFAULTS,
) -> int:
    """Set a memory up: settings file and owner's secret.

    The secret shows that a person, and not an agent with a shell, approves. It is asked twice
    without being shown; only its hash is kept, in the memory.
    """
    from_environment = os.environ.pop(SECRET_VARIABLE, None)  # nobody but this line reads it
    asks = not yes
    if asks and not sys.stdin.isatty():
        raise InputError(
            "init asks questions, and there is no terminal to ask them on.",
            remedy=f"Give --yes, and either {SECRET_VARIABLE} or --no-secret.",
        )
    if file.exists() and not force:
        raise InputError(
            f"{file} is there already; nothing was changed.",
            remedy="Name another file, or give --force to write over it.",
        )
    if secret and not asks and not from_environment:
        raise InputError(
            f"--yes asks for no secret, and {SECRET_VARIABLE} holds none.",
            remedy="Set that variable for this one command, or give --no-secret.",
        )
    settings, options = _asked(options, zone) if asks else (_settings(options, zone), options)
    with opened_scope(options, may_create=True) as here:
        is_set = secret and (
            _ask_secret(here) if asks else _set_secret(here, from_environment or "")
        )
    _write(file, settings)
    location = settings.store.location
    if options.json:
        from remanent.settings import without_password  # noqa: PLC0415 - only for programs

        write_document(
            {
                "file": str(file.absolute()),
                "memory": without_password(location),
                "secret": is_set,
            }
        )
        return DONE
    _show(file, location, is_set=is_set)
    return DONE


@config.command(name="show")
def show_config(*, options: StoreOptions = STORE_DEFAULTS) -> int:
    """Show every setting, its value and where it comes from; never a secret.

    Where nothing is given, a setting has its default.
    """
    from remanent.settings import describe  # noqa: PLC0415 - only where it is shown

    rows = describe(settings_of(options))
    if options.json:
        write_document({"settings": [document_of(row) for row in rows]})
        return DONE
    from remanent.faces.cli.screen import FAINT, STRONG, Screen  # noqa: PLC0415 - for people only

    screen = Screen()
    for row in rows:
        value = "none" if row.value is None else str(row.value)
        unit = f" {row.unit}" if row.unit and row.value is not None else ""
        screen.line(f"{row.name} = {value}{unit}", style=STRONG if row.origin != "default" else "")
        screen.line(f"from {row.origin}; {row.allowed}; {row.variable}", indent=4, style=FAINT)
        screen.line(row.about, indent=4, style=FAINT)
    return DONE


def _settings(options: ScopeOptions, zone: str | None) -> "Settings":
    overrides = {} if zone is None else {"remember.zone": zone}
    return settings_of(options, more=overrides)


def _asked(options: ScopeOptions, zone: str | None) -> tuple["Settings", ScopeOptions]:
    """Ask for what most people want to choose; each answer is checked at once."""
    settings = _settings(options, zone)

    def with_db(answer: str) -> ScopeOptions:
        settings_of(replace(options, db=answer))
        return replace(options, db=answer)

    def with_embedder(answer: str) -> ScopeOptions:
        chosen = replace(options, embedder=None if answer == "none" else answer)
        settings_of(chosen)
        return chosen

    options = _ask("Where is the memory?", settings.store.location, with_db)
    options = _ask(
        'Search by meaning too? "local" runs on this machine.',
        settings.embedder.spec or "none",
        with_embedder,
    )
    settings = _ask(
        "In which time zone do you speak?",
        settings.remember.zone or _machine_zone() or "none",
        lambda answer: _settings(options, None if answer == "none" else answer),
    )
    return settings, options


def _ask(question: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read, three times at most; questions go to standard error."""
    for last in (*[False] * (_TRIES - 1), True):
        print(f"{question} [{default}] ", end="", file=sys.stderr, flush=True)  # noqa: T201 - for whoever sits there
        line = sys.stdin.readline()
        if not line:
            raise InputError("The answers ended before the questions.", remedy="Give --yes.")
        try:
            return read(line.strip() or default)
        except SettingsError as error:
            if last:
                raise
            print(f"  {error}", file=sys.stderr)  # noqa: T201 - for whoever sits there
    raise AssertionError("the last try returns or raises")


def _machine_zone() -> str | None:
    """Return the time zone that this machine is set to, where it says so by name."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if not name and _LOCAL_TIME.is_symlink():
        _, _, name = str(_LOCAL_TIME.resolve()).partition("zoneinfo/")
    try:
        settings_of(StoreOptions(), more={"remember.zone": name})
    except SettingsError:
        return None
    return name


def _ask_secret(here: OpenScope) -> bool:
    """Ask for the owner's secret twice, without showing it."""
    import getpass  # noqa: PLC0415 - only where it is asked

    current = None
    if here.scope.has_owner_secret():
        current = getpass.getpass("The owner's current secret (empty: leave it): ")
        if not current:
            return True
        if not here.scope.verify_owner_secret(current):
            raise AccessError(
                "That is not the owner's secret.", remedy="Run `remanent init` again."
            )
    for last in (*[False] * (_TRIES - 1), True):
        secret = getpass.getpass("A secret for approvals, which no agent knows (empty: none): ")
        if not secret:
            return current is not None
        if secret != getpass.getpass("The same again: "):
            print("  They differ.", file=sys.stderr)  # noqa: T201 - for whoever sits there
            continue
        try:
            here.scope.set_owner_secret(secret, current=current)
        except InputError as error:
            if last:
                raise
            print(f"  {error}", file=sys.stderr)  # noqa: T201 - for whoever sits there
            continue
        return True
    raise InputError("No secret was set.", remedy="Run `remanent init --force` to try again.")


def _set_secret(here: OpenScope, secret: str) -> bool:
    here.scope.set_owner_secret(secret)
    return True


def _write(file: Path, settings: "Settings") -> None:
    from remanent.settings import render_template  # noqa: PLC0415 - only where it is written

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_template(settings), encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{file} cannot be written: {error.strerror}.",
            remedy="Name another file: `remanent init FILE`.",
        ) from error


def _show(file: Path, location: str, *, is_set: bool) -> None:
    from remanent.faces.cli.screen import GOOD, Screen  # noqa: PLC0415 - for people only
    from remanent.settings import without_password  # noqa: PLC0415 - the same

    screen = Screen()
    screen.line(f"Wrote {file}.", style=GOOD)
    screen.line(f"The memory is {without_password(location)}.")
    if is_set:
        screen.line("The owner's secret is set; only its hash is kept.")
    else:
        screen.line("No owner's secret is set: nothing can be approved until there is one.")
    screen.line("Use it with:")
    screen.raw(f"export REMANENT_CONFIG={file.absolute()}")
