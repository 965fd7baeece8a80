"""Gibsons: ranks that are clinched, because nobody below can catch them and they can catch nobody.

Source: the definition that COP uses. With R rounds left, in each of which a game can change the
spread of a side by the gibson spread G, a lead of fewer than R wins can always be made up; a lead
of just R wins only if the spread between the two is at most 2 x G x R. So a lead of exactly that is
not clinched here; by the NASPA director manual since 2017 it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tournaments.pairing.position import PairingPlayer


def can_catch(
    leader: PairingPlayer, chaser: PairingPlayer, *, rounds_left: int, allowance: int
) -> bool:
    """Returns whether the lower placed `chaser` can still pass the `leader`.

    `allowance` is the spread that the two can make up between them in all rounds left.
    """
    lead = leader.half_wins - chaser.half_wins
    if lead != 2 * rounds_left:
        return lead < 2 * rounds_left
    return leader.spread - chaser.spread <= allowance


def gibsonized_ranks(
    ranked: Sequence[PairingPlayer], *, rounds_left: int, gibson_spread: int, place_prizes: int
) -> tuple[int, ...]:
    """Returns the clinched ranks, from 1, of players in rank order.

    Only ranks with a prize can be clinched. `gibson_spread` is what one game can do to the spread
    of one side; `rounds_left` are those without a result that counts, also where they are paired.
    """
    allowance = 2 * gibson_spread * rounds_left
    open_below = [
        can_catch(leader, chaser, rounds_left=rounds_left, allowance=allowance)
        for leader, chaser in pairwise(ranked)
    ]
    contested = [False, *open_below, False]
    return tuple(
        rank
        for rank in range(1, min(place_prizes, len(ranked)) + 1)
        if not contested[rank - 1] and not contested[rank]
    )
