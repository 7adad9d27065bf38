"""Recall ids: a signed list of what was recalled, so that a read writes nothing to remember it.

An outcome or a use that cites the id proves which items were shown, when, and how relevant each
was to the question.
"""

import base64
import hmac
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from remanent.errors import NotFoundError

VERSION = b"\x01"
WITH_RELEVANCE = b"\x02"
OF_LESSONS = b"\x03"
FULL_RELEVANCE = 255
SIGNATURE_BYTES = 12
ID_BYTES = 16
MOMENT_BYTES = 8


def sign_recall(
    item_ids: Sequence[str],
    at: datetime,
    key: bytes,
    *,
    relevances: Sequence[float] | None = None,
    fired: Sequence[bool] | None = None,
) -> str:
    """Return the id of a recall.

    Args:
        item_ids: 32 hexadecimal digits each, in rank order.
        at: when it was asked.
        key: secret of the scope.
        relevances: of each item to the question, in [0, 1], kept in steps of 1/255; None where
            nothing was asked.
        fired: of lessons, whether the condition of each held; they have relevances.
    """
    moment = int(at.timestamp() * 1_000_000).to_bytes(MOMENT_BYTES, "big", signed=True)
    listed = b"".join(bytes.fromhex(item) for item in item_ids)
    if relevances is None:
        body = VERSION + moment + listed
    else:
        steps = bytes(round(each * FULL_RELEVANCE) for each in relevances)
        assert len(steps) == len(item_ids), "each item has a relevance"
        body = WITH_RELEVANCE + moment + listed + steps
        if fired is not None:
            body = OF_LESSONS + moment + listed + steps + bytes(fired)
    return _written(_signature(body, key) + body)


def read_recall(token: str, key: bytes) -> tuple[str, ...]:
    """Return the items that a recall id lists.

    Raises:
        NotFoundError: it was not given for this scope, or was altered.
    """
    return tuple(read_relevances(token, key))


def read_relevances(token: str, key: bytes) -> dict[str, float | None]:
    """Return how relevant each item that a recall id lists was; None where nothing was asked.

    Raises:
        NotFoundError: it was not given for this scope, or was altered.
    """
    body = _opened(token, key)
    items, steps, _ = _parts(body)
    return {item: steps[place] / FULL_RELEVANCE if steps else None
            for place, item in enumerate(items)}  # fmt: skip


def read_fired(token: str, key: bytes) -> dict[str, bool] | None:
    """Return whether the condition of each lesson that an id lists held; None for other ids.

    Raises:
        NotFoundError: it was not given for this scope, or was altered.
    """
    body = _opened(token, key)
    if not body.startswith(OF_LESSONS):
        return None
    items, _, fired = _parts(body)
    return {item: bool(fired[place]) for place, item in enumerate(items)}


def _opened(token: str, key: bytes) -> bytes:
    try:
        raw = base64.urlsafe_b64decode(token[1:] + "=" * (-len(token[1:]) % 4))
    except (ValueError, TypeError):
        raw = b""
    signature, body = raw[:SIGNATURE_BYTES], raw[SIGNATURE_BYTES:]
    # Decoding skips what is no base64: written otherwise, one id would be many.
    is_ours = _written(raw) == token and body.startswith((VERSION, WITH_RELEVANCE, OF_LESSONS))
    if not is_ours or not hmac.compare_digest(signature, _signature(body, key)):
        raise NotFoundError("This recall id was not given for this scope.")
    return body


def _parts(body: bytes) -> tuple[list[str], bytes, bytes]:
    """Return the items of an id, their relevances in steps, and whether conditions held."""
    listed = body[1 + MOMENT_BYTES :]
    size = {VERSION: ID_BYTES, WITH_RELEVANCE: ID_BYTES + 1, OF_LESSONS: ID_BYTES + 2}[body[:1]]
    count = len(listed) // size
    end = count * ID_BYTES
    items = [listed[start : start + ID_BYTES].hex() for start in range(0, end, ID_BYTES)]
    return items, listed[end : end + count], listed[end + count :]


def _written(raw: bytes) -> str:
    """Return an id that no command line takes for an option: it begins with a letter."""
    return "r" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _signature(body: bytes, key: bytes) -> bytes:
    return hmac.new(key, b"recall" + body, sha256).digest()[:SIGNATURE_BYTES]
