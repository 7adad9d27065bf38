"""What is known of an entity as a few lines of quoted data."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from remanent.model.entity import Entity, EntityCard, EntityField
from remanent.text.fencing import fenced
from remanent.text.quoting import plain_name, quoted

_FIRST: Final = frozenset(
    {"allergy", "birthday", "diet", "health", "home", "name", "occupation", "origin", "partner",
     "school", "work"}
)  # fmt: skip
MOST_CHARACTERS: Final = 200  # of one value


def entity_card(
    entities: Sequence[Entity],
    *,
    key: bytes,
    budget_tokens: int | None,
    count_tokens: Callable[[str], int],
) -> EntityCard:
    """Render entities that bear one name, as many lines as the budget holds.

    Args:
        key: secret of the scope, for the fence.
        budget_tokens: hard limit for the whole text; None for no limit.
    """
    lines = [line for each in entities for line in _lines(each)]
    size, kept = count_tokens(fenced([], key)), 0
    for line in lines:
        size += count_tokens(line) + 1
        if budget_tokens is not None and size > budget_tokens:
            break
        kept += 1
    while kept:
        text = fenced(lines[:kept], key)
        tokens = count_tokens(text)
        if budget_tokens is None or tokens <= budget_tokens:
            return EntityCard(tuple(entities), text, tokens, dropped=len(lines) - kept)
        kept -= 1
    return EntityCard(tuple(entities), "", 0, dropped=len(lines))


def _lines(each: Entity) -> Iterator[str]:
    named = f"{plain_name(each.name)}"
    told = f" ({plain_name(each.qualifier)})" if each.qualifier else ""
    also = f", also {', '.join(plain_name(name) for name in each.aliases)}" if each.aliases else ""
    days = sorted({each.first_seen.date().isoformat(), each.last_seen.date().isoformat()})
    yield f"{named}{told}: {each.kind.value}{also}; {each.facts} facts, {' to '.join(days)}"
    if each.is_ambiguous:
        yield "- several have this name, and nothing says which of them is meant"
    said = {one.fact_id for one in each.fields}
    for relation in each.relations:
        if relation.fact_id not in said or relation.relation.endswith(" of"):
            yield f"- {plain_name(relation.relation)} {plain_name(relation.entity)}"
    for one in sorted(each.fields, key=lambda field: field.slot not in _FIRST):
        yield f"- {_field(one)}"


def _field(one: EntityField) -> str:
    slot = "" if one.slot is None else f"{plain_name(one.slot)}: "
    return f"{'not ' if one.denied else ''}{slot}{quoted(one.value, most=MOST_CHARACTERS)}"
