"""Take in what somebody did: arithmetic on the few attributes that it touches, and no model."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from remanent.dynamics.outcome import OutcomeValue, with_outcome
from remanent.errors import AttributeRefusedError, IdempotencyError
from remanent.flows.door import Applied, Door
from remanent.flows.observation_inputs import observations_digest
from remanent.model.catalog import Attribute, Catalog, Refused
from remanent.model.event import Event, EventKind, Origin, Role
from remanent.model.fact import Provenance
from remanent.model.governance import Actor
from remanent.model.observed import Observation, Observed, Superseded
from remanent.model.preference import Association, Evidence, Preference
from remanent.model.scope import Scope
from remanent.ports import Transaction
from remanent.preferences.attributes import parse_attribute
from remanent.preferences.curation import (
    foremost,
    may_have_rivals,
    opposite,
    rivals,
    superseded_by,
)
from remanent.preferences.deviation import is_short, restored
from remanent.preferences.learning import (
    FOLDED_EVIDENCE,
    Rates,
    associate,
    associations_by_number,
    comes_late,
    drop_weakest,
    folded,
    learned,
    microseconds,
    refolded_pair,
)
from remanent.preferences.mapping import Mapped, map_event
from remanent.quoting import shown

AMOUNT_NAMESPACE = "amount"
ORIGIN_OF_PROVENANCE = {
    Provenance.STATED: Origin.PERSON,
    Provenance.OBSERVED: Origin.PERSON,
    Provenance.INFERRED: Origin.ASSISTANT,
    Provenance.IMPORTED: Origin.IMPORT,
}
_encoded = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class _Seen:
    """One observation, mapped."""

    observation: Observation
    at: datetime
    mapped: Mapped
    amounts: tuple[tuple[Attribute, float], ...]
    refused: tuple[Refused, ...]


def observe(
    door: Door,
    scope: Scope,
    actor: Actor,
    observations: Sequence[Observation],
    *,
    catalog: Catalog,
    rates: Rates,
    idempotency_key: str | None = None,
) -> Observed:
    """Store behaviours and what they teach, in one transaction. Only touched rows are written."""
    now = door.clock.now()
    seen = [_map(catalog, each, now, place) for place, each in enumerate(observations)]
    digest = observations_digest(observations) if idempotency_key is not None else ""

    def block(transaction: Transaction, recorded_at: datetime) -> Applied[Observed]:
        if idempotency_key is not None:
            kept = transaction.request(idempotency_key)
            if kept is not None:
                return Applied(_kept_reply(kept, digest, idempotency_key), {})
        if not seen:
            return Applied(Observed(event_ids=()), {})
        events = [_event(each, door.ids.new_id(recorded_at), recorded_at) for each in seen]
        touched, superseded = _learn(transaction, catalog, rates, seen, events)
        _count_unmapped(transaction, seen, transaction.state.last_seq)
        result = Observed(
            event_ids=tuple(event.id for event in events),
            touched=touched,
            refused=tuple(one for each in seen for one in (*each.mapped.refused, *each.refused)),
            unmapped=tuple(one for each in seen for one in each.mapped.unmapped),
            superseded=superseded,
            reasons=tuple(dict.fromkeys(one for each in seen for one in each.mapped.reasons)),
        )
        if idempotency_key is not None:
            transaction.keep_request(idempotency_key, digest, json.dumps(list(result.event_ids)))
        return Applied(result, {"events": len(events), "attributes": len(touched)})

    return door.write(scope, actor, "observe", block)


def _map(catalog: Catalog, observation: Observation, now: datetime, place: int) -> _Seen:
    at = observation.at or now + timedelta(microseconds=place)
    mapped = map_event(
        catalog,
        observation.kind,
        at=at,
        item=observation.item,
        attributes=observation.attributes,
        context=observation.context,
        zone=observation.zone,
        place=observation.place,
        surface=observation.surface,
        quantity=observation.quantity,
    )
    amounts: dict[str, tuple[Attribute, float]] = {}
    refused: list[Refused] = []
    for name, value in observation.values:
        try:
            attribute = parse_attribute(name, default_namespace=AMOUNT_NAMESPACE)
        except AttributeRefusedError as error:
            refused.append(Refused(shown(name), str(error), error.rule))
            continue
        meant = catalog.meant(attribute)
        amounts[meant.key] = (meant, value)
    return _Seen(observation, at, mapped, tuple(amounts.values()), tuple(refused))


@dataclass(slots=True)
class _Links:
    """The associations of one attribute while a transaction learns, by number."""

    held: dict[int, Association]

    def comes_late(self, moment: int) -> bool:
        """Say whether any of them is younger than a moment."""
        return max([each[2] for each in self.held.values()], default=moment) > moment


class _Book:
    """The preferences that one transaction touches."""

    def __init__(self, transaction: Transaction, catalog: Catalog, rates: Rates) -> None:
        self._transaction, self._catalog, self.rates = transaction, catalog, rates
        self.rows: dict[str, Preference] = {}
        self._links: dict[int, _Links] = {}
        self.changed: dict[str, None] = {}
        self.late: dict[str, list[Evidence]] = {}
        self.asked: set[str] = set()

    def read(self, keys: Sequence[str]) -> None:
        self.asked.update(keys)
        for key, row in self._transaction.preferences_to_learn(keys).items():
            self.rows[key] = self._whole(row) if is_short(row) else row

    def _whole(self, row: Preference) -> Preference:
        """Return an edge that was shortened as its evidence gives it."""
        return restored(
            row,
            self._transaction.evidence(row.number, limit=FOLDED_EVIDENCE),
            half_life_days=self._catalog.namespace_of(row.attribute).half_life_days,
            rates=self.rates,
        )

    def row(self, attribute: Attribute) -> Preference:
        found = self.rows.get(attribute.key)
        if found is None:
            text = attribute.text
            found = Preference(
                attribute=attribute.key,
                number=self._transaction.new_attribute_number(),
                shown=None if text == attribute.key else text,
            )
            self.rows[attribute.key] = found
        return found

    def put(self, row: Preference) -> None:
        self.rows[row.attribute] = row
        self.changed[row.attribute] = None

    def written(self) -> list[Preference]:
        """Return the rows that were touched, as the last entry of the log leaves them."""
        return [
            row
            if (links := self._links.get(row.number)) is None
            else row._replace(associations=tuple(sorted(links.held.values())))
            for row in map(self.rows.__getitem__, self.changed)
        ]

    def links(self, row: Preference) -> _Links:
        """Return the associations of a row, to be changed in place; `written` puts them back."""
        found = self._links.get(row.number)
        if found is None:
            found = _Links(associations_by_number(row.associations))
            self._links[row.number] = found
        return found

    def learn(self, attribute: Attribute, evidence: Evidence) -> None:
        before = _spelled(self.row(attribute), attribute, evidence.at)
        half_life = self._catalog.namespace_of(attribute.key).half_life_days
        is_late = before.rebased_at is not None and comes_late(evidence, before.rebased_at)
        if is_late and not evidence.is_context:
            self.late.setdefault(attribute.key, []).append(evidence)
            self.put(before._replace(hits=before.hits + 1))
            return
        self.put(learned(before, evidence, half_life_days=half_life, rates=self.rates))


def _spelled(row: Preference, attribute: Attribute, at: datetime) -> Preference:
    """Let an attribute be shown as it was first written in world time, in whatever order."""
    text = attribute.text
    if text == row.name or (row.first_at is not None and (row.first_at, row.name) <= (at, text)):
        return row
    return row._replace(shown=None if text == row.attribute else text)


def _learn(
    transaction: Transaction,
    catalog: Catalog,
    rates: Rates,
    seen: Sequence[_Seen],
    events: Sequence[Event],
) -> tuple[tuple[str, ...], tuple[Superseded, ...]]:
    book = _Book(transaction, catalog, rates)
    book.read(_keys(seen))
    noted: list[Evidence] = []
    seqs = range(transaction.state.last_seq + 1, transaction.state.last_seq + 1 + len(events))
    late_pairs: dict[tuple[str, str], float] = {}
    in_order = sorted(zip(seen, seqs, strict=True), key=lambda each: (each[0].at, each[1]))
    for each, seq in in_order:
        fired = [(one.attribute, one.magnitude, False) for one in each.mapped.attributes]
        fired += [(one.attribute, one.magnitude, True) for one in each.mapped.context]
        measured = {attribute.key: value for attribute, value in each.amounts}
        for attribute, size, is_context in fired:
            if is_context and attribute.key in measured:
                continue  # it was measured, which is more than being there
            number, value = book.row(attribute).number, None
            if not is_context:  # what is shown and measured at once is one piece of evidence
                value = measured.pop(attribute.key, None)
            evidence = _evidence(each, seq, number, 0 if is_context else size, value)
            noted.append(evidence)
            book.learn(attribute, evidence)
        for attribute, value in each.amounts:
            if attribute.key not in measured:
                continue
            number = book.row(attribute).number
            evidence = _evidence(each, seq, number, each.mapped.magnitude, value)
            noted.append(evidence)
            book.learn(attribute, evidence)
        for one in each.mapped.against:
            _speak_against(book, one.attribute, one.magnitude)
        _associate(book, fired, each, late_pairs)
    transaction.append_events(events, covered=[True] * len(events), evidence=noted)
    _fold_late(transaction, book, catalog, rates, late_pairs)
    _write(transaction, book.written(), named={each.number for each in noted})
    touched = tuple(book.rows[key].name for key in book.changed)
    return touched, _superseded(transaction, book, catalog)


def _write(transaction: Transaction, rows: Sequence[Preference], *, named: set[int]) -> None:
    """Write rows; of what no evidence names it is kept that the last event touched it."""
    transaction.write_preferences([each for each in rows if each.number in named], is_named=True)
    unnamed = [each for each in rows if each.number not in named]
    if unnamed:
        last_seq = transaction.state.last_seq
        transaction.write_preferences([each._replace(changed_seq=last_seq) for each in unnamed])


def _keys(seen: Sequence[_Seen]) -> list[str]:
    """Return what the events touch, and the likes and dislikes that stand against it."""
    keys: dict[str, None] = {}
    for each in seen:
        for one in each.mapped.attributes:
            keys[one.key] = None
            keys[opposite(one.key)] = None
        for one in (*each.mapped.context, *each.mapped.against):
            keys[one.key] = None
        for attribute, _ in each.amounts:
            keys[attribute.key] = None
    return list(keys)


def _evidence(
    seen: _Seen, seq: int, number: int, magnitude: float, value: float | None = None
) -> Evidence:
    given = seen.observation
    return Evidence(
        number=number,
        at=seen.at,
        event_seq=seq,
        magnitude=magnitude,
        provenance=given.provenance,
        intensity=given.intensity if magnitude else None,
        value=value,
        salience=given.salience,
    )


def _speak_against(book: _Book, dislike: Attribute, magnitude: float) -> None:
    """Count a declined dislike as a failure of that dislike, also of one that is not held (yet).

    Whichever of the two is said first: what both come to is the same.
    """
    row = book.row(dislike)
    record = with_outcome(
        OutcomeValue(value=row.outcome_value, count=row.outcomes),
        -magnitude,
        failures_never_raise=True,
    )
    book.put(row._replace(outcomes=record.count, outcome_value=record.value))


def _associate(
    book: _Book,
    fired: Sequence[tuple[Attribute, float, bool]],
    seen: _Seen,
    late: dict[tuple[str, str], float],
) -> None:
    """Let the attributes of one event grow together."""
    if not fired:
        return
    moment = microseconds(seen.at)
    rows = [book.rows[each[0].key] for each in fired]
    links = [book.links(row) for row in rows]
    if any(  # nothing of an attribute is younger than the last event that it was in
        (row.last_at is None or row.last_at > seen.at) and own.comes_late(moment)
        for row, own in zip(rows, links, strict=True)
    ):
        keys = sorted(row.attribute for row in rows)
        late.update(
            ((first, second), 1.0) for place, first in enumerate(keys) for second in keys[place:]
        )
        return
    numbers = [row.number for row in rows]
    associate(
        dict(zip(numbers, [each.held for each in links], strict=True)),
        list(zip(numbers, [each[1] for each in fired], strict=True)),
        seen.at,
        rates=book.rates,
    )
    book.changed.update((row.attribute, None) for row in rows)


def _fold_late(
    transaction: Transaction,
    book: _Book,
    catalog: Catalog,
    rates: Rates,
    pairs: Mapping[tuple[str, str], float],
) -> None:
    """Decide again what evidence touched that is older than what was learned already."""
    wanted = book.late.keys() | {key for pair in pairs for key in pair}
    evidence = {
        key: transaction.evidence(book.rows[key].number, limit=FOLDED_EVIDENCE) for key in wanted
    }
    for key in sorted(book.late):
        book.put(
            folded(
                book.rows[key],
                evidence[key],
                half_life_days=catalog.namespace_of(key).half_life_days,
                rates=rates,
                late=book.late[key],
            )
        )
    magnitudes = {
        each.event_seq: each.magnitude
        for own in evidence.values()
        for each in own
        if not each.is_context
    }
    for first, second in pairs:
        if first == second and not book.rows[first].hits:
            continue
        for one, other in dict.fromkeys(((first, second), (second, first))):
            number = book.rows[other].number
            pair = refolded_pair(evidence[one], evidence[other], magnitudes, number, rates=rates)
            if pair is not None:
                links = book.links(book.rows[one])
                links.held[number] = pair
                drop_weakest(links.held, rates=rates)
                book.changed[one] = None


def _superseded(transaction: Transaction, book: _Book, catalog: Catalog) -> tuple[Superseded, ...]:
    """Say which other attributes stand back behind those that were touched."""
    wanted: dict[str, None] = {}
    namespaces: dict[str, None] = {}
    changed = [
        key
        for key in book.changed
        if book.rows[key].hits
        and (may_have_rivals(catalog, key, book.rows) or opposite(key) not in book.asked)
    ]
    if not changed:
        return ()
    against = {key: rivals(catalog, key) for key in changed}
    for others, namespace in against.values():
        wanted.update(dict.fromkeys(sorted(others - book.asked)))
        if namespace is not None:
            namespaces[namespace] = None
    rows = book.rows | transaction.preferences(wanted) if wanted else dict(book.rows)
    for each in transaction.preferences_in(namespaces).values() if namespaces else ():
        rows.setdefault(each.attribute, each)
    members = {
        name: [each for each in rows.values() if each.namespace == name] for name in namespaces
    }
    first = {name: foremost(own) for name, own in members.items()}
    found: dict[str, Superseded] = {}
    for key in changed:
        others, namespace = against[key]
        rivalling = set(others)
        if namespace is not None and any(each.attribute == key for each in first[namespace]):
            rivalling.update(each.attribute for each in members[namespace])
        for name in sorted(rivalling - {key}):
            loser = rows.get(name)
            if loser is None or not loser.is_held:
                continue
            best = superseded_by(loser, catalog, rows.get, lambda one: first.get(one, []))
            if best is not None and best.attribute == key:
                found[name] = Superseded(loser.name, best.name)
    return tuple(found.values())


def _count_unmapped(transaction: Transaction, seen: Sequence[_Seen], last_seq: int) -> None:
    counts: dict[str, tuple[str, int]] = {}
    for each in seen:
        for one in each.mapped.unmapped:
            name = f"{one.part.value}:{one.value}"
            counts[name] = (one.part.value, counts.get(name, ("", 0))[1] + 1)
    if counts:
        transaction.count_unmapped(counts, last_seq)


def _event(seen: _Seen, event_id: str, recorded_at: datetime) -> Event:
    given = seen.observation
    payload: dict[str, object] = {"kind": seen.mapped.kind}
    payload |= {
        name: value
        for name, value in (
            ("attributes", given.attributes),
            ("context", given.context),
            ("item", given.item),
            ("quantity", None if given.quantity == 1 else given.quantity),
            ("place", given.place),
            ("surface", given.surface),
            ("intensity", given.intensity),
            ("values", dict(given.values) if given.values else None),
            ("salience", given.salience or None),
        )
        if value is not None and value != ()
    }
    if given.provenance is not Provenance.OBSERVED:
        payload["provenance"] = given.provenance.value
    return Event(
        id=event_id,
        kind=EventKind.BEHAVIOUR,
        role=Role.USER,
        origin=ORIGIN_OF_PROVENANCE[given.provenance],
        text=given.text or "",
        occurred_at=seen.at,
        recorded_at=recorded_at,
        session=given.session,
        agent=given.agent,
        external_id=given.external_id,
        zone=given.zone,
        payload=_encoded(payload),
    )


def _kept_reply(kept: tuple[str, str], digest: str, key: str) -> Observed:
    if kept[0] != digest:
        raise IdempotencyError(
            f"The idempotency key {shown(key)} was already used for other content."
        )
    return Observed(event_ids=tuple(json.loads(kept[1])), is_repeat=True)
