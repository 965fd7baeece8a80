"""The start of a forecast, and the two questions that all its arithmetic asks.

Wins are in half points. With R rounds left a player can still make 0 to 2R of them. Whoever ends
with more is ahead; of as many, who missed more rounds without a loss; then the spread decides. By
the gibson rules a game changes the spread of a side by at most the gibson spread, and by at least a
point if it is not a tie. Where a tie-break ranks before spread it decides, and has no limit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.pairing.gibsons.gibson import gibsonized_ranks
from tournaments.pairing.position import PairingPlayer, pair_key, rank_order
from tournaments.pairing.terms.prizes import NO_PRIZES, USUAL_GIBSONS, GibsonRules, Prizes


@dataclass(frozen=True)
class Contest:
    """A division after a complete round: its players, what is left to play and to win.

    `players` are those who are ranked, in any order. `pending` are games of the rounds left that
    are paired already, without a result that counts, by numbers. Before play the rating ranks.
    """

    players: tuple[PairingPlayer, ...]
    rounds_left: int
    prizes: Prizes = NO_PRIZES
    gibson: GibsonRules = USUAL_GIBSONS
    pending: tuple[tuple[int, int], ...] = field(default=())
    before_play: bool = False

    @cached_property
    def ranked(self) -> tuple[PairingPlayer, ...]:
        """The players in rank order."""
        return rank_order(self.players)

    @cached_property
    def clinched(self) -> frozenset[int]:
        """The places that are clinched, from 0."""
        ranks = gibsonized_ranks(
            self.ranked, rounds_left=self.rounds_left, prizes=self.prizes, rules=self.gibson
        )
        return frozenset(rank - 1 for rank in ranks)

    @cached_property
    def ranks_by(self) -> str:
        """The key of the tie-break that decides first between equal wins, empty for spread."""
        values = next((player.tie_breaks for player in self.players if player.tie_breaks), ())
        return values[0].key if values else ""

    @cached_property
    def most(self) -> int:
        """The half wins that are left to make."""
        return 2 * self.rounds_left

    @cached_property
    def game_spread(self) -> int:
        """The most that a game can change the spread of a side."""
        return self.gibson.allowance(self.rounds_left) // self.most if self.rounds_left else 0

    def meetings_left(self, one: int, two: int) -> int:
        """Returns how often two are sure to meet in the rounds left."""
        if len(self.players) == 2:
            return self.rounds_left
        return self._paired[pair_key(one, two)]

    @cached_property
    def _paired(self) -> Counter[tuple[int, int]]:
        return Counter(pair_key(one, two) for one, two in self.pending)


def most_behind(contest: Contest, player: PairingPlayer, rival: PairingPlayer) -> int | None:
    """Returns the most half wins that `rival` can make and end behind `player`, or level with them.

    The player wins all that is left, by as much as a game can. None where even none is too many.
    """
    level = player.half_wins + contest.most - rival.half_wins
    if not 0 <= level <= contest.most:
        return contest.most if level > 0 else None
    wins, losses = level // 2, contest.rounds_left - level // 2 - level % 2
    room = contest.game_spread * (contest.rounds_left + losses) - wins
    if _is_level(contest, rival, player, room):
        return level
    return level - 1 if level else None


def least_ahead(contest: Contest, player: PairingPlayer, rival: PairingPlayer) -> int | None:
    """Returns the fewest half wins with which `rival` can end ahead of or level with `player`.

    The player loses all that is left, by as much as a game can. None where all are too few.
    """
    level = player.half_wins - rival.half_wins
    if not 0 <= level <= contest.most:
        return 0 if level < 0 else None
    wins, losses = level // 2, contest.rounds_left - level // 2 - level % 2
    room = contest.game_spread * (contest.rounds_left + wins) - losses
    if _is_level(contest, player, rival, room):
        return level
    return level + 1 if level < contest.most else None


def _is_level(contest: Contest, leader: PairingPlayer, chaser: PairingPlayer, room: int) -> bool:
    """Returns whether the chaser gets at least level, with as many wins and so much spread to make.

    A player who missed rounds without a loss has fewer losses than the other, and is ahead.
    """
    fewer = leader.games_counted - chaser.games_counted
    if fewer:
        return fewer > 0
    if contest.ranks_by:
        return True
    behind = leader.spread - chaser.spread
    level_is_enough = not (contest.gibson.equality_clinches and contest.rounds_left)
    return behind < room or (behind == room and level_is_enough)
