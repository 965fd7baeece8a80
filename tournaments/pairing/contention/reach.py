"""The best and the worst rank that every player can still end at.

Whoever wins every game ends ahead of a rival unless the rival makes too many wins. How many they
may make is known, and so is how many wins all others make together, for every game has one. So the
best rank is found by letting those stay behind who may make the most, as long as the others can
take all the wins that are left; the worst rank likewise. The games left may be between anybody, and
how the spreads of different players depend on each other is left out: no rank outside the two can
be reached, while one inside may be out of reach by spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from tournaments.pairing.contention.contest import Contest, least_ahead, most_behind
from tournaments.pairing.position import PairingPlayer


def ranks_in_reach(contest: Contest, player: PairingPlayer) -> tuple[int, int]:
    """Returns the best and the worst rank, from 1, that the player can still end at.

    The best may be shared; the worst is that behind everybody who may be level.
    """
    rivals = [rival for rival in contest.players if rival.number != player.number]
    best = _best_rank(contest, player, rivals)
    return best, max(best, _worst_rank(contest, player, rivals))


def _best_rank(contest: Contest, player: PairingPlayer, rivals: Sequence[PairingPlayer]) -> int:
    rooms = (most_behind(contest, player, rival) for rival in rivals)
    rooms_left = sorted((room for room in rooms if room is not None), reverse=True)
    to_make = _wins_of_others(contest) - contest.most
    sums = enumerate(accumulate(rooms_left, initial=0))
    behind = max(
        count for count, total in sums if total + contest.most * (len(rivals) - count) >= to_make
    )
    return 1 + len(rivals) - behind


def _worst_rank(contest: Contest, player: PairingPlayer, rivals: Sequence[PairingPlayer]) -> int:
    needs = (least_ahead(contest, player, rival) for rival in rivals)
    wanted = sorted(need for need in needs if need is not None)
    return 1 + _most_within(wanted, _wins_of_others(contest))


def _most_within(needs: Iterable[int], there: int) -> int:
    """Returns how many of the needs, ascending, add up to at most what is there."""
    return max(count for count, total in enumerate(accumulate(needs, initial=0)) if total <= there)


def _wins_of_others(contest: Contest) -> int:
    """Returns the half wins that are left for all players together; an odd field has a bye."""
    players = len(contest.players)
    return contest.rounds_left * (players + players % 2)
