"""King of the hill before its round is complete: players certain of their rank meet neighbours.

Source: what tsh does while the round before is still being played. There a player without a result
waits while within a win of the next; here every way in which the missing games can end is
looked at, so that nobody waits who need not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.engine.tie_breaks.registry import known_of
from tournaments.pairing.answer import Draw, PairingWarning, Request
from tournaments.pairing.by_rank.rank_distance import at_distance
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.feasibility import can_pair_all, infeasible
from tournaments.pairing.pool import Flags, Ints, Pool
from tournaments.pairing.position import PairingPlayer, pair_key

CERTAIN = "koth.certain"
"""The rule of a board whose players no missing result can move."""
_FAR = 10**15
"""More than any points: the margin of a missing game is not known."""


def pair_early(pool: Pool, request: Request) -> Draw:
    """Returns the boards of those who are certain of their ranks; the others are `left` for later.

    Neighbours in rank meet; where the limit of repeats or a condition forbids that, the ranks next
    to them help if they are certain too. What is paired leaves the rest a complete pairing within
    the limit. The odd bye is given once everybody who may get it is certain of their rank. Raises
    PairingError `koth.nothing_certain` (games), `pairing.infeasible` and `pairing.kept_apart`.
    """
    if not can_pair_all(pool, pool.may_meet(request.repeats)):
        raise infeasible(pool, request.repeats)
    ranks = _Ranks.of(pool)
    bye = _certain_bye(pool, ranks)
    runs = [run for run in _runs(pool, ranks, bye) if _can_pair(pool, run, request)]
    drawn = None
    while runs and drawn is None:
        drawn = _paired(pool, runs, bye, request)
        if drawn is None:
            runs = [run for run in (*runs[:-1], runs[-1][:-2]) if _can_pair(pool, run, request)]
    if drawn is None:
        raise PairingError("koth.nothing_certain", games=len(pool.position.pending))
    return drawn


@dataclass(frozen=True)
class _Ranks:
    """The best and the worst rank, from 1, that every place of a pool can still come to."""

    best: Ints
    worst: Ints

    @classmethod
    def of(cls, pool: Pool) -> _Ranks:
        """Returns the ranks that the missing games leave open, whoever wins them by how much."""
        endings = _Endings.of(pool)
        ranges = np.array([endings.range_of(place) for place in range(len(pool.players))])
        ranges = ranges.reshape(-1, 2)
        return cls(ranges[:, 0], ranges[:, 1])

    def certain(self, place: int) -> bool:
        """Returns whether the place keeps its rank however the missing games end."""
        return bool(self.best[place] == self.worst[place])


@dataclass(frozen=True)
class _Endings:
    """Every player's record if they win, tie or lose their missing game (three rows).

    `record` is greater for more wins, then fewer losses; what decides between equal ones, spread or
    tie-breaks and spread, goes from `low` to `high`. `mate` is the place of the opponent in that
    game, -1 outside the pool. Without a missing game a player has the same record three
    times and is `settled`. `listed` counts who is listed first among equals.
    """

    record: Ints
    low: Ints
    high: Ints
    listed: Ints
    mate: Ints
    settled: Flags

    @classmethod
    def of(cls, pool: Pool) -> _Endings:
        places = {player.number: place for place, player in enumerate(pool.players)}
        opponent = dict(pool.position.pending) | {two: one for one, two in pool.position.pending}
        settled = np.array([p.number not in opponent for p in pool.players], dtype=np.bool_)
        mate = [places.get(opponent.get(p.number, p.number), -1) for p in pool.players]
        half_wins, half_losses, spread = (
            np.array([getattr(p, name) for p in pool.players], dtype=np.int64)
            for name in ("half_wins", "half_losses", "spread")
        )
        record = half_wins * _FAR - half_losses
        gains = np.array([[2 * _FAR], [_FAR - 1], [-2]]) * ~settled
        low, high = _open_points(pool, spread, settled)
        listed = sorted(range(len(pool.players)), key=lambda place: pool.players[place].listing)
        return cls(
            record=record + gains,
            low=low,
            high=high,
            listed=np.argsort(np.array(listed, dtype=np.int64)),
            mate=np.array(mate, dtype=np.int64),
            settled=settled,
        )

    def range_of(self, place: int) -> tuple[int, int]:
        """Returns the best and the worst rank that a place can still come to."""
        endings = (0,) if self.settled[place] else (0, 1, 2)
        ranges = [self._range(place, ending) for ending in endings]
        return min(best for best, _ in ranges), max(worst for _, worst in ranges)

    def _range(self, place: int, ending: int) -> tuple[int, int]:
        """Returns the same if the place's own game ends so: everybody surely or maybe above it."""
        level = self.record == self.record[ending, place]
        earlier = self.listed < self.listed[place]
        low, high = self.low[ending, place], self.high[ending, place]
        over = self.record > self.record[ending, place]
        sure = over | (level & ((self.low > high) | ((self.low == high) & earlier)))
        maybe = over | (level & ((self.high > low) | ((self.high == low) & earlier)))
        best = 1 + self._above(sure.astype(np.int64), place, ending).min(axis=0).sum()
        worst = 1 + self._above(maybe.astype(np.int64), place, ending).max(axis=0).sum()
        return int(best), int(worst)

    def _above(self, above: Ints, place: int, ending: int) -> Ints:
        """Returns by game how many of its players are above, a row for each way it can end.

        A game is counted at its upper player; one wins exactly where the other loses.
        """
        both = (self.mate >= 0) & ~self.settled
        counts = np.where(both, above + above[::-1, self.mate], above)
        counts[:, both & (self.mate < np.arange(len(self.mate)))] = 0
        if not self.settled[place]:
            mate = int(self.mate[place])
            counts[:, [place, mate] if mate >= 0 else [place]] = 0
            counts[:, place] = above[2 - ending, mate] if mate >= 0 else 0
        return counts


def _open_points(pool: Pool, spread: Ints, settled: Flags) -> tuple[Ints, Ints]:
    """Returns the least and the most that decides between equal records, by the ending.

    A tie-break may change by anything, whoever wins; one that looks around does so without a game
    of the player's own.
    """
    if not any(player.tie_breaks for player in pool.players):
        low, high = np.array([[1], [0], [-_FAR]]), np.array([[_FAR], [0], [-1]])
        return spread + low * ~settled, spread + high * ~settled
    figures = [
        (*(value.points for value in player.tie_breaks), player.spread) for player in pool.players
    ]
    order = {figure: at for at, figure in enumerate(sorted(set(figures)))}
    points = np.tile(np.array([order[figure] for figure in figures], dtype=np.int64), (3, 1))
    known = settled & np.array([_stays(player) for player in pool.players], dtype=np.bool_)
    return points - _FAR * ~known, points + _FAR * ~known


def _stays(player: PairingPlayer) -> bool:
    """Returns whether a player's figures stay as they are while others play."""
    return not any(tie_break.looks_around for tie_break in known_of(player.tie_breaks))


def _certain_bye(pool: Pool, ranks: _Ranks) -> int | None:
    """Returns the place that gets the odd bye, None where nobody does or it is not certain yet."""
    if not pool.is_odd:
        return None
    takers = pool.bye_takers()
    return takers[0] if all(ranks.certain(place) for place in takers) else None


def _runs(pool: Pool, ranks: _Ranks, bye: int | None) -> list[list[int]]:
    """Returns the places of neighbours who are certain, in runs that meet among themselves.

    A run begins at an odd rank and has an even number of ranks. Without a bye that is certain, only
    ranks that it cannot reach are looked at.
    """
    places = {
        int(ranks.best[place]) - (bye is not None and place > bye): place
        for place in range(len(pool.players))
        if ranks.certain(place) and place != bye
    }
    end = len(pool.players) if bye is not None or not pool.is_odd else _bye_from(pool, ranks) - 1
    runs: list[list[int]] = []
    joined = False
    for rank in range(1, end, 2):
        here = rank in places and rank + 1 in places
        if here and not joined:
            runs.append([])
        if here:
            runs[-1] += [places[rank], places[rank + 1]]
        joined = here
    return runs


def _bye_from(pool: Pool, ranks: _Ranks) -> int:
    """Returns the highest rank that the odd bye may still go to."""
    best = ranks.best[pool.bye_takers()]
    from_below = pool.position.bye_policy in ("bottom_up", "always_bottom")
    return int(best.max() if from_below else best.min())


def _can_pair(pool: Pool, run: Sequence[int], request: Request) -> bool:
    among = _of(pool, run)
    return bool(run) and can_pair_all(among, _may_meet_now(among, request))


def _may_meet_now(pool: Pool, request: Request) -> Flags:
    """Returns who may meet already; two who should not meet wait, which may yet help it."""
    return pool.may_meet(request.repeats) & ~pool.flags(pool.avoid)


def _of(pool: Pool, places: Sequence[int]) -> Pool:
    return replace(pool, players=tuple(pool.players[place] for place in places))


def _paired(
    pool: Pool, runs: Sequence[Sequence[int]], bye: int | None, request: Request
) -> Draw | None:
    """Returns the boards within the runs, None where the rest could not be paired then."""
    places = [place for run in runs for place in run]
    certain = _of(pool, places)
    out = [player.number for player in certain.players]
    byes = () if bye is None else (pool.players[bye].number,)
    rest = pool.without(*out, *byes)
    if not can_pair_all(rest, rest.may_meet(request.repeats)):
        return None
    run_of = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
    allowed = _may_meet_now(certain, request) & (run_of[:, None] == run_of[None, :])
    drawn = at_distance(certain, request, distance=1, name="skipped", allowed=allowed)
    assert drawn is not None, "Each run can be paired by itself, so all of them can together."
    left = tuple(player.number for player in rest.players)
    waiting = (PairingWarning("koth.not_paired_yet", {"numbers": left}),) if left else ()
    rules = {pair_key(board.one, board.two): CERTAIN for board in drawn.boards}
    warnings = (*waiting, *drawn.warnings)
    return replace(drawn, byes=byes, warnings=warnings, rules=rules, left=left)
