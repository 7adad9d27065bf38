"""What an event teaches: a preference after one more piece of evidence, in any order of arrival.

Between events a weight fades by its namespace's half-life, at an event it grows towards 9; both
are closed forms, so nothing is ever swept. Evidence that arrives late is not squeezed in: the
preference is folded again from its evidence, which gives what it would have been in order.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from remanent.dynamics.hebbian import (
    CONFIDENCE_RATE,
    LEARNING_RATE,
    WEIGHT_CEILING,
    associated_by,
    association_after,
    weight_after,
)
from remanent.dynamics.ranges import in_range
from remanent.dynamics.retention import FERN_FLOOR_WEIGHT
from remanent.dynamics.spreading import DEGREE
from remanent.model.catalog import ASSOCIATION_HALF_LIFE_DAYS
from remanent.model.fact import Provenance
from remanent.model.preference import PROVENANCE_RANK, Association, Evidence, Preference

KEPT_USES = 32
FOLDED_EVIDENCE = 1000
"""Latest pieces of evidence that a fold reads. What lies before them is saturated away: even the
slightest behaviour leaves less than e^-40 of it."""

SALIENCE_SLOWING = 0.5
VALUE_SHARE = 0.3
"""What the newest measured amount, or intensity, counts for beside the earlier ones."""

PACE_HALF_LIVES_DAYS = (8.0, 16.0, 32.0, 64.0, 256.0)
"""Paces at which a person's events are summed up side by side; ranking chooses among them by how
well each foretold what the person did next."""

MICROSECONDS_A_DAY = 86_400_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Rates:
    """How fast preferences are learned and lost.

    Args:
        learning_rate: α, weight that an event of magnitude 1 gives from 0, in (0, 9].
        confidence_rate: γ per event, > 0.
        association_half_life_days: of what fires together, > 0.
        salience_slowing: β_s, in [0, 1]: what full salience takes off the rate of fading.
        floor_weight: the weight below which a preference has faded, in [0, 9).
    """

    learning_rate: float = LEARNING_RATE
    confidence_rate: float = CONFIDENCE_RATE
    association_half_life_days: float = ASSOCIATION_HALF_LIFE_DAYS
    salience_slowing: float = SALIENCE_SLOWING
    floor_weight: float = FERN_FLOOR_WEIGHT


DEFAULT_RATES = Rates()


def learned(
    before: Preference,
    evidence: Evidence,
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
) -> Preference:
    """Return a preference after evidence that is not older than what it was learned from.

    The context of an event is counted apart: it raises no weight.
    """
    at, last = evidence.at, before.last_at
    if evidence.is_context:
        return before._replace(
            contexts=before.contexts + 1,
            first_at=_earlier(before.first_at, at),
            last_at=at if last is None or at > last else last,
        )
    assert before.rebased_at is None or at >= before.rebased_at, "late evidence is folded"
    salience = max(before.salience, evidence.salience)
    weight = weight_after(
        _learned_weight_at(before, at, half_life_days=half_life_days, rates=rates),
        magnitude=evidence.magnitude,
        learning_rate=rates.learning_rate,
    )
    paces, day_magnitude = _paces_after(before, evidence)
    grown = before._replace(
        weight=weight,
        rebased_at=at,
        paces=paces,
        day_magnitude=day_magnitude,
        first_at=_earlier(before.first_at, at),
        last_at=at if last is None or at > last else last,
        hits=before.hits + 1,
        provenance=_stronger(before, evidence),
        salience=salience,
        uses=(*before.uses, _second(at))[-KEPT_USES:],
        fades_at=_fades_at(
            before, weight, at, salience, half_life_days=half_life_days, rates=rates
        ),
    )
    if evidence.intensity is not None:
        grown = grown._replace(intensity=_moved(before.intensity, evidence.intensity))
    return grown if evidence.value is None else _with_value(grown, evidence.value)


def _paces_after(before: Preference, evidence: Evidence) -> tuple[tuple[float, ...], float]:
    """Add an event to the sums of every pace; of one day only the greatest magnitude counts."""
    at, last, magnitude = evidence.at, before.rebased_at, evidence.magnitude
    if last is None or not before.paces:
        return (magnitude,) * len(PACE_HALF_LIVES_DAYS), magnitude
    new, most = magnitude, magnitude
    if at.date() == last.date():
        most = max(before.day_magnitude, magnitude)
        new = most - before.day_magnitude
    days = (at - last).total_seconds() / 86_400.0
    return (
        tuple(
            mass * 0.5 ** (days / half_life) + new
            for mass, half_life in zip(before.paces, PACE_HALF_LIVES_DAYS, strict=True)
        ),
        most,
    )


def folded(
    known: Preference,
    evidence: Sequence[Evidence],
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
    late: Sequence[Evidence] = (),
) -> Preference:
    """Return a preference as its evidence gives it from the beginning.

    What is not learned from evidence (a pin, a setting, outcomes, associations) is kept. Hits
    before the evidence that was read (`FOLDED_EVIDENCE` at most) are kept as well, and so is what
    they gave to the sums of every pace.

    Args:
        known: as it stands, with all hits of this evidence counted.
        evidence: by ascending world time.
        late: what of it `known` was not learned from yet.
    """
    own = sum(not each.is_context for each in evidence)
    start = known._replace(
        weight=0.0,
        rebased_at=None,
        hits=max(known.hits - own, 0),
        contexts=max(known.contexts - (len(evidence) - own), 0),
        provenance=Provenance.INFERRED,
        salience=0.0,
        intensity=None,
        value=None,
        value_variance=0.0,
        values=0,
        uses=(),
        fades_at=None,
        paces=(),
        day_magnitude=0.0,
    )
    for each in sorted(evidence, key=_in_world_order):
        start = learned(start, each, half_life_days=half_life_days, rates=rates)
    is_whole = known.hits <= own or known.rebased_at is None
    return start if is_whole else start._replace(paces=_paces_with(known, evidence, late))


def _paces_with(
    known: Preference, evidence: Iterable[Evidence], late: Sequence[Evidence]
) -> tuple[float, ...]:
    """Add late events to the sums of every pace: what their days give with them, less without."""
    assert known.rebased_at is not None, "it was learned from something"
    not_yet = {each.event_seq for each in late}
    days = {each.at.date() for each in late}
    there = [each for each in evidence if each.at.date() in days and each.event_seq not in not_yet]
    before, after = (_paces_of(events, known.rebased_at) for events in (there, [*there, *late]))
    return tuple(
        mass + new - old for mass, new, old in zip(known.paces, after, before, strict=True)
    )


def _paces_of(evidence: Iterable[Evidence], at: datetime) -> tuple[float, ...]:
    """Return what evidence alone gives to the sums of every pace at a moment."""
    known = Preference(attribute="", number=0)
    for each in sorted(evidence, key=_in_world_order):
        if not each.is_context:
            paces, day_magnitude = _paces_after(known, each)
            known = known._replace(paces=paces, day_magnitude=day_magnitude, rebased_at=each.at)
    if known.rebased_at is None:
        return (0.0,) * len(PACE_HALF_LIVES_DAYS)
    days = (at - known.rebased_at).total_seconds() / 86_400.0
    return tuple(
        mass * 0.5 ** (days / half_life)
        for mass, half_life in zip(known.paces, PACE_HALF_LIVES_DAYS, strict=True)
    )


def comes_late(evidence: Evidence, learned_until: datetime) -> bool:
    """Say whether evidence must be folded in: it is older than what a preference was learned from.

    Of one moment, measures and intensities are put in an order that does not depend on arrival.
    """
    is_measured = evidence.value is not None or evidence.intensity is not None
    return evidence.at < learned_until or (is_measured and evidence.at == learned_until)


def _in_world_order(evidence: Evidence) -> tuple[object, ...]:
    """Return by what evidence is sorted; nothing that differs is left to the order of arrival."""
    return (
        evidence.at,
        evidence.magnitude,
        -math.inf if evidence.value is None else evidence.value,
        -math.inf if evidence.intensity is None else evidence.intensity,
        evidence.salience,
        evidence.event_seq,
    )


def weight_at(
    preference: Preference,
    at: datetime,
    *,
    half_life_days: float,
    rates: Rates = DEFAULT_RATES,
) -> float:
    """Return the weight at a moment, in [0, 9]; a pin is its own weight at every moment.

    Source: FORMULAS §1 with b = 1 (`fern`). A moment before the last change counts as that.
    """
    if preference.pin is not None:
        return preference.pin
    return _learned_weight_at(preference, at, half_life_days=half_life_days, rates=rates)


def _learned_weight_at(
    preference: Preference, at: datetime, *, half_life_days: float, rates: Rates
) -> float:
    """Return what the events alone come to, which is what stands again once a pin is lifted."""
    if preference.rebased_at is None:
        return 0.0
    days = max((at - preference.rebased_at).total_seconds(), 0.0) / 86_400.0
    return preference.weight * math.exp(
        -fading_rate(half_life_days, preference.salience, rates.salience_slowing) * days
    )


@lru_cache(maxsize=1024)
def fading_rate(half_life_days: float, salience: float, salience_slowing: float) -> float:
    """Return Λ per day: ln 2 over the half-life, less what salience takes off."""
    return math.log(2) / half_life_days * (1 - salience_slowing * salience)


def fades_at(
    preference: Preference, *, half_life_days: float, rates: Rates = DEFAULT_RATES
) -> datetime | None:
    """Return when the weight falls below its floor; None where it never does.

    What is at or below the floor already has faded when it was learned.
    """
    if preference.rebased_at is None:
        return None
    return _fades_at(
        preference,
        preference.weight,
        preference.rebased_at,
        preference.salience,
        half_life_days=half_life_days,
        rates=rates,
    )


def _fades_at(
    preference: Preference,
    weight: float,
    at: datetime,
    salience: float,
    *,
    half_life_days: float,
    rates: Rates,
) -> datetime | None:
    if preference.pin is not None or preference.text is not None:
        return None
    if weight <= rates.floor_weight:
        return at
    rate = fading_rate(half_life_days, salience, rates.salience_slowing)
    if rate == 0 or rates.floor_weight == 0:
        return None
    days = math.log(weight / rates.floor_weight) / rate
    return None if days >= (_LATEST - at).days else at + timedelta(days=days)


def associated(
    known: Mapping[int, tuple[Association, ...]],
    fired: Sequence[tuple[int, float]],
    at: datetime,
    *,
    rates: Rates = DEFAULT_RATES,
    degree: int = DEGREE,
) -> dict[int, tuple[Association, ...]]:
    """Return the associations of attributes after one event that showed all of them.

    Args:
        known: associations of each attribute, by its number.
        fired: number and magnitude of each attribute, each number once; a context has its
            event's magnitude here.
        at: when; not before any association's own moment.
        degree: how many associations an attribute keeps; the weakest give way.
    """
    held = {number: associations_by_number(known.get(number, ())) for number, _ in fired}
    associate(held, fired, at, rates=rates, degree=degree)
    return {number: tuple(sorted(own.values())) for number, own in held.items()}


def associations_by_number(associations: Iterable[Association]) -> dict[int, Association]:
    """Return associations by the number of the other attribute."""
    return {each[0]: each for each in associations}


def associate(
    held: Mapping[int, dict[int, Association]],
    fired: Sequence[tuple[int, float]],
    at: datetime,
    *,
    rates: Rates = DEFAULT_RATES,
    degree: int = DEGREE,
) -> None:
    """Do what `associated` does in place, for whoever has many events of the same attributes."""
    moment = microseconds(at)
    for _, magnitude in fired:
        in_range("magnitude", magnitude, 0, 1, open_low=True)
    for place, (first, first_magnitude) in enumerate(fired):
        of_first = held[first]
        # With itself: how much it fired at all, which shares in a context are reckoned by.
        own = association_at(of_first.get(first), moment, rates)
        own = associated_by(own, first_magnitude * first_magnitude)
        of_first[first] = (first, own, moment)
        for second, second_magnitude in fired[place + 1 :]:
            of_second = held[second]
            # What one of the two let go of, the other may still know.
            old, other = (
                association_at(of_first.get(second), moment, rates),
                association_at(of_second.get(first), moment, rates),
            )
            new = associated_by(max(old, other), first_magnitude * second_magnitude)
            of_first[second] = (second, new, moment)
            of_second[first] = (first, new, moment)
    for number, _ in fired:
        drop_weakest(held[number], rates=rates, degree=degree)


def strongest(
    associations: Iterable[Association],
    *,
    rates: Rates = DEFAULT_RATES,
    degree: int = DEGREE,
) -> tuple[Association, ...]:
    """Return the strongest associations, by number."""
    kept = associations_by_number(associations)
    drop_weakest(kept, rates=rates, degree=degree)
    return tuple(sorted(kept.values()))


def drop_weakest(
    held: dict[int, Association], *, rates: Rates = DEFAULT_RATES, degree: int = DEGREE
) -> None:
    """Let go of the weakest associations beyond the degree; all fade alike, so the order keeps."""
    if len(held) <= degree:
        return
    half_life = rates.association_half_life_days * MICROSECONDS_A_DAY
    latest = max([each[2] for each in held.values()])
    if len(held) == degree + 1:
        del held[_weakest(held, latest, half_life)]
        return
    exp2, excess = math.exp2, len(held) - degree
    faded = [strength * exp2((at - latest) / half_life) for _, strength, at in held.values()]
    most = sorted(faded)[excess - 1]
    weakest = [(now, -number) for now, number in zip(faded, held, strict=True) if now <= most]
    for _, number in sorted(weakest)[:excess]:  # of equals the later number
        del held[-number]


def _weakest(held: Mapping[int, Association], latest: int, half_life: float) -> int:
    """Return the number of the weakest association at a moment, of equals the later number.

    What is not the weakest even if it had faded for as long as the oldest need not be reckoned.
    """
    oldest = min([each[2] for each in held.values()])
    most_faded = math.exp2((oldest - latest) / half_life)
    weakest = (math.inf, 0)
    for number, strength, moment in held.values():
        if strength * most_faded > weakest[0]:
            continue
        now = strength * math.exp2((moment - latest) / half_life) if strength > 0 else 0.0
        weakest = min(weakest, (now, -number))
    return -weakest[1]


def association_at(
    association: Association | None, moment: int, rates: Rates = DEFAULT_RATES
) -> float:
    """Return how strong an association is at a moment in microseconds, in [0, 9]."""
    if association is None:
        return 0.0
    _, strength, at = association
    days = max(moment - at, 0) / MICROSECONDS_A_DAY
    share: float = 0.5 ** (days / rates.association_half_life_days)
    return min(strength * share, WEIGHT_CEILING)


def refolded_pair(
    first: Sequence[Evidence],
    second: Sequence[Evidence],
    magnitudes: Mapping[int, float],
    number: int,
    *,
    rates: Rates = DEFAULT_RATES,
) -> Association | None:
    """Return the association of two attributes as the events that showed both give it.

    Args:
        first, second: evidence of each.
        magnitudes: of events, by number, for attributes that were their context.
        number: of the attribute that is associated.
    """
    others = {each.event_seq: each for each in second}
    found: Association | None = None
    shared = sorted((each.at, each.event_seq, each) for each in first if each.event_seq in others)
    for at, event_seq, each in shared:
        moment = microseconds(at)
        strength = association_after(
            association_at(found, moment, rates),
            first_magnitude=each.magnitude or magnitudes.get(event_seq, 1.0),
            second_magnitude=others[event_seq].magnitude or magnitudes.get(event_seq, 1.0),
        )
        found = (number, strength, moment)
    return found


def microseconds(at: datetime) -> int:
    """Return a moment in microseconds since 1970."""
    since = at - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _second(at: datetime) -> int:
    return microseconds(at) // 1_000_000


def _earlier(known: datetime | None, at: datetime) -> datetime:
    return at if known is None or at < known else known


def _stronger(before: Preference, evidence: Evidence) -> Provenance:
    if before.hits and PROVENANCE_RANK[before.provenance] >= PROVENANCE_RANK[evidence.provenance]:
        return before.provenance
    return evidence.provenance


def _moved(known: float | None, new: float) -> float:
    return new if known is None else known + VALUE_SHARE * (new - known)


def _with_value(before: Preference, value: float) -> Preference:
    """Follow a measured amount and its spread, the newest counting most.

    Source: exponentially weighted mean and variance (Finch 2009); plain ones (Welford 1962)
    while there are few.
    """
    count = before.values + 1
    if before.value is None:
        return before._replace(value=value, value_variance=0.0, values=1)
    share = max(VALUE_SHARE, 1 / count)
    apart = value - before.value
    return before._replace(
        value=before.value + share * apart,
        value_variance=(1 - share) * (before.value_variance + share * apart * apart),
        values=count,
    )
