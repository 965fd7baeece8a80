"""Dice that fall the same on any machine: named throws, and whole numbers only.

Every throw is named by what it is for, so that what happens at one board does not depend on the
order in which boards are looked at. No floating point comes near a result.
"""

from __future__ import annotations

from random import Random

_THROWS = 12
THOUSAND = 1000


def dice(*names: object) -> Random:
    """Returns dice for one purpose: the same names give the same throws."""
    return Random("/".join(map(str, names)))


def bell(thrown: Random, deviation: int) -> int:
    """Returns a whole number around 0 with this standard deviation, within six of them.

    The sum of twelve even throws: close to the normal distribution, and exact.
    """
    total = sum(thrown.randrange(THOUSAND + 1) for _ in range(_THROWS)) - _THROWS * THOUSAND // 2
    return (total * deviation + THOUSAND // 2) // THOUSAND


def happens(thrown: Random, thousandths: int) -> bool:
    """Returns whether something with this chance in thousandths happens."""
    return thrown.randrange(THOUSAND) < thousandths
