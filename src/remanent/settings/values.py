"""How the texts among the settings are read: paths, addresses, zones and names."""

import os
import re

from remanent.settings.places import is_server, is_well_formed, masked
from remanent.settings.rules import Refused

_LONGEST_TEXT = 4096
_UNWRITABLE = r"[\x00-\x1f\x7f\ud800-\udfff]"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*://"
_KEYWORDS = r"(?i)(host|hostaddr|port|dbname|user|password|service)\s*="


def read_text(value: object) -> str:
    """A text that can be written down: not blank, bounded, without control characters."""
    if not isinstance(value, str) or not value.strip():
        raise Refused
    if len(value) > _LONGEST_TEXT:
        raise Refused(f"it has {len(value):,} characters, and {_LONGEST_TEXT:,} are the most")
    if re.search(_UNWRITABLE, value):
        raise Refused("it holds a control character, or bytes that are not UTF-8")
    return value


def read_path(value: object) -> str:
    """A file's path or a server's address."""
    path = read_text(os.fspath(value) if isinstance(value, os.PathLike) else value)
    if is_server(path):
        if not is_well_formed(path):
            raise Refused(
                "it is no postgresql://user:password@host:port/database that can be read in one "
                "way; write @ : / ? # % inside a name or password as %40 %3A %2F %3F %23 %25"
            )
    elif re.match(_SCHEME, path) or path.startswith("file:"):
        raise Refused("it must be the plain path of a file, or start with postgresql://")
    elif re.match(_KEYWORDS, path):
        raise Refused(
            "it looks like keywords for a database; write postgresql://user@host:port/database, "
            "or ./ before the name of a file"
        )
    return path


def read_zone(value: object) -> str:
    """An IANA time zone that this machine knows."""
    import zoneinfo  # noqa: PLC0415 - 7 ms that a memory without a zone can spare

    zone = read_text(value)
    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        import difflib  # noqa: PLC0415 - only a mistake pays for it

        known = {name.lower(): name for name in zoneinfo.available_timezones()}
        near = difflib.get_close_matches(zone.lower().replace(" ", "_"), known, n=1)
        hint = f'; the nearest is "{known[near[0]]}"' if near else ', such as "Europe/Berlin"'
        raise Refused(f"it is no time zone that this machine knows{hint}") from None
    return zone


def read_address(value: object) -> str:
    """The address of a server of models."""
    address = read_spec(value)
    if not re.fullmatch(r"https?://[^\s/]+(?:/\S*)?", address):
        raise Refused
    return address


def read_spec(value: object) -> str:
    """The name of an embedder or a model; whether it exists is for its provider to say."""
    spec = read_text(value)
    if masked(spec) != spec:
        raise Refused("it holds a password or a key; give that in the provider's own variable")
    return spec
