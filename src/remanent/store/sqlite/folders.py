"""Files and folders by name: made to last, and known again."""

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that do not exist."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def identity_of(file: Path) -> tuple[int, int] | None:
    """Return what tells a file from every other one, or None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
