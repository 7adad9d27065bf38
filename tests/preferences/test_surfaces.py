"""One person on several surfaces: one rule says what stands."""

from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from remanent.model.catalog import Catalog, Namespace
from remanent.model.fact import Provenance
from remanent.model.preference import Preference
from remanent.preferences.ranking import Ranked
from remanent.preferences.surfaces import OtherSurface, allowed, merged

NOW = datetime(2026, 3, 2, tzinfo=UTC)
CATALOG = Catalog(namespaces=MappingProxyType({"city": Namespace("city", is_single_valued=True)}))


def ranked(attribute: str, score: float, **more: object) -> Ranked:
    values: dict[str, object] = {
        "hits": 2, "last_at": NOW, "provenance": Provenance.OBSERVED
    } | more  # fmt: skip
    return Ranked(
        preference=Preference(attribute, 1, **values),  # type: ignore[arg-type]
        score=score,
        weight=5.0,
        confidence=0.7,
        support=None,
        is_faded=False,
        parts={},
    )


def merge(own: list[Ranked], *others: Ranked, **options: list[str]) -> list[tuple[str, str | None]]:
    found = merged(own, [OtherSurface("app", others)], CATALOG, **options)
    return [(each.preference.attribute, each.surface) for each in found]


def test_lines_of_all_surfaces_stand_in_one_order_and_say_where_they_are_from() -> None:
    found = merge([ranked("pref:a", 0.5), ranked("pref:b", 0.1)], ranked("pref:c", 0.3))
    assert found == [("pref:a", None), ("pref:c", "app"), ("pref:b", None)]


def test_what_two_surfaces_know_stands_once_as_the_rule_of_rivals_says() -> None:
    stated = ranked("pref:a", 0.2, provenance=Provenance.STATED)
    older = ranked("pref:b", 0.9, last_at=NOW - timedelta(days=1))
    inferred = ranked("pref:a", 0.5, provenance=Provenance.INFERRED)
    found = merge([inferred, ranked("pref:b", 0.1)], stated, older)
    assert found == [("pref:a", "app"), ("pref:b", None)]


def test_of_rivals_on_two_surfaces_the_newer_stands() -> None:
    paris = ranked("city:paris", 0.9, last_at=NOW - timedelta(days=9))
    assert merge([ranked("city:berlin", 0.1)], paris) == [("city:berlin", None)]
    assert merge([paris], ranked("city:berlin", 0.1)) == [("city:berlin", "app")]
    dislike = ranked("!pref:a", 0.1, last_at=NOW + timedelta(days=1))
    assert merge([ranked("pref:a", 0.9)], dislike) == [("!pref:a", "app")]


def test_what_the_owner_pinned_to_0_stays_away_on_every_surface() -> None:
    assert merge([], ranked("pref:a", 0.9), kept_away=["pref:a"]) == []


def test_only_namespaces_that_are_shared_leave_a_surface_and_never_settings() -> None:
    rows = [ranked("pref:a", 0.9), ranked("!pref:b", 0.8), ranked("health:flu", 0.7)]
    rows.append(ranked("setting:tone", 0.6))
    assert allowed(rows, {"pref", "setting"}) == rows[:2]
