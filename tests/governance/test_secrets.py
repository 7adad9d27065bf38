import base64
import hashlib
import time
import unicodedata

import pytest

from remanent.errors import InputError
from remanent.governance.secrets import hash_secret, verify_secret

SALT = bytes(range(16))
SECRET = "correct horse battery"  # noqa: S105 - an example
# What hashlib.scrypt gives for these parameters; an encoded form must stay readable for ever.
ENCODED = (
    "remanent-scrypt$1$n=32768,r=8,p=3$AAECAwQFBgcICQoLDA0ODw=="
    "$BUS/jY3RXIlNUfVFibrXS1m+ZtyDS56ksoZ2SgSjUlQ="
)


@pytest.fixture(scope="module")
def encoded() -> str:
    return hash_secret(SECRET, salt=SALT)


def test_the_encoded_form_is_the_same_in_every_release(encoded: str) -> None:
    assert encoded == ENCODED


def test_the_right_secret_is_recognised_and_a_near_one_is_not() -> None:
    assert verify_secret(SECRET, ENCODED)
    assert not verify_secret(SECRET + " ", ENCODED)
    assert not verify_secret(SECRET.title(), ENCODED)


def test_a_short_or_empty_attempt_is_wrong_and_no_error() -> None:
    assert not verify_secret("", ENCODED)
    assert not verify_secret("x" * 5000, ENCODED)


def test_another_salt_gives_another_form_of_the_same_secret(encoded: str) -> None:
    other = hash_secret(SECRET, salt=bytes(16))
    assert other.rpartition("$")[2] != encoded.rpartition("$")[2]
    assert verify_secret(SECRET, other)


def test_the_encoded_form_does_not_hold_the_secret(encoded: str) -> None:
    assert "horse" not in encoded


def test_a_secret_may_be_in_any_script_and_composed_either_way() -> None:
    secret = "Œuvre d’été 雪の夜"  # noqa: S105 - an example
    encoded = hash_secret(unicodedata.normalize("NFD", secret), salt=SALT)
    assert verify_secret(unicodedata.normalize("NFC", secret), encoded)


def test_what_a_terminal_could_not_decode_is_still_a_secret() -> None:
    secret = "caf\udce9 noir\0 12"  # noqa: S105 - an example
    assert verify_secret(secret, hash_secret(secret, salt=SALT))


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("", "fewer than 8 characters"),
        ("seven77", "fewer than 8 characters"),
        ("e\u0301" * 3 + "abcd", "fewer than 8 characters"),  # seven, once composed
        ("        ", "fewer than 4 different"),
        ("abababab", "fewer than 4 different"),
        ("aAaAbBbB", "fewer than 4 different"),
        ("Password123", "tried first"),
        (" 12345678 ", "tried first"),
        ("abcd" * 257, "more than 1,024 characters"),
        ("abcd" * 100_000, "more than 1,024 characters"),
    ],
)
def test_a_weak_secret_is_refused_with_a_remedy_and_without_repeating_it(
    secret: str, why: str
) -> None:
    with pytest.raises(InputError, match=why) as raised:
        hash_secret(secret, salt=SALT)
    assert "Take a " in str(raised.value)
    assert not secret.strip() or secret.strip() not in str(raised.value)


@pytest.mark.parametrize("secret", ["a bcdefg", "zq4!zq4!", "a" * 1020 + "bcde"])
def test_a_secret_at_the_edge_of_the_rules_is_accepted(secret: str) -> None:
    assert hash_secret(secret, salt=SALT).startswith("remanent-scrypt$1$")


@pytest.mark.parametrize("secret", [None, b"correct horse", 12345678])
def test_only_text_is_a_secret(secret: object) -> None:
    with pytest.raises(InputError, match="must be text"):
        hash_secret(secret, salt=SALT)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="must be text"):
        verify_secret(secret, ENCODED)  # type: ignore[arg-type]


@pytest.mark.parametrize("salt", [b"", b"x" * 15, b"x" * 65, "x" * 16, None])
def test_a_salt_has_16_to_64_bytes(salt: object) -> None:
    with pytest.raises(InputError, match="16 to 64 bytes"):
        hash_secret(SECRET, salt=salt)  # type: ignore[arg-type]


def with_older_parameters(secret: str) -> str:
    digest = hashlib.scrypt(secret.encode(), salt=SALT, n=1024, r=8, p=1, dklen=32)
    salt, key = (base64.b64encode(part).decode() for part in (SALT, digest))
    return f"remanent-scrypt$1$n=1024,r=8,p=1${salt}${key}"


def test_parameters_of_an_older_form_are_read_from_it() -> None:
    older = with_older_parameters(SECRET)
    assert verify_secret(SECRET, older)
    assert not verify_secret(SECRET + "x", older)


def test_an_attempt_over_the_bound_is_wrong_whatever_is_stored() -> None:
    assert not verify_secret("abcd" * 257, with_older_parameters("abcd" * 257))


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "plain text",
        ENCODED[:-1],
        ENCODED + "\n",
        ENCODED.replace("$1$", "$2$"),
        ENCODED.replace("n=32768", "n=32767"),
        ENCODED.replace("n=32768", "n=0"),
        ENCODED.replace("n=32768", "n=1"),
        ENCODED.replace("n=32768", "n=16777216"),
        ENCODED.replace("r=8", "r=0"),
        ENCODED.replace("r=8", "r=999"),
        ENCODED.replace("p=3", "p=0"),
        ENCODED.replace("p=3", "p=999"),
        ENCODED.rpartition("$")[0] + "$AAAA",
        ENCODED.rpartition("$")[0] + "$====",
        None,
    ],
)
def test_a_damaged_form_lets_nobody_in_costs_nothing_and_says_so(damaged: str) -> None:
    begin = time.process_time()
    with pytest.raises(InputError, match=r"damaged or of an unknown version.*remanent init"):
        verify_secret(SECRET, damaged)
    assert time.process_time() - begin < 0.1
