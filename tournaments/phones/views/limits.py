"""How often a phone may send, and a PIN may be wrong, before it has to wait.

Counted in the cache of this installation; where that is away, nobody is kept waiting.
"""

from __future__ import annotations

import hashlib

from django.core.cache import cache

SENT_A_MINUTE = 30
"""How often the link of one entry may send in a minute."""
WRONG_PINS = 5
"""How many wrong PINs of one entry are taken before it is locked."""
WRONG_AT_ADDRESS = 60
"""How many wrong PINs an address may send; a whole hall mostly shares one."""
LOCKED_S = 15 * 60
_MINUTE_S = 60


def sends_too_often(whose: str) -> bool:
    """Counts a request of a link; returns whether it was one too many in a minute."""
    return _counted(f"phone-sent-{_hash(whose)}", _MINUTE_S) > SENT_A_MINUTE


def is_locked(entry: str, address: str) -> bool:
    """Returns whether an entry, or an address, has sent too many wrong PINs of late."""
    many = int(cache.get(_pin_key(entry), 0)) >= WRONG_PINS
    return many or int(cache.get(_address_key(address), 0)) >= WRONG_AT_ADDRESS


def count_wrong_pin(entry: str, address: str) -> None:
    """Counts a wrong PIN of an entry, sent from an address."""
    _counted(_pin_key(entry), LOCKED_S)
    _counted(_address_key(address), LOCKED_S)


def forget_wrong_pins(entry: str) -> None:
    """Begins to count anew: the PIN was right."""
    cache.delete(_pin_key(entry))


def _pin_key(entry: str) -> str:
    return f"phone-pin-{_hash(entry)}"


def _address_key(address: str) -> str:
    return f"phone-address-{_hash(address)}"


def _counted(key: str, seconds: int) -> int:
    if cache.add(key, 1, seconds):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:
        # It ran out between the two.
        cache.set(key, 1, seconds)
        return 1


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
