"""Simulated lives are what they say, and nobody changes them unseen."""

from collections import Counter

import pytest
from evals.lifecycle.methods import Held
from evals.lifecycle.scoring import say_together, says
from evals.lifecycle.simulator import LENGTHS, SEEDS, TUNING_SEEDS, simulate
from evals.lifecycle.trials import PAIRS, VARIANTS, trials
from evals.lifecycle.wording import HELD, bank, pool
from evals.lifecycle.world import (
    CHATTER,
    CONFLICTS,
    CONTEXTUAL,
    CRITICAL,
    USER,
    Claim,
    Life,
    Turn,
    day,
)
from evals.preferences.world import digest_of

# A change here is a change of what is measured: say so where the figures stand.
DIGESTS = {30: "7b0f1ae378253722", 365: "b766d654b2502c3d", "trials": "2e88b063b41da896"}


@pytest.fixture(scope="module", params=LENGTHS)
def lives(request: pytest.FixtureRequest) -> list[Life]:
    return [simulate(request.param, seed) for seed in (*TUNING_SEEDS[:2], *SEEDS[:4])]


def held(turn: Turn) -> Held:
    return Held(text=turn.text, sources=(turn.id,))


def turns_of(life: Life, claim: Claim) -> list[Held]:
    return [held(turn) for turn in life.turns if turn.id in claim.turns]


def test_there_are_enough_seeds_and_none_is_both_for_tuning_and_for_measuring() -> None:
    assert len(set(SEEDS)) == len(SEEDS) >= 20
    assert not set(SEEDS) & set(TUNING_SEEDS)


@pytest.mark.parametrize("days", LENGTHS)
def test_the_lives_are_those_that_were_fixed_before_anything_was_tuned(days: int) -> None:
    found = [simulate(days, seed).digest for seed in (*TUNING_SEEDS, *SEEDS)]

    assert digest_of(found)[:16] == DIGESTS[days]


def test_the_trials_are_those_that_were_fixed() -> None:
    found = [digest_of(list(trials(seed))) for seed in (*TUNING_SEEDS, *SEEDS)]

    assert digest_of(found)[:16] == DIGESTS["trials"]


def test_a_seed_means_one_life_and_another_seed_another(lives: list[Life]) -> None:
    first = lives[0]

    assert simulate(first.days, first.seed) == first
    assert len({life.digest for life in lives}) == len(lives)


def test_a_life_is_mostly_chatter_and_has_all_kinds_of_claims_and_turns(lives: list[Life]) -> None:
    for life in lives:
        telling = {turn for claim in life.claims.values() for turn in claim.turns}
        said = [turn for turn in life.turns if turn.role == USER]
        assert len(telling & {turn.id for turn in said}) < 0.6 * len(said)
        assert {CRITICAL, CONTEXTUAL, CHATTER} <= {c.kind for c in life.claims.values()}
        assert {turn.role for turn in life.turns} == {"user", "assistant", "tool"}
        assert {q.sort for q in life.questions} == {
            "retention", "stale", "as of", "broad", "fusion",
        }  # fmt: skip
        assert life.uses
    assert {check.kind for life in lives for check in life.checks} == set(CONFLICTS)


def test_whoever_keeps_every_turn_can_say_every_claim(lives: list[Life]) -> None:
    for life in lives:
        for claim in life.claims.values():
            assert say_together(turns_of(life, claim), claim), (life.seed, claim)


def test_what_is_the_persons_own_is_named_in_no_turn_of_others(lives: list[Life]) -> None:
    """A value that others share would let a memory be right by chance."""
    for life in lives:
        mine = [
            claim
            for claim in life.claims.values()
            if claim.slot in ("home", "work", "allergy", "partner", "family", "vehicle", "hobby")
        ]
        for claim in mine:
            same = [c for c in life.claims.values() if c.value == claim.value or c.to == claim.id]
            linked = {turn for each in same for turn in each.turns}
            for turn in life.turns:
                if turn.id not in linked and says(held(turn), _anywhere(claim, turn)):
                    assert turn.text.endswith("?"), (life.seed, claim, turn)


def _anywhere(claim: Claim, turn: Turn) -> Claim:
    return Claim(
        id=claim.id, kind=claim.kind, slot=claim.slot, value=claim.value, marks=claim.marks,
        turns=(turn.id,), start=claim.start,
    )  # fmt: skip


def test_one_thing_at_a_time_has_one_value_at_a_time(lives: list[Life]) -> None:
    for life in lives:
        for question in life.questions:
            if question.sort != "stale":
                continue
            right = [life.claims[name] for name in question.right]
            stale = [life.claims[name] for name in question.stale]
            assert all(claim.holds(question.at) for claim in right)
            assert not any(claim.holds(question.at) for claim in stale)
            assert all(claim.start <= question.at for claim in (*right, *stale))


def test_the_past_is_asked_for_at_a_moment_when_its_answer_held(lives: list[Life]) -> None:
    for life in lives:
        asked = [q for q in life.questions if q.as_of is not None]
        assert asked
        for question in asked:
            assert question.as_of is not None
            assert all(life.claims[name].holds(question.as_of) for name in question.right)
            assert not any(life.claims[name].holds(question.as_of) for name in question.stale)


def test_what_is_asked_for_was_said_before_and_still_holds(lives: list[Life]) -> None:
    for life in lives:
        for question in life.questions:
            if question.sort == "retention":
                assert len(question.right) == 1
            if question.sort in ("retention", "broad"):
                assert all(life.claims[name].holds(question.at) for name in question.right)
        assert max(q.at for q in life.questions) == day(life.days)
        assert life.turns[-1].at < day(life.days)


def test_a_pair_names_what_must_be_held_and_what_must_not(lives: list[Life]) -> None:
    for life in lives:
        for check in life.checks:
            assert check.hold or check.drop
            assert all(life.claims[name].holds(check.at) for name in check.hold), check
            assert not any(life.claims[name].holds(check.at) for name in check.drop), check


def test_held_out_words_are_said_in_held_out_lives_only() -> None:
    held_out = {
        words.partition("{")[0].strip().casefold()
        for file in ("chatter", "noise")
        for name, listed in bank(file).items()
        if name.endswith(HELD)
        for words in listed
        if "{" not in words
    }
    open_texts = _texts(TUNING_SEEDS)
    held_texts = _texts(SEEDS[:4])

    assert held_out
    assert not [text for text in open_texts for words in held_out if text == words]
    assert [text for text in held_texts for words in held_out if text == words]
    third = set(pool("city", is_held=True)) - set(pool("city", is_held=False))
    assert not [t for t in open_texts for city in third if city.casefold() in t.split()]


def _texts(seeds: tuple[int, ...]) -> list[str]:
    return [
        turn.text.replace("’", "'").casefold()
        for seed in seeds
        for turn in simulate(30, seed).turns
    ]


@pytest.mark.parametrize("seed", [TUNING_SEEDS[0], SEEDS[0]])
def test_variants_of_a_pair_share_values_and_differ_in_words_or_order(seed: int) -> None:
    found = trials(seed)
    assert Counter(trial.kind for trial in found) == dict.fromkeys(CONFLICTS, PAIRS * VARIANTS)
    for kind in CONFLICTS:
        for pair in range(PAIRS):
            variants = [t for t in found if (t.kind, t.pair) == (kind, pair)]
            values = {tuple(sorted(c.value for c in t.claims.values())) for t in variants}
            assert len(values) == 1, kind
            assert len({tuple(turn.text for turn in t.turns) for t in variants}) == VARIANTS


def test_the_last_variant_tells_the_later_statement_first() -> None:
    for trial in trials(TUNING_SEEDS[0]):
        moments = [turn.at for turn in trial.turns]
        assert (moments == sorted(moments)) == (trial.variant != VARIANTS)


def test_whoever_hears_a_trial_can_say_what_must_be_held() -> None:
    for trial in (*trials(TUNING_SEEDS[0]), *trials(SEEDS[0])):
        at_hand = [held(turn) for turn in trial.turns]
        for name in trial.check.hold:
            assert say_together(at_hand, trial.claims[name]), trial
