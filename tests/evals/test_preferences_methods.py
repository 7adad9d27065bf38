"""Small worlds whose answers can be told by looking at them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from evals.locomo.report import RunNote
from evals.preferences.diary import ASKED, ENTRIES
from evals.preferences.dice import Dice
from evals.preferences.methods.common import Answer, told
from evals.preferences.methods.counting import Counter
from evals.preferences.methods.fernme import VARIANTS, _Names, _request
from evals.preferences.methods.kept import Kept
from evals.preferences.methods.lexical import Bm25History
from evals.preferences.methods.whole import WholeHistory
from evals.preferences.people import day
from evals.preferences.report import Found, as_json, markdown, misses
from evals.preferences.running import COLUMNS, Measurement, Plan, Shown, calibration
from evals.preferences.scoring import Score, score
from evals.preferences.simulator import simulate
from evals.preferences.storefront import Visit, bought, open_shop
from evals.preferences.world import Acted, Catalog, Entry, Event, Question, World


def event(
    number: float,
    *attributes: str,
    kind: str = "purchase",
    context: tuple[str, ...] = (),
    user: str = "ann",
    item: str | None = None,
) -> Event:
    return Event(
        at=day(number), user=user, kind=kind, attributes=attributes, context=context, item=item
    )


def world(
    *log: Entry,
    at: float = 100,
    context: tuple[str, ...] = (),
    concepts: dict[str, str] | None = None,
    population: tuple[str, ...] = (),
    items: dict[str, tuple[str, ...]] | None = None,
) -> World:
    question = Question(at=day(at), user="ann", context=context, relevant=("pref:a",), stale=())
    return World(
        regime="small",
        seed=0,
        catalog=Catalog(name="small", items=items or {}),
        log=log,
        questions=(question,),
        concepts=concepts or {},
        population=population,
    )


def said(name: str, small: World) -> tuple[str, ...]:
    methods = {"BM25": Bm25History(), "full history": WholeHistory()}
    return (methods.get(name) or Counter(name)).answer(small).given[0].attributes


MANY_THEN_ONE = world(
    *(event(number, "pref:old") for number in range(5)),
    event(60, "pref:mid"),
    event(90, "pref:new"),
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("frequency", ("pref:old", "pref:mid", "pref:new")),
        ("recency", ("pref:new", "pref:mid", "pref:old")),
        ("frequency, 30 days", ("pref:new",)),
        ("BM25", ("pref:old", "pref:mid", "pref:new")),
        ("full history", ("pref:new", "pref:old", "pref:mid")),
    ],
)
def test_each_method_reads_a_history_in_its_own_way(name: str, expected: Sequence[str]) -> None:
    assert said(name, MANY_THEN_ONE) == expected


@pytest.mark.parametrize("name", ["frequency", "recency", "full history"])
def test_what_is_turned_down_last_is_not_named(name: str) -> None:
    small = world(
        event(80, "pref:a"), event(81, "pref:b"),
        *(event(number, "pref:b", kind="decline") for number in (97, 98)),
        event(99, "!pref:c", kind="statement"),
    )  # fmt: skip

    assert said(name, small) == ("pref:a",)


def test_a_click_counts_less_than_a_purchase() -> None:
    small = world(
        event(1, "pref:b", kind="click"), event(2, "pref:b", kind="click"), event(3, "pref:a")
    )

    assert said("frequency", small) == ("pref:a", "pref:b")


@pytest.mark.parametrize("name", ["BM25", "full history"])
def test_a_situation_leads_to_what_was_done_in_it(name: str) -> None:
    small = world(
        event(90, "pref:tea", context=("ctx:morning",)),
        *(event(number, "pref:wine", context=("ctx:evening",)) for number in (91, 92)),
        context=("ctx:morning",),
    )

    assert said(name, small)[0] == "pref:tea"
    assert said("frequency", small)[0] == "pref:wine"


def test_the_whole_history_heeds_what_came_of_acting() -> None:
    small = world(
        event(98, "pref:a"), event(98.5, "pref:b"), event(98.7, "pref:b"),
        *(Acted(at=day(99), user="ann", attribute="pref:b", outcome=-1.0) for _ in range(2)),
    )  # fmt: skip

    assert said("full history", small) == ("pref:a",)


def test_an_item_stands_for_its_attributes() -> None:
    small = world(event(1, item="tin"), items={"tin": ("pref:a", "pref:b")})

    assert said("frequency", small) == ("pref:a", "pref:b")


def test_empty_places_go_to_what_others_like_after_what_is_ones_own() -> None:
    others = [event(1, "pref:p", user="bob"), event(2, "pref:p", user="cid")]
    others += [event(3, "pref:q", user="bob")]
    small = world(*others, event(4, "pref:q"), population=("bob", "cid"))

    assert said("frequency", small) == ("pref:q", "pref:p")


def test_answers_that_are_kept_are_the_same_and_another_world_has_its_own(tmp_path: Path) -> None:
    kept = Kept(Counter("recency"), tmp_path)
    first = kept.answer(MANY_THEN_ONE)

    assert kept.answer(MANY_THEN_ONE) == first
    assert kept.answer(world(event(1, "pref:b"))).given[0].attributes == ("pref:b",)
    assert len(list(tmp_path.iterdir())) == 2


def test_nobody_is_shown_what_has_not_happened_yet() -> None:
    for name in ("abrupt drift", "outcomes", "cold start"):
        simulated = simulate(name, 1009)
        count = 0
        for entries, question in told(simulated):
            assert all(entry.at <= question.at for entry in entries)
            count += len(entries)
        assert count == sum(entry.at <= simulated.questions[-1].at for entry in simulated.log)


def answer(*attributes: str) -> Answer:
    return Answer(attributes=attributes, text="")


def test_an_answer_is_judged_by_its_first_five_and_a_second_form_earns_nothing() -> None:
    small = world(concepts={"pref:As": "pref:a"})
    question = Question(
        at=day(1), user="ann", relevant=("pref:a", "pref:b"), stale=("pref:z", "pref:y")
    )
    shown = answer("pref:As", "pref:a", "pref:z", "pref:x", "pref:w", "pref:b")

    assert score(small, question, shown) == Score(recall=0.5, precision=0.2, stale=0.2)
    assert score(small, question, answer("pref:As")) == Score(recall=0.5, precision=1, stale=0)
    assert score(small, question, answer()) == Score(recall=0, precision=0, stale=0)
    assert score(small, question, answer("pref:b")) == Score(recall=0.5, precision=1, stale=0)


def test_fernme_is_given_names_that_it_can_hold_and_ours_come_back() -> None:
    names = _Names()
    written = {
        each: names.theirs(each)
        for each in ("city:Zürich", "!pref:日本茶", "style:concise", "product:oat milk")
    }

    assert written == {
        "city:Zürich": "city:zurich",
        "!pref:日本茶": "!pref:u65e5u672cu8336",
        "style:concise": "manner:concise",
        "product:oat milk": "product:oat milk",
    }
    assert names.ours("city:zurich") == "city:Zürich"
    assert names.ours("product:oatmilk") == "product:oat milk"
    assert names.ours("manner:concise") == "style:concise"


def test_fernme_is_told_everything_in_order_and_its_time_is_in_days_above_zero() -> None:
    small = world(
        event(0, "pref:a", context=("ctx:morning",)),
        event(1, "pref:b", kind="decline", context=("ctx:morning",)),
        Acted(at=day(2), user="ann", attribute="pref:a", outcome=0.5),
        context=("ctx:morning",),
    )
    steps = _request(small, VARIANTS[0], _Names())["steps"]

    first = {"tags": ["pref:a", "ctx:morning"], "source": "known", "qty": 1.0}
    second = {"tags": ["pref:b"], "source": "known", "qty": 1.0}
    assert steps == [
        ["observe", "ann", "purchase", first, 1.0],
        ["observe", "ann", "decline", second, 2.0],
        ["outcome", "ann", "pref:a", 0.5, 3.0],
        ["ask", "ann", ["ctx:morning"], 101.0],
    ]


def test_dice_fall_as_often_as_their_weights_say() -> None:
    dice = Dice(7, "weights")
    drawn = [dice.weighted({"a": 3.0, "b": 1.0}) for _ in range(4000)]
    waits = dice.waits(2.0, 1000.0)

    assert drawn.count("a") / len(drawn) == pytest.approx(0.75, abs=0.03)
    assert len(waits) == pytest.approx(2000, rel=0.1)
    assert sorted(dice.some(range(9), 9)) == list(range(9))
    assert {dice.whole(1, 3) for _ in range(200)} == {1, 2, 3}


def visit(luck: dict[str, float], patience: tuple[float, ...]) -> Visit:
    return Visit(
        at=day(40),
        user="ann",
        offered=tuple(luck),
        wants=dict.fromkeys(luck, 0.5),
        luck=luck,
        patience=patience,
    )


def test_a_shopper_buys_the_first_thing_that_suits_before_patience_ends() -> None:
    calm = visit({"dull": 0.9, "fine": 0.1}, (0.1, 0.1))
    hasty = visit({"dull": 0.9, "fine": 0.1}, (0.9, 0.9))

    assert bought(calm, ["dull", "fine"])
    assert not bought(hasty, ["dull", "fine"])
    assert bought(hasty, ["fine", "dull"])


def test_a_shop_is_the_same_for_the_same_seed() -> None:
    shop = open_shop(3)

    assert shop == open_shop(3)
    assert shop != open_shop(4)
    assert min(each.at for each in shop.visits) > max(each.at for each in shop.events)


def test_the_diary_holds_every_answer_and_asks_for_sixteen_lasting_facts_and_three_changes() -> (
    None
):
    text = "\n".join(entry.text for entry in ENTRIES).casefold()
    kinds = [asked.kind for asked in ASKED]

    assert all(any(word in text for word in asked.key) for asked in ASKED)
    assert (kinds.count("permanent"), kinds.count("drift")) == (16, 3)
    assert 85 <= len(ENTRIES) <= 95
    assert [entry.day for entry in ENTRIES] == sorted({entry.day for entry in ENTRIES})


def line(place: int, confidence: float, verdict: str) -> Shown:
    return Shown(
        method="Remanent", regime="small", place=place, mark="*", confidence=confidence,
        verdict=verdict,
    )  # fmt: skip


def test_calibration_counts_the_first_five_lines_by_confidence() -> None:
    lines = [
        line(1, 0.2, "other"), line(2, 0.5, "right"), line(3, 0.7, "stale"), line(4, 1.0, "right"),
        line(6, 0.7, "right"),
    ]  # fmt: skip

    assert calibration(lines, edges=(0.0, 0.5, 1.0)) == [
        (0.0, 0.5, 1, 0.0, 0.0),
        (0.5, 1.0, 3, pytest.approx(2 / 3), pytest.approx(1 / 3)),
    ]


def measured(**recalls: float) -> Measurement:
    def rows(recall: float) -> dict[str, np.ndarray]:
        row = np.zeros((3, len(COLUMNS)))
        row[:, :2] = recall
        return {"static": row}

    return Measurement(
        plan=Plan(regimes=("static",), seeds=(1, 2, 3), resamples=100),
        rows={name: rows(recall) for name, recall in recalls.items()},
        variants={},
        peer="",
        shown=(line(1, 0.9, "right"),),
        events=10,
        questions=3,
    )


def test_a_regime_in_which_another_method_is_better_is_named() -> None:
    assert misses(measured(Remanent=0.9, frequency=0.91)) == []
    assert misses(measured(Remanent=0.8, frequency=0.9, recency=0.85)) == [
        "static: recall@5 is 0.100 below frequency."
    ]


def test_the_page_and_the_record_show_every_method_and_say_what_was_missed() -> None:
    found = Found(regimes=measured(Remanent=0.8, frequency=0.9))
    run = RunNote(day=day(0).date(), command="python -m evals.preferences", version="9")
    page = markdown(found, run, "preferences.png")
    record = as_json(found, run)

    assert "| static | 0.800 | frequency | 0.900 |" in page
    assert "missed" in page
    assert record["regimes"]["static"]["frequency"]["recall@5"]["mean"] == pytest.approx(0.9)
    assert record["regimes"]["static"]["Remanent"]["by_seed"]["recall@5"] == [0.8] * 3
