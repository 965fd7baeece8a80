"""Keys of new things: nobody guesses them, and a request that is sent again gets the same one."""

from __future__ import annotations

import secrets
import string

from django.utils.crypto import salted_hmac

from api.operations import Asked

_SIGNS = string.ascii_lowercase + string.digits


def fresh_number(asked: Asked, purpose: str = "") -> int:
    """Returns 256 bits that nobody guesses, the same for the same Idempotency-Key and purpose.

    Those of one purpose say nothing about those of another.
    """
    if not asked.key:
        return secrets.randbits(256)
    told = f"{asked.actor.name}\0{asked.key}"
    salt = f"api.fresh_keys{purpose}"
    return int.from_bytes(salted_hmac(salt, told, algorithm="sha256").digest())


def fresh_key(asked: Asked, length: int, purpose: str = "") -> str:
    """Returns a key of lower-case letters and digits, the same for the same Idempotency-Key."""
    mark = fresh_number(asked, purpose)
    signs = []
    for _ in range(length):
        mark, place = divmod(mark, len(_SIGNS))
        signs.append(_SIGNS[place])
    return "".join(signs)
