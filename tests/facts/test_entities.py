"""Who is who, by what the facts say; what is only likely is proposed."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.clock import START
from tests.support.values import Values

from remanent.facts.entities import entities_of, named
from remanent.facts.entity_decisions import EntityDecisions, decisions_of, merged_names
from remanent.facts.entity_proposals import entity_proposals
from remanent.facts.links import links_of
from remanent.facts.suggesting import propose
from remanent.model.entity import Entity, EntityKind
from remanent.model.event import Origin, Role
from remanent.model.fact import Fact, Polarity, Source
from remanent.model.suggestion import Suggestion, SuggestionKind, SuggestionStatus


@pytest.fixture
def tell(values: Values) -> Any:
    """Makes a fact that one turn told."""

    def make(
        subject: str, slot: str | None, value: str, said: str = "", *, session: str | None = None
    ) -> Fact:
        at = values.clock.advance(hours=1)
        source = Source(
            event_id=values.ids.new_id(at), occurred_at=at, text=said or f"{subject} {value}",
            role=Role.USER, origin=Origin.PERSON, session=session,
        )  # fmt: skip
        fact = values.fact(f"{slot}: {value}", subject=subject, slot=slot, value=value)
        return replace(fact, sources=(source,))

    return make


def kinds(entities: tuple[Entity, ...]) -> dict[str, str]:
    return {each.label: each.kind.value for each in entities}


def one(entities: tuple[Entity, ...], name: str) -> Entity:
    (found,) = named(entities, name)
    return found


def test_a_slot_says_of_what_kind_somebody_or_something_is(tell: Any) -> None:
    facts = [
        tell("user", "family", "sister Mila"), tell("user", "partner", "Ana"),
        tell("user", "pet", "dog Rex"), tell("user", "home", "Oslo"),
        tell("user", "origin", "Łódź"), tell("user", "work", "Tern & Co"),
        tell("user", "school", "KTH"), tell("user", "owns", "red bicycle"),
        tell("Иван", "occupation", "pilot"), tell("user", "boss", "李明"),
        tell("user", "family", "two children"), tell("user", "likes", "tea"),
    ]  # fmt: skip
    assert kinds(entities_of(facts)) == {
        "Mila": "person", "Ana": "person", "Rex": "animal", "Oslo": "place", "Łódź": "place",
        "Tern & Co": "organisation", "KTH": "organisation", "red bicycle": "thing",
        "Иван": "person", "李明": "person",
    }  # fmt: skip


def test_an_entity_has_fields_relations_and_when_it_was_seen(tell: Any) -> None:
    facts = [
        tell("user", "partner", "Ana"),
        tell("Ana", "family", "brother Tom"),
        tell("Tom", "occupation", "pilot"),
        tell("Tom", "allergy", "nuts"),
    ]
    facts[3] = replace(facts[3], polarity=Polarity.NEGATIVE)
    tom = one(entities_of(facts), "Tom")
    assert [(each.slot, each.value, each.fact_id, each.denied) for each in tom.fields] == [
        ("occupation", "pilot", facts[2].id, False),
        ("allergy", "nuts", facts[3].id, True),
    ]
    assert [(each.relation, each.entity, each.fact_id) for each in tom.relations] == [
        ("brother of", "Ana", facts[1].id)
    ]
    assert (tom.facts, tom.first_seen, tom.last_seen) == (
        3, START + timedelta(hours=2), START + timedelta(hours=4),
    )  # fmt: skip
    ana = one(entities_of(facts), "Ana")
    assert [(each.relation, each.entity) for each in ana.relations] == [
        ("partner of", "user"), ("brother", "Tom"),
    ]  # fmt: skip


def test_who_is_named_and_who_is_told_by_relation_is_one(tell: Any) -> None:
    facts = [
        tell("wife", "work", "Kestrel"),
        tell("user", "partner", "Ana"),
        tell("Ana", "home", "Oslo"),
        tell("user", "family", "brother Tom"),
        tell("brother", "allergy", "nuts"),
        tell("wife's mother", "name", "Vera"),
        tell("Vera", "home", "Riga"),
    ]
    entities = entities_of(facts)
    assert one(entities, "my wife") == one(entities, "Ana") == one(entities, "wife")
    assert {each.slot for each in one(entities, "Ana").fields} == {"work", "home"}
    assert one(entities, "my brother") == one(entities, "Tom")
    assert {each.slot for each in one(entities, "Tom").fields} == {"allergy"}
    assert one(entities, "wife's mother") == one(entities, "Vera")
    assert {each.slot for each in one(entities, "Vera").fields} == {"name", "home"}


def test_of_two_sisters_none_is_the_sister(tell: Any) -> None:
    facts = [
        tell("user", "family", "sister Mila"),
        tell("user", "family", "sister Vera"),
        tell("sister", "home", "Oslo"),
    ]
    entities = entities_of(facts)
    assert not one(entities, "Vera").fields
    assert not one(entities, "Mila").fields
    assert {each.label for each in named(entities, "my sister")} == {"Mila", "Vera", "sister"}


def test_the_same_name_in_other_relations_is_somebody_else(tell: Any) -> None:
    facts = [
        tell("user", "family", "sister Anna", "My sister Anna is a nurse.", session="a"),
        tell("Anna", "occupation", "nurse", "My sister Anna is a nurse.", session="a"),
        tell("Anna", "home", "Lyon", "My colleague Anna lives in Lyon.", session="b"),
        tell("Anna", "likes", "chess", "Anna likes chess.", session="b"),
        tell("Anna", "hobby", "sailing", "Anna sails."),
    ]
    entities = entities_of(facts)
    fields = {each.label: {one.slot for one in each.fields} for each in entities if
              each.name == "Anna"}  # fmt: skip
    assert fields == {
        "Anna (sister)": {"occupation"},
        "Anna (colleague)": {"home", "likes"},
        "Anna (which one is unknown)": {"hobby"},
    }
    assert [each.is_ambiguous for each in named(entities, "Anna")].count(True) == 1
    assert len({each.id for each in entities}) == len(entities)


def test_a_name_that_is_a_place_and_a_person_is_two(tell: Any) -> None:
    facts = [tell("user", "home", "Florence"), tell("Florence", "occupation", "nurse")]
    assert kinds(entities_of(facts)) == {
        "Florence (place)": "place", "Florence (being)": "person",
    }  # fmt: skip


def test_two_households_brothers_of_one_name_are_two(tell: Any) -> None:
    facts = [tell("user", "family", "brother Tom"), tell("Jonas", "family", "brother Tom")]
    assert {each.label for each in named(entities_of(facts), "Tom")} == {
        "Tom (brother)", "Tom (jonas's brother)",
    }  # fmt: skip
    child = [tell("user", "family", "daughter Mila"), tell("Ana", "family", "daughter Mila")]
    assert len(named(entities_of(child), "Mila")) == 1


def test_the_order_of_the_facts_makes_no_difference(tell: Any) -> None:
    facts = [
        tell("user", "family", "sister Anna", "My sister Anna."),
        tell("Anna", "home", "Lyon", "My colleague Anna lives in Lyon."),
        tell("sister", "age", "30"),
        tell("Ana", "family", "brother Tom"),
        tell("user", "partner", "Ana"),
    ]
    wanted = entities_of(facts)
    assert all(entities_of(list(order)) == wanted for order in permutations(facts))


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12),
            st.sampled_from(["family", "partner", "pet", "home", "name", "x", None]),
            st.text(max_size=12),
        ),
        max_size=8,
    )
)
def test_any_words_make_entities(rows: list[tuple[str, str | None, str]]) -> None:
    from tests.support.clock import CountingIds, FrozenClock

    values = Values(FrozenClock(), CountingIds())
    facts = [
        values.fact(f"{slot} {value}", subject=subject or "user", slot=slot, value=value)
        for subject, slot, value in rows
    ]
    entities = entities_of(facts)
    assert len({each.id for each in entities}) == len(entities)
    entity_proposals(entities)
    for fact in facts:
        assert all(len(entity) <= 200 for entity, _ in links_of(fact))


def decided(each: Suggestion) -> EntityDecisions:
    return decisions_of([replace(each, status=SuggestionStatus.ACCEPTED)])


def test_names_that_may_be_one_are_proposed_and_put_together_once_accepted(tell: Any) -> None:
    facts = [
        tell("user", "friend", "José"), tell("Jose", "home", "Perth"),
        tell("Ana", "home", "Oslo"), tell("Ana Silva", "work", "Kestrel"),
    ]  # fmt: skip
    proposals = entity_proposals(entities_of(facts))
    assert [each.content for each in proposals] == [
        (("first", "Jose"), ("second", "José")),
        (("first", "Ana"), ("second", "Ana Silva")),
    ]
    assert {each.kind for each in proposals} == {SuggestionKind.ALIAS}
    assert all(each.fact_ids and each.reason.endswith(".") for each in proposals)
    joined = entities_of(facts, decided(proposals[1]))
    silva = one(joined, "Ana")
    assert (silva.name, silva.aliases) == ("Ana Silva", ("Ana",))
    assert {each.slot for each in silva.fields} == {"home", "work"}
    assert [each.id for each in entity_proposals(joined)] == [proposals[0].id]


def test_a_friend_and_a_colleague_of_one_name_are_proposed_a_sister_is_not(tell: Any) -> None:
    facts = [
        tell("Anna", "home", "Lyon", "My colleague Anna lives in Lyon."),
        tell("Anna", "likes", "chess", "My friend Anna likes chess."),
        tell("user", "family", "sister Anna", "My sister Anna."),
    ]
    (proposal,) = entity_proposals(entities_of(facts))
    assert proposal.content == (("first", "Anna (colleague)"), ("second", "Anna (friend)"))
    joined = entities_of(facts, decided(proposal))
    assert {len(each.fields) for each in named(joined, "Anna")} == {0, 2}


def test_another_kind_is_proposed_and_taken_once_accepted(tell: Any) -> None:
    facts = [
        tell("user", "pet", "dog Rex"), tell("Rex", "occupation", "welder"),
        tell("Pinewell GmbH", "home", "Ghent"), tell("Vera", "occupation", "judge"),
    ]  # fmt: skip
    rex, firm = sorted(entity_proposals(entities_of(facts)), key=lambda each: each.content)[::-1]
    assert dict(firm.content) == {"entity": "Pinewell GmbH", "kind": "organisation"}
    assert dict(rex.content) == {"entity": "Rex", "kind": "person"}
    assert one(entities_of(facts, decided(firm)), "Pinewell GmbH").kind is EntityKind.ORGANISATION
    assert one(entities_of(facts, decided(rex)), "Rex").kind is EntityKind.PERSON


def test_the_same_proposal_has_the_same_id_whatever_its_route() -> None:
    first = propose(SuggestionKind.ALIAS, {"first": "a", "second": "b"}, reason="x", fact_ids=["1"],
                    at=START)  # fmt: skip
    again = propose(SuggestionKind.ALIAS, {"second": "b", "first": "a"}, reason="y", fact_ids=[],
                    at=START + timedelta(days=1))  # fmt: skip
    other = propose(SuggestionKind.CONFLICT, {"first": "a", "second": "b"}, reason="x", fact_ids=[],
                    at=START)  # fmt: skip
    assert first.id == again.id != other.id
    assert len(bytes.fromhex(first.id)) == 16


def test_names_are_merged_over_several_decisions() -> None:
    accepted = [
        propose(SuggestionKind.ALIAS, {"first": one, "second": two}, reason="", fact_ids=[],
                at=START)
        for one, two in (("Ana", "Ana Silva"), ("Silva", "Ana Silva"))
    ]  # fmt: skip
    assert merged_names(accepted)["ana"] == {"ana silva", "silva"}
