"""The options that commands share, and the memory or scope that they open.

A scope is (tenant, user) or (tenant, space). On the command line the tenant is "default" and the
user "me" where nothing is said: the same on every machine, so that a file that moves keeps its
scope, and no login name is written into it.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Group, Parameter

from remanent.errors import StoreError

if TYPE_CHECKING:
    from remanent.memory import Memory, ScopedMemory
    from remanent.settings import Settings
    from remanent.tenant_memory import TenantMemory

DEFAULT_TENANT: Final = "default"
DEFAULT_USER: Final = "me"
DEBUG_VARIABLE: Final = "REMANENT_DEBUG"
SECRET_VARIABLE: Final = "REMANENT_OWNER_SECRET"  # noqa: S105 - its name

STANDARD_INPUT: Final = "\0"
"""What a lone hyphen is read as: no command line can hold it otherwise."""

COMMON: Final = Group.create_ordered("Common options")


@Parameter(name="*", group=COMMON)
@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to answer."""

    config: Annotated[
        str | None, Parameter(help="A remanent.toml; else the one that REMANENT_CONFIG names.")
    ] = None
    json: Annotated[bool, Parameter(help="Print one JSON object instead of text.")] = False
    debug: Annotated[
        bool, Parameter(help="Show the traceback of an error; or REMANENT_DEBUG=1.")
    ] = False


@Parameter(name="*", group=COMMON)
@dataclass(frozen=True, slots=True, kw_only=True)
class StoreOptions(Options):
    """Which memory, and how to answer."""

    db: Annotated[
        str | None,
        Parameter(
            name=("--db", "--path"),
            help="File of the memory, or a postgresql:// address; else as the settings say.",
        ),
    ] = None


@Parameter(name="*", group=COMMON)
@dataclass(frozen=True, slots=True, kw_only=True)
class TenantOptions(StoreOptions):
    """Which memory and which tenant of it, and how to answer."""

    tenant: Annotated[str, Parameter(help="The surface or deployment.")] = DEFAULT_TENANT


@Parameter(name="*", group=COMMON)
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonOptions(TenantOptions):
    """Which memory and whose part of it, and how to answer."""

    user: Annotated[
        str | None, Parameter(help=f'Whose memory; "{DEFAULT_USER}" unless a space is named.')
    ] = None
    space: Annotated[str | None, Parameter(help="A shared memory in place of a user's.")] = None


@Parameter(name="*", group=COMMON)
@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeOptions(PersonOptions):
    """The same, where words are searched as well."""

    embedder: Annotated[
        str | None, Parameter(help='Search by meaning too: "local" or another embedder.')
    ] = None


DEFAULTS: Final = Options()
STORE_DEFAULTS: Final = StoreOptions()
TENANT_DEFAULTS: Final = TenantOptions()
PERSON_DEFAULTS: Final = PersonOptions()
SCOPE_DEFAULTS: Final = ScopeOptions()


def settings_of(options: Options, *, more: Mapping[str, object] | None = None) -> "Settings":
    """Read the settings: options > REMANENT_… variables > settings file > defaults.

    Args:
        more: further settings by name that a command's own options give.
    """
    from remanent.settings import load_settings  # noqa: PLC0415 - only where a command runs

    overrides: dict[str, object] = dict(more or {})
    if isinstance(options, StoreOptions) and options.db is not None:
        overrides["store.path"] = options.db
    if isinstance(options, ScopeOptions) and options.embedder is not None:
        overrides["embedder.spec"] = options.embedder
    environ = {name: value for name, value in os.environ.items() if name != DEBUG_VARIABLE}
    return load_settings(path=options.config, environ=environ, overrides=overrides)


@contextmanager
def opened_memory(settings: "Settings", *, may_create: bool = False) -> Iterator["Memory"]:
    """Open the memory that the settings name, and close it whatever happens.

    Raises:
        StoreError: there is none, and the command would only have read it.
    """
    from remanent.memory import Memory  # noqa: PLC0415 - numpy comes with it
    from remanent.settings import is_server  # noqa: PLC0415 - the same

    location = settings.store.location
    if not may_create and not is_server(location) and not Path(location).exists():
        raise StoreError(
            f"There is no memory at {location}.",
            remedy="Check --db, or make one: `remanent remember TEXT`, or `remanent demo`.",
        )
    with Memory(settings=settings) as memory:
        yield memory


@dataclass(frozen=True, slots=True)
class OpenScope:
    """A scope in an open memory; days are shown in `zone`, None for UTC."""

    memory: "Memory"
    scope: "ScopedMemory"

    @property
    def zone(self) -> str | None:
        """The zone in which days are shown."""
        return self.memory.settings.remember.zone


@contextmanager
def opened_scope(
    options: PersonOptions,
    *,
    may_create: bool = False,
    more: Mapping[str, object] | None = None,
) -> Iterator[OpenScope]:
    """Open the scope that the options name.

    Args:
        more: further settings by name that a command's own options give.
    """
    settings = settings_of(options, more=more)
    user = DEFAULT_USER if options.user is None and options.space is None else options.user
    with opened_memory(settings, may_create=may_create) as memory:
        scope = memory.scope(tenant=options.tenant, user=user, space=options.space)
        yield OpenScope(memory, scope)


@contextmanager
def opened_tenant(options: TenantOptions, *, may_create: bool = False) -> Iterator["TenantMemory"]:
    """Open the tenant that the options name, as its operator sees it."""
    with opened_memory(settings_of(options), may_create=may_create) as memory:
        yield memory.tenant(options.tenant)
