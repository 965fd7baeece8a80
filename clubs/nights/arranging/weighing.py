"""What every possible game of a night costs, and what it costs to leave somebody without one.

The matching is that of tournaments. As many places as somebody must be left over are added behind
the players: a bench, on which each place takes one player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from clubs.nights.arranging.position import (
    ArrangingRules,
    NightPlayer,
    NightPosition,
    common_terms,
)
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import (
    MOST_BITS,
    Criterion,
    Edges,
    tie_break,
    units,
)
from tournaments.pairing.matching.feasibility import most_paired
from tournaments.pairing.matching.weighing import Weighing, round_seed
from tournaments.pairing.pool import Flags, Ints, Pool
from tournaments.pairing.position import pair_key

NIGHTS_REMEMBERED = 104
"""Of meetings longer ago than two years of weekly nights it does not matter how long ago."""

Night = tuple[NightPosition, ArrangingRules]
_Costs = Callable[["_Table"], Ints]


class _Table:
    """The edges between players of a pool, and the players at both ends."""

    def __init__(self, pool: Pool, edges: Edges, night: Night) -> None:
        self.pool, self.edges = pool, edges
        self.position, self.rules = night
        here = {player.number: player for player in self.position.players}
        self.players = [here[player.number] for player in pool.players]
        pairs = zip(edges.one.tolist(), edges.two.tolist(), strict=True)
        self.ends = [(self.players[one], self.players[two]) for one, two in pairs]

    def by_ends(self, cost: Callable[[NightPlayer, NightPlayer], int]) -> Ints:
        return np.array([cost(one, two) for one, two in self.ends], dtype=np.int64)


def may_play(pool: Pool, night: Night) -> Flags:
    """Returns who may play whom: not apart, within the limit of repeats, by common terms."""
    position, rules = night
    here = {player.number: player for player in position.players}
    players = [here[player.number] for player in pool.players]
    same = [[common_terms(one, two) is not None for two in players] for one in players]
    flags = np.array(same, dtype=np.bool_).reshape((len(players),) * 2)
    allowed: Flags = pool.may_meet(rules.repeats) & flags
    return allowed


def weighed(pool: Pool, night: Night, seed: str) -> Weighing:
    """Returns the weighing of all games of a pool, with a bench for as few as can be.

    First of all nobody is left over twice running, then those are who were least often; nobody
    meets again tonight, nor in two games running; who came free last is left over; first games are
    as players chose. Then comes what the rules arrange by, then sides, terms, and ranks at last.
    """
    allowed = may_play(pool, night)
    players = len(pool.players)
    left = players - 2 * len(most_paired(allowed))
    reach = np.pad(allowed, (0, left))
    reach[:players, players:] = reach[players:, :players] = True
    edges = Edges.among(reach)
    games = edges.two < players
    among = Edges(players, edges.one[games], edges.two[games])
    table = _Table(pool, among, night)
    wishes = _that_fit(
        [
            Criterion(name, _spread_out(games, cost(table), _on_bench(edges, games, table, name)))
            for name, cost in _in_order(night[1])
        ],
        boards=edges.players // 2,
    )
    largest = max(player.number for player in pool.players)
    numbers = [*(p.number for p in pool.players), *range(largest + 1, largest + 1 + left)]
    tie = tie_break(edges, numbers, round_seed(pool, seed))
    return Weighing(edges, (*wishes, tie), wishes, units(wishes, boards=edges.players // 2))


def costs_of_games(pool: Pool, night: Night, seed: str) -> dict[tuple[int, int], tuple[int, ...]]:
    """Returns what every possible game costs, by its two numbers, the lower first.

    The costs are those of `weighed`, in its order, and so compare as tuples do.
    """
    edges = Edges.among(may_play(pool, night))
    table = _Table(pool, edges, night)
    tie = tie_break(edges, [p.number for p in pool.players], round_seed(pool, seed)).costs
    columns = [*(of_game(table) for _, of_game in _in_order(night[1])), tie]
    rows = np.array(columns, dtype=np.int64).T.tolist()
    return {
        pair_key(one.number, two.number): tuple(row)
        for (one, two), row in zip(table.ends, rows, strict=True)
    }


def _that_fit(wishes: list[Criterion], boards: int) -> tuple[Criterion, ...]:
    """Returns the criteria without the last ones, if on a very large night there is no room."""
    while sum(wish.bits(boards) for wish in wishes) > MOST_BITS:
        wishes = wishes[:-1]
    return tuple(wishes)


def _spread_out(games: Flags, of_games: Ints, of_bench: Ints) -> Ints:
    costs = np.zeros(len(games), dtype=np.int64)
    costs[games], costs[~games] = of_games, of_bench
    return costs


def _on_bench(edges: Edges, games: Flags, table: _Table, name: str) -> Ints:
    """Returns what it costs by a criterion to leave the players of these edges over."""
    costs = _LEFT_OVER.get(name, _nothing_each)(table)
    return np.array(costs, dtype=np.int64)[edges.one[~games]]


def _nothing_each(table: _Table) -> list[int]:
    return [0] * len(table.players)


def _waited(table: _Table) -> list[int]:
    """Returns the rank of everybody among those who wait, the longest the highest."""
    moments = sorted({player.free_since for player in table.players}, reverse=True)
    return [moments.index(player.free_since) for player in table.players]


def _not_chosen(table: _Table) -> list[int]:
    chosen = table.position.choice_of
    return [int(player.number in chosen) for player in table.players]


_LEFT_OVER: Mapping[str, Callable[[_Table], list[int]]] = {
    "twice_running": lambda table: [int(player.sat_out_last) for player in table.players],
    "sit_outs": lambda table: [player.sit_outs for player in table.players],
    "waited": _waited,
    "choice": _not_chosen,
}


def _nothing(table: _Table) -> Ints:
    return np.zeros(len(table.edges), dtype=np.int64)


def _choice(table: _Table) -> Ints:
    """Returns how many of the two chose somebody else."""
    chosen = table.position.choice_of

    def cost(one: NightPlayer, two: NightPlayer) -> int:
        wishes = (chosen.get(one.number, two.number), chosen.get(two.number, one.number))
        return (wishes[0] != two.number) + (wishes[1] != one.number)

    return table.by_ends(cost)


def _record(table: _Table) -> Ints:
    """Returns the square of the difference in half wins less half losses.

    Who arrives in the middle, without a game, is as those who have won as much as they have lost.
    """
    return table.by_ends(
        lambda a, b: (a.half_wins - a.half_losses - b.half_wins + b.half_losses) ** 2
    )


def _band(table: _Table) -> Ints:
    """Returns the square of the bands between the two."""
    bands = table.rules.bands

    def band(player: NightPlayer) -> int:
        return sum(player.rating >= begins for begins in bands)

    return table.by_ends(lambda one, two: (band(one) - band(two)) ** 2)


def _recent(table: _Table) -> Ints:
    """Returns 0 for two who never met before tonight, more for those who met of late."""
    ago = nights_since(table.position)

    def cost(one: NightPlayer, two: NightPlayer) -> int:
        nights = ago.get(pair_key(one.number, two.number))
        return 0 if nights is None else 1 + max(NIGHTS_REMEMBERED - nights, 0)

    return table.by_ends(cost)


def _met(table: _Table) -> Ints:
    """Returns 1 for two who have met on a night before."""
    ago = nights_since(table.position)
    return table.by_ends(lambda one, two: int(pair_key(one.number, two.number) in ago))


def _terms(table: _Table) -> Ints:
    """Returns how far down the lists of both the terms stand that they would play."""

    def cost(one: NightPlayer, two: NightPlayer) -> int:
        terms = common_terms(one, two)
        return 0 if terms is None else one.plays.index(terms) + two.plays.index(terms)

    return table.by_ends(cost)


def nights_since(position: NightPosition) -> dict[tuple[int, int], int]:
    """Returns how many nights ago two met last, by their numbers, the lower first."""
    ago: dict[tuple[int, int], int] = {}
    for met in position.last_met:
        key = pair_key(met.one, met.two)
        ago[key] = min(met.nights_ago, ago.get(key, met.nights_ago))
    return ago


_NAMED: Mapping[str, _Costs] = {
    "record": _record,
    "rating_band": _band,
    "met_before": _met,
    "met_of_late": _recent,
}
_ORDERS: Mapping[str, tuple[str, ...]] = {
    "record": ("record", "met_before", "met_of_late"),
    "rating_band": ("rating_band", "met_before", "met_of_late", "record"),
    "longest_not_met": ("met_before", "met_of_late", "record"),
}


def _in_order(rules: ArrangingRules) -> Sequence[tuple[str, _Costs]]:
    """Returns the criteria of these rules, the most important first."""
    return (
        ("twice_running", _nothing),
        ("sit_outs", _nothing),
        ("repeats", lambda table: criteria.repeats(table.pool, table.edges).costs),
        ("back_to_back", lambda table: criteria.back_to_back(table.pool, table.edges).costs),
        ("waited", _nothing),
        ("choice", _choice),
        *((name, _NAMED[name]) for name in _ORDERS[rules.by]),
        ("starts", lambda table: criteria.starts(table.pool, table.edges).costs),
        ("terms", _terms),
        ("nearest", lambda table: criteria.nearest(table.pool, table.edges).costs),
    )
