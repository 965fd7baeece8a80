"""Keys of new things: nobody guesses them, and a request that is sent again gets the same one."""

from __future__ import annotations

import secrets
import string

from django.utils.crypto import salted_hmac

from api.operations import Asked

_SIGNS = string.ascii_lowercase + string.digits


def fresh_key(asked: Asked, length: int) -> str:
    """Returns a key of lower-case letters and digits, the same for the same Idempotency-Key."""
    if not asked.key:
        return "".join(secrets.choice(_SIGNS) for _ in range(length))
    told = f"{asked.actor.name}\0{asked.key}"
    mark = int.from_bytes(salted_hmac("api.fresh_keys", told, algorithm="sha256").digest())
    signs = []
    for _ in range(length):
        mark, place = divmod(mark, len(_SIGNS))
        signs.append(_SIGNS[place])
    return "".join(signs)
