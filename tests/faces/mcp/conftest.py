"""Clients of the SDK, before a server in this process or over a real wire."""

import pytest
from tests.support.shell import alone  # noqa: F401 - a fixture

pytest.importorskip("mcp")
