"""Random: everybody may meet everybody, but nobody twice where that can be helped."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Edges, scrambled
from tournaments.pairing.matching.feasibility import pair_with_bye, warned_of_need
from tournaments.pairing.matching.weighing import Weighing, round_seed
from tournaments.pairing.pool import Flags, Pool

DRAWS = 500
"""Draws before the matching is asked; after ten rounds one of about 150 draws has no repeat."""


def pair_random_draw(pool: Pool, request: Request) -> Draw:
    """Every pairing without repeats is equally likely, as far as drawing finds one.

    Pairings are drawn until one has no repeat. Where none of many draws has, the cheapest pairing
    by repeats alone is taken, with random costs for what is left.

    Returns a pairing that depends on the seed, the round and the entry numbers alone.
    """
    return pair_with_bye(
        pool, lambda rest: _drawn(rest, request), repeats=request.repeats, spare_repeats=True
    )


def _drawn(pool: Pool, request: Request) -> Draw | None:
    allowed = _draw_without_repeats(pool, request.seed)
    if allowed is None:
        allowed = pool.may_meet(request.repeats)
    edges = Edges.among(allowed)
    wishes = (
        criteria.repeats(pool, edges),
        criteria.back_to_back(pool, edges),
        criteria.avoid(pool, edges),
    )
    weighing = Weighing.in_order(pool, edges, wishes, request.seed)
    drawn = weighing.best(pool, last_resort=criteria.any_of(wishes))
    return None if drawn is None else warned_of_need(pool, drawn, request.repeats)


def _draw_without_repeats(pool: Pool, seed: str) -> Flags | None:
    """Returns the pairs of the first draw with no repeat and no two who should not meet."""
    free = pool.may_meet(0) & ~pool.flags(pool.avoid)
    numbers = np.array([player.number for player in pool.players], dtype=np.int64).astype(np.uint64)
    for attempt in range(DRAWS):
        digest = sha256(f"{round_seed(pool, seed)}|{attempt}".encode()).digest()
        order = np.argsort(scrambled(numbers, int.from_bytes(digest[:8], "big")))
        one, two = order[::2], order[1::2]
        if free[one, two].all():
            pairs = np.zeros_like(free)
            pairs[one, two] = pairs[two, one] = True
            return pairs
    return None
