"""Command lines, each test in a folder of its own."""

from tests.support.shell import alone, shell  # noqa: F401 - fixtures
