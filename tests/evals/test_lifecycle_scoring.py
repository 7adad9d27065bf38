"""The measures of the life of facts, each on a case that was worked out by hand."""

import math
from datetime import timedelta

import pytest
from evals.lifecycle.methods import Answer, Held, State
from evals.lifecycle.scoring import (
    Verdict,
    agreement,
    judge,
    macro,
    measures,
    retention,
    say_together,
    says,
    settle,
    stale_rate,
    storage,
    temporal_consistency,
)
from evals.lifecycle.world import CRITICAL, START, Check, Claim, Question

LATER = START + timedelta(days=30)


def claim(name: str, *marks: str, turns: tuple[str, ...] = (), over: bool = False) -> Claim:
    return Claim(
        id=name, kind=CRITICAL, slot="home", value=marks[0], marks=marks, turns=turns or (name,),
        start=START, end=START if over else None,
    )  # fmt: skip


def item(text: str, *sources: str, valid: bool = True, negated: bool = False) -> Held:
    return Held(text=text, sources=sources, is_valid=valid, is_negated=negated)


OLD, NEW = claim("old", "Ghent"), claim("new", "Porto")
CLAIMS = {"old": OLD, "new": NEW}
NOW = Question(
    id="q", at=LATER, text="?", sort="stale", kind=CRITICAL, right=("new",), stale=("old",),
    timeline="home",
)  # fmt: skip


def test_an_item_says_a_claim_where_it_names_it_and_rests_on_its_turn() -> None:
    assert says(item("lives in PORTO now", "new"), NEW)
    assert not says(item("lives in Porto", "other"), NEW)
    assert not says(item("likes Portofino", "new"), NEW)


def test_a_mark_may_be_written_in_several_ways_and_a_negation_be_a_flag() -> None:
    born = claim("b", "14 March|March 14")
    none = claim("n", "volunteers", "not|no|n't|negative")

    assert says(item("born on march 14", "b"), born)
    assert not says(item("born on March 15", "b"), born)
    assert says(item("We don’t take volunteers", "n"), none)
    assert says(item("takes volunteers", "n", negated=True), none)
    assert not says(item("takes volunteers", "n"), none)


def test_details_may_be_said_by_two_items_together() -> None:
    both = claim("w", "goldsmith", "Kestrel", turns=("w",))

    assert say_together([item("works at Kestrel", "w"), item("is a goldsmith", "w")], both)
    assert not say_together([item("works at Kestrel", "w"), item("is a goldsmith", "x")], both)


def test_an_answer_is_stale_where_its_first_item_to_speak_says_what_is_over() -> None:
    old, new, other = item("in Ghent", "old"), item("in Porto", "new"), item("rain", "x")
    marked = item("in Ghent", "old", valid=False)

    assert judge(NOW, Answer(items=(other, old, new)), CLAIMS).is_stale
    assert not judge(NOW, Answer(items=(other, new, old)), CLAIMS).is_stale
    assert not judge(NOW, Answer(items=(marked, new)), CLAIMS).is_stale
    assert not judge(NOW, Answer(items=(other,)), CLAIMS).is_stale
    moved = item("moved from Ghent to Porto", "new", "old")
    assert not judge(NOW, Answer(items=(moved,)), CLAIMS).is_stale


def test_an_answer_is_judged_as_a_whole() -> None:
    items = (item("in Porto", "new"), item("rain", "x"), item("in Ghent", "old"), item("sun", "y"))
    found = judge(NOW, Answer(items=items), CLAIMS, at_hand=items[1:])

    assert found == Verdict(
        is_held=False, is_found=True, is_stale=False, is_consistent=False, precision=0.25,
        coverage=1.0,
    )  # fmt: skip
    assert judge(NOW, Answer(items=items[:2]), CLAIMS, at_hand=items).is_consistent
    assert judge(NOW, Answer(items=()), CLAIMS).precision == 0


def verdict(**changed: bool) -> Verdict:
    given = {"is_held": False, "is_found": False, "is_stale": False, "is_consistent": False}
    return Verdict(precision=0.5, coverage=1.0, **{**given, **changed})


def question(
    sort: str, *, days: int = 30, line: str | None = None, kind: str = CRITICAL
) -> Question:
    return Question(
        id="q", at=START + timedelta(days=days), text="?", sort=sort, kind=kind, right=("new",),
        timeline=line,
    )  # fmt: skip


def test_retention_counts_what_is_held_at_the_end_or_on_all_days() -> None:
    judged = [
        (question("retention", days=7), verdict(is_held=True)),
        (question("retention"), verdict(is_held=True)),
        (question("retention"), verdict(is_found=True)),
        (question("retention"), verdict()),
        (question("stale"), verdict(is_held=True)),
    ]

    assert retention(judged, CRITICAL) == pytest.approx(1 / 3)
    assert retention(judged, CRITICAL, last=False) == pytest.approx(1 / 2)
    assert retention(judged, CRITICAL, answered=True) == pytest.approx(1 / 3)
    assert math.isnan(retention(judged, "contextual"))


def test_temporal_consistency_weighs_each_changing_thing_the_same() -> None:
    right, wrong = verdict(is_consistent=True), verdict(is_stale=True)
    judged = [
        (question("stale", line="home"), right),
        (question("as of", line="home"), wrong),
        (question("as of", line="home"), wrong),
        (question("as of", line="home"), wrong),
        (question("stale", line="work"), right),
        (question("retention"), wrong),
    ]

    assert temporal_consistency(judged) == pytest.approx((1 / 4 + 1) / 2)
    assert stale_rate(judged) == 0
    assert stale_rate([*judged, (question("stale"), wrong)]) == pytest.approx(1 / 3)


def test_preservation_is_the_mean_over_numbers_dates_names_and_negations() -> None:
    judged = [
        (question("fusion", kind="number"), verdict(is_found=True)),
        (question("fusion", kind="number"), verdict(is_found=True)),
        (question("fusion", kind="date"), verdict(is_found=True)),
        (question("fusion", kind="name"), verdict()),
        (question("fusion", kind="negation"), verdict()),
    ]

    assert measures(judged)["fusion preservation"] == pytest.approx(0.5)


def test_storage_is_a_share_of_everything() -> None:
    everything = State(rows=200, bytes=8000, log_rows=200, log_bytes=8000)
    held = State(rows=50, bytes=1000, log_rows=250, log_bytes=9000)

    assert storage(held, everything) == (0.25, 0.125)


def check(
    kind: str, *, hold: tuple[str, ...], drop: tuple[str, ...] = (), single: str = ""
) -> Check:
    return Check(
        id="p", kind=kind, at=LATER, text="?", old="old", new="new", hold=hold, drop=drop,
        single=(single,) if single else (),
    )  # fmt: skip


def test_after_an_update_the_new_is_held_and_the_old_is_not() -> None:
    update = check("update", hold=("new",), drop=("old",))
    old, new = item("in Ghent", "old"), item("in Porto", "new")
    closed = item("in Ghent", "old", valid=False)

    assert settle(update, [closed, new], CLAIMS).is_right
    assert settle(update, [new], CLAIMS).verdict == (False, True, False)
    assert not settle(update, [old, new], CLAIMS).is_right
    assert settle(update, [old, new], CLAIMS).verdict == (True, True, False)
    assert not settle(update, [], CLAIMS).is_right
    assert settle(update, [item("from Ghent to Porto", "new", "old")], CLAIMS).is_right


def test_the_same_in_other_words_is_held_once() -> None:
    claims = {"old": claim("old", "Ghent", turns=("a", "b"))}
    overlap = Check(
        id="p", kind="overlap", at=LATER, text="?", old="old", new="old", hold=("old",),
        single=("Ghent",),
    )  # fmt: skip

    assert settle(overlap, [item("in Ghent", "a", "b")], claims).is_right
    twice = settle(overlap, [item("in Ghent", "a"), item("in Ghent", "b")], claims)
    assert not twice.is_right
    assert twice.verdict == (True, True, True)
    assert settle(overlap, [item("in Ghent", "a"), item("Ghent again", "z")], claims).is_right


def test_after_an_end_nothing_is_held_as_so_and_saying_so_is_no_fault() -> None:
    claims = {"old": OLD, "new": claim("new", "Ghent", over=True)}
    ended = check("ended", hold=(), drop=("old",))

    assert settle(ended, [], claims).is_right
    assert settle(ended, [item("left Ghent", "new")], claims).is_right
    assert settle(ended, [item("left Ghent", "new")], claims) == settle(ended, [], claims)
    assert not settle(ended, [item("in Ghent", "old")], claims).is_right


@pytest.mark.parametrize(
    ("ends", "expected"),
    [("aaaa", 1.0), ("aaab", 0.5), ("aabb", 1 / 3), ("aabc", 1 / 6), ("abcd", 0.0), ("a", 1.0)],
)
def test_agreement_is_the_share_of_pairs_of_variants_that_end_alike(
    ends: str, expected: float
) -> None:
    known = {"a": (True, True, True), "b": (False, True, True), "c": (False, False, True)}
    verdicts = [known.get(end, (False, False, False)) for end in ends]

    assert agreement(verdicts) == pytest.approx(expected)


def test_a_mean_over_kinds_leaves_out_kinds_that_were_not_met() -> None:
    assert macro({"a": 1.0, "b": 0.0, "c": math.nan}) == 0.5
