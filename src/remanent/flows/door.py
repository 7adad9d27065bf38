"""The one door between flows and stores.

`read` gives a consistent view of one scope. `write` gives an immediate transaction of one scope
and appends the audit entry before the commit, so that a forgotten entry cannot be written. A test
holds that nothing else opens a store's transaction.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from remanent.errors import AccessError, ScopeError
from remanent.governance.audit import next_entry
from remanent.model.governance import Actor
from remanent.model.scope import Scope
from remanent.ports import Clock, Ids, Snapshot, Store, Transaction
from remanent.quoting import shown

T = TypeVar("T")

PRESENT_REACHES = timedelta(milliseconds=10)


@dataclass(frozen=True, slots=True)
class Applied(Generic[T]):
    """What a block gives back: its result, and how much it touched.

    A block that touched nothing (an idempotent retry) gives no counts and leaves no audit entry.
    """

    result: T
    counts: Mapping[str, int]


class Door:
    """Checks who comes in, gives a view or a transaction, and keeps the record."""

    def __init__(self, store: Store, *, clock: Clock, ids: Ids) -> None:
        """Stand before a store."""
        self._store = store
        self.clock = clock
        self.ids = ids

    def present(self) -> datetime:
        """Return the moment at which facts must hold to be current.

        Messages of one call that came without a time are a microsecond apart, from the clock's
        time on; the present lies behind the last of them.
        """
        return self.clock.now() + PRESENT_REACHES

    def read(self, scope: Scope, actor: Actor) -> AbstractContextManager[Snapshot]:
        """Open a consistent view of one scope."""
        _check(scope, actor)
        return self._store.read(scope)

    def write(
        self,
        scope: Scope,
        actor: Actor,
        action: str,
        block: Callable[[Transaction, datetime], Applied[T]],
    ) -> T:
        """Run a block in one transaction of one scope; return its result once it is durable."""
        _check(scope, actor)

        def run(transaction: Transaction) -> T:
            now = self.clock.now()
            applied = block(transaction, now)
            if applied.counts:
                transaction.append_audit(
                    next_entry(
                        after_seq=transaction.state.audit_seq,
                        head=transaction.state.audit_head,
                        at=now,
                        action=action,
                        actor=actor,
                        counts=applied.counts,
                    )
                )
            return applied.result

        return self._store.write(scope, run, key=self.ids.new_key())


def _check(scope: object, actor: object) -> None:
    if not isinstance(scope, Scope):
        raise ScopeError(f"A scope is needed here, not {shown(scope)}.")
    if not isinstance(actor, Actor):
        raise AccessError(f"An actor is needed here, not {shown(actor)}.")
