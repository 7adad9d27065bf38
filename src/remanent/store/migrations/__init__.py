"""The schema, step by step. A step is never changed once released; a new one is added.

Every table begins with the scope, except the registries that are small and shared: `meta`,
`scopes` (names to numbers) and `embedders` (fingerprints to numbers).
"""

from collections.abc import Callable

from remanent.store.engine import Session
from remanent.store.migrations.first import create_first_schema

MIGRATIONS: tuple[Callable[[Session], None], ...] = (create_first_schema,)
"""Step n leads from schema n to schema n + 1."""

SCHEMA_VERSION = len(MIGRATIONS)
