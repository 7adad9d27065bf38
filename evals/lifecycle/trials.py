"""Pairs of statements told to an empty memory, each in four variants that must end alike.

Variants 1 to 3 tell the pair in the order of the world, in different words and with different small
talk; in variant 4 the later statement arrives first, each with the moment at which it was said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from evals.lifecycle.author import Author, bare
from evals.lifecycle.simulator import SEEDS, SEVERAL, SINGLE, detail_values, near_claim, told_more
from evals.lifecycle.wording import bank
from evals.lifecycle.world import CONFLICTS, USER, Check, Trial, Turn, day
from evals.preferences.dice import Dice

PAIRS: Final = 2
VARIANTS: Final = 4
REVERSED: Final = 4

_UPDATED: Final = (
    "home", "work", "occupation", "phone", "laptop", "vehicle", "diet", "restaurant", "project",
)  # fmt: skip
_POOLS: Final[Mapping[str, str]] = {
    **SINGLE, **SEVERAL, "allergy": "allergen", "plan": "destination", "origin": "city",
}  # fmt: skip
_SLOTS: Final[Mapping[str, Sequence[str]]] = {
    "update": _UPDATED,
    "correction": ("home", "work", "diet", "plan"),
    "retraction": ("home", "work", "diet", "hobby", "plan"),
    "ended": (
        "home", "work", "vehicle", "hobby", "instrument", "language", "goal", "plan", "course",
        "allergy",
    ),
    "rival": ("home", "work", "vehicle"),
    "mere talk": ("home", "work", "vehicle"),
    "overlap": (
        "home", "work", "occupation", "allergy", "hobby", "likes", "dislikes", "origin",
        "instrument", "phone", "vehicle",
    ),
    "compatible": ("hobby", "likes", "dislikes", "allergy", "language"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A pair in one wording.

    Args:
        parts: role and text of each statement.
        gap: days between them.
    """

    parts: tuple[tuple[str, str], tuple[str, str]]
    gap: float


def trials(seed: int) -> tuple[Trial, ...]:
    """Return the trials of a seed: the same ones every time."""
    found: list[Trial] = []
    for kind in CONFLICTS:
        dice = Dice(seed, "trials", kind)
        names = _names(kind)
        for pair, name in enumerate(dice.some(names, PAIRS)):
            values = Author(dice, seed in SEEDS)
            given, marks = _values(values, kind, name)
            for variant in range(1, VARIANTS + 1):
                author = Author(Dice(seed, "trial", kind, name, str(variant)), seed in SEEDS)
                told = _told(author, kind, name, given, variant)
                found.append(
                    _trial(
                        author,
                        kind,
                        name,
                        told,
                        values=given,
                        marks=marks,
                        pair=pair,
                        variant=variant,
                    )
                )
    return tuple(found)


def _names(kind: str) -> Sequence[str]:
    if kind in ("subsumes", "subsumed"):
        return tuple(bank("pairs")["more"])
    if kind == "near":
        return tuple(bank("pairs")["near"])
    return _SLOTS[kind]


def _values(author: Author, kind: str, name: str) -> tuple[dict[str, str], dict[str, str]]:
    """Draw what all variants of a pair share."""
    if kind in ("subsumes", "subsumed", "near"):
        part = "near" if kind == "near" else "more"
        return detail_values(author, bank("pairs")[part][name], 10)
    values = {"old": author.draw(_POOLS[name]), "v": author.draw(_POOLS[name])}
    values["date"], _, _ = author.date(30, 60)
    return values, {key: bare(value) for key, value in values.items()}


def _told(author: Author, kind: str, name: str, values: Mapping[str, str], variant: int) -> _Told:
    dice = author.dice
    first = {**values, "v": values.get("old", values.get("v", ""))}
    gap = dice.uniform(1, 12)
    if kind in ("subsumes", "subsumed"):
        theme = bank("pairs")["more"][name]
        order = ("less", "more") if kind == "subsumes" else ("more", "less")
        one, other = (author.fill(theme, part, values) for part in order)
        return _Told(parts=((USER, one), (USER, other)), gap=gap)
    if kind == "near":
        theme = bank("pairs")["near"][name]
        one, other = (author.fill(theme, part, values) for part in ("first", "second"))
        return _Told(parts=((USER, one), (USER, other)), gap=gap)
    words = bank("facts")[name]
    if kind == "overlap":
        one, other = author.wordings(words, "same", 2, first)
        return _Told(parts=((USER, one), (USER, other)), gap=gap)
    one = author.fill(words, "say", first)
    if kind in ("rival", "mere talk"):
        role = USER if kind == "mere talk" else dice.one(("assistant", "tool"))
        other = author.fill(bank("pairs")["rival"][name], role, values)
        return _Told(parts=((USER, one), (role, other)), gap=gap)
    part = {"update": "change", "correction": "correct", "retraction": "retract", "ended": "end"}
    other = author.fill(words, part.get(kind, "say"), values)
    if kind in ("correction", "retraction"):
        gap = dice.uniform(0.002, 0.05)
        if kind == "retraction" and variant in (2, 3):
            other, gap = author.fill(bank("pairs")["bare"], "retract", {}), 0.001
    return _Told(parts=((USER, one), (USER, other)), gap=gap)


def _trial(
    author: Author,
    kind: str,
    name: str,
    told: _Told,
    *,
    pair: int,
    variant: int,
    values: Mapping[str, str],
    marks: Mapping[str, str],
) -> Trial:
    begin = day(2 + author.dice.uniform(0.4, 0.8))
    moments = (begin, begin + timedelta(days=told.gap))
    keys = []
    for at, (role, text) in zip(moments, told.parts, strict=True):
        keys.append(author.say(at, author.dress(text) if role == USER else text, role))
    old, new, check = _claims(author, kind, name, keys, moments, values=values, marks=marks)
    for at in (day(1.5), day(2.2), moments[1] + timedelta(hours=7), day(16.4)):
        author.say(author.free(at), author.dress(author.small_talk()))
    turns, claims = author.bound()
    if variant == REVERSED:
        later = claims[new].turns[-1 if kind == "overlap" else 0]
        turns = _reversed(turns, claims[old].turns[0], later)
    return Trial(kind=kind, pair=pair, variant=variant, turns=turns, claims=claims, check=check)


def _reversed(turns: Sequence[Turn], old: str, new: str) -> tuple[Turn, ...]:
    """Let the old statement arrive right after the new one."""
    late = next(turn for turn in turns if turn.id == old)
    found: list[Turn] = []
    for turn in turns:
        if turn.id != old:
            found.append(turn)
        if turn.id == new:
            found.append(late)
    return tuple(found)


def _claims(
    author: Author,
    kind: str,
    name: str,
    keys: Sequence[str],
    moments: tuple[datetime, datetime],
    *,
    values: Mapping[str, str],
    marks: Mapping[str, str],
) -> tuple[str, str, Check]:
    """Note what a pair claims, and what should be held after it."""
    at = day(18)
    if kind in ("subsumes", "subsumed"):
        theme = bank("pairs")["more"][name]
        order = ("less", "more") if kind == "subsumes" else ("more", "less")
        told = list(zip(keys, order, moments, strict=True))
        parts = told_more(author, theme, name, turns=told, marks=marks, values=values)
        old, new = (parts[part] for part in order)
        shared = tuple(author.filled(each, marks) for each in theme["shared"])
        text = author.fill(theme, "ask", values)
        check = Check(
            id="p", kind=kind, at=at, text=text, old=old, new=new, hold=(parts["more"],),
            single=shared,
        )  # fmt: skip
        return old, new, check
    if kind == "near":
        theme = bank("pairs")["near"][name]
        found: list[str] = []
        for place, (key, moment) in enumerate(zip(keys, moments, strict=True)):
            found.append(
                near_claim(
                    author, theme, name, place=place, turn=key, at=moment, marks=marks, before=found
                )
            )
        text = author.fill(theme, "ask", values)
        old, new = found
        return old, new, Check(
            id="p", kind=kind, at=at, text=text, old=old, new=new, hold=(old, new)
        )  # fmt: skip
    text = author.fill(bank("facts")[name], "ask", values)
    first, second = moments
    if kind == "overlap":
        one = author.claim(keys, slot=name, value=values["old"], marks=[marks["old"]], start=first)
        return one, one, Check(
            id="p", kind=kind, at=at, text=text, old=one, new=one, hold=(one,),
            single=(marks["old"],),
        )  # fmt: skip
    is_over = kind in ("update", "ended")
    old = author.claim(
        keys[:1], slot=name, value=values["old"], marks=[marks["old"]], start=first,
        end=second if is_over else None, is_true=kind not in ("correction", "retraction"),
    )  # fmt: skip
    is_last = kind in ("retraction", "ended")
    relation = {
        "update": "supersedes", "correction": "contradicts", "retraction": "contradicts",
        "ended": "ends", "compatible": "compatible",
    }.get(kind, "unreal")  # fmt: skip
    value = "old" if is_last else "v"
    new = author.claim(
        keys[1:], slot=name, value=values[value], marks=[marks[value]], start=second,
        end=second if is_last else None, relation=relation, to=old,
        is_true=relation != "unreal",
    )  # fmt: skip
    hold, drop = {
        "update": ((new,), (old,)), "correction": ((new,), (old,)), "retraction": ((), (old,)),
        "ended": ((), (old,)), "rival": ((old,), (new,)), "mere talk": ((old,), (new,)),
        "compatible": ((old, new), ()),
    }[kind]  # fmt: skip
    return old, new, Check(
        id="p", kind=kind, at=at, text=text, old=old, new=new, hold=hold, drop=drop
    )  # fmt: skip
