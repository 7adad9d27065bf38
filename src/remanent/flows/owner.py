"""The owner's secret: what tells a person from an agent that runs on his machine.

A memory has one owner. Only a hash of the secret is kept, in the store itself, and whoever wants
to replace it must know it. Setting it is recorded in the audit of the scope in which it is done;
`SECURITY.md` says what shell access to the file defeats all the same.
"""

from datetime import datetime
from typing import Final

from remanent.errors import AccessError
from remanent.flows.door import Applied, Door
from remanent.governance.secrets import MIN_SALT_BYTES, hash_secret, verify_secret
from remanent.model.governance import Actor, ActorKind
from remanent.model.scope import Scope
from remanent.ports import Transaction

OWNER_SECRET: Final = "owner_secret"  # noqa: S105 - the name it is kept under


def set_owner_secret(
    door: Door, scope: Scope, actor: Actor, secret: str, *, current: str | None = None
) -> None:
    """Set the secret of a memory's owner, or replace it.

    Args:
        scope: in whose audit it is recorded.
        current: the secret in force, where there is one.

    Raises:
        AccessError: the actor is not the owner, or `current` is not the secret in force.
        InputError: the secret is too weak; nothing was changed.
    """
    if actor.kind is not ActorKind.OWNER:
        raise AccessError(f"Only the owner sets the owner's secret, not the {actor.kind.value}.")
    with door.read(scope, actor) as snapshot:
        kept = snapshot.meta(OWNER_SECRET)
    if kept is not None and (current is None or not verify_secret(current, kept)):
        raise _wrong_secret()
    hashed = hash_secret(secret, salt=door.ids.new_key()[:MIN_SALT_BYTES])

    def block(transaction: Transaction, _: datetime) -> Applied[None]:
        if transaction.meta(OWNER_SECRET) != kept:
            raise _wrong_secret()  # somebody else was faster
        transaction.keep_meta(OWNER_SECRET, hashed)
        return Applied(None, {"secrets": 1})

    door.write(scope, actor, "set_owner_secret", block)


def has_owner_secret(door: Door, scope: Scope, actor: Actor) -> bool:
    """Say whether the owner has set a secret."""
    with door.read(scope, actor) as snapshot:
        return snapshot.meta(OWNER_SECRET) is not None


def verify_owner_secret(door: Door, scope: Scope, actor: Actor, secret: str) -> bool:
    """Say whether this is the owner's secret; without one, nothing is.

    Raises:
        InputError: what is kept is damaged or of an unknown version.
    """
    with door.read(scope, actor) as snapshot:
        kept = snapshot.meta(OWNER_SECRET)
    return kept is not None and verify_secret(secret, kept)


def _wrong_secret() -> AccessError:
    return AccessError(
        "The owner's secret is set already, and the current one was not given or is wrong.",
        remedy="Give the current secret as well; it cannot be read from the memory.",
    )
