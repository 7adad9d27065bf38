"""Suggestions wait for the owner, and what he said of one is final."""

from dataclasses import replace

from tests.support.values import ALICE, BOB, Values, write

from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus
from remanent.store.sql_store import SqlStore

OPEN, ACCEPTED, REJECTED, SETTLED = SuggestionStatus


def proposed(
    values: Values, number: int, kind: SuggestionKind = SuggestionKind.ALIAS
) -> Suggestion:
    """A suggestion, a minute after the one before."""
    return Suggestion(
        id=f"{number:032x}",
        kind=kind,
        content=(("first", "Zoë \x00\ud800"), ("second", f"Zoe {number}")),
        reason='They sound "alike".',
        fact_ids=(f"{900 + number:032x}", f"{800 + number:032x}"),
        proposed_at=values.clock.advance(minutes=1),
    )


def test_a_suggestion_is_kept_word_for_word(store: SqlStore, values: Values) -> None:
    one = proposed(values, 1)
    write(store, lambda tx: tx.keep_suggestions([one]))
    with store.read(ALICE) as view:
        assert view.suggestion(one.id) == one
        assert view.suggestions(OPEN, limit=9) == [one]
        assert view.suggestion(f"{2:032x}") is None
    with store.read(BOB) as view:
        assert view.suggestion(one.id) is None
        assert view.suggestions(OPEN, limit=9) == []
        assert view.count_suggestions(OPEN) == 0


def test_what_was_decided_is_final(store: SqlStore, values: Values) -> None:
    yes, no, other = (proposed(values, number) for number in (1, 2, 3))
    now = values.clock.now()
    write(store, lambda tx: tx.keep_suggestions([yes, no, other]))
    assert write(store, lambda tx: tx.decide_suggestion(yes.id, ACCEPTED, now))
    assert write(store, lambda tx: tx.decide_suggestion(no.id, REJECTED, now))
    assert write(store, lambda tx: tx.decide_suggestion(other.id, SETTLED, now))
    for status in (ACCEPTED, REJECTED, SETTLED):
        for each in (yes, no, other):
            assert not write(store, lambda tx, each=each, status=status: tx.decide_suggestion(
                each.id, status, values.clock.advance(days=1)))  # fmt: skip
    assert not write(store, lambda tx: tx.decide_suggestion(f"{7:032x}", ACCEPTED, now))
    assert not write(store, lambda tx: tx.decide_suggestion(yes.id, REJECTED, now), scope=BOB)
    write(store, lambda tx: tx.keep_suggestions([replace(no, reason="again"), yes]))
    with store.read(ALICE) as view:
        assert view.suggestions(OPEN, limit=9) == []
        assert view.suggestions(ACCEPTED, limit=9) == [
            replace(yes, status=ACCEPTED, decided_at=now)
        ]
        assert view.suggestions(REJECTED, limit=9) == [replace(no, status=REJECTED, decided_at=now)]
        assert [view.count_suggestions(status) for status in SuggestionStatus] == [0, 1, 1, 1]


def test_suggestions_are_listed_by_when_they_were_made_in_pages_and_by_kind(
    store: SqlStore, values: Values
) -> None:
    kinds = [SuggestionKind.ALIAS, SuggestionKind.CONFLICT, SuggestionKind.ENTITY_KIND] * 3
    made = [proposed(values, 9 - place, kind) for place, kind in enumerate(kinds)]
    write(store, lambda tx: tx.keep_suggestions(made[::-1]))
    with store.read(ALICE) as view:
        assert view.suggestions(OPEN, limit=99) == made
        assert view.suggestions(OPEN, skip=2, limit=3) == made[2:5]
        assert view.suggestions(OPEN, kind=SuggestionKind.CONFLICT, skip=1, limit=9) == made[4::3]
        assert view.count_suggestions(OPEN) == 9
