"""What a tenant learns: names for what is one, and how fast tastes fade."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.support.crowds import SHOP, people_buy

from remanent import Actor, ActorKind, Memory
from remanent.errors import AccessError, InputError, NotFoundError
from remanent.model.catalog import SuggestionKind
from remanent.model.governance import OWNER
from remanent.model.vocabulary import NewItem

START = datetime(2026, 1, 5, 9, tzinfo=UTC)


def shows(memory: Memory, user: str, *attributes: str, times: int = 3) -> None:
    person = memory.scope(tenant="shop", user=user)
    for attribute in attributes:
        person.observe([{"kind": "like", "attributes": [attribute]}] * times)


def weights(memory: Memory, user: str) -> dict[str, float]:
    card = memory.scope(tenant="shop", user=user).card(limit=64, budget_tokens=0)
    return {line.attribute: round(line.weight, 6) for line in card.lines}


# The vocabulary


def test_two_spellings_are_suggested_to_be_one_and_accepting_puts_their_evidence_together(
    memory: Memory,
) -> None:
    shop = memory.tenant("shop")
    shows(memory, "ann", "pref:dark roast", "pref:dark-roast", "pref:tea")
    shows(memory, "ann", "!pref:dark-roast", times=1)
    shows(memory, "bob", "pref:dark roast", times=9)
    (found,) = shop.vocabulary_suggestions().suggestions
    assert (found.kind, found.subject, found.target) == (
        SuggestionKind.MERGE, "pref:dark-roast", "pref:dark roast",
    )  # fmt: skip
    shows(memory, "one name", "pref:dark roast", times=6)
    done = shop.accept(found.id)
    assert (done.suggestion, done.scopes) == (found, 1)
    assert shop.catalog().aliases["pref:dark-roast"].key == "pref:dark roast"
    expected = weights(memory, "one name")["pref:dark roast"]
    ann = memory.scope(tenant="shop", user="ann")
    assert ann.why("pref:dark roast").weight == pytest.approx(expected, abs=1e-3)
    assert ann.why("!pref:dark roast").events[0].kind == "like"
    assert ann.why("pref:dark-roast").attribute == "pref:dark roast"
    assert "pref:dark-roast" not in weights(memory, "ann")
    ann.observe("like", attributes=["pref:dark-roast"])
    assert len(ann.why("pref:dark roast").events) == 7
    assert shop.vocabulary_suggestions().suggestions == ()
    assert shop.accept(found.id).scopes == 0  # sent again, it changes nothing
    assert memory.doctor(full=True) == ()


def test_what_fired_with_a_merged_attribute_fires_with_what_it_became(memory: Memory) -> None:
    shop = memory.tenant("shop")
    ann = memory.scope(tenant="shop", user="ann")
    ann.observe([{"kind": "like", "attributes": ["pref:teas"], "context": ["morning"]}] * 3)
    shows(memory, "ann", "pref:tea", "pref:beer", times=4)
    (found,) = shop.vocabulary_suggestions().suggestions
    shop.accept(found.id)
    card = ann.card(context=["ctx:morning"])
    lifted = {line.attribute: line.parts["context"] for line in card.lines}
    assert lifted["pref:tea"] > lifted["pref:beer"]
    with memory._door.read(ann.scope, OWNER) as snapshot:
        rows = {row.number: row for row in snapshot.preference_graph().rows if row is not None}
    names = {each.attribute: [rows[other[0]].attribute for other in each.associations]
             for each in rows.values()}  # fmt: skip
    assert "pref:tea" in names["ctx:morning"]
    assert "ctx:morning" in names["pref:tea"]


def test_what_was_rejected_never_returns(memory: Memory) -> None:
    shop = memory.tenant("shop")
    shows(memory, "ann", "pref:dark roast", "pref:dark-roast")
    (found,) = shop.vocabulary_suggestions().suggestions
    assert shop.reject(found.id) == found
    assert shop.reject(found.id) == found
    shows(memory, "bob", "pref:dark-roast", times=30)  # the other one leads now
    assert shop.vocabulary_suggestions().suggestions == ()
    assert [each.id for each in shop.vocabulary().rejected] == [found.id]
    with pytest.raises(InputError, match="rejected"):
        shop.accept(found.id)
    shop.set_catalog(SHOP)  # another catalog does not forget it
    assert shop.vocabulary_suggestions().suggestions == ()


def test_only_what_was_suggested_can_be_decided_and_only_once(memory: Memory) -> None:
    shop = memory.tenant("shop")
    with pytest.raises(NotFoundError, match="vocabulary suggest"):
        shop.accept("0" * 32)
    with pytest.raises(NotFoundError):
        shop.reject("0" * 32)
    shows(memory, "ann", "pref:dark roast", "pref:dark-roast")
    (found,) = shop.vocabulary_suggestions().suggestions
    shop.accept(found.id)
    with pytest.raises(InputError, match="accepted"):
        shop.reject(found.id)


def test_an_accepted_kind_is_mapped_from_then_on(memory: Memory) -> None:
    shop = memory.tenant("shop")
    ann = memory.scope(tenant="shop", user="ann")
    ann.observe([{"kind": "bought", "attributes": ["pref:tea"]}] * 3)
    (found,) = shop.vocabulary_suggestions().suggestions
    assert (found.kind, found.target) == (SuggestionKind.MAP_KIND, "purchase")
    shop.accept(found.id)
    assert ann.observe("bought", attributes=["pref:tea"]).unmapped == ()


def test_what_is_sensitive_is_not_looked_at(memory: Memory) -> None:
    shows(memory, "ann", "allergy:peanut", "allergy:peanuts")
    assert memory.tenant("shop").vocabulary_suggestions().suggestions == ()


def test_new_items_get_attributes_by_their_words_once_an_operator_accepts(memory: Memory) -> None:
    shop = memory.tenant("shop")
    shop.set_catalog(SHOP)
    people_buy(memory, 1, "coffee-jar")
    found = shop.enrich_catalog([NewItem("pot-1", "Tea pot"), NewItem("x", "Zzyzx")])
    named = {each.subject: each.attributes for each in found.suggestions}
    assert named == {"coffee-jar": ("pref:coffee",), "pot-1": ("pref:tea",)}
    shop.accept(found.suggestions[1].id)
    assert "pot-1" in shop.catalog().items
    again = shop.enrich_catalog([NewItem("pot-1", "Tea pot")])
    assert [each.subject for each in again.suggestions] == ["coffee-jar"]
    shop.reject(found.suggestions[0].id)
    assert shop.enrich_catalog().suggestions == ()


def test_an_agent_decides_nothing(memory: Memory) -> None:
    shop = memory.tenant("shop", actor=Actor(ActorKind.AGENT))
    for verb in (shop.vocabulary_suggestions, shop.enrich_catalog, shop.tune, shop.reset_tuning):
        with pytest.raises(AccessError):
            verb()
    for decide in (shop.accept, shop.reject):
        with pytest.raises(AccessError):
            decide("0" * 32)


# Tuning


def lasting_tastes(memory: Memory, people: int) -> None:
    """Let everybody like five things for good, beside something else every day.

    A half-life of a day forgets what was liked last week, and remembers yesterday's whim.
    """
    for number in range(people):
        person = memory.scope(tenant="shop", user=f"person {number}")
        own = [f"pref:own {number} {each}" for each in range(5)]
        events = []
        for day in range(60):
            at = START + timedelta(days=day)
            whim = f"pref:whim {number} {day}"
            liked = own[day % 5]
            events += [
                {"kind": "like", "attributes": [liked], "at": at},
                {"kind": "like", "attributes": [whim], "at": at + timedelta(hours=1)},
                {"kind": "like", "attributes": [whim], "at": at + timedelta(hours=2)},
            ]
        person.observe(events)


@pytest.fixture
def forgetful(memory: Memory) -> Memory:
    memory.tenant("shop").set_catalog("[namespaces.pref]\nhalf_life = 0.5\n")
    lasting_tastes(memory, 9)
    return memory


def test_tuning_finds_half_lives_that_predict_better_and_changes_nothing_by_itself(
    forgetful: Memory,
) -> None:
    shop = forgetful.tenant("shop")
    steps: list[tuple[int, int]] = []
    report = shop.tune(progress=lambda done, total: steps.append((done, total)))
    assert (report.users, report.events) == (9, 9 * 180)
    assert report.predictions > report.checked > 0
    assert report.after.fading > report.before.fading + 0.1
    assert report.after.recall >= report.before.recall
    (change,) = [each for each in report.changes if each.name == "half-life of pref"]
    assert (change.before, change.after > 2) == (0.5, True)
    assert steps[-1][0] == steps[-1][1]
    assert not report.is_applied
    assert shop.tuning().is_empty
    assert shop.catalog().namespace("pref").half_life_days == 0.5


def test_applied_numbers_hold_until_they_are_reset(forgetful: Memory) -> None:
    shop = forgetful.tenant("shop")
    report = shop.tune(apply=True)
    assert report.is_applied
    days = report.tuning.half_lives["pref"]
    assert shop.catalog().namespace("pref").half_life_days == days
    person = forgetful.scope(tenant="shop", user="person 0")
    at = START + timedelta(days=60)
    tuned = person.card(at=at).lines[0].weight
    assert shop.reset_tuning() is True
    assert shop.reset_tuning() is False
    assert person.card(at=at).lines[0].weight < tuned
    assert shop.catalog().namespace("pref").half_life_days == 0.5


def test_a_threshold_that_was_fitted_decides_for_its_tenant_alone(memory: Memory) -> None:
    from remanent.model.tuning import Tuning

    memory.tenant("shop").apply_tuning(Tuning(act_weight=1.0, context_floor=0.5))
    for tenant in ("shop", "app"):
        person = memory.scope(tenant=tenant, user="ann")
        person.observe([{"kind": "like", "attributes": ["pref:tea"]}] * 2)
    decided = [
        memory.scope(tenant=tenant, user="ann").decide("pref:tea").action.value
        for tenant in ("shop", "app")
    ]
    assert decided == ["act", "verify"]
    memory.tenant("shop").apply_tuning(Tuning(half_lives={"pref": 3.0}))
    assert memory.tenant("shop").tuning() == Tuning({"pref": 3.0}, 0.5, 1.0)


def test_too_few_events_fit_nothing_and_say_so(memory: Memory) -> None:
    people_buy(memory, 3, "tea")
    report = memory.tenant("shop").tune(apply=True)
    assert (report.users, report.changes, report.is_applied) == (0, (), False)
    assert "30 are the fewest" in report.reason
