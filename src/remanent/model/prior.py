"""A prior is a tenant's released average user: totals of many, noised, with no person in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from remanent.model.scope import Scope

LEAST_K = 5
"""At least so many others than the reader hold whatever is released."""


@dataclass(frozen=True, slots=True)
class ReleasedAttribute:
    """One attribute of the average user.

    Args:
        attribute: its canonical key.
        shown: as the catalog writes it.
        average: weight of the average user, in [0, 9]; who does not hold it counts as 0.
        holder_average: weight of the average holder, in [0, 9].
        holders: how many hold it, noised.
        score: what the order of guesses is by, >= 0.
    """

    attribute: str
    shown: str
    average: float
    holder_average: float
    holders: float
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class ReleasedPair:
    """Two attributes that fire together for many people.

    Args:
        first, second: canonical keys, first < second.
        strength: of the average person who has the pair, at `Prior.released_at`, in [0, 9].
        sharers: how many have it, noised.
    """

    first: str
    second: str
    strength: float
    sharers: float


@dataclass(frozen=True, slots=True)
class Prior:
    """One release: drawn once, then read by everybody and never drawn again for a reader.

    Args:
        id: 32 hexadecimal digits that name the release.
        epsilon, delta: what it spent of the tenant's privacy budget.
        k: whatever is in it, at least so many others than any one reader hold.
        users: how many people it is made of, noised.
        attributes: the best guess first. pairs: by key.
        is_stale: somebody it was made of was erased since; nobody reads it any more.
        lent_by: the tenant whose association totals these are, where they are not the own ones.
    """

    id: str
    released_at: datetime
    epsilon: float
    delta: float
    k: int
    users: float
    attributes: tuple[ReleasedAttribute, ...] = ()
    pairs: tuple[ReleasedPair, ...] = ()
    is_stale: bool = False
    lent_by: str | None = None
    _by_key: Mapping[str, ReleasedAttribute] = field(init=False, compare=False, repr=False)
    _beside: Mapping[str, tuple[tuple[str, float], ...]] = field(
        init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {each.attribute: each for each in self.attributes})
        beside: dict[str, list[tuple[str, float]]] = {}
        for pair in self.pairs:
            beside.setdefault(pair.first, []).append((pair.second, pair.strength))
            beside.setdefault(pair.second, []).append((pair.first, pair.strength))
        object.__setattr__(self, "_beside", {key: tuple(own) for key, own in beside.items()})

    def of(self, attribute: str) -> ReleasedAttribute | None:
        """Return what is released of an attribute, by its key."""
        return self._by_key.get(attribute)

    def beside(self, attribute: str) -> tuple[tuple[str, float], ...]:
        """Return what fires together with an attribute, by its key, and how strongly."""
        return self._beside.get(attribute, ())


@dataclass(frozen=True, slots=True)
class PriorLedger:
    """What a tenant's releases have spent for good.

    Args:
        spent_epsilon, spent_delta: sums over all releases, withdrawn ones included.
        releases: how many there were.
        scopes: how many scopes of people the latest one was made of.
        erasures: how often somebody was erased.
    """

    spent_epsilon: float = 0.0
    spent_delta: float = 0.0
    releases: int = 0
    scopes: int = 0
    erasures: int = 0


@dataclass(frozen=True, slots=True)
class Policies:
    """What an operator decided for a tenant.

    Args:
        prior: whether anything of other people enters a card at all.
        epsilon_cap: what all releases together may spend, for good.
        k: at least so many others than the reader hold whatever is released.
        attributes_a_user, pairs_a_user: what one person counts for at most: his strongest.
        lends_associations: whether other tenants may adopt this one's association totals.
        deviations_only: whether an edge that says what the release says is kept short.
        deviation: how far a weight lies from the release's to deviate, in [0, 9].
    """

    prior: bool = True
    epsilon_cap: float = 10.0
    k: int = LEAST_K
    attributes_a_user: int = 5
    pairs_a_user: int = 3
    lends_associations: bool = False
    deviations_only: bool = False
    deviation: float = 0.5


@dataclass(frozen=True, slots=True)
class Shared:
    """What a tenant shares with its people's cards: all that a card reads of others.

    Args:
        prior: the release in force, None where there is none, it is stale, or it is switched off.
        lent: another tenant's association totals that were adopted.
    """

    policies: Policies = Policies()
    prior: Prior | None = None
    lent: Prior | None = None

    @property
    def releases(self) -> tuple[Prior, ...]:
        """Every release that a card may read, the tenant's own first."""
        return tuple(each for each in (self.prior, self.lent) if each is not None)


NOTHING_SHARED = Shared()


@dataclass(frozen=True, slots=True)
class Surfaces:
    """One person's surfaces: scopes on several tenants, and what of this one they may see.

    Args:
        links: the other scopes that this one says are the same person's.
        shares: namespaces that a tenant may see of this scope, by tenant; empty by default.
    """

    links: tuple[Scope, ...] = ()
    shares: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Surface:
    """Another scope that a person linked to this one.

    Args:
        is_agreed: whether the other scope names this one as well; only then anything is shared.
        sees: namespaces of this scope that it may see.
    """

    scope: Scope
    is_agreed: bool
    sees: frozenset[str]
