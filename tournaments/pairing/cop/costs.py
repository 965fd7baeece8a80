"""The cost of a pair in COP: whole numbers that are added up, smallest wanted.

`one` is the higher place of an edge and `two` the lower; the bye is one past the last place.
Source: the behaviour of COP.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tournaments.pairing.cop.prospects import Prospects
from tournaments.pairing.cop.situation import Situation
from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.pool import Flags, Ints

OF_NO_USE = 1_000_000_000
BACK_TO_BACK = 1_000_000
MOST_DOUBLINGS = 16
"""From this many meetings on, another one costs as much as the one before."""


def costs(situation: Situation, prospects: Prospects, hope: Ints, edges: Edges) -> list[Criterion]:
    """Returns the terms that are added up, of every edge.

    `hope` is `Prospects.lowest_hope`, with any exceptions.
    """
    return [
        Criterion("contention", _contention(situation, prospects, hope, edges)),
        Criterion("gibson", _gibson(situation, prospects, edges)),
        *_repeats(situation, prospects, edges),
        Criterion("ranks", _ranks(situation, prospects, edges)),
    ]


def avoided(situation: Situation, edges: Edges) -> Criterion:
    """Returns 1 for two whom the director wants apart where it can be helped."""
    return Criterion("avoid", _flagged(situation, situation.pool.avoid, edges))


def _contention(situation: Situation, prospects: Prospects, hope: Ints, edges: Edges) -> Ints:
    """Returns each edge's cost for a player with hopes of a prize who meets one out of their reach.

    In the last quarter they are to meet the lowest who can. Where nobody below can, the next below
    will do.
    """
    lowest = _at(hope, edges.one)
    only_next = (lowest == edges.one) & (edges.two == edges.one + 1)
    cost = np.zeros(len(edges), dtype=np.int64)
    if situation.is_last_quarter:
        cost = 2 * np.abs(lowest - edges.two) ** 3
    cost = np.where((edges.two > lowest) & ~only_next, OF_NO_USE, cost)
    return np.where(_hoping(situation, prospects, edges.one), cost, 0)


def _ranks(situation: Situation, prospects: Prospects, edges: Edges) -> Ints:
    """Returns each edge's cost by the ranks between: less with a gibson and out of the money.

    Those who hope for a prize in the last quarter are placed by their contention alone.
    """
    apart = edges.two - edges.one
    clinched = _clinched(situation, edges.one) | _clinched(situation, edges.two)
    mild = clinched | (edges.one >= situation.settings.prizes)
    cost = np.where(mild, apart**2, apart**3)
    if situation.is_last_quarter:
        cost = np.where(_hoping(situation, prospects, edges.one), 0, cost)
    return cost


def _gibson(situation: Situation, prospects: Prospects, edges: Edges) -> Ints:
    """Returns each edge's cost for a gibson left over who meets one with a place prize to win."""
    left_over = np.zeros(len(situation.field) + 1, dtype=np.bool_)
    left_over[list(situation.groups.left_over)] = True
    cashing = np.zeros(len(situation.field) + 1, dtype=np.bool_)
    cashing[: prospects.possible_casher + 1] = True
    cashing[list(situation.clinched)] = False
    one, two = edges.one, edges.two
    meets = (left_over[one] & cashing[two]) | (left_over[two] & cashing[one])
    return OF_NO_USE * meets.astype(np.int64)


def _repeats(situation: Situation, prospects: Prospects, edges: Edges) -> list[Criterion]:
    """Returns the criteria of another meeting, doubled every time, one back to back, and a bye.

    Back to back only those mind who hope for no prize. A second bye costs as a meeting where it may
    be given, and otherwise as much as a pair of no use.
    """
    pool, players = situation.pool, len(situation.field)
    met = _spread_out(situation, pool.meetings())
    met[-1, :-1] = met[:-1, -1] = [player.byes for player in situation.field]
    times = met[edges.one, edges.two]
    is_bye = edges.two == players
    last = pool.position.round_number - 1
    lately = _flagged(situation, [k for k, r in pool.rounds_met.items() if last in r], edges)
    unit = 4 * (players**3 // 27)
    again = ((1 << np.minimum(times, MOST_DOUBLINGS)) - 1) * unit
    byes = again if situation.settings.repeat_byes else OF_NO_USE * times
    hoping = _hoping(situation, prospects, edges.one)
    return [
        Criterion("bye_cost", np.where(is_bye, byes, 0)),
        Criterion("repeat_cost", np.where(is_bye, 0, again)),
        Criterion("back_to_back_cost", np.where(hoping, 0, BACK_TO_BACK * lately)),
    ]


def _hoping(situation: Situation, prospects: Prospects, places: Ints) -> Flags:
    """Returns whether players hope for a place prize and have not clinched one."""
    return (places <= prospects.hopeful_casher) & ~_clinched(situation, places)


def _clinched(situation: Situation, places: Ints) -> Flags:
    return np.isin(places, sorted(situation.clinched))


def _flagged(situation: Situation, pairs: Iterable[tuple[int, int]], edges: Edges) -> Ints:
    """Returns 1 for the edges of these pairs of numbers."""
    return _spread_out(situation, situation.pool.flags(pairs))[edges.one, edges.two]


def _spread_out(situation: Situation, of_pool: Ints | Flags) -> Ints:
    """Returns a matrix of the pool as one of all places and the bye, 0 for everybody else."""
    matrix = np.zeros((len(situation.field) + 1,) * 2, dtype=np.int64)
    at = situation.places[: len(situation.pool.players)]
    matrix[np.ix_(at, at)] = of_pool
    return matrix


def _at(values: Ints, places: Ints) -> Ints:
    found: Ints = values[np.minimum(places, len(values) - 1)]
    return found
