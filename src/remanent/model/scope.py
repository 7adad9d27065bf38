"""A scope is the wall: nothing of one scope is ever read or written through another."""

from dataclasses import dataclass
from enum import StrEnum

from remanent.errors import ScopeError
from remanent.quoting import shown

MAX_NAME_CHARACTERS = 1024


class ScopeKind(StrEnum):
    """What a scope belongs to."""

    USER = "user"
    SPACE = "space"
    TENANT = "tenant"  # reserved: a tenant's own catalog, releases and decisions


@dataclass(frozen=True, slots=True)
class Scope:
    """One person's, or one space's, memory in one tenant.

    Names are compared code point by code point: composed and decomposed forms, case and
    leading blanks make different scopes. Any Unicode is a name, up to 1,024 characters.

    Args:
        tenant: one surface or deployment.
        kind: a person or a shared space.
        name: the user's or the space's id.

    Raises:
        ScopeError: a part is not a string, is empty, or is too long.
    """

    tenant: str
    kind: ScopeKind
    name: str

    def __post_init__(self) -> None:
        for field, value in (("tenant", self.tenant), (self.kind.value, self.name)):
            if not isinstance(value, str):
                raise ScopeError(
                    f"{field} is {shown(value)}, which is not a string.",
                    remedy=f'Give it as one, such as {field}="42".',
                )
            if not value:
                raise ScopeError(f"{field} is empty, so the scope would have no owner.")
            if len(value) > MAX_NAME_CHARACTERS:
                raise ScopeError(
                    f"{field} has {len(value):,} characters; {MAX_NAME_CHARACTERS:,} are the most."
                )
