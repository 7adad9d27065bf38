"""Which facts say nearly the same, and which one of them stands for the others.

Facts of one subject and slot, told within a week of each other, that are near and differ in no
number, date, name or denial (FORMULAS §6). Nothing is written anew here: the one that says most
stands, and the others stand behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from remanent.dynamics.fusion import CLUSTER_SIMILARITY, clusters
from remanent.facts.conflict import (
    NARROWING,
    Relation,
    likeness_of,
    may_be_of_one_time,
    relate,
    says_most,
)
from remanent.facts.slots import holds_one
from remanent.model.fact import Fact
from remanent.text.quantities import critical_tokens

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

OVERLAP_FROM: Final = 0.6
"""The share of common stems from which facts are near where there is no embedder."""

MOST_FACTS: Final = 200
"""Facts of one family that are held against one another; of more, the last learned."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Facts that say nearly the same.

    Args:
        standing: the one that stands for the others.
        members: all of them, by world time.
    """

    standing: Fact
    members: tuple[Fact, ...]

    @property
    def hidden(self) -> tuple[Fact, ...]:
        """Those that stand behind the one."""
        return tuple(fact for fact in self.members if fact.id != self.standing.id)


def may_fuse(fact: Fact) -> bool:
    """Say whether a fact can stand behind another one, or for it."""
    return (
        fact.is_hot
        and fact.evidence > 0
        and not holds_one(fact)
        and fact.slot not in NARROWING
        and fact.valid_from is not None
    )


def find_clusters(
    facts: Sequence[Fact], cosines: NDArray[np.float64] | None = None
) -> tuple[Cluster, ...]:
    """Return the clusters of one family.

    Args:
        facts: of one subject and slot; `may_fuse` holds for each.
        cosines: shape (facts, facts), where there is an embedder; NaN where there is no vector.
    """
    size = len(facts)
    near = np.zeros((size, size))
    vetoes = np.zeros((size, size))
    critical = [critical_tokens(fact.text) for fact in facts]
    for first in range(size):
        for second in range(first):
            one, other = facts[first], facts[second]
            near[first, second] = near[second, first] = likeness_of(one, other)
            related = relate(one, other).relation
            is_vetoed = (
                critical[first] != critical[second]
                or one.polarity is not other.polarity
                or one.origin is not other.origin
                or related is Relation.CONTRADICTORY
                or not may_be_of_one_time(one, other)
            )
            vetoes[first, second] = vetoes[second, first] = is_vetoed
    threshold = OVERLAP_FROM
    if cosines is not None:
        known = np.isfinite(cosines)
        near = np.where(known, np.clip(np.where(known, cosines, 0.0), -1, 1), near)
        threshold = CLUSTER_SIMILARITY
    found = clusters(
        [((fact.valid_from or fact.recorded_at) - _EPOCH) / timedelta(days=1) for fact in facts],
        ids=[fact.id for fact in facts],
        similarities=near,
        vetoes=vetoes,
        threshold=threshold,
    )
    made: list[Cluster] = []
    for places in found:
        members = tuple(facts[place] for place in places)
        standing = says_most(members)
        assert standing is not None, "a cluster has members"
        made.append(Cluster(standing, members))
    return tuple(made)
