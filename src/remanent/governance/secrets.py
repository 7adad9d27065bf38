"""The owner's secret: what shows that a person, and not his agent, approves.

Only this hash is kept, so that whoever reads the store learns no secret. scrypt makes each guess
cost memory and time (RFC 7914); the parameters are one of the sets that OWASP's Password Storage
Cheat Sheet gives as equally strong, the one that takes 32 MiB. They are written into the encoded
form, so that a later version can raise them and still verify what was set before.
"""

import base64
import binascii
import hashlib
import hmac
import re
import unicodedata
from dataclasses import dataclass

from remanent.errors import InputError

MIN_SECRET_CHARACTERS = 8
MAX_SECRET_CHARACTERS = 1_024
MIN_DIFFERENT_CHARACTERS = 4
MIN_SALT_BYTES = 16
MAX_SALT_BYTES = 64

_HASH_BYTES = 32
_ENCODED = re.compile(
    r"remanent-scrypt\$1\$n=(?P<cost>[0-9]{1,8}),r=(?P<block>[0-9]{1,3}),p=(?P<lanes>[0-9]{1,3})"
    r"\$(?P<salt>[A-Za-z0-9+/=]{1,128})\$(?P<hash>[A-Za-z0-9+/=]{1,128})",
    re.ASCII,
)
# The most that verifying may cost: a tampered record must not exhaust the machine.
_MOST_MEMORY_BYTES = 256 * 1024 * 1024
_MOST_LANES = 16
# What is tried first, and is long enough to pass for a secret.
_COMMON = frozenset(
    {
        "12345678", "123456789", "1234567890", "87654321", "0123456789", "11223344",
        "password", "password1", "password123", "passw0rd", "p@ssw0rd", "qwertyui", "qwertyuiop",
        "qwerty123", "1q2w3e4r", "1qaz2wsx", "asdfghjk", "abcdefgh", "abcd1234", "iloveyou",
        "letmein1", "welcome1", "sunshine", "princess", "football", "baseball", "superman",
        "trustno1", "changeme", "changeit", "remanent", "remanent1",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Cost:
    """scrypt's parameters: 128 · n · r bytes of memory, p times over.

    Args:
        n: number of blocks, a power of two.
        r: size of a block in units of 128 bytes.
        p: number of independent passes.
    """

    n: int
    r: int
    p: int

    @property
    def memory_bytes(self) -> int:
        return 128 * self.n * self.r

    @property
    def is_bearable(self) -> bool:
        is_power_of_two = self.n > 1 and self.n & (self.n - 1) == 0
        return (
            is_power_of_two
            and self.r >= 1
            and 1 <= self.p <= _MOST_LANES
            and self.memory_bytes <= _MOST_MEMORY_BYTES
        )


_COST = _Cost(n=2**15, r=8, p=3)


def hash_secret(secret: str, *, salt: bytes) -> str:
    """The encoded form of a secret, to be stored in its place.

    Composed and decomposed spellings of one secret are the same secret (NFC, as RFC 8265 has it
    for passwords); case, blanks and everything else count. Takes about a quarter of a second.

    Args:
        secret: 8 to 1,024 characters, 4 different ones among them, none of the well-known ones.
        salt: 16 to 64 random bytes, new for each secret.

    Raises:
        InputError: the secret is too weak or the salt too short; the message holds neither.
    """
    text = _normal(secret)
    _refuse_weak(text)
    if not isinstance(salt, bytes) or not MIN_SALT_BYTES <= len(salt) <= MAX_SALT_BYTES:
        raise InputError(
            f"The salt of a secret must be {MIN_SALT_BYTES} to {MAX_SALT_BYTES} bytes.",
            remedy=f"Give {MIN_SALT_BYTES} new random bytes, as secrets.token_bytes makes them.",
        )
    digest = _scrypt(text, salt=salt, cost=_COST)
    return (
        f"remanent-scrypt$1$n={_COST.n},r={_COST.r},p={_COST.p}"
        f"${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
    )


def verify_secret(secret: str, encoded: str) -> bool:
    """True if this is the secret behind an encoded form; the time taken tells nothing of how near.

    Raises:
        InputError: the encoded form is damaged or of a version that is not known here. It is no
            match then, and nobody is let in.
    """
    cost, salt, expected = _decode(encoded)
    text = _normal(secret)
    if len(text) > MAX_SECRET_CHARACTERS:
        return False
    return hmac.compare_digest(_scrypt(text, salt=salt, cost=cost), expected)


def _normal(secret: str) -> str:
    if not isinstance(secret, str):
        raise InputError(
            f"A secret must be text, not {type(secret).__name__}.",
            remedy="Give a string.",
        )
    if len(secret) > 2 * MAX_SECRET_CHARACTERS:
        return secret  # too long in any form; not worth the time
    return unicodedata.normalize("NFC", secret)


def _refuse_weak(secret: str) -> None:
    remedy = "Take a sentence, or several unrelated words, that you use nowhere else."
    if len(secret) < MIN_SECRET_CHARACTERS:
        raise InputError(
            f"The secret has fewer than {MIN_SECRET_CHARACTERS} characters, so it can be guessed.",
            remedy=remedy,
        )
    if len(secret) > MAX_SECRET_CHARACTERS:
        raise InputError(
            f"The secret has more than {MAX_SECRET_CHARACTERS:,} characters.",
            remedy="Take a shorter one; was a file given by mistake?",
        )
    if len(set(secret.casefold())) < MIN_DIFFERENT_CHARACTERS:
        raise InputError(
            f"The secret has fewer than {MIN_DIFFERENT_CHARACTERS} different characters, so it "
            "can be guessed.",
            remedy=remedy,
        )
    if secret.strip().casefold() in _COMMON:
        raise InputError("The secret is one of those that are tried first.", remedy=remedy)


def _scrypt(secret: str, *, salt: bytes, cost: _Cost) -> bytes:
    return hashlib.scrypt(
        secret.encode("utf-8", "surrogatepass"),  # a terminal can hand over any bytes
        salt=salt,
        n=cost.n,
        r=cost.r,
        p=cost.p,
        maxmem=2 * cost.memory_bytes + 1024 * 1024,  # OpenSSL counts its own buffers as well
        dklen=_HASH_BYTES,
    )


def _decode(encoded: str) -> tuple[_Cost, bytes, bytes]:
    parts = _ENCODED.fullmatch(encoded) if isinstance(encoded, str) else None
    if parts is None:
        raise _unreadable()
    cost = _Cost(n=int(parts["cost"]), r=int(parts["block"]), p=int(parts["lanes"]))
    try:
        salt = base64.b64decode(parts["salt"], validate=True)
        digest = base64.b64decode(parts["hash"], validate=True)
    except binascii.Error:
        raise _unreadable() from None
    if not cost.is_bearable or len(salt) < MIN_SALT_BYTES or len(digest) != _HASH_BYTES:
        raise _unreadable()
    return cost, salt, digest


def _unreadable() -> InputError:
    return InputError(
        "The stored form of the owner's secret is damaged or of an unknown version.",
        remedy="Upgrade if it was set by a newer version; else set it again with `remanent init`.",
    )
