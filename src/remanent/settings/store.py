"""Settings of where a memory is kept, and when a write counts as done."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from remanent.errors import SettingsError
from remanent.settings.places import FILE_NAME, default_path
from remanent.settings.rules import Group, choice, number, switch, text, whole
from remanent.settings.values import read_path


class Durability(StrEnum):
    """When a write counts as done."""

    FULL = "full"
    NORMAL = "normal"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StoreSettings(Group):
    """Where memories are kept, and how safely."""

    path: Annotated[
        str | None,
        text(
            allowed="the path of a file or a postgresql:// address",
            check=read_path,
            about=f"Where the memory is; none is {FILE_NAME} in this user's data folder.",
            reason=(
                "One memory for each user without any set-up. A relative path starts at the "
                "folder of the file that names it, elsewhere at the working folder."
            ),
        ),
    ] = None
    durability: Annotated[
        Durability,
        choice(
            among=Durability,
            about="Whether a write waits until the disk has it (full) or only the system (normal).",
            reason=(
                "In 30 simulated power cuts full lost nothing and normal lost acknowledged "
                "writes in 27. A killed process loses nothing under either."
            ),
        ),
    ] = Durability.FULL
    busy_timeout_seconds: Annotated[
        float,
        number(
            low=0,
            high=3_600,
            unit="seconds",
            about="How long a write waits for other processes before it gives up.",
            reason="Four processes writing to one file at once met no error with 30.",
        ),
    ] = 30.0
    group_commit_blocks: Annotated[
        int,
        whole(
            low=1,
            high=4_096,
            unit="writes",
            about="How many concurrent writes share one commit at most.",
            reason="64 clients wrote 6,700 durable rows a second together, one client at most 550.",
        ),
    ] = 64
    group_commit_milliseconds: Annotated[
        float,
        number(
            low=0,
            high=1_000,
            unit="milliseconds",
            about="How long a commit waits for further writes at most.",
            reason="About what waiting for the disk costs once (4 ms).",
        ),
    ] = 5.0
    hot_scopes: Annotated[
        int,
        whole(
            low=1,
            high=100_000,
            unit="scopes",
            about="How many scopes keep their search index in memory; the least used leaves first.",
            reason="A scope of 10,000 memories takes about 10 ms to load and 4 MB to keep.",
        ),
    ] = 64
    hot_bytes: Annotated[
        int,
        whole(
            low=1_000_000,
            high=1_000_000_000_000,
            unit="bytes",
            about="How much memory those search indexes take together at most.",
            reason="Room for a million memories at about 400 bytes each.",
        ),
    ] = 512_000_000
    backup_before_migration: Annotated[
        bool,
        switch(
            about="Whether an older store is copied before it is brought up to date.",
            reason="A migration that stops half-way must cost nothing but time.",
        ),
    ] = True
    postgres_pool_min_size: Annotated[
        int,
        whole(
            low=0,
            high=1_000,
            unit="connections",
            about="How many connections to a PostgreSQL server stay open.",
            reason="The first call after a pause should not wait for a connection.",
        ),
    ] = 1
    postgres_pool_max_size: Annotated[
        int,
        whole(
            low=1,
            high=1_000,
            unit="connections",
            about="How many connections to a PostgreSQL server are open at most.",
            reason="A server allows 100 by default, and several processes share them.",
        ),
    ] = 10

    def agree(self) -> None:
        """Refuse a pool that is smaller than its least."""
        if self.postgres_pool_min_size > self.postgres_pool_max_size:
            raise SettingsError(
                f"store.postgres_pool_min_size is {self.postgres_pool_min_size} and "
                f"store.postgres_pool_max_size only {self.postgres_pool_max_size}.",
                remedy="Lower the first or raise the second.",
            )

    @property
    def location(self) -> str:
        """The path or address to open: `path`, or the default where there is none."""
        return str(default_path()) if self.path is None else self.path
