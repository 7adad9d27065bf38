"""Who belongs to a space: members read and propose, curators approve as well.

The members stand in a document of the space itself. A space for which none was named is open to
whoever may open its store, as a person's own memory is; its curators are owner and operator.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from remanent.errors import AccessError, ScopeError
from remanent.flows.door import Applied, Door
from remanent.model.governance import Actor, ActorKind
from remanent.model.scope import Scope, ScopeKind
from remanent.ports import Snapshot, Transaction

DOCUMENT: Final = "members"
MOST_MEMBERS: Final = 10_000


class MemberRole(StrEnum):
    """What a member of a space may do."""

    MEMBER = "member"
    CURATOR = "curator"


def members(door: Door, scope: Scope, actor: Actor) -> Mapping[str, MemberRole]:
    """Return the members of a space by name."""
    _must_be_space(scope)
    with door.read(scope, actor) as snapshot:
        check_member(snapshot, scope, actor)
        return _read(snapshot)


def set_member(door: Door, scope: Scope, actor: Actor, name: str, role: MemberRole | None) -> None:
    """Let somebody into a space, change his role, or let him out (None).

    Raises:
        ScopeError: this is a person's memory, not a space.
        AccessError: the actor is neither owner, operator nor curator.
    """
    _must_be_space(scope)

    def block(transaction: Transaction, now: datetime) -> Applied[None]:
        check_curator(transaction, scope, actor)
        known = dict(_read(transaction))
        before = dict(known)
        if role is None:
            known.pop(name, None)
        else:
            known[name] = role
        if known == before:
            return Applied(None, {})
        content = {each: held.value for each, held in sorted(known.items())}
        transaction.keep_document(DOCUMENT, json.dumps(content), now)
        return Applied(None, {"members": 1})

    door.write(scope, actor, "set_member", block)


def check_member(snapshot: Snapshot, scope: Scope, actor: Actor) -> None:
    """Refuse whoever may neither read nor propose here.

    Raises:
        AccessError: the space has members, and the actor is none of them.
    """
    if scope.kind is not ScopeKind.SPACE or _rules(scope, actor):
        return
    known = _read(snapshot)
    if known and actor.name not in known:
        raise AccessError(f"{_named(actor)} is no member of this space.")


def check_curator(snapshot: Snapshot, scope: Scope, actor: Actor) -> None:
    """Refuse whoever may not approve here: the producer never accepts.

    Raises:
        AccessError: the actor is neither the owner, the operator nor a curator of the space.
    """
    if _rules(scope, actor):
        return
    is_person = actor.kind is ActorKind.OWNER and actor.name is not None
    if is_person and _read(snapshot).get(str(actor.name)) is MemberRole.CURATOR:
        return
    raise AccessError(
        f"{_named(actor)} may propose lessons, and not approve or retire them.",
        remedy="The owner does that, or a curator of the space.",
    )


def _rules(scope: Scope, actor: Actor) -> bool:
    """Say whether this is the person whose memory it is, or the operator.

    In a space an owner who bears a name is one of its members; one without is who owns the store.
    """
    if actor.kind is ActorKind.OWNER:
        return actor.name is None or scope.kind is ScopeKind.USER
    return actor.kind is ActorKind.OPERATOR


def _named(actor: Actor) -> str:
    return f"The {actor.kind.value}{'' if actor.name is None else ' ' + actor.name}"


def _read(snapshot: Snapshot) -> dict[str, MemberRole]:
    content = snapshot.document(DOCUMENT)
    known = {} if content is None else json.loads(content)
    return {name: MemberRole(role) for name, role in known.items()}


def _must_be_space(scope: Scope) -> None:
    if scope.kind is not ScopeKind.SPACE:
        raise ScopeError(
            "Only a space has members.", remedy='Open one: memory.scope(tenant="…", space="…").'
        )
