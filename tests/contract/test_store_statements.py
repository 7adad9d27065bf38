"""Every statement names its scope: what a store runs is recorded and read."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from tests.support.clock import START
from tests.support.values import ALICE, FINGERPRINT, Values, tell, vectors, write

from remanent.model.lesson import LessonStatus
from remanent.model.remembered import ChangeKind
from remanent.model.retention import UseKind
from remanent.model.suggestion import SuggestionKind, SuggestionStatus
from remanent.model.work import WorkStatus
from remanent.ports import Snapshot, Transaction
from remanent.store.engine import Session, Value
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction

REGISTRIES = {"meta", "scopes", "embedders"}
TABLES = {
    "scope_state", "events", "facts", "changes", "marks", "links", "segments", "vectors",
    "preferences", "evidence", "unmapped", "documents", "work", "ledger", "gated", "suggestions",
    "retention", "uses", "set_aside", "lessons", "lesson_terms", "lesson_vectors", "sightings",
    "credits", "requests", "audit",
}  # fmt: skip

_TABLE = re.compile(
    r"\b(FROM|JOIN|INTO|UPDATE) ([a-z_]+)(?: (?:AS )?(?!WHERE|ON|SET|JOIN|ORDER)(\w+))?"
)
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")


class Recorder:
    """Notes every statement that goes through a store's sessions."""

    def __init__(self, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
        """Listen from now on."""
        self.statements: set[str] = set()
        database, read, run = store.database, store.database.read, store.database.write

        @contextmanager
        def reading() -> Iterator[Session]:
            with read() as session:
                yield self._listening(session)

        def writing(block: Callable[[Session], Any]) -> Any:
            return run(lambda session: block(self._listening(session)))

        monkeypatch.setattr(database, "read", reading)
        monkeypatch.setattr(database, "write", writing)

    def _listening(self, session: Session) -> Session:
        return _ListeningSession(session, self.statements)


class _ListeningSession:
    def __init__(self, session: Session, heard: set[str]) -> None:
        self._session, self._heard, self.engine = session, heard, session.engine

    def rows(self, sql: str, parameters: Sequence[Value] = ()) -> list[Any]:
        self._heard.add(sql)
        return self._session.rows(sql, parameters)

    def row(self, sql: str, parameters: Sequence[Value] = ()) -> Any:
        self._heard.add(sql)
        return self._session.row(sql, parameters)

    def run(self, sql: str, parameters: Sequence[Value] = ()) -> None:
        self._heard.add(sql)
        self._session.run(sql, parameters)

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        self._heard.add(sql)
        self._session.run_many(sql, rows)


def unscoped(sql: str) -> list[str]:
    """The tables that a statement reads or writes without saying whose rows it means."""
    found = []
    for block in _blocks(" ".join(sql.split())):
        for verb, table, alias in _TABLE.findall(block):
            if table in REGISTRIES or table.startswith("bracket"):
                continue
            assert table in TABLES, f"{table} is no table that this test knows: {sql}"
            if not _names_scope(block, verb, alias):
                found.append(table)
    return found


def _blocks(sql: str) -> list[str]:
    """The statement and each of its subqueries, every one without those inside it."""
    blocks: list[str] = []

    def lift(match: re.Match[str]) -> str:
        inside = match.group(1)
        if "SELECT" in inside:
            blocks.append(inside)
            return f"bracket{len(blocks)}"
        return f"[{inside}]"

    while "(" in sql:
        sql = _IN_BRACKETS.sub(lift, sql)
    return [*blocks, sql]


def _names_scope(block: str, verb: str, alias: str) -> bool:
    if verb == "INTO":
        columns = block.partition("[")[2].partition("]")[0]
        return columns.split(", ")[0] == "scope" and "VALUES [?" in block
    prefix = f"{alias}." if alias else ""
    equality = rf"(?:WHERE|AND|ON) {re.escape(prefix)}scope = (?:\?|\w+\.scope\b)"
    return re.search(equality, block) is not None and " OR " not in block


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT text FROM events WHERE scope = ? AND seq = ?", []),
        ("SELECT text FROM events WHERE seq = ?", ["events"]),
        ("SELECT text FROM events WHERE scope > ?", ["events"]),
        ("SELECT text FROM events WHERE scope = ? OR seq = ?", ["events"]),
        ("DELETE FROM marks WHERE event_seq = ?", ["marks"]),
        ("UPDATE marks SET is_void = 1 WHERE scope = ? AND event_seq = ?", []),
        ("UPDATE marks SET scope = ? WHERE event_seq = ?", ["marks"]),
        ("INSERT INTO links (scope, seq) VALUES (?, ?)", []),
        ("INSERT INTO links (seq, scope) VALUES (?, ?)", ["links"]),
        (
            "SELECT 1 FROM (SELECT seq FROM facts WHERE seq IN (?, ?)) AS f WHERE scope = ?",
            ["facts"],
        ),
        ("SELECT 1 FROM marks m JOIN events e ON e.scope = m.scope WHERE m.scope = ?", []),
        ("SELECT 1 FROM marks m JOIN events e ON e.seq = m.seq WHERE m.scope = ?", ["events"]),
        ("SELECT value FROM meta WHERE key = ?", []),
    ],
)
def test_a_statement_without_a_scope_is_seen(sql: str, tables: list[str]) -> None:
    assert unscoped(sql) == tables


def test_every_statement_of_every_verb_carries_an_equality_on_the_scope(
    store: SqlStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(store, monkeypatch)
    called = _watch_verbs(monkeypatch)
    tell(store, values, rounds=10)
    tell(store, values, rounds=1)
    query = vectors(1)[0]
    write(store, lambda tx: tx.rebuild_words())
    write(store, lambda tx: tx.remove_marks(tx.marks(200)[:1]))
    write(store, lambda tx: tx.move_facts({1: 100}))
    write(store, lambda tx: tx.caused_by(1))
    write(store, lambda tx: tx.preferences_to_learn(["pref:boat", "pref:unknown"]))
    write(store, lambda tx: tx.remove_uses(1, UseKind.RESTATED))
    write(store, lambda tx: tx.set_aside(tx.state.last_seq - 20, values.clock.now(), 7, pointers=0))
    write(store, lambda tx: tx.holds_branch(7))
    write(store, lambda tx: tx.bring_back(7, is_nested=True))
    write(store, lambda tx: tx.keep_meta("note", "value"))
    write(store, lambda tx: tx.similarities(FINGERPRINT, query))
    with store.read(ALICE) as view:
        facts = view.all_facts(include_closed=False, subject="user", slot="home", limit=9)
        seqs = [fact.seq for fact in facts]
        (last,) = view.said_before("session 0", START.replace(year=2030), 0, limit=1)
        view.similarities(FINGERPRINT, query)
        view.has_vectors(FINGERPRINT)
        _ask_for_rows(view, last.id, last.seq, seqs)
        view.fact_seqs([facts[0].id])
        view.facts_known_at(seqs, START.replace(year=2030))
        view.fact_history(seqs[0])
        view.sources_of(seqs)
        view.facts_from([last.seq])
        view.covered_events([last.seq])
        view.marks(100)
        view.marks_in_slot("home")
        _ask_about_lives(view, facts[0].id, seqs)
        _ask_about_timelines(view, seqs[0], last.seq)
        view.linked(["entity 0"], limit=3)
        view.request("request")
        view.preferences_in(["pref"])
        view.preference_graph()
        view.evidence(1, limit=3)
        view.due_preferences(START.replace(year=2030), limit=3)
        view.unmapped(limit=3)
        view.document("catalog")
        view.documents("c", limit=3)
        view.audit_tail(3)
        _ask_about_work(view)
        _ask_about_suggestions(view)
        _ask_about_lessons(view)
        view.meta("note")
    assert called == {*_verbs(Snapshot), *_verbs(Transaction)}, "a verb of the ports was not tried"
    assert len(recorder.statements) > 40
    assert {sql: unscoped(sql) for sql in recorder.statements if unscoped(sql)} == {}


def _ask_for_rows(view: Snapshot, event_id: str, event_seq: int, fact_seqs: list[int]) -> None:
    view.event_seqs([event_id])
    view.events([event_seq])
    view.facts(fact_seqs)


def _ask_about_work(view: Snapshot) -> None:
    (waiting,) = view.work_waiting(due_by=START.replace(year=2030), limit=1)
    view.work(waiting.seq)
    view.work_dead(limit=3)
    view.count_work(WorkStatus.WAITING)
    view.spent(limit=3)
    view.gated(limit=3)


def _ask_about_suggestions(view: Snapshot) -> None:
    view.suggestions(SuggestionStatus.OPEN, kind=SuggestionKind.ALIAS, limit=3)
    (one,) = view.suggestions(SuggestionStatus.ACCEPTED, limit=1)
    view.suggestion(one.id)
    view.count_suggestions(SuggestionStatus.OPEN)


def _ask_about_lessons(view: Snapshot) -> None:
    (one,) = view.list_lessons(LessonStatus.ACTIVE, limit=1)
    view.lessons([one.seq])
    view.lesson_seqs([one.id])
    view.count_lessons()
    view.lesson_holders(["bring"])
    view.lessons_of_term("bring", limit=3)
    view.lessons_of_error("<path> not found", limit=3)
    view.lesson_vectors(FINGERPRINT, limit=3)
    view.lessons_without_vector("other", limit=3)
    view.sightings(one.seq, limit=3)
    view.credits(since=START, limit=3)
    view.count_credits(since=START)
    view.credits_of_recall(bytes(16))
    view.credits_of_lesson(one.seq, limit=3)


def _ask_about_lives(view: Snapshot, fact_id: str, seqs: list[int]) -> None:
    """Ask for what became of facts."""
    view.family("user", ["home", None], limit=3)
    view.merged_into([fact_id])
    view.retentions(seqs)
    view.retentions_after(0, limit=3)
    view.due_retentions(START.replace(year=2030), 7, limit=3)
    view.uses(seqs[0], limit=3)
    view.feed(kind=ChangeKind.ADDED, event_seq=1, fact_seqs=[1], since=START, until=START,
              limit=3)  # fmt: skip
    view.count_feed(kind=ChangeKind.ADDED)
    view.changes_between(START, START, limit=3)
    view.facts_changed_between(START, START, limit=3)
    view.facts_turning_between(START, START, limit=3)
    view.last_number_by(START)


def _ask_about_timelines(view: Snapshot, fact_seq: int, event_seq: int) -> None:
    view.extent(100)
    view.marks_from(100, START, only_valid=True, limit=10)
    view.marks_of_fact(fact_seq)
    view.marks_of_events([event_seq])
    view.endings_after(START, slots=["home"], limit=10)
    view.asserted_before(START, slots=["home"], limit=10)
    view.asserted_before(START, limit=10)
    view.timeline_facts(100)
    view.facts_before(100, START, limit=2)
    view.facts_after(100, START, limit=2)
    view.known_facts(moment=START, subject="user", slot="home")
    view.count_known_facts(moment=START)
    view.facts_by_world_time(slot="home", limit=3)
    view.count_changes(fact_seq=fact_seq)
    view.count_changes(slot="home", subject="user")


def _verbs(protocol: type) -> set[str]:
    return {
        name
        for name, member in inspect.getmembers(protocol, inspect.isfunction)
        if not name.startswith("_")
    }


def _watch_verbs(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the verbs that are called from now on."""
    called: set[str] = set()
    for owner in (SqlTransaction, *SqlTransaction.__mro__[1:-1]):
        for name, member in vars(owner).items():
            if inspect.isfunction(member) and not name.startswith("_"):
                monkeypatch.setattr(owner, name, _noting(member, name, called))
    return called


def _noting(member: Callable[..., Any], name: str, called: set[str]) -> Callable[..., Any]:
    ports = _verbs(Transaction)

    def noted(*arguments: Any, **named: Any) -> Any:
        if name in ports:
            called.add(name)
        return member(*arguments, **named)

    return noted
