"""Money divided without a remainder: shares of equal claims, and of a fund in percent.

All amounts are whole minor units. What does not divide evenly goes, a unit at a time, to those
who are listed first, so that the same list always gives the same shares.
"""

from __future__ import annotations

from collections.abc import Sequence

WHOLE = 10_000
"""All of a fund, in hundredths of a percent."""


def equal_shares(pool: int, count: int, unit: int = 1) -> list[int]:
    """Returns a pool in `count` shares of whole units that differ by no more than one.

    What is less than a unit goes to the first.
    """
    units, rest = divmod(pool, unit)
    each, more = divmod(units, count)
    shares = [(each + (at < more)) * unit for at in range(count)]
    shares[0] += rest
    return shares


def shares_of_prizes(amounts: Sequence[int], count: int, unit: int = 1) -> list[list[int]]:
    """Returns what each of `count` equal claims gets of each of these prizes, by prize.

    The prizes are added up and split once; of every prize all is given away.
    """
    left = equal_shares(sum(amounts), count, unit)
    table, before = [], 0
    for amount in amounts:
        fair = _fair(before + amount, count, less=_fair(before, count))
        row = [min(share, most) for share, most in zip(fair, left, strict=True)]
        more = amount - sum(row)
        for at in range(count):
            given = min(more, left[at] - row[at])
            row[at] += given
            more -= given
        left = [most - share for most, share in zip(left, row, strict=True)]
        before += amount
        table.append(row)
    return table


def parts_of_fund(fund: int, parts: Sequence[int], unit: int = 1) -> list[int]:
    """Returns the amounts that are these parts of a fund, in hundredths of a percent.

    They are whole units, and never more than the fund together; parts that make up all of it give
    all of it away, what is less than a unit to the first.
    """
    units, amounts, before = fund // unit, [], 0
    for part in parts:
        amounts.append((units * (before + part) // WHOLE - units * before // WHOLE) * unit)
        before += part
    if before == WHOLE:
        amounts[0] += fund % unit
    return amounts


def withheld(amount: int, percent: int, least: int) -> int:
    """Returns the tax that is kept back of what somebody won, half a minor unit rounded up.

    `percent` is in hundredths of a percent; nothing is kept of less than `least`.
    """
    return (amount * percent * 2 + WHOLE) // (2 * WHOLE) if amount >= least else 0


def _fair(pool: int, count: int, less: Sequence[int] = ()) -> list[int]:
    shares = equal_shares(pool, count)
    return [share - taken for share, taken in zip(shares, less, strict=True)] if less else shares
