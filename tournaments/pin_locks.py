"""How long wrong PINs keep a number locked: pure, with clocks as arguments.

A PIN has six digits and a hall has one address, so what is locked is the number whose PIN was
wrong, for longer each time, and never the address: whoever types the right PIN of a number that
nobody tried passes, whatever others do. Who tries many numbers is let try each of them less often.
"""

from __future__ import annotations

from datetime import datetime, timedelta

FREE_TRIES = 5
"""How many wrong PINs of a number are taken before it is locked."""
CAREFUL_TRIES = 2
"""How many while many numbers are tried: a right PIN passes, and one mistake more."""
FROM_ADDRESS, OF_EVENT = 60, 300
"""How many wrong PINs of an address, or of an event, within `WATCHED` are many.

In a hall of 500, behind one address, every eighth may be mistaken once; addresses are cheap, so
that what all of them try in an event is counted too.
"""
WATCHED = timedelta(minutes=15)
FIRST_LOCK = timedelta(minutes=15)
LONGEST_LOCK = timedelta(hours=4)
FORGOTTEN = timedelta(days=1)
"""How long after the last wrong PIN of a number it is as if there had been none."""


def tries_allowed(from_address: int, of_event: int) -> int:
    """Returns how many wrong PINs of a number are taken, after those within `WATCHED`."""
    many = from_address >= FROM_ADDRESS or of_event >= OF_EVENT
    return CAREFUL_TRIES if many else FREE_TRIES


def locked_until(wrong: int, last: datetime, allowed: int) -> datetime:
    """Returns until when a number is locked after so many wrong PINs, the last at a moment.

    The first lock is of 15 minutes, and each wrong PIN after it doubles the next, up to 4 hours.
    `last` itself where it is not locked.
    """
    beyond = wrong - allowed
    if beyond < 0:
        return last
    doubled: timedelta = FIRST_LOCK * 2 ** min(beyond, 8)
    return last + min(doubled, LONGEST_LOCK)
