"""Where a memory can be: a file, a server, or a folder that some service copies elsewhere.

pathlib, zoneinfo and platformdirs are imported where they are used: a hook that only wants a
number must not pay for them.
"""

import itertools
import os
import re
from typing import TYPE_CHECKING

from remanent.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE_NAME = "memory.db"
MASK = "***"

_SERVERS = ("postgresql://", "postgres://")
# Patterns stay text until they are needed; `re` keeps what it has compiled.
_ADDRESS = (
    r"(?P<scheme>postgres(?:ql)?://)"
    r"(?:(?P<user>[^:@/?#\s]*)(?::(?P<password>[^@/?#\s]*))?@)?"
    r"(?P<hosts>[A-Za-z0-9.,:_%\[\]-]*)"
    r"(?P<database>/[^@/?#\s]*)?"
    r"(?:\?(?P<query>[^#\s]*))?"
)
_SECRET_PARAMETER = r"(?i)\b((?:ssl)?password|passwd|pwd|token|secret|api_?key)=[^&\s]*"  # noqa: S105 - the pattern of one
# Up to the last @: an unescaped one inside the password must not let its end through.
_PASSWORD = r"(?s)(://[^:/?#@\s]*):.*@"  # noqa: S105 - the same
_KEY_LIKE = r"\b(sk-|ghp_|github_pat_|hf_|gsk_|AIza)[A-Za-z0-9_-]{16,}"

# Folder names as the services make them, at whatever depth they stand.
_FOLDERS = (
    ("Dropbox", r"Dropbox(?: \(.+\))?"),
    ("OneDrive", r"OneDrive(?: - .+)?"),
    ("iCloud Drive", r"Mobile Documents|com~apple~CloudDocs|iCloud ?Drive"),
    ("Google Drive", r"Google ?Drive(?: \(.+\))?|My Drive"),
    ("Nextcloud", r"Nextcloud\d*"),
    ("Syncthing", r"Syncthing"),
)
_MAC_FOLDER = "CloudStorage"  # macOS keeps every provider below it, as in "OneDrive-Personal"
# What the services leave in the folder that they copy. `.dropbox` counts as a file only: the
# folder ~/.dropbox holds the client's own state and says nothing of the home around it.
_MARKERS = (
    ("Dropbox", ".dropbox", os.path.isfile),
    ("Dropbox", ".dropbox.cache", os.path.isdir),
    ("OneDrive", ".849C9593-D756-4E56-8D6E-42412F2A707B", os.path.isfile),
    ("Google Drive", ".tmp.drivedownload", os.path.isdir),
    ("Google Drive", ".tmp.driveupload", os.path.isdir),
    ("Nextcloud", ".nextcloudsync.log", os.path.isfile),
    ("Syncthing", ".stfolder", os.path.lexists),
)
_NEXTCLOUD_JOURNAL = r"\._?sync_[0-9a-f]+\.db"
_LOOKED_AT_MOST = 1_000  # entries of one folder, so that a huge one costs little


def default_path() -> "Path":
    """Where the memory is kept when no path is given; the folder need not exist yet."""
    from platformdirs import user_data_path  # noqa: PLC0415 - 20 ms that most calls can spare

    return user_data_path("remanent", appauthor=False) / FILE_NAME


def is_server(path: str) -> bool:
    """True for the address of a database server rather than of a file."""
    return path.startswith(_SERVERS)


def is_well_formed(address: str) -> bool:
    """True if a postgresql:// address can be read in one way only."""
    return re.fullmatch(_ADDRESS, address) is not None


def masked(text: str) -> str:
    """The text with passwords inside addresses, and keys, replaced by ***."""
    text = re.sub(_PASSWORD, rf"\1:{MASK}@", text)
    text = re.sub(_SECRET_PARAMETER, rf"\1={MASK}", text)
    return re.sub(_KEY_LIKE, rf"\1{MASK}", text)


def without_password(path: str) -> str:
    """The address of a server without its passwords, still an address; a file as it is."""
    parts = re.fullmatch(_ADDRESS, path)
    if parts is None:
        return path
    user = "" if parts["user"] is None else f"{parts['user']}@"
    kept = [
        pair
        for pair in (parts["query"] or "").split("&")
        if pair and not re.match(_SECRET_PARAMETER, pair)
    ]
    query = f"?{'&'.join(kept)}" if kept else ""
    return f"{parts['scheme']}{user}{parts['hosts']}{parts['database'] or ''}{query}"


def absolute(path: str, *, folder: "Path | None" = None, origin: str = "code") -> str:
    """The path with ~ and a relative start resolved; servers and :memory: as they are.

    Args:
        path: as a person wrote it.
        folder: what a relative path starts from; None is the working folder.
        origin: where it was given, for the message.

    Raises:
        SettingsError: it starts at a home folder that is unknown.
    """
    from pathlib import Path  # noqa: PLC0415 - 10 ms that most calls can spare

    if is_server(path) or path == ":memory:":
        return path
    try:
        expanded = Path(path).expanduser()
    except RuntimeError:
        raise SettingsError(
            f"The home folder at the start of {path!r} (from {origin}) is unknown.",
            remedy="Write the path in full.",
        ) from None
    return str((folder or Path()).absolute() / expanded)


def cloud_synced_folder(path: "str | os.PathLike[str]") -> str | None:
    """The service that copies the folder of this path, or None.

    A copy of a database that is being written is a damaged database: the callers warn. Seen by
    the names that the services give their folders and by the files that they leave there; a
    service that does neither is not seen.

    Args:
        path: a memory file or its folder; neither has to exist. A server has no folder.
    """
    from pathlib import Path  # noqa: PLC0415 - 10 ms that most calls can spare

    text = os.fspath(path)
    if is_server(text) or text == ":memory:" or "\0" in text:
        return None
    try:
        written = Path(absolute(text))
    except SettingsError:
        return None  # an unknown home folder; whoever opens the path will say so
    for folder in _folders_around(written):
        service = _service_by_name(folder) or _service_by_marker(folder)
        if service is not None:
            return service
    return None


def _folders_around(path: "Path") -> "Iterator[Path]":
    """The folders around a path as it is written, then as links resolve it."""
    resolved = type(path)(os.path.realpath(path))
    for one in dict.fromkeys((path, resolved)):
        if os.path.isdir(one):  # noqa: PTH112 - Path.is_dir raises where we may not look
            yield one
        yield from one.parents


def _service_by_name(folder: "Path") -> str | None:
    if folder.parent.name == _MAC_FOLDER:
        return folder.name.partition("-")[0].replace("GoogleDrive", "Google Drive")
    return next((service for service, name in _FOLDERS if re.fullmatch(name, folder.name)), None)


def _service_by_marker(folder: "Path") -> str | None:
    for service, marker, is_there in _MARKERS:
        if is_there(folder / marker):
            return service
    try:
        with os.scandir(folder) as entries:
            for entry in itertools.islice(entries, _LOOKED_AT_MOST):
                if re.fullmatch(_NEXTCLOUD_JOURNAL, entry.name):
                    return "Nextcloud"
    except OSError:
        return None  # a folder that does not exist, or that we may not list, has no marker
    return None
