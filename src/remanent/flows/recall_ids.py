"""Recall ids: a signed list of what was recalled, so that a read writes nothing to remember it.

An outcome or a use that cites the id proves which items were shown, and when.
"""

import base64
import hmac
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from remanent.errors import NotFoundError

VERSION = b"\x01"
SIGNATURE_BYTES = 12
ID_BYTES = 16
MOMENT_BYTES = 8


def sign_recall(item_ids: Sequence[str], at: datetime, key: bytes) -> str:
    """Return the id of a recall.

    Args:
        item_ids: 32 hexadecimal digits each, in rank order.
        at: when it was asked.
        key: secret of the scope.
    """
    moment = int(at.timestamp() * 1_000_000).to_bytes(MOMENT_BYTES, "big", signed=True)
    body = VERSION + moment + b"".join(bytes.fromhex(item) for item in item_ids)
    return _written(_signature(body, key) + body)


def read_recall(token: str, key: bytes) -> tuple[str, ...]:
    """Return the items that a recall id lists.

    Raises:
        NotFoundError: it was not given for this scope, or was altered.
    """
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except (ValueError, TypeError):
        raw = b""
    signature, body = raw[:SIGNATURE_BYTES], raw[SIGNATURE_BYTES:]
    # Decoding skips what is no base64: written otherwise, one id would be many.
    is_ours = _written(raw) == token and body.startswith(VERSION)
    if not is_ours or not hmac.compare_digest(signature, _signature(body, key)):
        raise NotFoundError("This recall id was not given for this scope.")
    items = body[1 + MOMENT_BYTES :]
    return tuple(items[start : start + ID_BYTES].hex() for start in range(0, len(items), ID_BYTES))


def _written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _signature(body: bytes, key: bytes) -> bytes:
    return hmac.new(key, b"recall" + body, sha256).digest()[:SIGNATURE_BYTES]
