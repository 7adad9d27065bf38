"""The public face of one person's surfaces: linking them, and what one may see of another."""

from collections.abc import Iterable

from remanent.flows.inputs import label
from remanent.flows.sharing import link, share, surfaces, unlink, unshare
from remanent.model.governance import Actor
from remanent.model.prior import Surface
from remanent.model.scope import Scope
from remanent.preference_verbs import PreferenceDesk


class SharingVerbs:
    """Nothing is shared until both sides are linked and a namespace is named."""

    scope: Scope
    actor: Actor
    _desk: PreferenceDesk

    def link(self, other: Scope, *, secret: str) -> bool:
        """Say that a scope on another tenant is the same person's; both sides must say so.

        Args:
            other: such as `memory.scope(tenant="app", user="alice").scope`.
            secret: the owner's, see `set_owner_secret`.

        Returns:
            Whether both sides agree by now.

        Raises:
            AccessError: only the owner links, and the secret must be right.
            InputError: the other is no person's scope on another tenant.
        """
        return link(self._desk.door, self.scope, self.actor, other, secret)

    def unlink(self, other: Scope) -> bool:
        """Take a link back, with all that was shared over it; say whether there was one."""
        return unlink(self._desk.door, self.scope, self.actor, other)

    def share(self, namespaces: Iterable[str], *, with_tenant: str) -> frozenset[str]:
        """Let a linked tenant see namespaces of this scope on a card of all surfaces.

        Args:
            namespaces: such as ["pref", "diet"]; a sensitive one only where it is named here.

        Returns:
            All that the tenant may see.

        Raises:
            AccessError: only the owner shares.
            InputError: no scope on that tenant is linked.
        """
        tenant = label(with_tenant, "with_tenant") or ""
        return share(self._desk.door, self.scope, self.actor, namespaces, tenant)

    def unshare(
        self, namespaces: Iterable[str] | None = None, *, with_tenant: str | None = None
    ) -> bool:
        """Take back what was shared, at once; say whether anything was.

        Args:
            namespaces: None for all. with_tenant: None for every tenant.
        """
        return unshare(self._desk.door, self.scope, self.actor, namespaces, with_tenant)

    def surfaces(self) -> tuple[Surface, ...]:
        """Return the linked scopes, whether they agree, and what each may see of this one."""
        return surfaces(self._desk.door, self.scope, self.actor)
