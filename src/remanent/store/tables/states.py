"""The counters of each scope."""

from collections.abc import Sequence
from datetime import datetime

from remanent.model.state import ScopeState
from remanent.store.engine import Session
from remanent.store.tables.times import from_optional, to_column, to_optional

_COLUMNS = (
    "last_seq, sealed_seq, tail_units, generation, turns, facts, attributes, turn_clock, "
    "audit_seq, audit_head, evidenced_seq, work_at, due_at, due_turn"
)


def read_state(session: Session, number: int, key: bytes, *, lock: bool = False) -> ScopeState:
    """Return where a scope stands; at its beginning where nothing is kept of it.

    Args:
        lock: hold the row until the transaction ends (needed where several may write at once).
    """
    found = find_state(session, number, key, lock=lock)
    return ScopeState(number=number, key=key) if found is None else found


def find_state(
    session: Session, number: int, key: bytes, *, lock: bool = False
) -> ScopeState | None:
    """Return where a scope stands, or None where nothing is kept of it; `lock` as above."""
    suffix = " FOR UPDATE" if lock and session.engine == "postgresql" else ""
    row = session.row(f"SELECT {_COLUMNS} FROM scope_state WHERE scope = ?{suffix}", (number,))  # noqa: S608 - constants
    if row is None:
        return None
    return ScopeState(
        number=number,
        key=key,
        last_seq=row[0],
        sealed_seq=row[1],
        tail_units=row[2],
        generation=row[3],
        turns=row[4],
        facts=row[5],
        attributes=row[6],
        turn_clock=row[7],
        audit_seq=row[8],
        audit_head=bytes(row[9]),
        evidenced_seq=row[10],
        work_at=from_optional(row[11]),
        due_at=from_optional(row[12]),
        due_turn=row[13],
    )


def make_state(session: Session, number: int) -> None:
    """Make the row of a new scope."""
    session.run(
        f"INSERT INTO scope_state (scope, {_COLUMNS}) "  # noqa: S608 - constants
        "VALUES (?, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?, 0, NULL, NULL, NULL) "
        "ON CONFLICT (scope) DO NOTHING",
        (number, b""),
    )


def write_state(session: Session, state: ScopeState) -> None:
    """Keep where a scope stands."""
    session.run(
        "UPDATE scope_state SET last_seq = ?, sealed_seq = ?, tail_units = ?, generation = ?, "
        "turns = ?, facts = ?, attributes = ?, turn_clock = ?, audit_seq = ?, audit_head = ?, "
        "evidenced_seq = ?, work_at = ?, due_at = ?, due_turn = ? "
        "WHERE scope = ?",
        (
            state.last_seq,
            state.sealed_seq,
            state.tail_units,
            state.generation,
            state.turns,
            state.facts,
            state.attributes,
            state.turn_clock,
            state.audit_seq,
            state.audit_head,
            state.evidenced_seq,
            to_optional(state.work_at),
            to_optional(state.due_at),
            state.due_turn,
            state.number,
        ),
    )


def scopes_with_work(session: Session, at: datetime, *, limit: int) -> Sequence[int]:
    """Return the numbers of scopes in which a model may be asked by now, the longest due first.

    Those in which nothing waits are not read.
    """
    rows = session.rows(
        "SELECT scope FROM scope_state WHERE work_at <= ? ORDER BY work_at, scope LIMIT ?",
        (to_column(at), limit),
    )
    return [int(row[0]) for row in rows]


def scopes_to_maintain(session: Session, at: datetime, *, limit: int) -> Sequence[int]:
    """Return the numbers of scopes in which maintenance is due, the longest due first.

    Those in which nothing is due are not read.
    """
    rows = session.rows(
        "SELECT scope FROM scope_state WHERE due_at <= ? ORDER BY due_at, scope LIMIT ?",
        (to_column(at), limit),
    )
    return [int(row[0]) for row in rows]


def delete_state(session: Session, number: int) -> None:
    """Forget where a scope stands."""
    session.run("DELETE FROM scope_state WHERE scope = ?", (number,))


def raise_generation(state: ScopeState) -> ScopeState:
    """Return the state that tells every hot index to be read again."""
    return state._replace(generation=state.generation + 1)
