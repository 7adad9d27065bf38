"""`remanent pin`, `unpin`, `style` and `outcome`: what people say of what they are shown."""

from typing import Annotated

from cyclopts import Parameter

from remanent.errors import InputError
from remanent.faces.cli.documents import document_of, write_document
from remanent.faces.cli.exits import DONE, NOTHING_FOUND
from remanent.faces.cli.options import PERSON_DEFAULTS, PersonOptions, opened_scope

Attribute = Annotated[str, Parameter(help='Such as "pref:golf".')]


def pin(
    attribute: Attribute,
    weight: Annotated[float, Parameter(help="0 to 9; 0 keeps it off every card.")],
    /,
    *,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Set an attribute to a weight that nothing else changes.

    No event, outcome or fading does; `unpin` lifts it.
    """
    with opened_scope(options, may_create=True) as here:
        here.scope.pin(attribute, weight)
    return _said(options, attribute, weight, f"is pinned to {weight:g}.")


def unpin(attribute: Attribute, /, *, options: PersonOptions = PERSON_DEFAULTS) -> int:
    """Lift a pin: what was learned meanwhile counts again."""
    with opened_scope(options) as here:
        here.scope.unpin(attribute)
    return _said(options, attribute, None, "is pinned no longer.")


def style(
    *settings: Annotated[
        str,
        Parameter(help="Such as language=German or tone=brief; tone= takes it away."),
    ],
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Set style instructions that stand on every card and never fade.

    Without any it lists them; the exit code is 3 where there are none.
    """
    given: dict[str, str | None] = {}
    for each in settings:
        name, sign, value = each.partition("=")
        if not sign or not name:
            raise InputError(
                f"{each!r} is no setting.",
                remedy="Write a name and what it should be: `remanent style language=German`.",
            )
        given[name] = value or None
    with opened_scope(options, may_create=bool(given)) as here:
        if given:
            here.scope.set_style(**given)
        found = dict(here.scope.card(budget_tokens=0, limit=1).settings)
    if options.json:
        write_document({"style": found})
    else:
        from remanent.faces.cli.screen import Screen, one_line  # noqa: PLC0415 - for people only

        screen = Screen()
        for name, value in found.items():
            screen.pair(one_line(name, 60), one_line(value, 500))
        if not found:
            screen.line("No style is set.")
    return DONE if found or given else NOTHING_FOUND


def outcome(
    shown_id: Annotated[
        str, Parameter(name="ID", help="The id of a recall, card, decision or trigger.")
    ],
    result: Annotated[
        float | None, Parameter(name="OUTCOME", help="From -1 (it went wrong) to 1 (it helped).")
    ] = None,
    /,
    *,
    attribute: Annotated[
        tuple[str, ...],
        Parameter(help="What it is about; all that was shown by default. May be given twice."),
    ] = (),
    item: Annotated[
        tuple[str, ...],
        Parameter(help="Of a recall, the id of what it is about; may be given twice."),
    ] = (),
    helped: Annotated[bool, Parameter(help="In place of OUTCOME: it helped, 1.")] = False,
    harmed: Annotated[bool, Parameter(help="In place of OUTCOME: it went wrong, -1.")] = False,
    asked: Annotated[
        bool, Parameter(help="In place of OUTCOME: the person was asked about a decision.")
    ] = False,
    options: PersonOptions = PERSON_DEFAULTS,
) -> int:
    """Say how acting on what was shown went.

    Each thing that was shown takes one outcome. Facts that helped are kept longer, and failures
    lower the rank of a preference.
    """
    if [result is not None, asked, helped, harmed].count(True) != 1:
        raise InputError(
            "Exactly one of OUTCOME, --helped, --harmed and --asked says what came of it.",
            remedy="Give a number from -1 to 1, or one of the three.",
        )
    if asked and (attribute or item):
        raise InputError(
            "--attribute and --item cannot be given with --asked.",
            remedy="A decision is about one already.",
        )
    if helped or harmed:
        result = 1.0 if helped else -1.0
    with opened_scope(options) as here:
        if result is None:
            count = here.scope.record_question(shown_id)
        else:
            count = here.scope.record_outcome(
                shown_id, result, attributes=attribute or None, item_ids=item or None
            )
    if options.json:
        write_document({"counted": count})
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, counted  # noqa: PLC0415 - for people only

    what = "Question noted" if result is None else f"Outcome {result:+g} counted"
    Screen().line(f"{what} for {counted(count, 'item')}.", style=GOOD)
    return DONE


def _said(options: PersonOptions, attribute: str, weight: float | None, words: str) -> int:
    if options.json:
        write_document(document_of({"attribute": attribute, "pin": weight}))
        return DONE
    from remanent.faces.cli.screen import GOOD, Screen, one_line  # noqa: PLC0415 - for people only

    Screen().line(f"{one_line(attribute)} {words}", style=GOOD)
    return DONE
