"""Who is who: people, animals, places, organisations and things, as the facts that hold show them.

One name is one entity, unless what is said of it excludes that: a sister is no colleague, and
nobody has two brothers called Tom by two different owners. What is only likely is proposed to the
owner, see `entity_proposals`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Final

from remanent.facts.entity_decisions import EntityDecisions
from remanent.facts.mentions import Mention, Qualifier, Sort, canonical, mentions_in
from remanent.facts.relations import are_social, is_animal, is_blood, is_young, may_be_one
from remanent.facts.slots import normalise
from remanent.facts.subjects import OWNER
from remanent.model.entity import Entity, EntityField, EntityKind, EntityRelation
from remanent.model.fact import Fact, Polarity

PERSONAL: Final = frozenset(
    {"age", "allergy", "birthday", "diet", "dislikes", "email", "event", "family", "goal", "habit",
     "health", "hobby", "home", "language", "likes", "name", "occupation", "origin", "partner",
     "pet", "phone", "plan", "relationship", "school", "timezone", "work"}
)  # fmt: skip
"""Slots that speak of a being."""

_AMBIGUOUS: Final = -1
_UNDECIDED: Final = EntityDecisions()
_KINDS: Final = {
    Sort.PLACE: EntityKind.PLACE,
    Sort.ORGANISATION: EntityKind.ORGANISATION,
    Sort.THING: EntityKind.THING,
}


@dataclass(frozen=True, slots=True)
class _Key:
    """What makes one entity before anything was decided: name, sort, which of that name."""

    name: str
    sort: Sort
    number: int


@dataclass(slots=True)
class _Gathered:
    """What is known of one entity on the way there."""

    shown: str = ""
    is_named: bool = False
    aliases: dict[str, str] = field(default_factory=dict)
    qualifiers: dict[Qualifier, None] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)

    def add(self, mention: Mention) -> None:
        """Take one mention in; a name as it was first said is kept."""
        self.mentions.append(mention)
        self.qualifiers |= dict.fromkeys(mention.qualifiers)
        if mention.is_named and not self.is_named and mention.spoken is None:
            self.shown, self.is_named = mention.shown, True
        self.shown = self.shown or mention.shown
        if mention.spoken is not None:
            self.aliases.setdefault(normalise(mention.spoken), mention.spoken)
            if mention.is_named and mention.shown != mention.spoken:
                self.shown = self.shown if self.is_named else mention.shown
                self.is_named = True

    def merge(self, other: "_Gathered") -> None:
        """Take another in as the same; its name becomes an alias."""
        self.aliases.setdefault(normalise(other.shown), other.shown)
        self.aliases |= {
            key: name for key, name in other.aliases.items() if key not in self.aliases
        }
        self.qualifiers |= other.qualifiers
        self.mentions += other.mentions


def entities_of(facts: Sequence[Fact], decided: EntityDecisions = _UNDECIDED) -> tuple[Entity, ...]:
    """Return the entities that facts speak of, those with most facts first.

    Args:
        facts: that hold, with their sources; each once.
        decided: what the owner accepted.
    """
    facts = sorted(facts, key=lambda fact: (_first_said(fact), fact.text, fact.id))
    mentions = mentions_in(facts)
    values = {each.place: each for each in mentions if not each.is_subject}
    gathered = _gather(facts, mentions)
    labels = _labels(gathered)
    gathered, labels = _merged(gathered, labels, decided)
    by_name: dict[str, list[_Key]] = {}
    for key in gathered:
        by_name.setdefault(key.name, []).append(key)
    shown = {key: labels[key] for key in gathered}
    entities = [
        _entity(key, each, facts, values, labels=shown, by_name=by_name, decided=decided)
        for key, each in gathered.items()
    ]
    entities.sort(key=lambda each: (-each.facts, normalise(each.label), each.id))
    return tuple(entities)


def named(entities: Iterable[Entity], name: str) -> tuple[Entity, ...]:
    """Return the entities that bear a name, or are called so, in their order."""
    plain = canonical(name)
    return tuple(
        each
        for each in entities
        if plain in {canonical(one) for one in (each.label, each.name, *each.aliases)}
    )


def _gather(facts: Sequence[Fact], mentions: Sequence[Mention]) -> dict[_Key, _Gathered]:
    sorts = _sorts_of_names(mentions)
    clusters = _clusters([each for each in mentions if _sort_of(each, facts, sorts) is Sort.BEING])
    numbers = _numbered(facts, mentions, clusters)
    gathered: dict[_Key, _Gathered] = {}
    for mention, number in zip(mentions, numbers, strict=True):
        sort = _sort_of(mention, facts, sorts)
        key = _Key(mention.key, sort, number if sort is Sort.BEING else 0)
        gathered.setdefault(key, _Gathered()).add(mention)
    return gathered


def _sorts_of_names(mentions: Iterable[Mention]) -> dict[str, list[Sort]]:
    found: dict[str, list[Sort]] = {}
    for mention in mentions:
        if mention.sort is not None and mention.sort not in found.setdefault(mention.key, []):
            found[mention.key].append(mention.sort)
    return found


def _sort_of(mention: Mention, facts: Sequence[Fact], sorts: dict[str, list[Sort]]) -> Sort:
    """Say of what sort a mention is; a bare subject is a being where anything says so."""
    if mention.sort is not None:
        return mention.sort
    known = sorts.get(mention.key, [])
    if Sort.BEING in known or mention.qualifiers:
        return Sort.BEING
    if facts[mention.place].slot in PERSONAL:
        return Sort.BEING
    return known[0] if known else Sort.THING


def _clusters(mentions: Iterable[Mention]) -> dict[str, list[list[Qualifier]]]:
    """Return for each name the people who bear it, each by how he stands to others."""
    found: dict[str, list[list[Qualifier]]] = {}
    for mention in mentions:
        groups = found.setdefault(mention.key, [])
        for qualifier in mention.qualifiers:
            if any(qualifier in group for group in groups):
                continue
            fitting = (
                group for group in groups if all(_may_be_one(qualifier, each) for each in group)
            )
            group = next(fitting, None)
            if group is None:
                groups.append([qualifier])
            else:
                group.append(qualifier)
    return found


def _may_be_one(first: Qualifier, second: Qualifier) -> bool:
    """Say whether one being can stand so to both."""
    if first.owner == second.owner:
        return may_be_one(first.relation, second.relation)
    if is_animal(first.relation) != is_animal(second.relation):
        return False
    if is_young(first.relation) and is_young(second.relation):
        return True  # of both parents
    return not (is_blood(first.relation) and is_blood(second.relation))


def _numbered(
    facts: Sequence[Fact],
    mentions: Sequence[Mention],
    clusters: dict[str, list[list[Qualifier]]],
) -> list[int]:
    """Say of each mention which of those who bear the name it means.

    What the words of the fact say decides; else what is said in the same turn, then in the same
    session; else it stays open.
    """
    numbers: list[int | None] = []
    by_turn: dict[tuple[str, str], set[int]] = {}
    by_session: dict[tuple[str, str], set[int]] = {}
    for mention in mentions:
        groups = clusters.get(mention.key, [])
        meant = {
            place
            for place, group in enumerate(groups)
            for qualifier in mention.qualifiers
            if qualifier in group
        }
        number = 0 if len(groups) < 2 else next(iter(meant)) if len(meant) == 1 else None  # noqa: PLR2004 - two of one name
        numbers.append(number)
        if number is not None:
            for source in facts[mention.place].sources:
                by_turn.setdefault((mention.key, source.event_id), set()).add(number)
                if source.session is not None:
                    by_session.setdefault((mention.key, source.session), set()).add(number)
    found: list[int] = []
    for mention, sure in zip(mentions, numbers, strict=True):
        number = sure
        if number is None:
            sources = facts[mention.place].sources
            turns = {n for each in sources for n in by_turn.get((mention.key, each.event_id), ())}
            sessions = {
                n for each in sources for n in by_session.get((mention.key, each.session or ""), ())
            }
            likely = turns or sessions
            number = next(iter(likely)) if len(likely) == 1 else _AMBIGUOUS
        found.append(number)
    return found


def _labels(gathered: dict[_Key, _Gathered]) -> dict[_Key, str]:
    """Return what tells each from others of the same name; the name alone where there are none."""
    by_name: dict[str, list[_Key]] = {}
    for key in gathered:
        by_name.setdefault(key.name, []).append(key)
    labels: dict[_Key, str] = {}
    taken: set[str] = set()
    for keys in by_name.values():
        for key in keys:
            shown = gathered[key].shown
            label = shown
            if len(keys) > 1:
                told = _qualifier_of(key, gathered[key])
                label = f"{shown} ({told})"
                if label in taken:
                    label = f"{shown} ({told} {key.number + 1})"
            taken.add(label)
            labels[key] = label
    return labels


def _qualifier_of(key: _Key, each: _Gathered) -> str:
    if key.number == _AMBIGUOUS:
        return "which one is unknown"
    if key.sort is not Sort.BEING:
        return key.sort.value
    for qualifier in each.qualifiers:
        if qualifier.owner == OWNER:
            return qualifier.relation
        return f"{qualifier.owner}'s {qualifier.relation}"
    return Sort.BEING.value if key.number == 0 else str(key.number + 1)


def _merged(
    gathered: dict[_Key, _Gathered], labels: dict[_Key, str], decided: EntityDecisions
) -> tuple[dict[_Key, _Gathered], dict[_Key, str]]:
    """Put together what the owner says is one; the one with the longer name gives it."""
    if not decided.merged:
        return gathered, labels
    by_label = {normalise(labels[key]): key for key in gathered}
    into: dict[_Key, _Key] = {}
    for label, others in decided.merged.items():
        keys = [by_label[each] for each in sorted({label, *others}) if each in by_label]
        if len(keys) > 1:
            first = min(keys, key=lambda key: (-len(gathered[key].shown), labels[key]))
            into |= dict.fromkeys((key for key in keys if key != first), first)
    for key, first in into.items():
        if key in gathered:
            gathered[first].merge(gathered.pop(key))
            labels[key] = labels[first]
    return gathered, labels


def _entity(
    key: _Key,
    each: _Gathered,
    facts: Sequence[Fact],
    values: Mapping[int, Mention],
    *,
    labels: dict[_Key, str],
    by_name: dict[str, list[_Key]],
    decided: EntityDecisions,
) -> Entity:
    label = labels[key]
    places = sorted({mention.place for mention in each.mentions})
    said = [facts[place] for place in places]
    about = [facts[place] for place in sorted({m.place for m in each.mentions if m.is_subject})]
    name = each.shown
    qualifier = label[len(name) + 2 : -1] if label != name else None
    relations: dict[tuple[str, str], EntityRelation] = {}
    for relation in _relations(each, facts, values, labels=labels, by_name=by_name):
        relations.setdefault((relation.relation, normalise(relation.entity)), relation)
    return Entity(
        id=blake2b(normalise(label).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
        name=name,
        kind=decided.kinds.get(normalise(label), _kind(key, each)),
        qualifier=qualifier,
        aliases=tuple(alias for folded, alias in each.aliases.items() if folded != normalise(name)),
        fields=tuple(
            EntityField(
                fact.slot, fact.value or fact.text, fact.id, fact.polarity is Polarity.NEGATIVE
            )
            for fact in about
        ),
        relations=tuple(relations.values()),
        facts=len(said),
        first_seen=min(_first_said(fact) for fact in said),
        last_seen=max(_last_said(fact) for fact in said),
        is_ambiguous=key.number == _AMBIGUOUS,
    )


def _kind(key: _Key, each: _Gathered) -> EntityKind:
    if key.sort is not Sort.BEING:
        return _KINDS[key.sort]
    told = [qualifier.relation for qualifier in each.qualifiers]
    return EntityKind.ANIMAL if told and all(map(is_animal, told)) else EntityKind.PERSON


def _relations(
    each: _Gathered,
    facts: Sequence[Fact],
    values: Mapping[int, Mention],
    *,
    labels: dict[_Key, str],
    by_name: dict[str, list[_Key]],
) -> Iterable[EntityRelation]:
    """Return how it stands to others: as its own facts say, and as theirs do."""
    for mention in each.mentions:
        fact = facts[mention.place]
        other = values.get(mention.place)
        if mention.is_subject:
            for told in mention.qualifiers:
                shown = _label_of(told.owner, labels, by_name, told.owner)
                yield EntityRelation(f"{told.relation} of", shown, fact.id)
        if mention.is_subject and other is not None and other.is_named:
            shown = _label_of(other.key, labels, by_name, other.shown)
            yield EntityRelation(_relation(other, fact), shown, fact.id)
        elif not mention.is_subject:
            owner = mention.owner
            shown = OWNER if owner == OWNER else _label_of(owner, labels, by_name, fact.subject)
            yield EntityRelation(f"{_relation(mention, fact)} of", shown, fact.id)


def _relation(mention: Mention, fact: Fact) -> str:
    return mention.qualifiers[0].relation if mention.qualifiers else fact.slot or ""


def _label_of(
    name: str, labels: dict[_Key, str], by_name: dict[str, list[_Key]], otherwise: str
) -> str:
    """Return the label of the one that bears a name; the name alone where several do."""
    keys = by_name.get(name, [])
    if len(keys) == 1:
        return labels[keys[0]]
    return labels[keys[0]].split(" (")[0] if keys else otherwise


def _first_said(fact: Fact) -> datetime:
    return min((source.occurred_at for source in fact.sources), default=fact.recorded_at)


def _last_said(fact: Fact) -> datetime:
    return max((source.occurred_at for source in fact.sources), default=fact.recorded_at)


def are_likely_one(first: Sequence[Qualifier], second: Sequence[Qualifier]) -> bool:
    """Say whether two of one name may well be one, though nothing says so."""
    return any(
        one.owner == other.owner and are_social(one.relation, other.relation)
        for one in first
        for other in second
    )
