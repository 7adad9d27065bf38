"""What examining and copying a store came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from remanent.model.scope import Scope


class Drift(StrEnum):
    """What can be wrong."""

    ENGINE = "engine"  # the engine's own structures
    INDEXES = "indexes"  # the engine's own indexes, which it can make again
    TABLES = "tables"  # tables that are missing, or not ours
    ROWS = "rows"  # rows that cannot be read, or that name others which are not there
    AUDIT = "audit"  # a chain that was cut or edited
    FACTS = "facts"  # facts that are not as their last change says
    WORDS = "words"  # word segments that are not what the rows give
    VECTORS = "vectors"  # vectors without an item, and 8-bit segments that disagree
    LINKS = "links"  # links to items that are gone
    PREFERENCES = "preferences"  # preferences that are not what their evidence gives
    RETENTION = "retention"  # facts of which it is not known how they are kept
    COUNTERS = "counters"  # counts that are not what can be counted


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    Args:
        kind: what it is about.
        scope: where; None for the store as a whole.
        count: how many rows, segments or counters are concerned.
        what: a sentence that says it.
        is_mendable: `mend` can make it right, because it is derived.
        remedy: what to do.
    """

    kind: Drift
    scope: Scope | None
    count: int
    what: str
    is_mendable: bool
    remedy: str

    @property
    def scope_label(self) -> str | None:
        """Tenant and name, for people."""
        if self.scope is None:
            return None
        return f"{self.scope.tenant}/{self.scope.kind.value}/{self.scope.name}"


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What a copy did, after both sides were compared.

    Args:
        scopes: how many scopes both stores hold.
        rows: how many rows of each table both hold.
        written: how many rows this run wrote.
        resumed: an earlier run had begun, or finished, the work.
        digest: the same for any two stores that hold the same, whatever their engines.
    """

    scopes: int
    rows: Mapping[str, int]
    written: int
    resumed: bool
    digest: str
