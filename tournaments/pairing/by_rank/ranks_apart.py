"""Opponents so many ranks apart, over the whole field: 1-3, 2-4 and the like."""

from __future__ import annotations

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.by_rank.rank_distance import at_distance
from tournaments.pairing.catalogue.ranks_apart import USUAL_DISTANCE
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import pair_with_bye
from tournaments.pairing.pool import Pool


def pair_ranks_apart(pool: Pool, request: Request) -> Draw:
    """Everybody meets somebody as near as can be to a number of ranks away, usually two.

    Earlier meetings count for nothing unless a limit is given; that is kept. With two ranks the
    fours of the standings meet 1-3, 2-4. Source: the commands Pair1324 and FactorPair of tsh.

    Returns the pairing in which the squares of what opponents are off come to least.

    Raises PairingError `distance.too_large` (distance, players, most), and as `pair_with_bye`
    does.
    """
    given, players = request.option("distance"), len(pool.position.players)
    if given is not None and given > max(players // 2, 1):
        raise PairingError("distance.too_large", distance=given, players=players, most=players // 2)
    return pair_with_bye(
        pool,
        lambda rest: at_distance(rest, request, distance=given or USUAL_DISTANCE, name="off"),
        repeats=request.repeats,
        spare_repeats=False,
    )
