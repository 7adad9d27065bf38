"""Memories on both engines."""

from tests.support.memories import (  # noqa: F401 - fixtures
    address,
    memory,
    open_memory,
    opened,
)
