"""Lives of 30 and of 365 days, made from a seed: what is said, what is so, what is asked.

A life mixes critical facts (said once or twice, asked for later), the current situation (changed,
mentioned again, used), chatter, noise of others, and planted pairs that a memory has to settle.
Most of what is said is chatter; a fact stands alone or between small talk, in one of some dozen
wordings, typed carefully or not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from evals.lifecycle.author import Author, bare
from evals.lifecycle.wording import Bank, bank
from evals.lifecycle.world import (
    CHATTER,
    CONTEXTUAL,
    CRITICAL,
    Check,
    Life,
    Question,
    Use,
    day,
)
from evals.preferences.dice import Dice

SEEDS: Final = tuple(range(101, 125))
"""What is published is measured on these; they alone use the held-out words."""

TUNING_SEEDS: Final = tuple(range(1, 7))
"""Whoever tunes a method does it on these, which no published figure contains."""

LENGTHS: Final[Mapping[int, tuple[int, ...]]] = {
    30: (7, 14, 21, 30),
    365: (30, 90, 180, 270, 365),
}
"""How many days a life may have, and after how many of them what it said is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How much happens in a life.

    Args:
        chatter, noise: turns a day. more: how many of what one may have several of.
        changes: chances of a first, second and third change of what one has one of.
        gap: days at least between two changes. again: mentions a day of what is mentioned again.
    """

    chatter: float
    noise: float
    more: int
    changes: tuple[float, ...]
    gap: float
    again: float


PACES: Final[Mapping[int, Pace]] = {
    30: Pace(chatter=5.0, noise=0.8, more=1, changes=(0.5,), gap=3.0, again=1 / 12),
    365: Pace(chatter=1.9, noise=0.3, more=2, changes=(1.0, 0.5, 0.25), gap=18.0, again=1 / 40),
}

SINGLE: Final[Mapping[str, str]] = {
    "home": "city", "work": "employer", "occupation": "occupation", "phone": "phone",
    "laptop": "laptop", "vehicle": "vehicle", "diet": "diet", "restaurant": "restaurant",
    "project": "project", "habit": "weekday",
}  # fmt: skip
"""What one has one of at a time, with the pool of its values."""

SEVERAL: Final[Mapping[str, str]] = {
    "hobby": "hobby", "language": "language", "likes": "like", "dislikes": "dislike",
    "goal": "goal", "course": "course", "instrument": "instrument",
}  # fmt: skip
"""What one may have several of."""

SCARCE: Final = frozenset({"diet", "vehicle"})
"""Things that change once at most."""

CORRECTED: Final = ("home", "work", "diet")
ENDING: Final = frozenset({"hobby", "language", "goal", "course", "instrument"})


@dataclass(slots=True)
class Plot:
    """A life while it is written."""

    author: Author
    days: int
    pace: Pace
    questions: list[Question] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    asking: dict[str, tuple[Bank, dict[str, str]]] = field(default_factory=dict)
    timelines: dict[str, list[str]] = field(default_factory=dict)

    @property
    def dice(self) -> Dice:
        """What chance decides by."""
        return self.author.dice

    def ask(self, claim: str) -> str:
        """Return a question that a claim answers."""
        words, values = self.asking[claim]
        return self.author.fill(words, "ask", values)

    def check(
        self,
        kind: str,
        at: datetime,
        text: str,
        *,
        old: str,
        new: str,
        hold: Sequence[str] = (),
        drop: Sequence[str] = (),
        single: Sequence[str] = (),
    ) -> None:
        """Note what should be held after a pair."""
        if at > day(self.days):
            return
        self.checks.append(
            Check(
                id=f"p{len(self.checks):03d}", kind=kind, at=at, text=text, old=old, new=new,
                hold=tuple(hold), drop=tuple(drop), single=tuple(single),
            )
        )  # fmt: skip


def simulate(days: int, seed: int) -> Life:
    """Return the life of a length under a seed: the same one every time."""
    is_held = seed in SEEDS
    author = Author(Dice(seed, "lifecycle", str(days)), is_held)
    plot = Plot(author, days, PACES[days])
    _critical(plot)
    _situation(plot)
    _several(plot)
    _dated(plot)
    _jokes(plot)
    _rivals(plot)
    _more(plot)
    _near(plot)
    _themes(plot)
    _overlaps(plot)
    _again(plot)
    _uses(plot)
    _small_talk(plot)
    _ask(plot)
    turns, claims = author.bound()
    return Life(
        days=days,
        seed=seed,
        turns=turns,
        claims=claims,
        uses=tuple(sorted(plot.uses, key=lambda use: use.at)),
        questions=tuple(sorted(plot.questions, key=lambda question: (question.at, question.id))),
        checks=tuple(sorted(plot.checks, key=lambda check: (check.at, check.id))),
    )


# What is said


def _critical(plot: Plot) -> None:
    """Write who the person is: said once or twice."""
    author, more = plot.author, plot.pace.more
    _fact(plot, "name", "person", CRITICAL)
    _fact(plot, "blood", "blood", CRITICAL)
    _fact(plot, "origin", "city", CRITICAL)
    _fact(plot, "partner", "person", CRITICAL)
    for _ in range(1 + more):
        _fact(plot, "allergy", "allergen", CRITICAL)
    for _ in range(more):
        _fact(plot, "medication", "medicine", CRITICAL, dose=author.dose())
        _fact(plot, "condition", "condition", CRITICAL)
        _fact(plot, "pet", "petname", CRITICAL, animal=author.draw("animal"))
    for _ in range(2 * more):
        sex, pool = plot.dice.one((("female", "woman"), ("male", "man")))
        _fact(plot, "family", pool, CRITICAL, relation=author.draw(sex))
    number = f"0{author.number(151, 179)} 555 {author.number(1000, 9999)}"
    _fact(plot, "emergency", "person", CRITICAL, number=number)
    for slot in ("birthday", "anniversary"):
        written, marks, _ = author.date(0, 360)
        values = {"v": written}
        turn, at = _said(plot, slot, values, plot.dice.uniform(0, 0.8 * plot.days))
        claim = author.claim(
            [turn], kind=CRITICAL, slot=slot, value=written, marks=[marks], start=at
        )
        plot.asking[claim] = (bank("facts")[slot], values)
        _maybe_twice(plot, claim)


def _fact(plot: Plot, slot: str, pool: str, kind: str, **details: str) -> str:
    """Write one statement of a value that is not yet known; return the claim."""
    value = plot.author.draw(pool)
    values = {"v": value, **details}
    turn, at = _said(plot, slot, values, plot.dice.uniform(0, 0.8 * plot.days))
    claim = plot.author.claim(
        [turn], kind=kind, slot=slot, value=value, marks=[bare(value)], start=at
    )
    plot.asking[claim] = (bank("facts")[slot], values)
    if kind == CRITICAL:
        _maybe_twice(plot, claim)
    return claim


def _said(
    plot: Plot, slot: str, values: Mapping[str, str], number: float, name: str = "say"
) -> tuple[str, datetime]:
    at = plot.author.moment(number)
    words = plot.author.fill(bank("facts")[slot], name, values)
    turn = plot.author.state(at, words)
    _maybe_reply(plot, at)
    return turn, at


def _maybe_reply(plot: Plot, at: datetime) -> None:
    if plot.dice.chance(0.45):
        plot.author.reply(at)


def _maybe_twice(plot: Plot, claim: str) -> None:
    if plot.dice.chance(0.35):
        since = _number(plot.author.claims[claim].start)
        if since + 2 < 0.9 * plot.days:
            _tell_again(plot, claim, plot.dice.uniform(since + 2, 0.9 * plot.days))


def _tell_again(plot: Plot, claim: str, number: float) -> None:
    """Say a claim once more, in other words where chance wills."""
    words, values = plot.asking[claim]
    at = plot.author.moment(number)
    turn = plot.author.state(at, plot.author.fill(words, "say", values))
    plot.author.told_again(claim, turn)


def _number(at: datetime) -> float:
    return (at - day(0)).total_seconds() / 86_400


def _situation(plot: Plot) -> None:
    """Write what one has one of at a time, and how it changes."""
    for slot, pool in SINGLE.items():
        values = {"v": plot.author.draw(pool)}
        turn, at = _said(plot, slot, values, plot.dice.uniform(0, 0.25 * plot.days))
        claim = plot.author.claim(
            [turn], slot=slot, value=values["v"], marks=[mark_of(slot, values["v"])], start=at
        )
        plot.asking[claim] = (bank("facts")[slot], values)
        line = plot.timelines.setdefault(slot, [claim])
        if slot in CORRECTED and plot.dice.chance(0.45):
            claim = _corrected(plot, slot, pool, claim)
        for moment in _changes(plot, slot, at):
            claim = _changed(plot, slot, pool, claim, moment)
            line.append(claim)


def _changes(plot: Plot, slot: str, since: datetime) -> list[float]:
    chances = plot.pace.changes[:1] if slot in SCARCE else plot.pace.changes
    count = 0
    while count < len(chances) and plot.dice.chance(chances[count]):
        count += 1
    first, last = _number(since) + plot.pace.gap, 0.92 * plot.days
    width = (last - first) / max(count, 1)
    return [
        plot.dice.uniform(first + width * place, first + width * (place + 1) - plot.pace.gap)
        for place in range(count)
    ]


def _changed(plot: Plot, slot: str, pool: str, before: str, number: float) -> str:
    """Write the next value of what one has one of."""
    author = plot.author
    old = author.claims[before]
    values = {"v": author.draw(pool), "old": old.value}
    turn, at = _said(plot, slot, values, number, "change")
    author.over(before, at)
    claim = author.claim(
        [turn], slot=slot, value=values["v"], marks=[mark_of(slot, values["v"])], start=at,
        relation="supersedes", to=before,
    )  # fmt: skip
    plot.asking[claim] = (bank("facts")[slot], values)
    plot.check(
        "update", at + timedelta(days=1), plot.ask(claim), old=before, new=claim,
        hold=[claim], drop=[before],
    )  # fmt: skip
    return claim


def _corrected(plot: Plot, slot: str, pool: str, before: str) -> str:
    """Write that the first value was a slip: it is the second one."""
    author = plot.author
    old = author.claims[before]
    values = {"v": author.draw(pool), "old": old.value}
    at = author.free(old.start + timedelta(minutes=plot.dice.uniform(2, 90)))
    turn = author.state(at, author.fill(bank("facts")[slot], "correct", values), plain=True)
    author.take_back(before)
    claim = author.claim(
        [turn], slot=slot, value=values["v"], marks=[mark_of(slot, values["v"])], start=at,
        relation="contradicts", to=before,
    )  # fmt: skip
    plot.asking[claim] = (bank("facts")[slot], values)
    plot.timelines[slot].append(claim)
    plot.check(
        "correction", at + timedelta(days=1), plot.ask(claim), old=before, new=claim,
        hold=[claim], drop=[before],
    )  # fmt: skip
    return claim


def mark_of(slot: str, value: str) -> str:
    """Return what a text must hold to name a value: a day of running also in the plural."""
    return f"{value}|{value}s" if slot == "habit" else value


def _several(plot: Plot) -> None:
    """Write what one may have several of; some of it ends."""
    author = plot.author
    counts = {"hobby": 2, "likes": 2, "dislikes": 2}
    for slot, pool in SEVERAL.items():
        count = counts.get(slot, 1) * (1 if slot == "instrument" else plot.pace.more)
        found = [_fact(plot, slot, pool, CONTEXTUAL) for _ in range(count)]
        if len(found) > 1 and slot not in ("likes", "dislikes"):
            one, other = sorted(found[:2], key=lambda claim: author.claims[claim].start)
            at = author.claims[other].start + timedelta(days=1)
            plot.check(
                "compatible", at, plot.ask(other), old=one, new=other, hold=[one, other]
            )  # fmt: skip
        if slot in ENDING and plot.dice.chance(0.6):
            _ended(plot, slot, max(found, key=lambda claim: author.claims[claim].start))


def _ended(plot: Plot, slot: str, claim: str) -> None:
    """Write that something is so no more."""
    author = plot.author
    old = author.claims[claim]
    since = _number(old.start) + plot.pace.gap
    if since >= 0.93 * plot.days:
        return
    values = {"old": old.value}
    turn, at = _said(plot, slot, values, plot.dice.uniform(since, 0.93 * plot.days), "end")
    author.over(claim, at)
    end = author.claim(
        [turn], slot=slot, value=old.value, marks=old.marks, start=at, end=at,
        relation="ends", to=claim,
    )  # fmt: skip
    plot.check("ended", at + timedelta(days=1), plot.ask(claim), old=claim, new=end, drop=[claim])
    plot.timelines[f"ended {claim}"] = [claim, end]


def _dated(plot: Plot) -> None:
    """Write what has a day: trips and appointments, some of them moved."""
    author, dice = plot.author, plot.dice
    for _ in range(1 + plot.pace.more):
        number = dice.uniform(0, 0.75 * plot.days)
        written, _, when = author.date(number + 6, number + 45)
        values = {"v": author.draw("destination"), "date": written}
        turn, at = _said(plot, "plan", values, number)
        claim = author.claim(
            [turn], slot="plan", value=values["v"], marks=[values["v"]], start=at, end=when
        )
        plot.asking[claim] = (bank("facts")["plan"], values)
    for _ in range(2 * plot.pace.more + 1):
        number = dice.uniform(0, 0.75 * plot.days)
        written, marks, when = author.date(number + 6, number + 30)
        values = {"v": author.draw("event"), "date": written, "hour": _hour(dice)}
        turn, at = _said(plot, "appointment", values, number)
        claim = author.claim(
            [turn], slot="appointment", value=written, marks=[marks], start=at, end=when
        )
        plot.asking[claim] = (bank("facts")["appointment"], values)
        if dice.chance(0.5):
            _moved(plot, claim, values, number)


def _moved(plot: Plot, before: str, values: Mapping[str, str], number: float) -> None:
    author, dice = plot.author, plot.dice
    when = author.claims[before].end
    assert when is not None
    moved = dice.uniform(number + 1, max(_number(when) - 1, number + 1.5))
    if moved > 0.93 * plot.days:
        return
    written, marks, later = author.date(_number(when) + 2, _number(when) + 40)
    values = {**values, "date": written, "hour": _hour(dice)}
    turn, at = _said(plot, "appointment", values, moved, "change")
    author.over(before, at)
    claim = author.claim(
        [turn], slot="appointment", value=written, marks=[marks], start=at, end=later,
        relation="supersedes", to=before,
    )  # fmt: skip
    plot.asking[claim] = (bank("facts")["appointment"], values)
    plot.timelines[f"appointment {before}"] = [before, claim]
    plot.check(
        "update", at + timedelta(days=1), plot.ask(claim), old=before, new=claim,
        hold=[claim], drop=[before],
    )  # fmt: skip


def _hour(dice: Dice) -> str:
    hour, minute = dice.whole(8, 18), dice.one(("00", "15", "30", "45"))
    if dice.chance(0.5):
        return f"{hour}:{minute}"
    return f"{(hour - 1) % 12 + 1} {'am' if hour < 12 else 'pm'}"


def _jokes(plot: Plot) -> None:
    """Write what is said and taken back."""
    author, dice = plot.author, plot.dice
    for slot, pool in (("hobby", "hobby"), ("plan", "destination"))[: plot.pace.more + 1]:
        number = dice.uniform(0.1 * plot.days, 0.85 * plot.days)
        values = {"v": author.draw(pool), "date": author.date(number + 9, number + 40)[0]}
        turn, at = _said(plot, slot, values, number)
        claim = author.claim(
            [turn],
            slot=slot,
            value=values["v"],
            marks=[mark_of(slot, values["v"])],
            start=at,
            is_true=False,
        )
        plot.asking[claim] = (bank("facts")[slot], values)
        back = author.free(at + timedelta(minutes=dice.uniform(1, 240)))
        words = author.fill(bank("facts")[slot], "retract", {"old": values["v"]})
        taken = author.claim(
            [author.state(back, words, plain=True)], slot=slot, value=values["v"],
            marks=[values["v"]], start=back, end=back, relation="contradicts", to=claim,
        )  # fmt: skip
        plot.check(
            "retraction", back + timedelta(days=1), plot.ask(claim), old=claim, new=taken,
            drop=[claim],
        )  # fmt: skip
        plot.timelines[f"joke {claim}"] = [claim, taken]


def _rivals(plot: Plot) -> None:
    """Write that an assistant or a tool says otherwise, and what is only talk."""
    author, dice = plot.author, plot.dice
    for slot, words in bank("pairs")["rival"].items():
        for role in ("user", dice.one(("assistant", "tool"))):
            number = dice.uniform(0.3 * plot.days, 0.92 * plot.days)
            at = author.moment(number)
            value = author.draw(SINGLE[slot])
            text = author.fill(words, role, {"v": value})
            text = author.dress(text) if role == "user" else text
            claim = author.claim(
                [author.say(at, text, role)], slot=slot, value=value, marks=[value], start=at,
                relation="unreal", is_true=False,
            )  # fmt: skip
            after = at + timedelta(days=1)
            now = [each for each in plot.timelines[slot] if author.claims[each].holds(after)]
            plot.asking[claim] = (bank("facts")[slot], {"v": value})
            if now:
                plot.check(
                    "mere talk" if role == "user" else "rival", after, plot.ask(claim),
                    old=now[0], new=claim, hold=now, drop=[claim],
                )  # fmt: skip


def _more(plot: Plot) -> None:
    """Write pairs of which one statement says more than the other."""
    author, dice = plot.author, plot.dice
    themes: dict[str, Bank] = bank("pairs")["more"]
    names = [name for name in themes if name != "work"]  # the employer changes anyway
    for name in dice.some(names, 1 + plot.pace.more):
        number = dice.uniform(0.05 * plot.days, 0.7 * plot.days)
        values, marks = detail_values(author, themes[name], number)
        later = dice.uniform(number + 1, number + 0.2 * plot.days)
        grows = dice.chance(0.6)
        turns = []
        for place, part in enumerate(("less", "more") if grows else ("more", "less")):
            at = author.moment(number if place == 0 else later)
            turns.append((author.state(at, author.fill(themes[name], part, values)), part, at))
        found = told_more(author, themes[name], name, turns=turns, marks=marks, values=values)
        for claim in found.values():
            plot.asking[claim] = (themes[name], values)
        at = turns[-1][2] + timedelta(days=1)
        kind = "subsumes" if grows else "subsumed"
        shared = [author.filled(each, values) for each in themes[name]["shared"]]
        old, new = (found[part] for _, part, _ in turns)
        plot.check(kind, at, plot.ask(new), old=old, new=new, hold=[found["more"]], single=shared)


def detail_values(
    author: Author, theme: Bank, number: float
) -> tuple[dict[str, str], dict[str, str]]:
    """Draw the values of a theme; return how they are written, and their marks.

    Args:
        number: the day on which they are first named.
    """
    values = {name: author.draw(pool) for name, pool in theme.get("pool", {}).items()}
    marks = dict(values)
    named = str(theme)
    spans = {"date": (9, 50), "until": (52, 60), "date1": (9, 25), "date2": (27, 50)}
    for name, (low, high) in spans.items():
        if f"{{{name}}}" in named:
            values[name], marks[name], _ = author.date(number + low, number + high)
    numbers = {"number": (18, 39), "n": (40, 149), "age1": (2, 9), "age2": (10, 17)}
    for name, (low, high) in numbers.items():
        if f"{{{name}}}" in named:
            values[name] = marks[name] = author.number(low, high)
    for name in ("dose1", "dose2"):
        if f"{{{name}}}" in named:
            values[name] = marks[name] = author.dose()
    if "{day}" in named:
        values["day"] = author.draw("weekday")
        marks["day"] = mark_of("habit", values["day"])
    return values, marks


def told_more(
    author: Author,
    theme: Bank,
    name: str,
    *,
    turns: Sequence[tuple[str, str, datetime]],
    marks: Mapping[str, str],
    values: Mapping[str, str],
) -> dict[str, str]:
    """Note the claims of two statements of which one says more; return them by "less" and "more".

    Args:
        turns: id, "less" or "more", and moment, in the order of the world.
    """
    found: dict[str, str] = {}
    for place, (turn, part, at) in enumerate(turns):
        own = theme["shared"] + (theme["own"] if part == "more" else [])
        relation = ("subsumes" if part == "more" else "subsumed") if place else "new"
        found[part] = author.claim(
            [turn], slot=f"more {name}", value=values.get("v", name),
            marks=[author.filled(each, marks) for each in own], start=at,
            relation=relation, to=next(iter(found.values())) if place else None,
        )  # fmt: skip
    # Whoever knows the more detailed statement knows the other one too.
    for turn, part, _ in turns:
        if part == "more":
            author.told_again(found["less"], turn)
    return found


def _near(plot: Plot) -> None:
    """Write statements that are alike and must stay apart."""
    author, dice = plot.author, plot.dice
    themes: dict[str, Bank] = bank("pairs")["near"]
    for name in dice.some(themes, 2 + plot.pace.more):
        theme = themes[name]
        number = dice.uniform(0.05 * plot.days, 0.7 * plot.days)
        values, marks = detail_values(author, theme, number)
        later = dice.uniform(number + 0.1, number + 0.2 * plot.days)
        found: list[str] = []
        at = day(0)
        for place, part in enumerate(("first", "second")):
            at = author.moment(later if place else number)
            turn = author.state(at, author.fill(theme, part, values))
            found.append(
                near_claim(
                    author, theme, name, place=place, turn=turn, at=at, marks=marks, before=found
                )
            )
            plot.asking[found[-1]] = (theme, values)
        plot.check(
            "near", at + timedelta(days=1), plot.ask(found[0]), old=found[0], new=found[1],
            hold=found,
        )  # fmt: skip


def near_claim(
    author: Author,
    theme: Bank,
    name: str,
    *,
    place: int,
    turn: str,
    at: datetime,
    marks: Mapping[str, str],
    before: Sequence[str],
) -> str:
    """Note what one of two statements says that are alike.

    Args:
        place: 0 for the first, 1 for the second.
    """
    own = [author.filled(each, marks) for each in theme[f"own{place + 1}"]]
    return author.claim(
        [turn], slot=f"near {name}", value=own[0].partition("|")[0], marks=own, start=at,
        relation="near" if before else "new", to=before[0] if before else None,
    )  # fmt: skip


def _themes(plot: Plot) -> None:
    """Write what belongs together: details of one matter, told within a week."""
    author, dice = plot.author, plot.dice
    themes: dict[str, Bank] = bank("pairs")["theme"]
    for name in dice.some(themes, 1 + 2 * (plot.pace.more - 1) + 1):
        theme = themes[name]
        begin = dice.uniform(0.05 * plot.days, 0.7 * plot.days)
        values, marks = detail_values(author, theme, begin)
        author.state(author.moment(begin), author.fill(theme, "opening", values))
        found: dict[str, str] = {}
        for sort in theme["said"]:
            wordings = author.wordings(theme["said"], sort, 2, values)
            moments = sorted(author.moment(begin + dice.uniform(0.1, 6)) for _ in wordings)
            turns = [author.state(at, words) for at, words in zip(moments, wordings, strict=True)]
            own = [author.filled(each, marks) for each in theme["marks"][sort]]
            found[sort] = author.claim(
                turns, slot=f"theme {name}", value=own[0].partition("|")[0], marks=own,
                start=moments[0],
            )  # fmt: skip
        for at in (begin + 10, plot.days):
            if at <= plot.days:
                _ask_details(plot, theme, found, values, at)


def _ask_details(
    plot: Plot, theme: Bank, found: Mapping[str, str], values: Mapping[str, str], at: float
) -> None:
    for sort, claim in found.items():
        text = plot.author.fill(theme["asked"], sort, values)
        _question(plot, day(at), text, sort="fusion", kind=sort, right=[claim])


def _overlaps(plot: Plot) -> None:
    """Say some things again and again, in other words."""
    author, dice = plot.author, plot.dice
    lasting = [
        name
        for name, claim in author.claims.items()
        if claim.slot in ("allergy", "origin", "hobby", "likes", "dislikes", "pet", "instrument")
        and claim.is_true and claim.end is None and name in plot.asking
        and claim.relation == "new" and _number(claim.start) < 0.6 * plot.days
    ]  # fmt: skip
    for name in dice.some(lasting, min(1 + 2 * plot.pace.more, len(lasting))):
        claim = author.claims[name]
        words, values = plot.asking[name]
        begin = _number(claim.start)
        for wording in author.wordings(words, "same", dice.whole(3, 5), values):
            at = author.moment(dice.uniform(begin + 0.5, begin + 0.3 * plot.days))
            author.told_again(name, author.state(at, wording))
        at = day(begin + 0.3 * plot.days + 1.5)
        plot.check(
            "overlap", at, plot.ask(name), old=name, new=name, hold=[name], single=claim.marks
        )


def _again(plot: Plot) -> None:
    """Mention again some of what is still so."""
    for name, claim in list(plot.author.claims.items()):
        if claim.kind != CONTEXTUAL or not claim.is_true or name not in plot.asking:
            continue
        if "say" not in plot.asking[name][0] or plot.dice.chance(0.4):
            continue
        begin = _number(claim.start) + 1
        end = plot.days if claim.end is None else min(_number(claim.end) - 1, plot.days)
        for wait in plot.dice.waits(plot.pace.again, max(end - begin - 1, 0)):
            _tell_again(plot, name, begin + wait)


def _uses(plot: Plot) -> None:
    """Let daily life ask for some of what is known."""
    for name, claim in list(plot.author.claims.items()):
        if claim.kind not in (CRITICAL, CONTEXTUAL) or name not in plot.asking:
            continue
        share, rate = (0.4, 0.6) if claim.kind == CRITICAL else (0.5, 1.0)
        if not claim.is_true or not plot.dice.chance(share):
            continue
        begin = _number(claim.start) + 0.5
        end = plot.days if claim.end is None else min(_number(claim.end), plot.days)
        for wait in plot.dice.waits(rate * plot.pace.again, max(end - begin, 0)):
            at = plot.author.moment(begin + wait)
            text = plot.ask(name)
            if at <= plot.author.claims[name].start:
                continue
            if plot.dice.chance(0.3):
                plot.author.say(at, plot.author.dress(text))
            plot.uses.append(Use(at=at + timedelta(seconds=1), text=text, right=(name,)))


def _small_talk(plot: Plot) -> None:
    """Fill the days with chatter and with what others say."""
    author, dice = plot.author, plot.dice
    for wait in dice.waits(plot.pace.chatter, plot.days):
        at = author.moment(wait)
        author.say(at, author.dress(author.small_talk()))
        _maybe_reply(plot, at)
    for wait in dice.waits(plot.pace.noise, plot.days):
        author.noise(author.moment(wait))
    for _ in range(6):
        number = dice.uniform(0, 0.85 * plot.days)
        at = author.moment(number)
        value = author.draw("dish")
        words = dice.one(("I had {v} for lunch.", "We ate {v} tonight.", "I just cooked {v}."))
        turn = author.state(at, author.filled(words, {"v": value}), plain=True)
        claim = author.claim(
            [turn], kind=CHATTER, slot="dish", value=value, marks=[bare(value)], start=at
        )
        plot.asking[claim] = ({"ask": [f"Did I eat {value}?"]}, {})


# What is asked


def _question(
    plot: Plot,
    at: datetime,
    text: str,
    *,
    sort: str,
    kind: str,
    right: Sequence[str] = (),
    stale: Sequence[str] = (),
    as_of: datetime | None = None,
    timeline: str | None = None,
) -> None:
    plot.questions.append(
        Question(
            id=f"q{len(plot.questions):04d}", at=at, text=text, sort=sort, kind=kind,
            right=tuple(right), stale=tuple(stale), as_of=as_of, timeline=timeline,
        )
    )  # fmt: skip


def _ask(plot: Plot) -> None:
    for number in LENGTHS[plot.days]:
        _ask_retention(plot, day(number))
        _ask_broadly(plot, day(number))
    for name, line in plot.timelines.items():
        _ask_stale(plot, name, line)
        _ask_back(plot, name, line)


def _ask_retention(plot: Plot, at: datetime) -> None:
    for name, claim in plot.author.claims.items():
        is_known = claim.holds(at) and claim.start + timedelta(days=1) <= at
        if is_known and name in plot.asking:
            _question(plot, at, plot.ask(name), sort="retention", kind=claim.kind, right=[name])


def _ask_broadly(plot: Plot, at: datetime) -> None:
    for topic, words in bank("pairs")["topic"].items():
        right = [
            name
            for name, claim in plot.author.claims.items()
            if claim.slot in words["slots"] and claim.holds(at)
        ]
        if right:
            text = plot.author.fill(words, "ask", {})
            _question(plot, at, text, sort="broad", kind=topic, right=right)


def _ask_stale(plot: Plot, name: str, line: Sequence[str]) -> None:
    """Ask, after each change, for what holds then: the old value must not be answered."""
    claims = plot.author.claims
    for place, now in enumerate(line[1:], start=1):
        since = claims[now].start
        until = claims[line[place + 1]].start if place + 1 < len(line) else day(plot.days)
        moments = [since + timedelta(days=later) for later in (1, 7, 21)]
        for at in dict.fromkeys((*(each for each in moments if each < until), day(plot.days))):
            if at > until:
                continue
            right = [now] if claims[now].holds(at) else []
            if not right and claims[now].start != claims[now].end:
                continue  # an appointment that has passed is nobody's answer
            stale = [each for each in line[:place] if not claims[each].holds(at)]
            text = plot.ask(now if now in plot.asking else line[0])
            _question(
                plot, at, text, sort="stale", kind=claims[now].relation, right=right,
                stale=stale, timeline=name,
            )  # fmt: skip


def _ask_back(plot: Plot, name: str, line: Sequence[str]) -> None:
    """Ask at the end for what held in the middle of each value's time."""
    claims = plot.author.claims
    if len(line) < 2 or name.startswith(("ended", "joke")):
        return
    for each in (name for name in line if name in plot.asking):
        claim = claims[each]
        end = min(claim.end or day(plot.days), day(plot.days))
        middle = claim.start + (end - claim.start) / 2
        if not claim.holds(middle) or middle == claim.start:
            continue
        others = [other for other in line if other != each]
        _question(
            plot, day(plot.days), plot.ask(each), sort="as of", kind=claim.relation,
            right=[each], stale=others, as_of=middle, timeline=name,
        )  # fmt: skip
