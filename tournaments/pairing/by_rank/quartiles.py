"""Quartiles: who meets whom is drawn by lot, but from a quarter of the standings that is given.

Source: the command PairQuartiles of tsh.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tournaments.pairing.answer import REPEATS_NEEDED, Draw, Request
from tournaments.pairing.catalogue.quartiles import LEAST_FOR_QUARTILES, USUAL_QUARTILE
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.matching.feasibility import pair_with_bye
from tournaments.pairing.matching.weighing import Weighing, warned_of_repeats
from tournaments.pairing.pool import Ints, Pool

ACROSS = "quartiles.across"
"""The rule of a board whose players come from the two quartiles that meet."""


def pair_quartiles(pool: Pool, request: Request) -> Draw:
    """The top quarter meets the quarter that is asked for, the other two quarters meet each other.

    Opponents are drawn by the seed. Repeats are as few as can be, and for their sake alone somebody
    meets a player of another quarter. Where the field does not divide by four, the top quarter and
    its opponents have one player more each than the others.

    Returns a pairing that depends on the seed and the standings.

    Raises PairingError `quartiles.too_few` (players, least), and as `pair_with_bye` does.
    """
    players = len(pool.position.players)
    if players < LEAST_FOR_QUARTILES:
        raise PairingError("quartiles.too_few", players=players, least=LEAST_FOR_QUARTILES)
    return pair_with_bye(
        pool, lambda rest: _drawn(rest, request), repeats=request.repeats, spare_repeats=True
    )


def _drawn(pool: Pool, request: Request) -> Draw | None:
    edges = Edges.among(pool.may_meet(request.repeats))
    repeats, avoid = criteria.repeats(pool, edges), criteria.avoid(pool, edges)
    side = _sides(len(pool.players), request.option("quartile") or USUAL_QUARTILE)
    strange = side[edges.one] != -side[edges.two]
    wishes = (
        repeats,
        criteria.back_to_back(pool, edges),
        avoid,
        Criterion("quartile", strange.astype(np.int64)),
    )
    weighing = Weighing.in_order(pool, edges, wishes, request.seed)
    drawn = weighing.best(pool, last_resort=repeats.costs + avoid.costs > 0)
    if drawn is None:
        return None
    across = {key: ACROSS for key, row in drawn.terms.items() if not row["quartile"]}
    return warned_of_repeats(replace(drawn, rules=across), REPEATS_NEEDED)


def _sides(players: int, quartile: int) -> Ints:
    """Returns of every place which quarter it is in: two that are to meet have opposite signs.

    The top quarter is 1 and its opponents -1, the other two are 2 and -2. `players` is even.
    """
    signs = {1: 1, quartile: -1}
    signs |= dict(zip((q for q in (2, 3, 4) if q != quartile), (2, -2), strict=True))
    upper = -(-players // 4)
    sizes = [upper if abs(signs[q]) == 1 else players // 2 - upper for q in (1, 2, 3, 4)]
    return np.repeat(np.array([signs[q] for q in (1, 2, 3, 4)], dtype=np.int64), sizes)
