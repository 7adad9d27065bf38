"""The commands by name, and how whatever happens in them becomes an exit code.

    0    done                      3    nothing found
    1    an error of ours          130  interrupted; what was done is kept
    2    wrong usage               141  the reader of a pipe went away

Standard output carries answers only; errors, warnings and progress go to standard error, an error
as one line that names its code and the remedy.
"""

import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TextIO

from cyclopts import App, CycloptsError, Parameter

import remanent
from remanent.errors import Interrupted, RemanentError
from remanent.faces.cli.exits import DONE, FAILED, INTERRUPTED, PIPE_CLOSED, WRONG_USAGE
from remanent.faces.cli.options import DEBUG_VARIABLE, STANDARD_INPUT

_ROOM: Final = "remanent.faces.cli"
COMMANDS: Final = {
    "demo": ("demo.command:demo", "Read a conversation into a memory and ask it questions."),
    "remember": ("remembering:remember", "Take in a text, or a whole transcript."),
    "recall": ("asking:recall", "Ask memory a question; nothing is written."),
    "explain": ("asking:explain", "Say why a memory was or was not recalled for a question."),
    "facts": ("knowing:facts", "List what is known, with sources."),
    "history": ("knowing:history", "Show how a fact, or everything in a slot, changed."),
    "entity": ("entities:entity", "Show what is known of whoever or whatever bears a name."),
    "entities": ("entities:entities", "List whom and what the facts that hold speak of."),
    "suggestions": (
        "entities:suggestions",
        "What waits for the owner's word: list, accept, reject.",
    ),
    "maintain": ("lifecycle:maintain", "Demote, archive and prune the facts that are due."),
    "retention": ("lifecycle:retention", "How facts are kept: show, plan, set."),
    "slot": (
        "keeping_facts:slot",
        "Say whether a slot of facts holds one value at a time, or many.",
    ),
    "fuse": (
        "keeping_facts:fuse",
        "Let one fact stand for several that say nearly the same.",
    ),
    "unfuse": (
        "keeping_facts:unfuse",
        "Let facts that stand behind another stand again; they are kept apart from then on.",
    ),
    "feed": ("travelling:feed", "List what happened to facts, the latest first."),
    "diff": ("travelling:diff", "Show what differs between two moments."),
    "rollback": (
        "travelling:rollback",
        "Set aside what was recorded after a moment or a turn; nothing is deleted.",
    ),
    "rollbacks": ("travelling:rollbacks", "List what was set aside, the first first."),
    "restore": (
        "travelling:restore",
        "Bring back what a rollback set aside, beside what was said since.",
    ),
    "answer": ("models:answer", "Answer a question from memory alone, with citations."),
    "chat": ("models:chat", "Talk with a model that remembers."),
    "queue": ("models:queue", "Show what waits for a model, and what models cost."),
    "work": ("models:work", "Ask the model about what waits and is due."),
    "observe": (
        "observing:observe",
        "Take in what somebody did: an event, or a whole file.",
    ),
    "card": ("tastes:card", "Show the few strongest preferences; nothing is written."),
    "why": ("tastes:why", "Say why an attribute stands where it stands, from the log."),
    "rank": ("tastes:rank", "Put candidates in the order of what the person would want."),
    "decide": (
        "tastes:decide",
        "Say whether to act on an attribute, verify, ask or leave it.",
    ),
    "defaults": (
        "tastes:defaults",
        "List what an agent may fill in without asking, strongest first.",
    ),
    "triggers": ("tastes:triggers", "List what is worth bringing up now: due, lapsed or fading."),
    "outcome": ("deciding:outcome", "Say how acting on what was shown went."),
    "pin": ("deciding:pin", "Set an attribute to a weight that nothing else changes."),
    "unpin": ("deciding:unpin", "Lift a pin: what was learned meanwhile counts again."),
    "style": ("deciding:style", "Set style instructions that stand on every card and never fade."),
    "catalog": ("catalogs:catalog", "Say how events become attributes."),
    "vocabulary": (
        "vocabularies:vocabulary",
        "Mend the names of a tenant: suggest, accept, reject.",
    ),
    "prior": ("priors:prior", "Release a tenant's average user, or look at it."),
    "tune": ("tuning:tune", "Fit half-lives and thresholds to a tenant's own events."),
    "mcp": ("serving:mcp", "Serve a memory to an agent over MCP."),
    "stats": ("keeping:stats", "Count what a memory holds."),
    "reindex": ("keeping:reindex", "Give every memory a vector of the embedder in use."),
    "doctor": ("keeping:doctor", "Examine a memory, and mend what is derived."),
    "copy": ("keeping:copy", "Copy a memory between files and servers, and compare both."),
    "init": ("setup:init", "Set a memory up: settings file and owner's secret."),
    "config": ("setup:config", "Show the settings in use."),
}
"""Where each command is, and its line in the list of all: none is imported to print that list."""


def make_app(asked: str | None = None) -> App:
    """Register the commands.

    Args:
        asked: the one that is about to run; its own docstring is its help.
    """
    app = App(
        name="remanent",
        help="Long-term memory for AI agents that serve many people. Begin with: remanent demo",
        # Paragraphs are set by a Markdown reader, which the list of commands need not wait for.
        help_format="plaintext" if asked is None else "markdown",
        version=remanent.__version__,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(negative="", show_default=False),
    )
    for place, (name, (where, line)) in enumerate(COMMANDS.items()):
        shown = None if name == asked else line
        app.command(f"{_ROOM}.{where}", name=name, sort_key=place, help=shown)
    return app


def run(tokens: Sequence[str]) -> int:
    """Run one command line.

    Args:
        tokens: the words after the program's name.

    Returns:
        The exit code.
    """
    _make_writable(sys.stdout)
    _make_writable(sys.stderr)
    try:
        with _warnings_as_lines():
            app = make_app(next((word for word in tokens[:1] if word in COMMANDS), None))
            code = app(_readable(tokens), exit_on_error=False, print_error=False)
            sys.stdout.flush()
    except CycloptsError as error:
        return _complain(WRONG_USAGE, f"error usage: {error} {_usage_remedy(tokens)}")
    except (BrokenPipeError, KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - the last stop
        if _wants_traceback(tokens):
            traceback.print_exc()
        return _code_after(error)
    return code if isinstance(code, int) else DONE


def _readable(tokens: Sequence[str]) -> list[str]:
    """Let a lone hyphen stand for standard input; Cyclopts takes it for an option."""
    if list(tokens[:1]) != ["remember"]:
        return list(tokens)
    return [STANDARD_INPUT if word == "-" else word for word in tokens]


def _code_after(error: BaseException) -> int:
    match error:
        case Interrupted():
            return _complain(INTERRUPTED, f"{error.what} {error.remedy}")
        case RemanentError():
            return _complain(FAILED, f"error {error.code}: {error.what} {error.remedy}")
        case KeyboardInterrupt():
            return _complain(
                INTERRUPTED, f"Stopped; what was stored is kept. {Interrupted.remedy_hint}"
            )
        case BrokenPipeError():
            # Python flushes once more when it ends; give it something that takes it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED
        case _:
            return _complain(
                FAILED,
                f"error {RemanentError.code}: {type(error).__name__}: {error}. This is a fault of "
                "Remanent's: please report it with what --debug shows.",
            )


def _complain(code: int, words: str) -> int:
    print(" ".join(words.split()), file=sys.stderr)  # noqa: T201 - this is where errors are shown
    return code


def _usage_remedy(tokens: Sequence[str]) -> str:
    command = tokens[0] if tokens and tokens[0] in COMMANDS else ""
    hint = (
        "Words that begin with a hyphen go behind --, and an option's value behind its =. "
        if command
        else ""
    )
    return f"{hint}See `{' '.join(filter(None, ('remanent', command, '--help')))}`."


def _wants_traceback(tokens: Sequence[str]) -> bool:
    options = tokens[: list(tokens).index("--")] if "--" in tokens else tokens
    return "--debug" in options or bool(os.environ.get(DEBUG_VARIABLE))


def _make_writable(stream: TextIO) -> None:
    """Let any text be written: what an encoding lacks, lone surrogates included, is escaped."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Show our own warnings as lines on standard error."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        print(f"warning: {message}", file=sys.stderr)  # noqa: T201 - for whoever sits there

    with warnings.catch_warnings():
        warnings.filterwarnings("always", category=UserWarning, module=r"remanent\.")
        warnings.showwarning = show
        yield
