"""A disk that can be full, fail, be read-only, or lose what was not synced in a power cut."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any

import apsw

BASE = "unix"
Change = Callable[[bytearray], None]


@dataclass
class Image:
    """What a file holds for certain, and what was written to it since its last sync."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)


def nothing_wrong(_operation: str, _file: str) -> None:
    """Let everything pass."""


class FaultyDisk(apsw.VFS):
    """Passes everything to the real disk, after asking whether it should fail.

    Args:
        before: called with ("write" | "sync" | "open" | "delete", file name); what it raises is
            what the engine meets.
        follows: keep images of the files, so that a power can be cut; the real disk is not
            synced then, which is faster and changes nothing.
    """

    def __init__(self, name: str, *, follows: bool) -> None:
        self.before: Callable[[str, str], None] = nothing_wrong
        self.after: Callable[[str, str], None] = nothing_wrong
        self.follows = follows
        self.is_read_only = False
        self.lock = RLock()
        self.images: dict[str, Image] = {}
        super().__init__(name, BASE, makedefault=True)

    def excepthook(self, kind: Any, error: Any, trace: Any) -> bool:  # noqa: ARG002 - apsw's
        """Keep quiet where the engine goes on in spite of a fault."""
        return True

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - apsw's name
        return FaultyFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802, FBT001 - apsw's
        self.before("delete", Path(filename).name)
        with self.lock:
            super().xDelete(filename, syncdir)
            self.images.pop(filename, None)

    def cut_power(self, folder: Path, luck: random.Random) -> None:
        """Write what a power cut at this moment leaves: all that was synced, some of the rest."""
        with self.lock:
            for name, image in self.images.items():
                content = bytearray(image.synced)
                for change in image.pending:
                    if luck.random() < 0.5:
                        change(content)
                (folder / Path(name).name).write_bytes(content)


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.path = path or ""
        self.name = Path(self.path).name
        disk.before("open", self.name)
        if disk.is_read_only:
            writing = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
            flags[0] = flags[0] & ~writing | apsw.SQLITE_OPEN_READONLY
        super().__init__(BASE, name, flags)
        if disk.follows and self.path:
            with disk.lock:
                disk.images.setdefault(self.path, Image())

    def excepthook(self, kind: Any, error: Any, trace: Any) -> bool:  # noqa: ARG002 - apsw's
        """Keep quiet where the engine goes on in spite of a fault."""
        return True

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        self.disk.before("write", self.name)
        kept = bytes(data)

        def change(content: bytearray) -> None:
            if len(content) < offset:
                content.extend(bytes(offset - len(content)))
            content[offset : offset + len(kept)] = kept

        self._change(change, lambda: super(FaultyFile, self).xWrite(data, offset))
        self.disk.after("write", self.name)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - apsw's name
        def change(content: bytearray) -> None:
            del content[newsize:]

        self._change(change, lambda: super(FaultyFile, self).xTruncate(newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 - apsw's name
        self.disk.before("sync", self.name)
        with self.disk.lock:
            image = self.disk.images.get(self.path)
            if image is None:
                super().xSync(flags)
            else:
                for change in image.pending:
                    change(image.synced)
                image.pending.clear()
        self.disk.after("sync", self.name)

    def _change(self, change: Change, really: Callable[[], None]) -> None:
        with self.disk.lock:
            really()
            image = self.disk.images.get(self.path)
            if image is not None:
                image.pending.append(change)


@contextmanager
def faulty_disk(*, follows: bool = False) -> Iterator[FaultyDisk]:
    """Put every file that is opened meanwhile on a faulty disk."""
    disk = FaultyDisk("faulty", follows=follows)
    try:
        yield disk
    finally:
        apsw.set_default_vfs(BASE)
        disk.unregister()
