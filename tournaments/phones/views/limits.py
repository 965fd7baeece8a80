"""How often a phone may send, and a PIN may be wrong, before it has to wait.

Counted in the database, which all processes and machines of an installation share, as failed
sign-ins are; what is counted together is kept as a hash.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from django.db import transaction

from core.log import Log
from core.unsynced import unsynced
from tournaments.models import PhoneTally
from tournaments.pin_locks import (
    FORGOTTEN,
    FROM_ADDRESS,
    OF_EVENT,
    WATCHED,
    locked_until,
    tries_allowed,
)

SENT_A_MINUTE = 30
"""How often the link of one entry may send in a minute."""
MINUTE = timedelta(minutes=1)
_NETWORK_OF_A_HOUSE = 64

log = Log(__name__)


class PinTry(NamedTuple):
    """Who tries a PIN: the key of the event, what the PIN is of, and the address they come from."""

    event: int
    whose: str
    address: str


def sends_too_often(whose: str, now: datetime) -> bool:
    """Counts a request of a link; returns whether it was one too many in a minute."""
    key = _key("sent", whose)
    # Who sends without end is told so without a write.
    if _within(key, now, MINUTE) >= SENT_A_MINUTE:
        return True
    return _count(key, now, MINUTE) > SENT_A_MINUTE


def begin_try(tried: PinTry, now: datetime) -> timedelta:
    """Counts a PIN as wrong until it is known to be right; returns how long to wait, 0 for now.

    What has to wait is not counted: nobody makes a lock longer than it is by trying on. It is
    counted before it is looked at, so that many at once are no more tries than one by one.
    """
    allowed = tries_allowed(*_watched(tried, now))
    with transaction.atomic():
        row = _row(_key("pin", str(tried.event), tried.whose), now)
        wrong = row.count if row.last + FORGOTTEN > now else 0
        until = locked_until(wrong, row.last, allowed)
        if wrong and until > now:
            return until - now
        row.count, row.last = wrong + 1, now
        row.save(update_fields=("count", "last"))
    return timedelta()


def end_try(tried: PinTry, now: datetime, *, right: bool) -> None:
    """Forgets the wrong PINs of a number once one was right, else counts who tried it."""
    if right:
        key = _key("pin", str(tried.event), tried.whose)
        PhoneTally.objects.filter(key=key).delete()
        return
    counts = [_count(key, now, WATCHED) for key in _watched_keys(tried)]
    for what, count, many in zip(
        ("address", "event"), counts, (FROM_ADDRESS, OF_EVENT), strict=True
    ):
        if count == many:
            log.warning("phones.many_wrong_pins", by=what, event_row=tried.event, count=count)


def _watched(tried: PinTry, now: datetime) -> tuple[int, int]:
    from_address, of_event = (_within(key, now, WATCHED) for key in _watched_keys(tried))
    return from_address, of_event


def _watched_keys(tried: PinTry) -> tuple[str, str]:
    return _key("address", _house(tried.address)), _key("event", str(tried.event))


def _house(address: str) -> str:
    """Returns an address without what each device of a house chooses of it (IPv6)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    # A server that listens to both hears of IPv4 in this way, and every house would be one.
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), _NETWORK_OF_A_HOUSE), strict=False))


def _within(key: str, now: datetime, length: timedelta) -> int:
    """Returns what is counted under a key in the stretch of this length that runs now."""
    row = PhoneTally.objects.filter(key=key, since__gt=now - length).first()
    return 0 if row is None else row.count


def _count(key: str, now: datetime, length: timedelta) -> int:
    """Counts one more; the first begins a stretch of this length. Returns the count."""
    with unsynced(), transaction.atomic():
        row = _row(key, now)
        if row.since <= now - length:
            row.count, row.since = 0, now
        row.count, row.last = row.count + 1, now
        row.save(update_fields=("count", "since", "last"))
    return row.count


def _row(key: str, now: datetime) -> PhoneTally:
    """Returns the row of a key, held until the transaction ends; a new one clears old ones up."""
    row, is_new = PhoneTally.objects.select_for_update().get_or_create(
        key=key, defaults={"since": now, "last": now}
    )
    if is_new:
        PhoneTally.objects.filter(last__lt=now - FORGOTTEN).delete()
    return row


def _key(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
