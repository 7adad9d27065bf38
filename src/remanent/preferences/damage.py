"""Documents that a tenant keeps: one that cannot be read is told as damage, by its name."""

from collections.abc import Iterator
from contextlib import contextmanager

from remanent.errors import InputError, StoreDamagedError


@contextmanager
def told_as_damage(what: str) -> Iterator[None]:
    """Read a document, and say which one it was where it is not what was written.

    Raises:
        StoreDamagedError: it is no JSON, or not of the shape that is written.
    """
    try:
        yield
    except (AttributeError, InputError, KeyError, TypeError, ValueError) as error:
        raise StoreDamagedError(
            f"The {what} that this tenant keeps cannot be read ({type(error).__name__})."
        ) from error
