"""King and queen of the hill: neighbours in the standings meet."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.answer import Draw, PairedBoard, Request
from tournaments.pairing.by_rank.early_hill import pair_early
from tournaments.pairing.by_rank.rank_distance import at_distance, repeats_code
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import pair_with_bye
from tournaments.pairing.matching.weighing import TOTAL, warned_of_repeats
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key


def pair_king_of_the_hill(pool: Pool, request: Request) -> Draw:
    """First against second, third against fourth; the odd bye at the bottom.

    Earlier meetings count for nothing. With a limit of repeats, or with players kept apart, the
    ranks skipped between opponents, squared, are as few as the limit leaves possible. Variants:
    `whole` pairs everybody; `early` those whose rank no missing result can change.

    Returns the pairing with the fewest ranks skipped.

    Raises PairingError as `pair_with_bye` does, and for `early` as `pair_early` does.
    """
    if request.variant == "early" and pool.position.pending:
        return pair_early(pool, request)
    return pair_with_bye(
        pool,
        lambda rest: at_distance(rest, request, distance=1, name="skipped"),
        repeats=request.repeats,
        spare_repeats=False,
    )


def pair_queen_of_the_hill(pool: Pool, request: Request) -> Draw:
    """In fours of the standings first against third, second against fourth.

    Six at the end meet three ranks apart, two at the end each other. Earlier meetings count for
    nothing; a limit of repeats is kept or the pairing refused.

    Returns the one pairing there is.

    Raises PairingError `pairing.infeasible` (repeats, smallest) and `pairing.kept_apart`
    (numbers).
    """
    bye = pool.players[pool.bye_takers()[0]].number if pool.is_odd else None
    drawn = _in_fours(pool if bye is None else pool.without(bye), request)
    return replace(drawn, byes=() if bye is None else (bye,))


def _in_fours(pool: Pool, request: Request) -> Draw:
    boards, terms = [], {}
    for place, other in _queen_places(len(pool.players)):
        one, two = pool.players[place].number, pool.players[other].number
        key = pair_key(one, two)
        if key in pool.apart:
            raise PairingError("pairing.kept_apart", numbers=key)
        met = pool.times_met(*key)
        boards.append(PairedBoard(one, two))
        terms[key] = {"repeats": met, TOTAL: met}
    most = max((row["repeats"] for row in terms.values()), default=0)
    if request.repeats is not None and most > request.repeats:
        raise PairingError("pairing.infeasible", repeats=request.repeats, smallest=most)
    total = sum(row[TOTAL] for row in terms.values())
    drawn = Draw(tuple(boards), (), {"repeats": total, TOTAL: total}, terms)
    return warned_of_repeats(drawn, repeats_code(request))


def _queen_places(players: int) -> list[tuple[int, int]]:
    """Returns the places that meet among so many players, an even number."""
    tail = 0 if players % 4 == 0 else min(players, 6)
    fours = [(at + i, at + i + 2) for at in range(0, players - tail, 4) for i in (0, 1)]
    begin, half = players - tail, tail // 2
    return fours + [(begin + i, begin + i + half) for i in range(half)]
