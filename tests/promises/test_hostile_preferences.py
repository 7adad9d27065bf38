"""What the preference half does with hostile callers, odd times and damaged documents."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, permutations
from typing import Any

import pytest

from remanent import Memory, errors
from remanent.flows.catalog import tenant_scope
from remanent.flows.door import Applied
from remanent.model.card import Action
from remanent.model.governance import OWNER
from remanent.preferences import curation

FIRST, LAST = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"


def day(number: float) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)


def lines(scope: Any, at: float, **options: Any) -> list[tuple[str, float]]:
    found = scope.card(at=day(at), **options).lines
    return [(line.attribute, line.score) for line in found]


def test_an_id_that_is_written_otherwise_takes_no_second_outcome(memory: Memory) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    alice.observe("purchase", attributes=["pref:a"])
    token = alice.decide("pref:a").id
    alice.record_outcome(token, -1)
    for other in (f"{token} ", f"\n{token}", f"{token}=", f"{token[:9]}!{token[9:]}"):
        with pytest.raises(errors.NotFoundError):
            alice.record_outcome(other, -1)


@pytest.mark.parametrize("amount", [10**400, 1e308, -1e308, math.nan, math.inf, True])
def test_an_amount_that_cannot_be_reckoned_with_is_refused(memory: Memory, amount: Any) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    with pytest.raises(errors.InputError, match="'size' is"):
        alice.observe("purchase", values={"size": amount})
    assert memory.stats()["events"] == 0


@pytest.mark.parametrize("given", [[["a"]], [{}], [b"a"], [None], count(), 5, b"a"])
def test_candidates_that_are_no_texts_are_refused(memory: Memory, given: Any) -> None:
    with pytest.raises(errors.InputError, match="candidates"):
        memory.scope(tenant="shop", user="alice").rank(given)


@pytest.mark.parametrize("done", [FIRST, LAST, "1900-01-01", "1970-01-01"])
def test_preferences_are_read_at_any_moment_that_can_be_told(memory: Memory, done: str) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    for _ in range(3):
        alice.observe("purchase", attributes=["pref:a", "pref:b"], context=["c"], at=done)
    before = alice.card(context=["c"], at=FIRST)
    assert len(before.lines) == (2 if done == FIRST else 0)
    for at in (done, LAST):
        card = alice.card(context=["c"], at=at)
        assert [math.isfinite(line.score) for line in card.lines] == [True, True]
        assert alice.why("pref:a", at=at).confidence > 0
        assert math.isfinite(alice.rank(["pref:a"], at=at)[0].score)
        alice.triggers(at=at)
        alice.defaults(at=at)
        token = alice.decide("pref:a", at=at).id
        if at != done:
            assert alice.record_outcome(token, 1) == 1


def test_measures_of_one_moment_end_the_same_in_any_order(memory: Memory) -> None:
    ends = set()
    for number, order in enumerate(permutations([1.0, 2.0, 4.0, 9.0])):
        scope = memory.scope(tenant="shop", user=str(number))
        for size in order:
            measured = {"values": {"size": size}, "intensity": size / 9, "at": day(1)}
            scope.observe([{"kind": "purchase", "attributes": ["pref:a"], **measured}])
        found = scope.card(at=day(1)).lines
        ends.add(tuple((line.value, line.value_spread, line.intensity) for line in found))
    assert len(ends) == 1


def test_an_attribute_is_shown_as_it_was_first_written_in_world_time(memory: Memory) -> None:
    written = [("City:Zürich", 1), ("CITY:ZÜRICH", 2), ("city:zÜrich", 3)]
    texts = set()
    for number, order in enumerate(permutations(written)):
        scope = memory.scope(tenant="shop", user=str(number))
        for attribute, at in order:
            scope.observe("purchase", attributes=[attribute], at=day(at))
        texts.add(scope.card(at=day(4)).text)
    assert texts == {"city: Zürich 3*"}


def test_a_dislike_that_is_pinned_to_0_takes_nothing_from_its_like(memory: Memory) -> None:
    alice, bob = (memory.scope(tenant="shop", user=name) for name in ("alice", "bob"))
    for number in range(3):
        alice.observe("decline", attributes=["pref:a"], at=day(number))
    for scope in (alice, bob):
        for number in range(3, 6):
            scope.observe("purchase", attributes=["pref:a"], at=day(number))
    assert lines(alice, 7) != lines(bob, 7)
    alice.pin("!pref:a", 0)
    assert lines(alice, 7) == lines(bob, 7)


def test_a_context_is_known_by_its_other_names(memory: Memory) -> None:
    memory.tenant("shop").set_catalog('[aliases]\n"ctx:pm" = "ctx:evening"\n')
    alice = memory.scope(tenant="shop", user="alice")
    for number in range(6):
        alice.observe("purchase", attributes=["pref:tea"], context=["am"], at=day(number))
        alice.observe("purchase", attributes=["pref:wine"], context=["pm"], at=day(number))
    evening = lines(alice, 7, context=["evening"])
    assert evening[0][0] == "pref:wine"
    assert evening != lines(alice, 7)
    assert lines(alice, 7, context=["pm"]) == evening


@pytest.mark.parametrize("kind", ["user", "space"])
def test_what_was_shown_under_a_name_that_became_an_alias_stays_the_persons(
    memory: Memory, kind: str
) -> None:
    name = {kind: "alice"}
    scope = memory.scope(tenant="shop", user=name.get("user"), space=name.get("space"))
    for number in range(4):
        scope.observe("purchase", attributes=["pref:bio", "pref:öko"], at=day(number))
        scope.observe("decline", attributes=["pref:upsell"], at=day(number))
    aliases = '[aliases]\n"pref:bio" = "pref:organic"\n"pref:öko" = "pref:organic"\n'
    memory.tenant("shop").set_catalog(f'{aliases}"pref:upsell" = "pref:upsells"\n')
    assert [name for name, _ in lines(scope, 5)] == ["pref:organic", "!pref:upsells"]
    assert len(scope.why("pref:bio", at=day(5)).events) == 4
    assert scope.decide("pref:öko", at=day(5)).action is Action.ACT
    scope.pin("pref:bio", 0)
    assert [name for name, _ in lines(scope, 5)] == ["!pref:upsells"]
    assert memory.doctor(full=True) == ()


def test_a_late_event_keeps_what_more_than_a_thousand_others_gave(memory: Memory) -> None:
    often = [
        {"kind": "purchase", "attributes": ["pref:a"], "at": day(number / 20)}
        for number in range(2200)
    ]
    seldom = [{"kind": "purchase", "attributes": ["pref:b"], "at": day(n / 2)} for n in range(200)]
    shares = []
    for name, late in (("in time", []), ("late", often[2100:2101])):
        scope = memory.scope(tenant="shop", user=name)
        scope.observe(seldom)
        in_time = [each for each in often if each not in late]
        for begin in range(0, len(in_time), 800):
            scope.observe(in_time[begin : begin + 800])
        scope.observe(late)
        shares.append([line.parts["pace"] for line in scope.card(at=day(300)).lines])
    assert shares[1] == pytest.approx(shares[0], abs=1e-9)


DOCUMENTS = ["vocabulary", "tuning", "prior", "prior ledger", "policies"]


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"', "5"])
def test_a_document_of_a_tenant_that_is_damaged_is_told_as_damage(
    memory: Memory, document: str, text: str
) -> None:
    keep(memory, document, text)
    alice, tenant = memory.scope(tenant="shop", user="alice"), memory.tenant("shop")
    with pytest.raises(errors.StoreDamagedError, match="cannot be read"):
        (alice.card(), tenant.prior_ledger())


def test_a_catalog_that_cannot_be_used_any_more_names_its_tenant_until_another_is_set(
    memory: Memory,
) -> None:
    keep(memory, "catalog", "[catalog\n")
    alice = memory.scope(tenant="shop", user="alice")
    with pytest.raises(errors.CatalogError, match="tenant 'shop' keeps") as raised:
        alice.observe("purchase", attributes=["pref:a"])
    assert raised.value.problems
    assert "remanent catalog set" in raised.value.remedy
    memory.tenant("shop").set_catalog("[catalog]\n")
    assert alice.observe("purchase", attributes=["pref:a"]).touched == ("pref:a",)


def keep(memory: Memory, document: str, text: str) -> None:
    """Write a document of a tenant as nobody would."""

    def block(transaction: Any, at: datetime) -> Applied[None]:
        transaction.keep_document(document, text, at)
        return Applied(None, {"documents": 1})

    desk = memory.tenant("shop")._desk
    desk.door.write(tenant_scope("shop"), OWNER, "damage", block)


@pytest.mark.parametrize(("epsilon", "delta"), [(5e-324, None), (1e-9, None), (1.0, 5e-324)])
def test_a_release_for_which_no_noise_can_be_drawn_is_refused(
    memory: Memory, epsilon: float, delta: float | None
) -> None:
    tenant = memory.tenant("shop")
    with pytest.raises(errors.InputError, match="must be a number from"):
        tenant.release_prior(epsilon, delta=delta)
    assert tenant.prior_ledger().spent_epsilon == 0


def test_a_style_that_does_not_fit_takes_no_room_from_the_lines(memory: Memory) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    alice.observe("purchase", attributes=["pref:a"])
    alice.set_style(language="German", tone="very " * 90)
    assert alice.card().text == "style: language German; pref: a 1?"


def test_many_values_of_what_holds_one_cost_no_square_of_their_number(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.tenant("shop").set_catalog("[namespaces.size]\nhalf_life = 9\nsingle_valued = true\n")
    alice = memory.scope(tenant="shop", user="alice")
    compared = 0

    def counted(each: Any, standing: Any = curation.standing) -> Any:
        nonlocal compared
        compared += 1
        return standing(each)

    monkeypatch.setattr(curation, "standing", counted)
    sizes = [{"kind": "purchase", "attributes": [f"size:{n}"], "at": day(n)} for n in range(300)]
    found = alice.observe(sizes)
    assert {each.winner for each in found.superseded} == {"size:299"}
    assert len(found.superseded) == 299
    assert [name for name, _ in lines(alice, 300)] == ["size:299"]
    alice.triggers(at=day(300))
    alice.defaults(at=day(300))
    assert compared < 300 * 20


def test_why_gives_the_score_that_acting_reads(memory: Memory) -> None:
    memory.tenant("shop").set_catalog(
        '[[context]]\nattribute = "ctx:morning"\nhours = "6-11"\n'
        '[[context]]\nattribute = "ctx:evening"\nhours = "17-23"\n'
    )
    alice = memory.scope(tenant="shop", user="alice")
    for number in range(6):
        alice.observe("purchase", attributes=["pref:tea"], at=day(number + 8 / 24))
        alice.observe("purchase", attributes=["pref:wine"], at=day(number + 20 / 24))
    for hour in (8, 20):
        at = day(7 + hour / 24)
        first = alice.rank(["pref:tea", "pref:wine"], at=at)[0].candidate
        assert alice.why(first, at=at).place == 1


def test_a_file_that_cannot_be_read_is_told_shortly(memory: Memory) -> None:
    with pytest.raises(errors.InputError, match="cannot be read") as raised:
        memory.tenant("shop").set_catalog("a" * 1_000_000)
    assert len(str(raised.value)) < 400


class Unshowable:
    """Something that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("not me")

    def __iter__(self) -> Iterator[str]:
        raise TypeError("not me")


@pytest.mark.parametrize("field", ["provenance", "quantity", "item", "values", "zone"])
def test_what_cannot_even_be_shown_is_refused(memory: Memory, field: str) -> None:
    alice = memory.scope(tenant="shop", user="alice")
    with pytest.raises(errors.InputError):
        alice.observe([{"kind": "purchase", field: Unshowable()}])
    with pytest.raises(errors.InputError):
        alice.why(Unshowable())  # type: ignore[arg-type]
