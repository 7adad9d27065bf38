"""Graded hydration: which source turns are shown, and how much of them."""

from remanent.facts.hydration import Hydration, choose_shown, choose_sources, shortened


def test_sources_are_named_best_match_first_and_latest_first_among_equals() -> None:
    assert choose_sources((1, 2, 3, 4), {2: 0.9, 3: 0.1}) == (2, 3, 4, 1)


def test_an_item_names_at_most_five_sources() -> None:
    assert len(choose_sources(tuple(range(1, 50)), {})) == 5


def test_the_turns_shown_whole_are_those_that_match_the_question_not_those_of_the_first_fact() -> (
    None
):
    shown = choose_shown(
        [(1, 2), (3,), (4,)], {4: 0.9, 3: 0.5, 1: 0.2}, Hydration(turns=3, whole=2)
    )
    assert shown == {4: True, 3: True, 1: False}


def test_only_the_pool_competes() -> None:
    shown = choose_shown([(1,), (2,), (3,)], {3: 1.0}, Hydration(turns=1, whole=1, pool=2))
    assert shown == {1: True}


def test_no_turns_are_shown_where_none_are_asked_for() -> None:
    assert choose_shown([(1,), (2,)], {}, Hydration(turns=0)) == {}


def test_the_first_lines_are_kept_with_a_mark_for_the_rest() -> None:
    assert shortened("one\ntwo\nthree", 2) == "one\ntwo …"
    assert shortened(" one \ntwo", 2) == "one \ntwo"
    assert shortened("one\ntwo", 0) == ""
