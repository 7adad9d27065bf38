"""`remanent card`, `why`, `defaults`, `rank`, `decide` and `triggers`: preferences, read."""

from datetime import tzinfo
from typing import Annotated, Final

from cyclopts import Parameter

from remanent.errors import InputError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import PERSON_DEFAULTS, PersonOptions, opened_scope
from remanent.model.card import Action, Card, CardLine, Trigger

Context = Annotated[
    tuple[str, ...],
    Parameter(help='What is there now, such as "ctx:morning"; may be given more than once.'),
]
At = Annotated[str | None, Parameter(help="The moment to which it has faded; now by default.")]

_SHOWN_REASONS: Final = 4


def card(
    *,
    context: Context = (),
    budget_tokens: Annotated[
        int | None, Parameter(help="Bound of the text; 0 for none, 40 by default.")
    ] = None,
    limit: Annotated[int | None, Parameter(help="Lines at most, 1 to 64; 8 by default.")] = None,
    at: At = None,
    surfaces: Annotated[
        bool, Parameter(help="With what the person's other surfaces let this one see.")
    ] = False,
    text: Annotated[bool, Parameter(help="Print the text for a prompt, and nothing else.")] = False,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Show the few strongest preferences; nothing is written.

    `*` is known, `?` is unsure, `!` is a dislike; a digit is the weight, 0 to 9. The exit code is
    3 where nothing is known.
    """
    with opened_scope(options) as here:
        found = here.scope.card(
            context=context, budget_tokens=budget_tokens, limit=limit, at=at, surfaces=surfaces
        )
    if options.json:
        write_document(document_of(found))
    else:
        _show_card(found, only_text=text)
    return DONE if found.lines or found.settings or found.guesses else NOTHING_FOUND


def why(
    attribute: Annotated[str, Parameter(help='Such as "pref:organic".')],
    /,
    *,
    context: Context = (),
    at: At = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Say why an attribute stands where it stands, from the log."""
    with opened_scope(options) as here:
        found = here.scope.why(attribute, context=context, at=at)
    if options.json:
        write_document(document_of(found))
        return DONE
    from remanent.faces.cli.screen import Screen, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    for line in found.text.splitlines():
        screen.line(one_line(line))
    if found.parts:
        screen.line("The score is the product of:")
        screen.rows(((name, f"{part:.3f}") for name, part in found.parts.items()), indent=2)
    return DONE


def defaults(
    *, context: Context = (), at: At = None, options: PersonOptions = PERSON_DEFAULTS
) -> int:
    """List what an agent may fill in without asking, strongest first.

    The exit code is 3 where there is nothing.
    """
    with opened_scope(options) as here:
        found = here.scope.defaults(context=context, at=at)
    if options.json:
        write_document({"defaults": found})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import Screen, one_line  # noqa: PLC0415 - for people only

    screen = Screen()
    if not found:
        screen.line("Nothing may be filled in without asking.")
    screen.rows(
        (
            one_line(each.slot, 30),
            one_line(each.attribute, 60) + ("" if each.value is None else f" = {each.value:g}"),
            f"weight {each.weight:.1f}, confidence {each.confidence:.2f}",
        )
        for each in found
    )
    return DONE if found else NOTHING_FOUND


def rank(
    *candidates: Annotated[str, Parameter(help="Items of the catalog, or attributes.")],
    context: Context = (),
    at: At = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Put candidates in the order of what the person would want.

    What nothing is known of has the score 0; ties keep their order.
    """
    if not candidates:
        raise InputError(
            "rank was given no candidates.",
            remedy="Name items or attributes: `remanent rank oat-milk pref:tea`.",
        )
    with opened_scope(options) as here:
        found = here.scope.rank(candidates, context=context, at=at)
    if options.json:
        write_document({"candidates": found})
        return DONE
    from remanent.faces.cli.screen import Screen, one_line  # noqa: PLC0415 - for people only

    Screen().rows(
        (
            f"{each.score:+.3f}",
            one_line(each.candidate, 60),
            ", ".join(one_line(name, 40) for name in each.because[:_SHOWN_REASONS]),
        )
        for each in found
    )
    return DONE


def decide(
    attribute: Annotated[str, Parameter(help='Such as "pref:organic".')],
    /,
    *,
    context: Context = (),
    at: At = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Say whether to act on an attribute, verify, ask or leave it."""
    with opened_scope(options) as here:
        found = here.scope.decide(attribute, context=context, at=at)
    if options.json:
        write_document(document_of(found))
        return DONE
    from remanent.faces.cli.screen import FAINT, GOOD, Screen, one_line  # noqa: PLC0415 - for people

    screen = Screen()
    style = GOOD if found.action is Action.ACT else ""
    screen.line(f"{found.action.value}: {one_line(found.attribute)}", style=style)
    screen.line(one_line(found.reason))
    screen.line(f"id {found.id}", style=FAINT)
    return DONE


def triggers(
    *,
    limit: Annotated[int, Parameter(help="At most so many, 1 to 1,000.")] = 20,
    at: At = None,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """List what is worth bringing up now: due, lapsed or fading.

    The exit code is 3 where there is nothing.
    """
    with opened_scope(options) as here:
        found = here.scope.triggers(at=at, limit=limit)
        zone = here.zone
    if options.json:
        write_document({"triggers": found})
        return DONE if found else NOTHING_FOUND
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, zone_named  # noqa: PLC0415 - for people

    screen = Screen()
    if not found:
        screen.line("Nothing is due, lapsed or fading.")
    for each in found:
        screen.line(trigger_words(each, zone_named(zone)), style=STRONG)
        screen.line(each.reason, indent=2)
        screen.line(f"id {each.id}", indent=2, style=FAINT)
    return DONE if found else NOTHING_FOUND


def _show_card(found: Card, *, only_text: bool) -> None:
    from remanent.faces.cli.screen import FAINT, STRONG, Screen, harmless  # noqa: PLC0415 - for people

    screen = Screen()
    if only_text:
        if found.text:
            screen.raw(harmless(found.text))
        return
    if not (found.lines or found.settings or found.guesses):
        screen.line("Nothing is known.")
        return
    screen.line(harmless(found.text), style=STRONG)
    screen.rows(map(line_words, found.lines), indent=2)
    for guess in found.guesses:
        screen.line(f"guess from what many others hold: {harmless(guess.attribute)}", indent=2)
    if found.left_out:
        screen.line(f"{found.left_out:,} more did not fit.", indent=2, style=FAINT)
    screen.line(f"{found.tokens} tokens; id {found.id}", style=FAINT)


def line_words(line: CardLine) -> tuple[str, ...]:
    """Return a line of a card as columns."""
    from remanent.faces.cli.screen import one_line  # noqa: PLC0415 - for people only

    where = "" if line.surface is None else f" on {one_line(line.surface, 30)}"
    amount = "" if line.value is None else f" = {line.value:g} ± {line.value_spread:g}"
    return (
        line.mark.value,
        one_line(line.attribute, 60) + amount,
        f"weight {line.weight:.1f}",
        f"confidence {line.confidence:.2f}",
        ("pinned" if line.is_pinned else line.provenance.value) + where,
    )


def trigger_words(trigger: Trigger, zone: tzinfo) -> str:
    """Return what a trigger says, as one line."""
    from remanent.faces.cli.screen import day, one_line  # noqa: PLC0415 - for people only

    name = one_line(trigger.attribute, 60)
    return f"{trigger.kind.value}: {name} ({day(trigger.due_at, zone)})"
