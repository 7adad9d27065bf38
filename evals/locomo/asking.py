"""Remanent as an arm: conversations remembered and questions recalled through the public API.

Each conversation has a memory file of its own. It is filled once and then reused for as long as
neither the conversation nor the program has changed; a file whose filling was interrupted is made
anew, and embedding goes on where it stopped.
"""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import remanent
from evals.locomo.answers import BUDGETS, DEPTH, SHOWN, Answer, Turns, fitting
from evals.locomo.dataset import Conversation, Question
from remanent import Embedder, Item, ItemKind, Memory, Recall, ScopedMemory, load_settings

TENANT: Final = "locomo"
EMBEDDER: Final = "local"
USUAL_LINE_TOKENS: Final = 40
"""About what a rendered item takes at least: how many are asked for first."""
MOST_ITEMS: Final = 500

_STRINGS: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that stands still: the figures must not depend on the day of the run."""

    moment: datetime

    def now(self) -> datetime:
        """Return the moment."""
        return self.moment


class CountedIds:
    """Ids without chance, unique within one file: the same run gives the same bytes."""

    def __init__(self, name: str) -> None:
        """Begin to count."""
        self._name = name
        self._count = 0

    def new_id(self, now: datetime) -> str:
        """Return 32 hexadecimal digits, each time higher ones."""
        self._count += 1
        milliseconds = max(int(now.timestamp() * 1000), 0)
        return milliseconds.to_bytes(6, "big").hex() + self._count.to_bytes(10, "big").hex()

    def new_key(self) -> bytes:
        """Return 32 bytes."""
        return sha256(self._name.encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """One conversation in its memory file.

    Args:
        facts: how many the rules drew from it.
        remember_seconds, embed_seconds: what filling took when it was done; 0 where it was not.
        is_reused: True where this run found it filled already.
    """

    conversation: Conversation
    path: Path
    facts: int
    remember_seconds: float
    embed_seconds: float = 0.0
    is_reused: bool = False


def fill(conversation: Conversation, folder: Path) -> Shelf:
    """Remember a whole conversation, session by session, unless its file holds it already."""
    path = folder / f"{conversation.name}.db"
    notes = _notes(path)
    if notes is not None and notes["content"] == _content(conversation):
        return Shelf(
            conversation=conversation,
            path=path,
            facts=int(str(notes["facts"])),
            remember_seconds=float(str(notes["remember_seconds"])),
            embed_seconds=float(str(notes["embed_seconds"])),
            is_reused=True,
        )
    for old in folder.glob(f"{conversation.name}.*"):
        old.unlink()
    start = time.perf_counter()
    with _open(conversation, path) as memory:
        scope = memory.scope(tenant=TENANT, space=conversation.name)
        for session in dict.fromkeys(message.session for message in conversation.messages):
            scope.remember(
                [message for message in conversation.messages if message.session == session]
            )
        seconds = time.perf_counter() - start
        facts = len(scope.facts(include_closed=True, limit=100_000))
    shelf = Shelf(conversation=conversation, path=path, facts=facts, remember_seconds=seconds)
    _keep_notes(shelf)
    return shelf


def embed(
    shelf: Shelf,
    *,
    embedder: str | Embedder = EMBEDDER,
    progress: Callable[[int], None] | None = None,
) -> Shelf:
    """Give every memory of a shelf its vector; what has one keeps it."""
    done = 0

    def count(rows: int) -> None:
        nonlocal done
        done += rows
        if progress is not None:
            progress(rows)

    start = time.perf_counter()
    with opened(shelf, embedder=embedder) as scope:
        left = scope.reindex(progress=count)
    if left:
        raise RuntimeError(f"{left} memories of {shelf.conversation.name} could not be embedded.")
    if not done:
        return shelf
    finished = replace(shelf, embed_seconds=time.perf_counter() - start)
    _keep_notes(finished)
    return finished


@contextmanager
def opened(
    shelf: Shelf,
    *,
    embedder: str | Embedder | None = None,
    weights: Mapping[str, float] | None = None,
    hops: int | None = None,
) -> Iterator[ScopedMemory]:
    """Open a filled shelf for questions.

    Args:
        weights: of ranking signals, in place of the shipped ones.
        hops: over how many links recall goes, in place of the shipped number.
    """
    with _open(
        shelf.conversation, shelf.path, embedder=embedder, weights=weights, hops=hops
    ) as memory:
        yield memory.scope(tenant=TENANT, space=shelf.conversation.name)


def ask(scope: ScopedMemory, question: Question) -> Answer:
    """Ask one question in every way that is measured."""
    start = time.perf_counter()
    shown = scope.recall(question.text, limit=SHOWN, budget_tokens=0)
    seconds = time.perf_counter() - start
    deep = scope.recall(question.text, limit=DEPTH, budget_tokens=0)
    return Answer(
        # The first items as that recall gave them: a longer one must not flatter them.
        items=(*credited(shown), *credited(deep)[len(shown.items) :]),
        whole=_whole(shown),
        characters=len(shown.text),
        tokens=shown.tokens,
        within=tuple(within(scope, question, budget) for budget in BUDGETS),
        within_characters=tuple(within_characters(deep, budget) for budget in BUDGETS),
        seconds=seconds,
        facts=sum(item.kind is ItemKind.FACT for item in shown.items),
    )


def within(scope: ScopedMemory, question: Question, budget: int) -> frozenset[str]:
    """Return the turns credited to the items that a budget of tokens holds."""
    limit = budget // USUAL_LINE_TOKENS + 1
    found = scope.recall(question.text, limit=limit, budget_tokens=budget)
    while len(found.items) == limit and limit < MOST_ITEMS:  # more of them would have fitted
        limit *= 2
        found = scope.recall(question.text, limit=limit, budget_tokens=budget)
    return frozenset(turn for turns in credited(found) for turn in turns)


def within_characters(found: Recall, budget: int) -> frozenset[str]:
    """Return the turns credited to the first items of a text, four characters to a token.

    The text has a line before its items, one line for each, and one after them.
    """
    if not found.items:
        return frozenset()
    first, *lines, last = found.text.splitlines()
    frame = len(first) + len(last) + 1
    sizes = [len(line) + 1 for line in lines]
    return fitting(credited(found), sizes, 4 * budget - frame)


def credited(found: Recall) -> tuple[Turns, ...]:
    """Return for each item the turn that it is credited with: its first source, no other."""
    return tuple(_credit(item) for item in found.items)


def _credit(item: Item) -> Turns:
    name = item.sources[0].external_id if item.sources else None
    return () if name is None else (name,)


def _whole(found: Recall) -> frozenset[str]:
    """Return the credited turns whose own words can be read in the rendered text."""
    words = {json.loads(quoted) for quoted in _STRINGS.findall(found.text)}
    return frozenset(
        turn
        for item, turns in zip(found.items, credited(found), strict=True)
        for turn in turns
        if item.sources[0].text in words
    )


def _open(
    conversation: Conversation,
    path: Path,
    *,
    embedder: str | Embedder | None = None,
    weights: Mapping[str, float] | None = None,
    hops: int | None = None,
) -> Memory:
    overrides: dict[str, object] = {"store.path": str(path)}
    if isinstance(embedder, str):
        overrides["embedder.spec"] = embedder
    if weights is not None:
        overrides["recall.weights"] = dict(weights)
    if hops is not None:
        overrides["recall.hops"] = hops
    return Memory(
        settings=load_settings(environ={}, overrides=overrides),
        embedder=None if isinstance(embedder, str) else embedder,
        clock=Clock(conversation.asked_at),
        ids=CountedIds(conversation.name),
    )


@cache
def _program() -> str:
    """Return a digest of the package's own source, its faces left out: they store nothing."""
    root = Path(remanent.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        if path.relative_to(root).parts[0] != "faces":
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _content(conversation: Conversation) -> str:
    return f"{conversation.digest} {_program()}"


def _notes(path: Path) -> dict[str, object] | None:
    """Return what was noted when a file had been filled; None where it never was."""
    try:
        notes = json.loads(_notes_path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return notes if isinstance(notes, dict) and path.exists() else None


def _keep_notes(shelf: Shelf) -> None:
    kept = {
        name: value
        for name, value in asdict(shelf).items()
        if name in ("facts", "remember_seconds", "embed_seconds")
    }
    notes = {"content": _content(shelf.conversation), **kept}
    _notes_path(shelf.path).write_text(json.dumps(notes, indent=1), encoding="utf-8")


def _notes_path(path: Path) -> Path:
    return path.with_suffix(".json")
