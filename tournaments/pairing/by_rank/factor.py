"""Factor: the leaders meet opponents so many ranks below, and everybody else plays a Swiss.

Source: the factor pairing of liwords, with the preferences of tsh where a limit gets in the way.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.answer import Draw, PairingWarning, Request
from tournaments.pairing.by_rank.rank_distance import at_distance
from tournaments.pairing.by_rank.swiss import in_groups
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import pair_with_bye
from tournaments.pairing.matching.weighing import TOTAL
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key

TOP = "factor.top"
"""The rule of a board that joins two of the top exactly that many ranks apart."""
MORE_RANKS = 8
"""How many more ranks may join the top to keep two players apart."""


def pair_factor(pool: Pool, request: Request) -> Draw:
    """With factor f the ranks 1 to f meet f+1 to 2f in order; everybody below is Swiss-paired.

    At the top earlier meetings count for nothing. With a limit of repeats, or with players kept
    apart, the top is as near to f ranks apart as that leaves possible. The variants are those of
    the Swiss below.

    Returns the pairing by the factor asked for, else by the rounds left.

    The factor that is worked out is 1 at least and half the field at most. Raises PairingError
    `factor.too_large` (factor, players, most), and as `pair_with_bye` does.
    """
    factor = _factor(pool, request)
    return pair_with_bye(
        pool,
        lambda rest: _paired(rest, min(factor, len(rest.players) // 2), request),
        repeats=request.repeats,
        spare_repeats=False,
    )


def _factor(pool: Pool, request: Request) -> int:
    players = len(pool.position.players)
    given = request.option("factor")
    if given is None:
        return max(1, pool.position.rounds_left)
    if 2 * given > max(players, 2):
        raise PairingError("factor.too_large", factor=given, players=players, most=players // 2)
    return given


def _paired(pool: Pool, factor: int, request: Request) -> Draw | None:
    """Returns the pairing of an even pool, None where the limit leaves none.

    The top is as many ranks as the factor says; two more at a time join it where it cannot be
    paired in itself, or the others cannot, or two of the top would meet who should not.
    """
    last = None
    for ranks in range(2 * factor, len(pool.players) + 1, 2):
        drawn = _in_parts(pool, ranks, factor, request)
        if drawn is not None:
            top = {player.number for player in pool.players[:ranks]}
            if not any(row["avoid"] for key, row in drawn.terms.items() if set(key) <= top):
                return drawn
            last = last or (ranks, drawn)
        if last is not None and ranks >= last[0] + MORE_RANKS:
            break
    return None if last is None else last[1]


def _in_parts(pool: Pool, ranks: int, factor: int, request: Request) -> Draw | None:
    """Returns the pairing of so many ranks by the factor and of the others as a Swiss, or None."""
    leaders, others = (
        replace(pool, players=part) for part in (pool.players[:ranks], pool.players[ranks:])
    )
    top = at_distance(leaders, request, distance=factor, name="off")
    below = in_groups(others, request) if top is not None else None
    if top is None or below is None:
        return None
    grown = {"ranks": 2 * factor, "grown": ranks}
    wider = (PairingWarning("factor.wider", grown),) if ranks > 2 * factor else ()
    numbers = [player.number for player in leaders.players]
    apart = {pair_key(one, two) for one, two in zip(numbers, numbers[factor:], strict=False)}
    rules = dict.fromkeys(sorted(apart & top.terms.keys()), TOP)
    return replace(
        _joined(top, below), warnings=(*wider, *top.warnings, *below.warnings), rules=rules
    )


def _joined(top: Draw, below: Draw) -> Draw:
    """Returns both parts as one; a criterion that only one of them has costs the other nothing."""
    names = list(dict.fromkeys([*top.objective, *below.objective]))
    names.append(names.pop(names.index(TOTAL)))
    terms = {
        key: {name: row.get(name, 0) for name in names}
        for part in (top, below)
        for key, row in part.terms.items()
    }
    return Draw(
        boards=(*top.boards, *below.boards),
        objective={name: sum(row[name] for row in terms.values()) for name in names},
        terms=terms,
        alternatives={**top.alternatives, **below.alternatives},
    )
