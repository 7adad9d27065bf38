"""A tenant's release, ledger and policies as documents: JSON, in a fixed order, nothing else.

The release is two documents, so that association totals can be lent without the average user.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from remanent.model.instants import to_datetime
from remanent.model.prior import Policies, Prior, PriorLedger, ReleasedAttribute, ReleasedPair
from remanent.preferences.damage import told_as_damage


def prior_text(prior: Prior) -> str:
    """Return a release without its association totals."""
    return _written(
        _head(prior)
        | {
            "attributes": [
                [each.attribute, each.shown, each.average, each.holder_average, each.holders,
                 each.score]
                for each in prior.attributes
            ]
        }
    )  # fmt: skip


def totals_text(prior: Prior) -> str:
    """Return the association totals of a release."""
    pairs = [[each.first, each.second, each.strength, each.sharers] for each in prior.pairs]
    return _written(_head(prior) | {"pairs": pairs})


@told_as_damage("release")
def read_prior(prior: str, totals: str | None) -> Prior:
    """Return a release from its two documents; totals of another release are left out."""
    kept = json.loads(prior)
    found = _released(kept)
    pairs: tuple[ReleasedPair, ...] = ()
    if totals is not None:
        lent = read_totals(totals)
        pairs = lent.pairs if lent.id == found.id else ()
    attributes = tuple(ReleasedAttribute(*each) for each in kept["attributes"])
    return replace(found, attributes=attributes, pairs=pairs)


@told_as_damage("release of association totals")
def read_totals(totals: str, *, lent_by: str | None = None) -> Prior:
    """Return association totals as a release without an average user."""
    kept = json.loads(totals)
    pairs = tuple(ReleasedPair(*each) for each in kept["pairs"])
    return replace(_released(kept), pairs=pairs, lent_by=lent_by)


def ledger_text(ledger: PriorLedger) -> str:
    """Return a ledger."""
    return _written(asdict(ledger))


@told_as_damage("ledger of releases")
def read_ledger(text: str | None) -> PriorLedger:
    """Return a ledger; where none was kept, nothing was spent."""
    return PriorLedger() if text is None else PriorLedger(**json.loads(text))


def policies_text(policies: Policies) -> str:
    """Return policies."""
    return _written(asdict(policies))


@told_as_damage("policy")
def read_policies(text: str | None) -> Policies:
    """Return policies; what is not in the text stands as it does by default."""
    kept = {} if text is None else json.loads(text)
    known = {each.name for each in fields(Policies)}
    return Policies(**{name: value for name, value in kept.items() if name in known})


def _head(prior: Prior) -> dict[str, Any]:
    return {
        "id": prior.id,
        "released_at": prior.released_at.isoformat(),
        "epsilon": prior.epsilon,
        "delta": prior.delta,
        "k": prior.k,
        "users": prior.users,
        "is_stale": prior.is_stale,
    }


def _released(kept: Mapping[str, Any]) -> Prior:
    return Prior(
        id=kept["id"],
        released_at=to_datetime(kept["released_at"]),
        epsilon=kept["epsilon"],
        delta=kept["delta"],
        k=kept["k"],
        users=kept["users"],
        is_stale=kept["is_stale"],
    )


def _written(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
