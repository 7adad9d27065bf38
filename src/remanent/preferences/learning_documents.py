"""A tenant's decisions on its vocabulary, and its tuning, as documents: JSON in a fixed order."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from remanent.model.catalog import Suggestion, SuggestionKind
from remanent.model.tuning import Tuning
from remanent.model.vocabulary import Decisions
from remanent.preferences.damage import told_as_damage


def decisions_text(decisions: Decisions) -> str:
    """Return decisions."""
    return _written(
        {
            "accepted": [_plain(each) for each in decisions.accepted],
            "rejected": [_plain(each) for each in decisions.rejected],
        }
    )


@told_as_damage("vocabulary")
def read_decisions(text: str | None) -> Decisions:
    """Return decisions; where none were kept there are none."""
    kept = {} if text is None else json.loads(text)
    return Decisions(
        tuple(map(_suggestion, kept.get("accepted", ()))),
        tuple(map(_suggestion, kept.get("rejected", ()))),
    )


def suggestions_text(suggestions: Iterable[Suggestion]) -> str:
    """Return suggestions that wait for a decision."""
    return _written([_plain(each) for each in suggestions])


@told_as_damage("list of suggestions")
def read_suggestions(text: str | None) -> dict[str, Suggestion]:
    """Return suggestions by id."""
    found = [] if text is None else [_suggestion(each) for each in json.loads(text)]
    return {each.id: each for each in found}


def tuning_text(tuning: Tuning) -> str:
    """Return a tuning."""
    return _written(
        {
            "half_lives": dict(tuning.half_lives),
            "context_floor": tuning.context_floor,
            "act_weight": tuning.act_weight,
        }
    )


@told_as_damage("tuning")
def read_tuning(text: str | None) -> Tuning:
    """Return a tuning; where none was kept nothing is changed."""
    kept = {} if text is None else json.loads(text)
    return Tuning(
        MappingProxyType(dict(kept.get("half_lives", {}))),
        kept.get("context_floor"),
        kept.get("act_weight"),
    )


def _plain(each: Suggestion) -> dict[str, Any]:
    return {
        "id": each.id,
        "kind": each.kind.value,
        "subject": each.subject,
        "target": each.target,
        "attributes": list(each.attributes),
        "routes": [str(route) for route in each.routes],
        "score": each.score,
        "count": each.count,
        "reason": each.reason,
    }


def _suggestion(kept: Mapping[str, Any]) -> Suggestion:
    return Suggestion(
        id=kept["id"],
        kind=SuggestionKind(kept["kind"]),
        subject=kept["subject"],
        target=kept["target"],
        attributes=tuple(kept["attributes"]),
        routes=tuple(kept["routes"]),
        score=kept["score"],
        count=kept["count"],
        reason=kept["reason"],
    )


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
