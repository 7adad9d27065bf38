"""The audit chain shows the first entry that does not follow from the one before."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from remanent.governance.audit import first_break, next_entry
from remanent.model.governance import OWNER, ActorKind, AuditEntry

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def chain(length: int) -> list[AuditEntry]:
    entries: list[AuditEntry] = []
    for number in range(length):
        entries.append(
            next_entry(
                after_seq=number,
                head=entries[-1].digest if entries else b"",
                at=NOW,
                action="remember",
                actor=OWNER,
                counts={"events": number + 1},
            )
        )
    return entries


def test_an_untouched_chain_has_no_break() -> None:
    assert first_break(chain(5)) is None
    assert first_break([]) is None


Tampering = Callable[[list[AuditEntry]], list[AuditEntry]]


@pytest.mark.parametrize(
    ("tamper", "broken"),
    [
        (lambda e: [*e[:2], replace(e[2], action="recall"), *e[3:]], 3),
        (lambda e: [*e[:2], replace(e[2], counts=(("events", 9),)), *e[3:]], 3),
        (lambda e: [*e[:2], replace(e[2], actor=ActorKind.AGENT), *e[3:]], 3),
        (lambda e: [*e[:2], *e[3:]], 4),
        (lambda e: [e[0], e[2], e[1], *e[3:]], 3),
        (lambda e: e[1:], 2),
        (lambda e: [*e, replace(e[-1], seq=6)], 6),
    ],
)
def test_a_touched_chain_says_where(tamper: Tampering, broken: int) -> None:
    assert first_break(tamper(chain(5))) == broken
