"""An edge that says what the release says is stored short, and given back from its evidence."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remanent.model.preference import Evidence, Preference
from remanent.model.prior import Prior, ReleasedAttribute
from remanent.preferences.deviation import (
    deviates,
    filled,
    has_short,
    is_lossless,
    is_short,
    restored,
    shortened,
    with_whole_edges,
)
from remanent.preferences.learning import learned, weight_at
from remanent.store.preference_index import graph_of

NOW = datetime(2026, 3, 2, tzinfo=UTC)
HALF_LIFE = 14.0


def evidence_of(*days_ago: float) -> list[Evidence]:
    return [
        Evidence(1, NOW - timedelta(days=days), event_seq=number, magnitude=0.8)
        for number, days in enumerate(sorted(days_ago, reverse=True), 1)
    ]


def row_of(evidence: list[Evidence]) -> Preference:
    row = Preference("pref:tea", 1)
    for each in evidence:
        row = learned(row, each, half_life_days=HALF_LIFE)
    return row


def prior_of(weight: float) -> Prior:
    tea = ReleasedAttribute("pref:tea", "pref:tea", weight / 2, weight, 50.0)
    return Prior("a" * 32, NOW, 1.0, 1e-6, 5, 100.0, (tea,))


def is_deviating(row: Preference, weight: float, distance: float = 0.5) -> bool:
    return deviates(row, prior_of(weight), NOW, half_life_days=HALF_LIFE, distance=distance)


EVIDENCE = evidence_of(9, 5, 5, 1)
ROW = row_of(EVIDENCE)
WEIGHT = weight_at(ROW, NOW, half_life_days=HALF_LIFE)


def test_an_edge_within_the_distance_of_the_average_holder_does_not_deviate() -> None:
    assert not is_deviating(ROW, WEIGHT + 0.49)
    assert is_deviating(ROW, WEIGHT + 0.51)
    assert is_deviating(ROW, WEIGHT - 0.51)


@pytest.mark.parametrize(
    "changed",
    [
        {"pin": 5.0}, {"text": "German"}, {"intensity": 0.5}, {"value": 42.5}, {"outcomes": 1},
        {"salience": 0.1}, {"asked_at": NOW}, {"attribute": "pref:other"}, {"hits": 0},
        {"contexts": 1000}, {"rebased_at": NOW + timedelta(days=1)},
    ],
)  # fmt: skip
def test_what_more_than_plain_events_has_touched_is_stored_in_full(
    changed: dict[str, object],
) -> None:
    assert is_deviating(ROW._replace(**changed), WEIGHT, distance=9.0)  # type: ignore[arg-type]


def test_a_short_edge_is_given_back_by_its_evidence_to_the_last_bit() -> None:
    short = shortened(ROW, prior_of(WEIGHT), NOW, half_life_days=HALF_LIFE)
    assert (is_short(ROW), is_short(short)) == (False, True)
    assert (short.weight, short.rebased_at, short.uses) == (0.0, None, ())
    assert restored(short, EVIDENCE, half_life_days=HALF_LIFE) == ROW
    assert is_lossless(ROW, EVIDENCE, half_life_days=HALF_LIFE)


def test_an_edge_that_its_evidence_does_not_give_back_is_not_lossless() -> None:
    assert not is_lossless(ROW, EVIDENCE[1:], half_life_days=HALF_LIFE)
    assert not is_lossless(ROW._replace(weight=8.0), EVIDENCE, half_life_days=HALF_LIFE)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.floats(-0.5, 0.5), st.floats(0, 400))
def test_what_is_read_never_lies_further_from_the_truth_than_the_distance(
    apart: float, days: float
) -> None:
    read = filled(ROW, prior_of(WEIGHT + apart), NOW)
    later = NOW + timedelta(days=days)
    found = weight_at(read, later, half_life_days=HALF_LIFE)
    assert abs(found - weight_at(ROW, later, half_life_days=HALF_LIFE)) <= 0.5 + 1e-9


def test_a_short_edge_fades_when_what_is_read_of_it_does() -> None:
    short = shortened(ROW, prior_of(4.0), NOW, half_life_days=HALF_LIFE)
    assert short.fades_at == NOW + timedelta(days=28)  # from 4 to 1 in two half-lives


def test_uses_of_a_short_edge_are_read_as_evenly_spread() -> None:
    short = shortened(ROW, prior_of(WEIGHT), NOW, half_life_days=HALF_LIFE)
    uses = filled(short, prior_of(WEIGHT), NOW).uses
    assert len(uses) == 4
    assert (uses[0], uses[-1]) == (ROW.uses[0], ROW.uses[-1])
    assert uses[2] - uses[1] == pytest.approx(uses[1] - uses[0], abs=1)


def test_what_was_worked_out_of_short_edges_is_not_kept_for_whole_ones() -> None:
    short = shortened(ROW, prior_of(WEIGHT), NOW, half_life_days=HALF_LIFE)
    graph = graph_of([short])
    graph.kept["worked out"] = "of short edges"
    whole = with_whole_edges(graph, lambda row: restored(row, EVIDENCE, half_life_days=HALF_LIFE))
    assert dict(whole.kept) == {}


def test_a_graph_with_whole_edges_is_the_graph_of_the_rows_in_full() -> None:
    prior = prior_of(WEIGHT)
    short = shortened(ROW, prior, NOW, half_life_days=HALF_LIFE)
    other = Preference("ctx:morning", 2, contexts=3)
    graph = graph_of([short, other])
    whole = with_whole_edges(graph, lambda row: restored(row, EVIDENCE, half_life_days=HALF_LIFE))
    expected = graph_of([ROW, other])
    assert (has_short(graph), has_short(whole)) == (True, False)
    assert whole.rows == expected.rows
    for name in ("weights", "rebased", "uses", "hits", "last"):
        assert (getattr(whole, name) == getattr(expected, name)).all(), name
