"""Gibson groups: players who meet among themselves, because a clinched rank separates them.

Places count from 0. Source: the behaviour of COP. Those between two clinched ranks play among
themselves; if they are odd in number, the clinched player below them joins in. Everybody below
the last clinched rank is free, and the clinched players who joined nobody are left over.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GibsonGroups:
    """The places of the closed groups from the top, of everybody else, and of gibsons left over."""

    closed: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]
    left_over: tuple[int, ...]

    @classmethod
    def of(cls, places: int, clinched: Collection[int], away: Collection[int] = ()) -> GibsonGroups:
        """Returns the groups of so many places, of which some are clinched.

        Those who are `away`, because their game is settled, are in no group. A clinched player
        among them still closes the group above them, unless it is odd: then it goes on below.
        """
        closed: list[tuple[int, ...]] = []
        left_over: list[int] = []
        block: list[int] = []
        for place in range(places):
            is_here = place not in away
            if place not in clinched:
                block += [place] if is_here else []
                continue
            is_odd = len(block) % 2 == 1
            if is_odd and is_here:
                block.append(place)
            elif is_here:
                left_over.append(place)
            if block and len(block) % 2 == 0:
                closed.append(tuple(block))
                block = []
        return cls(tuple(closed), tuple(block), tuple(left_over))


def factor_pairs(places: tuple[int, ...], factor: int, *, last: bool) -> list[tuple[int, int]]:
    """Returns the pairs of an even run of places in a simulated round.

    The upper 2 x `factor` places play by that factor and the rest by half their number; in the
    `last` round neighbours meet.
    """
    if last:
        return list(zip(places[::2], places[1::2], strict=True))
    factor = min(factor, len(places) // 2)
    rest = places[2 * factor :]
    half = len(rest) // 2
    upper = zip(places[:factor], places[factor : 2 * factor], strict=True)
    return [*upper, *zip(rest[:half], rest[half:], strict=True)]


def round_pairs(
    groups: GibsonGroups, *, rounds_left: int, most_factor: int
) -> list[tuple[int, int]]:
    """Returns which places meet in the simulated round with so many rounds left, itself included.

    The factor is the number of rounds left, at most `most_factor`. Gibsons who are left over meet
    each other from the top; the odd one of them meets the last place. The number of all places must
    be even.
    """
    factor, last = min(rounds_left, most_factor), rounds_left == 1
    left_over, free = groups.left_over, groups.free
    meeting = list(zip(left_over[::2], left_over[1::2], strict=False))
    if len(left_over) % 2:
        meeting.append((left_over[-1], free[-1]))
        free = free[:-1]
    runs = [*groups.closed, free]
    return [*(pair for run in runs for pair in factor_pairs(run, factor, last=last)), *meeting]
