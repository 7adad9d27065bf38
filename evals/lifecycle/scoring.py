"""How answers are judged against the truth. Pure functions; every measure is 0 to 1."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.lifecycle.methods import Answer, Held, State
from evals.lifecycle.world import CONTEXTUAL, CRITICAL, Check, Claim, Question

Claims = Mapping[str, Claim]


def says(item: Held, claim: Claim) -> bool:
    """Return whether an item says a claim.

    It does where its text or value holds every mark of the claim (one of each mark's alternatives,
    as whole words), and it rests on a turn that says the claim.
    """
    return bool(set(item.sources) & set(claim.turns)) and has_marks(item, claim.marks)


def say_together(items: Iterable[Held], claim: Claim) -> bool:
    """Return whether items say a claim between them, each resting on a turn that says it."""
    resting = [item for item in items if set(item.sources) & set(claim.turns)]
    return bool(resting) and _have(" | ".join(map(_text, resting)), claim.marks)


def has_marks(item: Held, marks: Iterable[str]) -> bool:
    """Return whether a text holds one alternative of every mark, as whole words."""
    return _have(_text(item), marks)


def _text(item: Held) -> str:
    return plain(f"{item.text} | {item.value or ''}{' | not' if item.is_negated else ''}")


def _have(text: str, marks: Iterable[str]) -> bool:
    return all(any(_stands(each, text) for each in mark.split("|")) for mark in marks)


def plain(text: str) -> str:
    """Return a text as it is compared: one form of each letter, no case, straight apostrophes."""
    folded = unicodedata.normalize("NFKC", text.replace("’", "'")).casefold()
    return " ".join(folded.split())


def _stands(words: str, text: str) -> bool:
    sought = plain(words)
    if sought.startswith("n't"):
        return sought in text
    return re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one answer is worth.

    Args:
        is_held: what is at hand and held as so says a right claim, whether it was found or not.
        is_found: an item held as so says a right claim, archived or not.
        is_stale: the first item held as so that says a right or a stale claim says only a stale
            one.
        is_consistent: a right claim is said, and no item held as so says only a stale one.
        precision: share of the items that say a right claim and are held as so; 0 without items.
        coverage: share of the right claims that are said among the items.
    """

    is_held: bool
    is_found: bool
    is_stale: bool
    is_consistent: bool
    precision: float
    coverage: float


def judge(
    question: Question, answer: Answer, claims: Claims, *, at_hand: Sequence[Held] = ()
) -> Verdict:
    """Judge one answer.

    Args:
        at_hand: everything that memory held at hand when it was asked.
    """
    hand = [item for item in at_hand if item.is_valid]
    right = [claims[name] for name in question.right]
    stale = [claims[name] for name in question.stale]
    valid = [item for item in answer.items if item.is_valid]
    is_right = [any(says(item, claim) for claim in right) for item in valid]
    is_wrong = [
        not good and any(says(item, claim) for claim in stale)
        for item, good in zip(valid, is_right, strict=True)
    ]
    speaking = [bad for good, bad in zip(is_right, is_wrong, strict=True) if good or bad]
    said = [any(says(item, claim) for item in valid) for claim in right]
    return Verdict(
        is_held=any(say_together(hand, claim) for claim in right),
        is_found=any(is_right),
        is_stale=bool(speaking) and speaking[0],
        is_consistent=(any(is_right) or not right) and not any(is_wrong),
        precision=sum(is_right) / len(answer.items) if answer.items else 0.0,
        coverage=sum(said) / len(said) if said else 0.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a memory settled a pair.

    Args:
        verdict: whether the old and the new statement are held as so, and whether more than one
            item has what they share; that something is over is no statement that is held. Two
            variants agree where their verdicts are equal.
        is_right: everything that should be held is, nothing that should not, and once where once.
    """

    verdict: tuple[bool, bool, bool]
    is_right: bool


def settle(check: Check, at_hand: Sequence[Held], claims: Claims) -> Settled:
    """Judge what is held after a pair."""
    valid = [item for item in at_hand if item.is_valid]

    def held(name: str) -> bool:
        return say_together(valid, claims[name])

    turns = {*claims[check.old].turns, *claims[check.new].turns}
    sharing = [
        item
        for item in valid
        if check.single and set(item.sources) & turns and has_marks(item, check.single)
    ]
    ends = {check.new} if claims[check.new].end == claims[check.new].start else set()
    wrong = [
        item
        for item in valid
        for name in check.drop
        if says(item, claims[name])
        and not any(says(item, claims[end]) for end in (*ends, *check.hold))
    ]
    is_old = any(item in wrong for item in valid) if check.old in check.drop else held(check.old)
    return Settled(
        verdict=(is_old, not ends and held(check.new), len(sharing) > 1),
        is_right=all(map(held, check.hold)) and not wrong and len(sharing) <= 1,
    )


def agreement(verdicts: Sequence[tuple[bool, bool, bool]]) -> float:
    """Return how far the variants of a pair end alike: Σ n_v (n_v − 1) / (m (m − 1)).

    n_v of m variants end in the verdict v; 1 for a single variant.
    """
    count = len(verdicts)
    if count < 2:
        return 1.0
    return sum(n * (n - 1) for n in Counter(verdicts).values()) / (count * (count - 1))


def share(values: Iterable[bool | float]) -> float:
    """Return the mean; NaN of nothing."""
    listed = [float(value) for value in values]
    return sum(listed) / len(listed) if listed else float("nan")


Judged = Sequence[tuple[Question, Verdict]]


def retention(judged: Judged, kind: str, *, last: bool = True, answered: bool = False) -> float:
    """Return the share of the true claims of a kind that are held.

    retention = |true claims said a day ago or earlier that something at hand says| / |such claims|

    Args:
        last: only at the end of the life; else on every day on which is asked.
        answered: count what the ten items of an answer say instead of what is at hand.
    """
    asked = [(q, v) for q, v in judged if q.sort == "retention" and q.kind == kind]
    if last and asked:
        end = max(q.at for q, _ in asked)
        asked = [(q, v) for q, v in asked if q.at == end]
    return share(v.is_found if answered else v.is_held for _, v in asked)


def stale_rate(judged: Judged) -> float:
    """Return the share of questions after a change whose answer is what holds no more."""
    return share(v.is_stale for q, v in judged if q.sort == "stale")


def temporal_consistency(judged: Judged) -> float:
    """Return how far answers agree with the order of the world.

    TC = mean over timelines s of |{p in P_s : c(p)}| / |P_s|

    P_s are the moments at which the thing s is asked for: now, after each change, and as of the
    middle of each value's time. c(p): the value that held at p is said, and no other value of s is
    held as so beside it; where nothing held, no value is.
    """
    lines: defaultdict[str, list[bool]] = defaultdict(list)
    for question, verdict in judged:
        if question.timeline is not None:
            lines[question.timeline].append(verdict.is_consistent)
    return share(share(values) for values in lines.values())


def storage(held: State, everything: State) -> tuple[float, float]:
    """Return the rows and bytes of a hot set as shares of those of keeping everything."""
    return held.rows / max(everything.rows, 1), held.bytes / max(everything.bytes, 1)


def macro(values: Mapping[str, float]) -> float:
    """Return the mean over kinds, each kind weighing the same."""
    return share(value for value in values.values() if value == value)  # noqa: PLR0124 - NaN


def measures(judged: Judged) -> dict[str, float]:
    """Return every measure of one life but those of storage and conflicts."""
    broad = [v for q, v in judged if q.sort == "broad"]
    details = {
        sort: share(v.is_found for q, v in judged if q.sort == "fusion" and q.kind == sort)
        for sort in ("number", "date", "name", "negation")
    }
    return {
        "critical retention": retention(judged, CRITICAL),
        "contextual retention": retention(judged, CONTEXTUAL),
        "critical, all days": retention(judged, CRITICAL, last=False),
        "contextual, all days": retention(judged, CONTEXTUAL, last=False),
        "critical answered@10": retention(judged, CRITICAL, answered=True),
        "contextual answered@10": retention(judged, CONTEXTUAL, answered=True),
        "chatter held": retention(judged, "chatter"),
        "precision@10": share(v.precision for v in broad),
        "coverage@10": share(v.coverage for v in broad),
        "temporal consistency": temporal_consistency(judged),
        "stale answers": stale_rate(judged),
        "fusion preservation": macro(details),
        **{f"preserved: {sort}": value for sort, value in details.items()},
    }
