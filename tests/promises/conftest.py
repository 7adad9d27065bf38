"""Memories on both engines."""

from tests.support.memories import (  # noqa: F401 - fixtures
    address,
    memory,
    open_memory,
    opened,
    reference_memory,
)
from tests.support.models import asked, server  # noqa: F401 - the same
