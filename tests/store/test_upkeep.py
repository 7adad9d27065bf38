"""What is derived can be dropped and made again; what disagrees is found, and mended or named."""

import json
import random
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from tests.conftest import MakeStore
from tests.store.memories import open_file
from tests.support.values import ALICE, BOB, FINGERPRINT, Values, append, tell, vectors, write

from remanent.errors import NotFoundError, StoreDamagedError, StoreError
from remanent.governance.audit import first_break
from remanent.model.scope import Scope, ScopeKind
from remanent.model.upkeep import Drift, Finding
from remanent.store import derived
from remanent.store.engine import Session
from remanent.store.sql_store import SqlStore
from remanent.store.tables import checks
from remanent.store.tables.facts import encode_state
from remanent.store.upkeep import examine, mend, rebuild
from remanent.store.words import SEGMENT_UNITS

TERMS = ("boat", "garden", "copper", "number7", "number29", "has", "nobody")


@pytest.fixture
def told(make_store: MakeStore, values: Values) -> SqlStore:
    """A store in which alice and bob told long stories; alice's words and vectors are sealed."""
    store = make_store()
    tell(store, values, rounds=9)
    tell(store, values, scope=BOB, rounds=1)
    return store


def look(store: SqlStore, scope: Scope = ALICE) -> dict[str, Any]:
    """All that ranking reads of a scope, and all facts."""
    with store.read(scope) as view:
        index = view.index()
        seen = {
            field.name: getattr(index, field.name).tolist()
            for field in fields(index)
            if isinstance(getattr(index, field.name), np.ndarray)
        }
        for term in TERMS:
            found = index.postings(term)
            seen[term] = [each.tolist() for each in (found.units, found.counts, found.where)]
        seen["facts"] = view.all_facts(include_closed=True)
        seen["similarities"] = np.nan_to_num(
            view.similarities(FINGERPRINT, vectors(1, seed=77)[0]), nan=-9.0
        ).tolist()
        seen["links"] = view.linked(["entity 1"], limit=1000)
        return seen | {"sessions": index.sessions, "speakers": index.speakers}


def full(store: SqlStore) -> tuple[Finding, ...]:
    return examine(store, full=True, verify_chain=first_break)


def run(store: SqlStore, *statements: str) -> None:
    def block(session: Session) -> None:
        for statement in statements:
            session.run(statement)

    store.database.write(block)


def rows(store: SqlStore, sql: str) -> list[Any]:
    with store.database.read() as session:
        return session.rows(sql)


def kinds(findings: tuple[Finding, ...]) -> set[Drift]:
    return {finding.kind for finding in findings}


def test_nothing_is_found_in_a_sound_store(told: SqlStore) -> None:
    assert examine(told) == full(told) == ()


def test_nothing_is_found_in_an_empty_store(make_store: MakeStore) -> None:
    assert full(make_store()) == ()


def test_examining_tells_how_far_it_is_and_changes_nothing(told: SqlStore) -> None:
    steps: list[int] = []
    before = rows(told, "SELECT * FROM scope_state ORDER BY scope")
    examine(told, full=True, progress=steps.append)
    assert steps == [1, 1]
    assert rows(told, "SELECT * FROM scope_state ORDER BY scope") == before


def test_everything_derived_can_be_dropped_and_made_again(
    told: SqlStore, make_store: MakeStore
) -> None:
    before = look(told)
    run(
        told,
        "DELETE FROM segments WHERE scope = 1",
        "UPDATE facts SET text = 'lost', valid_to = NULL, confidence = 0.1, closed_by = NULL "
        "WHERE scope = 1",
        "UPDATE scope_state SET turns = 0, facts = 0, turn_clock = 0, sealed_seq = 0, "
        "generation = generation + 1 WHERE scope = 1",
    )
    assert look(told) != before
    bob = look(told, BOB)
    rebuild(told, ALICE)
    # The vectors of facts that were not as logged are dropped, as nobody knows their words.
    after = look(told)
    assert after.pop("similarities") != before.pop("similarities")
    assert after == before == look_without_similarities(make_store())
    assert look(told, BOB) == bob
    assert full(told) == ()


def look_without_similarities(store: SqlStore) -> dict[str, Any]:
    seen = look(store)
    del seen["similarities"]
    return seen


def test_a_rebuild_of_a_sound_store_changes_no_answer_and_no_fact(
    told: SqlStore, make_store: MakeStore
) -> None:
    before = look(told)
    facts = rows(told, "SELECT * FROM facts ORDER BY scope, seq")
    steps: list[int] = []
    rebuild(told, ALICE, progress=steps.append)
    assert look(told) == look(make_store()) == before
    assert rows(told, "SELECT * FROM facts ORDER BY scope, seq") == facts
    assert steps
    assert full(told) == ()


def test_only_what_is_asked_for_is_rebuilt(told: SqlStore) -> None:
    run(told, "DELETE FROM segments WHERE scope = 1")
    rebuild(told, ALICE, vectors=False, facts=False)
    assert kinds(full(told)) == {Drift.VECTORS}
    assert rows(told, "SELECT count(*) FROM segments WHERE scope = 1 AND kind <> 0") == [(0,)]
    rebuild(told, ALICE, words=False, facts=False)
    assert full(told) == ()


def test_a_scope_that_was_never_written_to_cannot_be_rebuilt(told: SqlStore) -> None:
    with pytest.raises(NotFoundError, match="Nothing was ever written"):
        rebuild(told, Scope("shop", ScopeKind.USER, "carol"))
    assert told.scopes() == [ALICE, BOB]


def test_a_store_goes_on_as_before_after_a_rebuild(
    told: SqlStore, make_store: MakeStore, values: Values
) -> None:
    rebuild(told, ALICE)
    append(told, values.turns(2 * SEGMENT_UNITS))
    tell(told, values, rounds=1)
    assert look(told) == look(make_store())
    assert full(told) == ()


def test_what_is_written_during_a_rebuild_is_neither_lost_nor_doubled(
    told: SqlStore, make_store: MakeStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = derived.word_segments
    meanwhile = [lambda: append(told, values.turns(SEGMENT_UNITS + 9))]

    def make_beside_a_writer(*args: Any, **options: Any) -> Any:
        yield from make(*args, **options)
        if meanwhile:
            meanwhile.pop()()

    monkeypatch.setattr(derived, "word_segments", make_beside_a_writer)
    rebuild(told, ALICE)
    assert meanwhile == []
    assert look(told) == look(make_store())
    assert full(told) == ()


def test_a_fact_that_is_reworded_during_every_attempt_is_indexed_in_its_last_words(
    told: SqlStore, make_store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, attempts = derived.word_segments, 0

    def make_beside_a_writer(session: Session, *args: Any, **options: Any) -> Any:
        nonlocal attempts
        yield from make(session, *args, **options)
        attempts += 1
        if attempts <= 3:
            run(told, "UPDATE scope_state SET generation = generation + 1 WHERE scope = 1")

    monkeypatch.setattr(derived, "word_segments", make_beside_a_writer)
    rebuild(told, ALICE)
    assert attempts == 4, "the last is made where nobody else can write"
    assert look(told) == look(make_store())
    assert full(told) == ()


def test_an_interrupted_rebuild_goes_on_when_run_again(told: SqlStore) -> None:
    before = look(told)
    run(told, "DELETE FROM segments WHERE scope = 1")

    def stop(_steps: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(told, ALICE, progress=stop)
    rebuild(told, ALICE)
    assert look(told) == before
    assert full(told) == ()


# Breaking each derived thing on purpose


@dataclass(frozen=True)
class Damage:
    name: str
    statement: str
    kind: Drift
    count: int
    costs_vectors: bool = False


FIRST_FACT = "(SELECT min(seq) FROM facts WHERE scope = 1)"
MIDDLE = "(SELECT max(first_seq) FROM segments WHERE scope = 1 AND kind = {})"
DAMAGES = (
    Damage(
        "a word segment is gone",
        f"DELETE FROM segments WHERE scope = 1 AND kind = 0 AND first_seq = {MIDDLE.format(0)}",
        Drift.WORDS,
        count=0,
    ),
    Damage(
        "every word segment is gone",
        "DELETE FROM segments WHERE scope = 1 AND kind = 0",
        Drift.WORDS,
        count=0,
    ),
    Damage(
        "a word segment is cut off",
        "UPDATE segments SET data = substr(data, 1, 100) WHERE scope = 1 AND kind = 0 "
        f"AND first_seq = {MIDDLE.format(0)}",
        Drift.WORDS,
        count=1,
    ),
    Damage(
        "the words reach further than remembered",
        "UPDATE scope_state SET sealed_seq = 1 WHERE scope = 1",
        Drift.WORDS,
        count=1,
    ),
    Damage(
        "a segment of vectors is gone",
        "DELETE FROM segments WHERE scope = 1 AND kind = 1 AND first_seq = "
        "(SELECT min(first_seq) FROM segments WHERE scope = 1 AND kind = 1)",
        Drift.VECTORS,
        count=0,
    ),
    Damage(
        "a segment of vectors is another's",
        "UPDATE segments SET data = (SELECT data FROM segments WHERE scope = 1 AND kind = 0 "
        "LIMIT 1) WHERE scope = 1 AND kind = 1 AND first_seq = "
        "(SELECT min(first_seq) FROM segments WHERE scope = 1 AND kind = 1)",
        Drift.VECTORS,
        count=1,
    ),
    Damage(
        "a vector belongs to nothing",
        "INSERT INTO vectors (scope, embedder, seq, chunk, data) SELECT 1, 1, 99999, 0, data "
        "FROM vectors WHERE scope = 1 LIMIT 1",
        Drift.VECTORS,
        count=1,
    ),
    Damage(
        "a vector is of no embedder",
        "INSERT INTO vectors (scope, embedder, seq, chunk, data) SELECT 1, 9, seq, chunk, data "
        "FROM vectors WHERE scope = 1 LIMIT 1",
        Drift.VECTORS,
        count=1,
    ),
    Damage(
        "facts are not as logged",
        "UPDATE facts SET text = 'lives in Rome', evidence = 9, valid_to = 1, zone_known = 1 "
        f"WHERE scope = 1 AND seq = {FIRST_FACT}",
        Drift.FACTS,
        count=1,
        costs_vectors=True,
    ),
    Damage(
        "a link leads nowhere",
        "INSERT INTO links (scope, entity, seq, kind) VALUES (1, 'entity 1', 99999, 'names')",
        Drift.LINKS,
        count=1,
    ),
    Damage(
        "counters are wrong",
        "UPDATE scope_state SET turns = 3, facts = 99, turn_clock = 0, last_seq = 5 "
        "WHERE scope = 1",
        Drift.COUNTERS,
        count=4,
    ),
)  # fmt: skip


def test_what_is_derived_and_wrong_is_found_and_mended(
    told: SqlStore, make_store: MakeStore
) -> None:
    bob = look(told, BOB)
    said = rows(told, "SELECT * FROM events ORDER BY scope, seq")
    for damage in DAMAGES:
        before = look(told)
        run(told, damage.statement)
        found = full(told)
        check_found(damage, found)
        assert set(mend(told, found)) == {each for each in found if each.is_mendable}, damage.name
        assert full(told) == (), damage.name
        seen = look(make_store())
        if damage.costs_vectors:
            assert seen.pop("similarities") != before.pop("similarities")
        assert seen == before, damage.name
    assert rows(told, "SELECT * FROM events ORDER BY scope, seq") == said
    assert look(told, BOB) == bob


def check_found(damage: Damage, found: tuple[Finding, ...]) -> None:
    about = [finding for finding in found if finding.kind is damage.kind]
    assert about, damage.name
    for finding in about:
        assert finding.scope == ALICE, damage.name
        assert finding.scope_label == "shop/user/alice"
        assert finding.is_mendable, damage.name
        assert "doctor --mend" in finding.remedy
    if damage.count:
        assert sum(finding.count for finding in about) == damage.count, damage.name


def test_a_vector_of_another_length_or_with_no_number_is_dropped(
    told: SqlStore, engine: str
) -> None:
    bad = "x'0102'" if engine == "sqlite" else "'[1,2]'"
    held = rows(told, "SELECT count(*) FROM vectors WHERE scope = 1")[0][0]
    run(
        told,
        f"UPDATE vectors SET data = {bad} WHERE scope = 1 AND seq = {FIRST_FACT}",
    )
    found = full(told)
    assert kinds(found) == {Drift.VECTORS}
    mend(told, found)
    assert full(told) == ()
    assert rows(told, "SELECT count(*) FROM vectors WHERE scope = 1") == [(held - 1,)]
    with told.read(ALICE) as view:
        (unit,) = view.units_without_vectors(FINGERPRINT, after_seq=0, limit=10)
    assert (unit.seq,) == rows(told, f"SELECT {FIRST_FACT}")[0]


def test_counters_that_are_gone_are_counted_again_and_writing_goes_on(
    told: SqlStore, make_store: MakeStore, values: Values
) -> None:
    before = look(told)
    with told.read(ALICE) as view:
        old = view.state
    run(told, "DELETE FROM scope_state WHERE scope = 1")
    found = full(told)
    assert Drift.COUNTERS in kinds(found)
    mend(told, found)
    mend(told, full(told))
    assert full(told) == ()
    with make_store().read(ALICE) as view:
        assert view.state.last_seq == old.last_seq
        assert (view.state.audit_seq, view.state.audit_head) == (old.audit_seq, old.audit_head)
        assert (view.state.turns, view.state.turn_clock) == (old.turns, old.turn_clock)
    assert look(make_store()) == before
    tell(told, values, rounds=1)
    assert full(told) == ()


def test_what_was_said_is_never_deleted_by_mending(told: SqlStore) -> None:
    """Case G04: a row without its side row is a row all the same."""
    run(
        told,
        "DELETE FROM vectors WHERE scope = 1",
        "DELETE FROM segments WHERE scope = 1",
        "DELETE FROM links WHERE scope = 1",
        "DELETE FROM marks WHERE scope = 1",
        "DELETE FROM changes WHERE scope = 1",
        "DELETE FROM scope_state WHERE scope = 1",
    )
    counted = [rows(told, f"SELECT count(*) FROM {table}") for table in ("events", "facts")]
    mend(told, full(told))
    mend(told, full(told))
    assert [rows(told, f"SELECT count(*) FROM {table}") for table in ("events", "facts")] == counted
    with told.read(ALICE) as view:
        assert view.state.turns == len(view.index().seq[view.index().kind == 0])


# What only a backup has


FACT = "(SELECT seq FROM facts WHERE scope = 1 ORDER BY seq LIMIT 1 OFFSET {})"
LOST = (
    ("DELETE FROM events WHERE scope = 1 AND seq = 1", "marks without their event"),
    (f"DELETE FROM changes WHERE scope = 1 AND fact_seq = {FACT.format(1)}", "without a change"),
    (
        f"UPDATE changes SET state = '{{' WHERE scope = 1 AND fact_seq = {FACT.format(2)}",
        "changes cannot be read",
    ),
    (f"DELETE FROM facts WHERE scope = 1 AND seq = {FACT.format(0)}", "changes without their fact"),
    ("UPDATE events SET role = 'king' WHERE scope = 1 AND seq = 2", "1 turns or facts cannot"),
    (
        (
            "INSERT INTO audit (scope, seq, at, action, actor, counts, previous, digest) "
            "SELECT 77, seq, at, action, actor, counts, previous, digest "
            "FROM audit WHERE scope = 1"
        ),
        "Rows of audit belong to 1 scopes that nobody owns",
    ),
)
CHAINS = (
    ("UPDATE audit SET action = 'nothing' WHERE scope = 1 AND seq = 4", "from entry 4 on"),
    ("DELETE FROM audit WHERE scope = 1 AND seq = 1", "from entry 2 on"),
    ("DELETE FROM audit WHERE scope = 1 AND seq = 5", "from entry 6 on"),
    (
        "DELETE FROM audit WHERE scope = 1 AND seq >= 9",
        "ends with entry 8, but the scope remembers entry 9",
    ),
)


def test_what_only_a_backup_has_is_named_and_left_alone(told: SqlStore) -> None:
    run(told, *(statement for statement, _ in LOST))
    found = full(told)
    for _, what in LOST:
        (finding,) = [each for each in found if what in each.what]
        assert (finding.kind, finding.is_mendable) == (Drift.ROWS, False)
        assert "backup" in finding.remedy
    tables = ("events", "facts", "changes", "marks", "audit")
    before = [rows(told, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4, 5") for table in tables]
    mend(told, found)
    after = [rows(told, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4, 5") for table in tables]
    assert after == before
    assert kinds(full(told)) >= {Drift.ROWS}


@pytest.mark.parametrize(("statement", "what"), CHAINS, ids=["edited", "head", "middle", "tail"])
def test_a_chain_that_was_cut_or_edited_is_named_and_left_alone(
    file: Path, statement: str, what: str
) -> None:
    store = open_file(file)
    run(store, statement)
    (finding,) = full(store)
    assert (finding.kind, finding.is_mendable) == (Drift.AUDIT, False)
    assert what in finding.what
    assert mend(store, (finding,)) == ()
    assert full(store) == (finding,)
    store.close()


def test_a_forged_entry_is_found_only_where_digests_are_recomputed(told: SqlStore) -> None:
    run(told, "UPDATE audit SET action = 'nothing' WHERE scope = 1 AND seq = 4")
    assert examine(told) == ()
    assert kinds(examine(told, verify_chain=first_break)) == {Drift.AUDIT}
    run(told, "UPDATE audit SET previous = digest WHERE scope = 1 AND seq = 6")
    assert kinds(examine(told)) == {Drift.AUDIT}


def test_tables_that_are_not_ours_are_named_and_left_alone(told: SqlStore) -> None:
    run(told, "CREATE TABLE diary (page TEXT)")
    (finding,) = full(told)
    assert (finding.kind, finding.count, finding.is_mendable) == (Drift.TABLES, 1, False)
    assert "diary" in finding.what
    assert finding.scope_label is None
    run(told, "DROP TABLE diary")


def test_tables_that_are_missing_are_named(make_store: MakeStore) -> None:
    store = make_store()
    run(store, "DROP TABLE links")
    found = full(store)
    assert any(each.kind is Drift.TABLES and "links" in each.what for each in found)
    assert not any(each.is_mendable for each in found)


# Bounds


def test_a_quick_look_compares_a_bounded_number_of_segments(
    make_store: MakeStore, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store()
    for _ in range(11):
        append(store, values.turns(SEGMENT_UNITS))
    compared: list[tuple[int, int]] = []
    make = derived.word_segment

    def count(session: Session, state: Any, first: int, last: int) -> bytes:
        compared.append((first, last))
        return make(session, state, first, last)

    monkeypatch.setattr(derived, "word_segment", count)
    assert examine(store) == ()
    assert len(compared) == 8
    assert compared[0][0] == 1
    assert compared[-1][1] == 11 * SEGMENT_UNITS
    compared.clear()
    assert full(store) == ()
    assert len(compared) == 11


def test_what_is_compared_of_a_fact_is_all_that_its_changes_log(values: Values) -> None:
    logged = set(json.loads(encode_state(values.fact())))
    assert logged == {*checks.STATE_COLUMNS, "when"}


# The engine's own structures


@pytest.fixture
def file(tmp_path: Path, values: Values) -> Path:
    store = open_file(tmp_path / "memory.db")
    tell(store, values, rounds=9)
    store.close()
    return tmp_path / "memory.db"


def test_an_index_of_the_engine_that_lacks_entries_is_made_again(file: Path) -> None:
    connection = apsw.Connection(str(file))
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    connection.execute("PRAGMA writable_schema = ON").fetchall()
    entry = connection.execute("SELECT * FROM sqlite_schema WHERE name = 'facts_by_id'").fetchall()
    connection.execute("DELETE FROM sqlite_schema WHERE name = 'facts_by_id'").fetchall()
    connection.execute("PRAGMA writable_schema = RESET").fetchall()
    connection.execute(
        "UPDATE facts SET id = randomblob(16) WHERE seq = (SELECT min(seq) FROM facts)"
    ).fetchall()
    connection.execute("PRAGMA writable_schema = ON").fetchall()
    connection.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", entry[0]).fetchall()
    connection.close()
    store = open_file(file)
    found = full(store)
    assert kinds(found) == {Drift.INDEXES}
    assert found[0].is_mendable
    mend(store, found)
    assert full(store) == ()
    store.close()


def test_flipped_bytes_are_found_or_harmless_and_nothing_is_thrown_away(
    file: Path, values: Values
) -> None:
    """Random bytes at random places: an error of ours, a finding, or the same answers."""
    store = open_file(file)
    tell(store, values, rounds=19)  # fuller pages: in free space a flip harms nothing
    before = look(store)
    store.close()
    content = file.read_bytes()
    luck = random.Random(11)
    outcomes: dict[str, int] = {}
    for _ in range(60):
        place = luck.randrange(100, len(content) - 8)
        damaged = bytearray(content)
        damaged[place : place + 8] = luck.randbytes(8)
        file.write_bytes(damaged)
        outcome = outcome_of_examining(file, before)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        assert file.read_bytes() == damaged
    assert outcomes.get("found", 0) + outcomes.get("refused", 0) > 20
    assert set(outcomes) <= {"found", "refused", "harmless", "unseen"}


def outcome_of_examining(file: Path, before: dict[str, Any]) -> str:
    try:
        store = open_file(file)
    except StoreDamagedError:
        return "refused"
    except StoreError as error:
        assert "refused a statement" in str(error)  # noqa: PT017 - one of the allowed outcomes
        return "refused"
    try:
        if full(store):
            return "found"
        return "harmless" if look(store) == before else "unseen"
    finally:
        store.close()


def test_text_that_is_no_text_any_more_is_a_finding(file: Path) -> None:
    store = open_file(file)
    run(store, "UPDATE events SET text = CAST(x'ff41' AS TEXT) WHERE scope = 1 AND seq = 3")
    found = full(store)
    assert any(each.kind is Drift.ROWS for each in found) or Drift.ENGINE in kinds(found)
    assert not any(each.is_mendable and each.kind is Drift.ROWS for each in found)
    store.close()


def test_a_write_still_lands_while_a_store_is_examined(told: SqlStore, values: Values) -> None:
    def write_meanwhile(_steps: int) -> None:
        append(told, values.turns(3))

    assert examine(told, full=True, progress=write_meanwhile) == ()
    write(told, lambda tx: tx.keep_request("later", "", ""))
    assert full(told) == ()
