"""Opponents so many ranks apart, over the whole field: 1-3, 2-4 and the like."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.answer import Draw, Option, Request
from tournaments.pairing.by_rank.rank_distance import at_distance
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import pair_with_bye
from tournaments.pairing.pool import Pool

USUAL = 2


@dataclass(frozen=True, slots=True)
class RanksApart:
    """Everybody meets somebody as near as can be to a number of ranks away, usually two.

    Earlier meetings count for nothing unless a limit is given; that is kept. With two ranks the
    fours of the standings meet 1-3, 2-4. Source: the commands Pair1324 and FactorPair of tsh.
    """

    key: str = "pair1324"
    name: str = "Ranks apart (1-3, 2-4)"
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = (Option("distance", "Ranks apart", USUAL, 1, 999),)
    is_block: bool = False

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the pairing in which the squares of what opponents are off come to least.

        Raises PairingError `distance.too_large` (distance, players, most), and as `pair_with_bye`
        does.
        """
        asked, players = request.option("distance"), len(pool.position.players)
        if asked is not None and asked > max(players // 2, 1):
            raise PairingError(
                "distance.too_large", distance=asked, players=players, most=players // 2
            )
        return pair_with_bye(
            pool,
            lambda rest: at_distance(rest, request, distance=asked or USUAL, name="off"),
            repeats=request.repeats,
            spare_repeats=False,
        )
