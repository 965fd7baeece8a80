"""How a message is signed: the Standard Webhooks specification, version 1, with HMAC-SHA256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"
BYTES = 32


def new_secret() -> str:
    """Returns a secret as receivers are given it: 256 random bits in base64 after `whsec_`."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def signed_headers(
    message: str, second: int, body: bytes, signed_by: Iterable[str]
) -> dict[str, str]:
    """Returns the three headers of a message that is sent at a second of Unix time.

    There is a signature for each secret, so that a receiver may still have the one before.
    """
    signed = f"{message}.{second}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(second),
        "webhook-signature": " ".join(_signature(secret, signed) for secret in signed_by),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
