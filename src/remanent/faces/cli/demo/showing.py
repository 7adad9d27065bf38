"""Shows a demonstration to people: what was read, the answers, and where they come from."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from remanent.faces.cli.demo.asking import Answered, Changed, Person, Report
from remanent.faces.cli.demo.plan import SELF
from remanent.faces.cli.demo.reading import Reading
from remanent.faces.cli.demo.shopping import ZONE as SHOP_ZONE
from remanent.faces.cli.demo.shopping import Shopping
from remanent.faces.cli.items import (
    interval,
    quoted,
    show_item,
    statement,
    told,
    validity,
    whose,
    zone_of,
)
from remanent.faces.cli.screen import (
    FAINT,
    GOOD,
    STRONG,
    Screen,
    counted,
    day,
    one_line,
    zone_named,
)
from remanent.model.card import Card

_NOTES: Final = 3
_STATES: Final = 6
_TASTES: Final = 8
_PEOPLE: Final = 4
_WHY_LINES: Final = 5


def show(
    screen: Screen,
    reading: Reading,
    report: Report,
    commands: Sequence[tuple[str, str]],
    *,
    shopping: Shopping | None = None,
) -> None:
    """Write the whole demonstration.

    Args:
        commands: what to try next: (what for, command).
        shopping: the shopper's part, where there is one.
    """
    zone = zone_named(reading.zone)
    _show_reading(screen, reading, zone)
    screen.heading("Questions, with sources and validity")
    for place, answered in enumerate(report.answers):
        if place:
            screen.blank()
        _show_answer(screen, answered, zone)
    _show_changes(screen, report.changes, zone)
    if report.then is not None and report.now is not None:
        _show_then_and_now(screen, report.then, report.now, zone)
    _show_people(screen, report.people, zone)
    _show_unknown(screen, report.unknown, zone)
    if shopping is not None:
        _show_shopping(screen, shopping)
    _show_timing(screen, reading, report, shopping)
    screen.heading("What to try next")
    for purpose, command in commands:
        screen.line(f"# {purpose}", style=FAINT)
        screen.raw(command)


def _show_reading(screen: Screen, reading: Reading, zone: tzinfo) -> None:
    screen.heading(f"Read: {one_line(reading.conversation, 40)}, from {one_line(reading.file, 60)}")
    when = ""
    if reading.first is not None and reading.last is not None:
        when = f", {day(reading.first, zone)} to {day(reading.last, zone)}"
    screen.line(
        f"{counted(reading.turns, 'turn')} in {counted(reading.sessions, 'session')}{when}."
    )
    if reading.known:
        screen.line(f"{reading.known:,} of them were in this memory already; none is there twice.")
    people = Counter(fact.subject for fact in reading.facts)
    about = ", ".join(f"{whose(subject)} {count}" for subject, count in people.most_common(_PEOPLE))
    rest = f", {len(people) - _PEOPLE} others" if len(people) > _PEOPLE else ""
    drawn = f", about {about}{rest}" if people else ""
    screen.line(f"{counted(len(reading.facts), 'fact')} drawn by rules, without a model{drawn}.")
    screen.line(f"Memory: {reading.memory}")
    for note in reading.notes[:_NOTES]:
        screen.line(f"Note: {one_line(note)}", style=FAINT)


def _show_answer(screen: Screen, answered: Answered, zone: tzinfo) -> None:
    screen.line(f"? {answered.question}", style=STRONG)
    if not answered.found:
        screen.line(f"nothing known ({answered.found.reason})", indent=4)
    for place, item in enumerate(answered.found.items, 1):
        show_item(screen, place, item, zone=zone, sources=1)


def _show_changes(screen: Screen, changes: Sequence[Changed], zone: tzinfo) -> None:
    screen.heading("What changed over time")
    if not changes:
        screen.line("Nothing that was understood as a fact changed in this conversation.")
    for changed in changes:
        screen.line(f"{changed.slot} of {whose(changed.subject)}", style=STRONG)
        for fact in changed.facts[:_STATES]:
            was_true = fact.retracted_at is None
            held = validity(fact, zone) if was_true else "taken back: never true"
            screen.pair(held, statement(fact), width=24, indent=2)
            for source in fact.sources[-1:]:
                screen.line(
                    f"{told(source, zone)}: {quoted(source.text, 90)}", indent=4, style=FAINT
                )
        if len(changed.facts) > _STATES:
            screen.line(f"… and {len(changed.facts) - _STATES} more", indent=2, style=FAINT)


def _show_then_and_now(screen: Screen, then: Answered, now: Answered, zone: tzinfo) -> None:
    screen.heading("Then and now")
    asked = then.found.as_of
    assert asked is not None, "the earlier question was asked as of a moment"
    screen.line(f"? {then.question}", style=STRONG)
    # Asked as of midnight UTC, as `--as-of` with this day would.
    for when, answered in ((f"on {day(asked, UTC)}", then), ("now", now)):
        screen.line(when, indent=2, style=GOOD)
        if not answered.found:
            screen.line(f"nothing known ({answered.found.reason})", indent=4)
        for place, item in enumerate(answered.found.items[:1], 1):
            show_item(screen, place, item, zone=zone, sources=1)


def _show_people(screen: Screen, people: Sequence[Person], zone: tzinfo) -> None:
    if not people:
        return
    screen.heading("Whose tastes? Everybody's own")
    for person in people:
        screen.line(whose(person.subject), style=STRONG)
        for fact in person.facts[:_TASTES]:
            since = interval(fact.valid_from, None, zone_of(fact, zone))
            screen.line(f"{statement(fact)} ({since})", indent=2)
        if len(person.facts) > _TASTES:
            screen.line(f"… and {len(person.facts) - _TASTES} more", indent=2, style=FAINT)
        if not person.facts:
            screen.line("no tastes known", indent=2)
    if any(person.subject == SELF for person in people):
        screen.line("What a friend likes never becomes what the user likes.", style=FAINT)


def _show_unknown(screen: Screen, unknown: Answered, zone: tzinfo) -> None:
    screen.heading("A question that this memory cannot answer")
    _show_answer(screen, unknown, zone)
    if unknown.found:
        screen.line(
            "These were near enough to be given back, though none of them answers it.",
            style=FAINT,
        )


def _show_shopping(screen: Screen, shopping: Shopping) -> None:
    screen.heading("A week of a shopper: behaviour becomes a card, with no model")
    for each in shopping.week:
        screen.pair(each.day, ", ".join(each.events), width=4)
    _show_card(screen, shopping.before, shopping.before_at)
    screen.pair("then", shopping.later, width=4)
    _show_card(screen, shopping.after, shopping.after_at)
    screen.line(
        "* is known, ? is unsure; a digit is the weight, which fades when nothing renews it.",
        style=FAINT,
    )
    screen.line(f"Why {shopping.why.attribute}?", style=STRONG)
    for line in shopping.why.text.splitlines()[1:_WHY_LINES]:
        screen.line(line, indent=2)
    screen.line("May an agent fill it in?", style=STRONG)
    for decision in shopping.decisions:
        screen.pair(decision.attribute, f"{decision.action.value}. {decision.reason}", indent=2)
    screen.line("What to bring up", style=STRONG)
    for trigger in shopping.triggers:
        screen.pair(trigger.attribute, f"{trigger.kind.value}. {trigger.reason}", indent=2)


def _show_card(screen: Screen, card: Card, at: datetime) -> None:
    screen.line(f"The card on {day(at, SHOP_ZONE)}, {card.tokens} tokens", style=STRONG)
    screen.line(card.text, indent=2, style=GOOD)


def _show_timing(
    screen: Screen, reading: Reading, report: Report, shopping: Shopping | None
) -> None:
    screen.heading("Measured just now")
    timing = report.timing
    if reading.known < reading.turns and reading.seconds > 0:
        rate = (reading.turns - reading.known) / reading.seconds
        screen.pair("reading", f"{reading.seconds:.2f} s, {rate:,.0f} turns a second, durable")
    screen.pair("first recall", f"{timing.first:.1f} ms, from the disk")
    screen.pair("recall", f"{timing.median:.1f} ms, the median of {timing.recalls:,}")
    if shopping is not None:
        screen.pair("card", f"{shopping.card_milliseconds:.1f} ms")
