"""The sides of all games of a block at once, so that firsts and seconds come out even.

The games are a graph with an arrow from first to second. What is minimal is the sum of the squares
of everybody's firsts less seconds after the block, those of earlier rounds counted in. Turning
round a path from a player to another takes a first from the one and gives it to the other, and
changes nothing for those between: where no such path makes the sum smaller it is minimal, because
the cost is convex and adds up over the players (the optimality condition of minimum-cost flow).
Cycles are then turned round for what changes no balance: see `runs`.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from tournaments.pairing.blocks.runs import even_runs
from tournaments.pairing.blocks.sides import Game, Sides

Rounds = Sequence[Sequence[Game]]


def oriented(
    rounds: Rounds, balances: Mapping[int, int], *, given: bool = False
) -> list[list[Game]]:
    """Returns the games of every round as (first, second), in the order in which they came.

    `balances` are firsts less seconds before the block, 0 where none is named. With `given` the
    games come with sides, which are kept as far as they are as good as any.
    """
    games = rounds if given else _greedy(rounds, balances)
    sides = Sides.of(games, balances)
    _level(sides)
    even_runs(sides)
    return sides.rounds()


def _greedy(rounds: Rounds, balances: Mapping[int, int]) -> list[list[Game]]:
    """Returns the games with the sides that a round alone would choose, as a start.

    The lower balance goes first, then who was second against this opponent, then who was second
    last.
    """
    balance = defaultdict(int, balances)
    between: dict[Game, int] = defaultdict(int)
    last: dict[int, int] = defaultdict(int)
    turned = []
    for number, row in enumerate(rounds, start=1):
        games = []
        for one, two in row:
            key_one = (balance[one], between[one, two], last[one], (one + two) % 2)
            key_two = (balance[two], between[two, one], last[two], 0)
            first, second = (one, two) if key_one <= key_two else (two, one)
            games.append((first, second))
            between[first, second] += 1
            balance[first] += 1
            balance[second] -= 1
            last[first], last[second] = number, -number
        turned.append(games)
    return turned


def _level(sides: Sides) -> None:
    """Turns paths round until no path makes the sum of squared balances smaller."""
    improved = True
    while improved:
        improved = False
        for player in sorted(sides.balance, key=lambda p: (-sides.balance[p], p)):
            while path := _path_down(sides, player):
                sides.turn(path)
                improved = True


def _path_down(sides: Sides, source: int) -> list[int]:
    """Returns games from a player to the one with the lowest balance whom turning them round helps.

    Empty where there is none: moving a first between two whose balances differ by 2 or less makes
    the sum of squares no smaller. The search ends at the first player with the lowest balance of
    all, and does not begin where even they are too near.
    """
    lowest = min(sides.balance.values())
    if sides.balance[source] - lowest <= 2:
        return []
    came_by: dict[int, int | None] = {source: None}
    queue = deque([source])
    best = source
    while queue and sides.balance[best] > lowest:
        player = queue.popleft()
        for game in sides.games_of[player]:
            other = sides.second(game)
            if sides.first[game] == player and other not in came_by:
                came_by[other] = game
                queue.append(other)
                if (sides.balance[other], other) < (sides.balance[best], best):
                    best = other
    if sides.balance[source] - sides.balance[best] <= 2:
        return []
    path = []
    while (game_back := came_by[best]) is not None:
        path.append(game_back)
        best = sides.first[game_back]
    return path
