"""Idempotency keys and the audit chain."""

import pytest
from tests.support.values import ALICE, BOB, Values, write

from remanent.errors import StoreError
from remanent.governance.audit import first_break, next_entry
from remanent.model.governance import Actor, ActorKind, AuditEntry
from remanent.store.sql_store import SqlStore
from remanent.store.transaction import SqlTransaction


def add_entry(store: SqlStore, values: Values, action: str, **counts: int) -> AuditEntry:
    def run(tx: SqlTransaction) -> AuditEntry:
        entry = next_entry(
            after_seq=tx.state.audit_seq,
            head=tx.state.audit_head,
            at=values.clock.advance(seconds=1),
            action=action,
            actor=Actor(ActorKind.AGENT),
            counts=counts,
        )
        tx.append_audit(entry)
        return entry

    entry: AuditEntry = write(store, run)
    return entry


LONG = "".join(chr(code) for code in range(0x20000, 0x20C00))  # does not compress well


@pytest.mark.parametrize("key", ["k", "", "\x00\ud800", "?%s'", "é" * 255, "x" * 5000, LONG])
def test_the_reply_of_a_key_is_kept_word_for_word(store: SqlStore, key: str) -> None:
    write(store, lambda tx: tx.keep_request(key, "digest", '{"text": "\x00 \ud800"}'))
    with store.read(ALICE) as view:
        assert view.request(key) == ("digest", '{"text": "\x00 \ud800"}')
        assert view.request(key + "x") is None
    with store.read(BOB) as view:
        assert view.request(key) is None


def test_a_key_is_kept_once(store: SqlStore) -> None:
    write(store, lambda tx: tx.keep_request("k", "one", "1"))
    with pytest.raises(StoreError):
        write(store, lambda tx: tx.keep_request("k", "two", "2"))
    with store.read(ALICE) as view:
        assert view.request("k") == ("one", "1")


def test_the_audit_chain_is_kept_and_its_tail_read_oldest_first(
    store: SqlStore, values: Values
) -> None:
    entries = [add_entry(store, values, "remember", turns=n, facts=2 * n) for n in range(5)]
    with store.read(ALICE) as view:
        assert view.audit_tail(100) == entries
        assert view.audit_tail(2) == entries[3:]
        assert view.audit_tail(0) == []
        assert first_break(view.audit_tail(100)) is None
        assert (view.state.audit_seq, view.state.audit_head) == (5, entries[-1].digest)
    with store.read(BOB) as view:
        assert view.audit_tail(100) == []


def test_an_entry_of_an_undone_block_leaves_no_gap_in_the_chain(
    store: SqlStore, values: Values
) -> None:
    add_entry(store, values, "remember")

    def fail(tx: SqlTransaction) -> None:
        tx.append_audit(
            next_entry(
                after_seq=tx.state.audit_seq, head=tx.state.audit_head, at=values.clock.now(),
                action="forget", actor=Actor(), counts={},
            )
        )  # fmt: skip
        raise KeyError

    with pytest.raises(KeyError):
        write(store, fail)
    add_entry(store, values, "remember")
    with store.read(ALICE) as view:
        assert [entry.seq for entry in view.audit_tail(9)] == [1, 2]
        assert first_break(view.audit_tail(9)) is None


def test_what_is_noted_about_the_store_is_seen_from_every_scope(store: SqlStore) -> None:
    write(store, lambda tx: tx.keep_meta("note", "first \x00"))
    write(store, lambda tx: tx.keep_meta("note", "second \ud800"), scope=BOB)
    with store.read(ALICE) as view:
        assert view.meta("note") == "second \ud800"
        assert view.meta("no note") is None
