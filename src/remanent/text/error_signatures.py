"""What stays of an error when it happens again elsewhere: its signature.

Paths, numbers, addresses, times, versions and identifiers become placeholders; the line that
names the error is kept. The same mistake in another file or at another line has one signature.
"""

import re
import unicodedata
from typing import Final

MOST_CHARACTERS: Final = 240
"""Of a signature."""

_ANSI: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_NAMES_ERROR: Final = re.compile(
    r"(?i)(?:\b[\w.]*(?:error|exception|warning|panic(?:ked)?|fault)\b\s*(?:\[\w+\])?\s*:)"
    r"|^\s*(?:e\s{2,}|fatal:|error\b|err!|npm err!|fail(?:ed)?\b|\*\*\*)"
    r"|command not found|permission denied|no such file|not recognized|cannot find|could not"
    r"|undefined (?:reference|symbol|name)|unable to|refused|denied|timed out|unknown option"
    r"|does not exist|already exists|conflict|segmentation fault|out of memory|no module named"
)
_NOISE: Final = re.compile(
    r"(?i)^\s*(?:at\s+\S+.*\(|file \".*\", line|traceback|\^+|~+|\d+\s*\||-+>|=+|note:|help:|hint:)"
)
_PLACES: Final = (
    (re.compile(r"https?://\S+"), "<url>"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b"), "<time>"),
    (re.compile(r"(?<![\w<])(?:[a-z]:)?(?:~|\.{1,2})?(?:[\\/][\w.@+-]+)+[\\/]?(?::\d+)*"), "<path>"),
    (re.compile(r"(?<![\w</])[\w.-]+(?:/[\w.@+-]+)+(?::\d+)*"), "<path>"),
    (re.compile(r"\b[\w-]+\.(?:py|js|ts|tsx|jsx|rs|go|c|h|cc|cpp|hpp|java|rb|sh|sql|json|toml|ya?ml|md|txt)\b(?::\d+)*"), "<path>"),
    (re.compile(r"\b0x[0-9a-f]+\b"), "<hex>"),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b"), "<hex>"),
    (re.compile(r"\bv?\d+(?:\.\d+){1,3}(?:[-+.]?(?:a|b|rc|dev|post|alpha|beta)\.?\d*)?\b"), "<version>"),
    (re.compile(r"(?<![\w<])\d+(?![\w>])"), "<n>"),
)  # fmt: skip


def error_signature(output: str, command: str | None = None) -> str:
    """Return the signature of an error, at most 240 characters; "" where there are no words.

    Args:
        output: what was printed, or just the message.
        command: the command that failed; its program leads the signature.
    """
    lines = [line for line in _ANSI.sub("", output).splitlines() if line.strip()]
    told = _line(lines)
    if not told:
        return ""
    folded = unicodedata.normalize("NFKC", told).casefold()
    for pattern, place in _PLACES:
        folded = pattern.sub(place, folded)
    program = _program(command)
    words = " ".join(folded.split())
    return f"{program}: {words}"[:MOST_CHARACTERS] if program else words[:MOST_CHARACTERS]


def _line(lines: list[str]) -> str:
    """Return the line that names the error: the last that does, else the last at all."""
    naming = [line for line in lines if _NAMES_ERROR.search(line) and not _NOISE.match(line)]
    if naming:
        return naming[-1].strip()
    plain = [line for line in lines if not _NOISE.match(line)]
    return (plain or lines or [""])[-1].strip()


def _program(command: str | None) -> str:
    words = (command or "").split()
    while words and (re.fullmatch(r"\w+=\S*", words[0]) or words[0] in {"sudo", "env", "time"}):
        words = words[1:]
    return words[0].rsplit("/", 1)[-1].casefold() if words else ""
