"""Passwords for other machines: sealed with this installation's secret key wherever they are kept.

A backup and a copy of the database hold them sealed, and the secret key is in neither.
"""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from django.conf import settings

_NONCE = 12


def seal(secret: str) -> str:
    """Returns a secret as it may be kept; "" for none."""
    if not secret:
        return ""
    nonce = secrets.token_bytes(_NONCE)
    return b64encode(nonce + _box().encrypt(nonce, secret.encode(), b"")).decode()


def unseal(kept: str) -> str | None:
    """Returns a secret that was sealed here; None for one that another installation sealed."""
    if not kept:
        return ""
    try:
        data = b64decode(kept, validate=True)
        return _box().decrypt(data[:_NONCE], data[_NONCE:], b"").decode()
    except (InvalidTag, ValueError):
        return None


def _box() -> ChaCha20Poly1305:
    return ChaCha20Poly1305(sha256(b"core.pushing" + settings.SECRET_KEY.encode()).digest())
