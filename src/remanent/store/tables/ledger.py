"""What models cost a scope by day, and how many turns the gate let through or spared."""

from collections.abc import Mapping, Sequence
from datetime import date

from remanent.model.work import Gated, ModelRole, Spent, Surprise
from remanent.store.engine import Session


def add_spent(session: Session, scope: int, spent: Spent) -> None:
    """Add to what one role of one model cost on a day."""
    session.run(
        "INSERT INTO ledger (scope, day, role, model, calls, failures, input_tokens, "
        "output_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, day, role, model) DO UPDATE SET "
        "calls = ledger.calls + excluded.calls, "
        "failures = ledger.failures + excluded.failures, "
        "input_tokens = ledger.input_tokens + excluded.input_tokens, "
        "output_tokens = ledger.output_tokens + excluded.output_tokens",
        (
            scope,
            spent.day.toordinal(),
            spent.role.value,
            spent.model,
            spent.calls,
            spent.failures,
            spent.input_tokens,
            spent.output_tokens,
        ),
    )


def read_spent(session: Session, scope: int, *, since: date | None, limit: int) -> Sequence[Spent]:
    """Return what was spent, the latest day first."""
    rows = session.rows(
        "SELECT day, role, model, calls, failures, input_tokens, output_tokens FROM ledger "
        "WHERE scope = ? AND day >= ? ORDER BY day DESC, role, model LIMIT ?",
        (scope, 0 if since is None else since.toordinal(), limit),
    )
    return [
        Spent(date.fromordinal(row[0]), ModelRole(row[1]), row[2], row[3], row[4], row[5], row[6])
        for row in rows
    ]


def add_gated(
    session: Session, scope: int, day: date, met: Mapping[Surprise, tuple[int, int]]
) -> None:
    """Add turns and their tokens by reason."""
    session.run_many(
        "INSERT INTO gated (scope, day, reason, turns, tokens) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (scope, day, reason) DO UPDATE SET turns = gated.turns + excluded.turns, "
        "tokens = gated.tokens + excluded.tokens",
        [
            (scope, day.toordinal(), reason.value, turns, tokens)
            for reason, (turns, tokens) in met.items()
        ],
    )


def read_gated(session: Session, scope: int, *, since: date | None, limit: int) -> Sequence[Gated]:
    """Return how many turns met the gate, the latest day first."""
    rows = session.rows(
        "SELECT day, reason, turns, tokens FROM gated WHERE scope = ? AND day >= ? "
        "ORDER BY day DESC, reason LIMIT ?",
        (scope, 0 if since is None else since.toordinal(), limit),
    )
    return [Gated(date.fromordinal(row[0]), Surprise(row[1]), row[2], row[3]) for row in rows]
