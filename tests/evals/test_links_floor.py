"""Nothing merges that walks worse over links, or answers direct questions worse for them."""

from evals.links.__main__ import measure
from evals.links.world import households


def test_questions_that_walk_find_their_answer_first_and_direct_ones_still_do() -> None:
    found = measure(list(households(3)))
    assert found["0"].with_links == found["0"].without == (1.0, 1.0, 1.0)
    assert found["1"].with_links[0] == 1.0
    assert found["2"].with_links[0] == 1.0
    assert found["all that walk"].with_links[0] >= 0.95
    assert found["phrased freely"].with_links[0] >= 0.8
    assert found["all that walk"].without[0] <= 0.05


def test_the_households_are_the_same_every_time() -> None:
    assert list(households(2)) == list(households(2))
    first, second = households(2)
    assert first.facts != second.facts
