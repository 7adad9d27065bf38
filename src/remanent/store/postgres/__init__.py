"""PostgreSQL with pgvector, through psycopg and its pool."""

from typing import TYPE_CHECKING

from remanent.errors import MissingExtraError

if TYPE_CHECKING:
    from remanent.store.postgres.database import PostgresDatabase


def open_postgres(
    address: str,
    *,
    durability: str = "full",
    min_size: int = 1,
    max_size: int = 10,
    timeout_seconds: float = 30.0,
) -> "PostgresDatabase":
    """Open a memory on a server.

    Raises:
        MissingExtraError: psycopg, its pool or pgvector is not installed.
        StoreError: see `PostgresDatabase`.
    """
    try:
        from remanent.store.postgres.database import PostgresDatabase  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError(
            f"A memory on a server needs a package that is not installed: {error}.",
            remedy='Install it with `pip install "remanent[postgres]"`.',
        ) from error
    return PostgresDatabase(
        address,
        durability=durability,
        busy_timeout_seconds=timeout_seconds,
        pool_min_size=min_size,
        pool_max_size=max_size,
    )
