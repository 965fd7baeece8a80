"""Better sides at equal balances: two who meet again swap, and nobody goes first thrice running.

Turning round a cycle of games, in which everybody is first once and second once, changes no
balance. Short cycles through a game that is badly placed are tried, and turned where that helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from tournaments.pairing.blocks.sides import Sides

LONGEST_CYCLE = 5
MOST_CYCLES = 100
"""Cycles tried through one game; more of them find next to nothing."""
MOST_TRIED = 5_000
"""Cycles tried for a block, so that the table of a large field is drawn up in a second or two."""
REPEAT = 100
"""The weight of a second meeting with the same sides against a third equal side in a row."""


def even_runs(sides: Sides) -> None:
    """Turns cycles until none that is tried makes meetings alternate or runs shorter."""
    left = MOST_TRIED
    improved = True
    while improved and left > 0:
        improved = False
        for game in _badly_placed(sides):
            tried = _improve(sides, game)
            improved = improved or tried > 0
            left -= abs(tried)
            if left <= 0:
                return


def _badly_placed(sides: Sides) -> list[int]:
    """Returns the games in runs of three or more equal sides, and meetings that do not alternate.

    They are in the order of the rounds.
    """
    found: set[int] = set()
    for player, games in sides.games_of.items():
        for start in range(len(games) - 2):
            three = games[start : start + 3]
            if len({sides.first[game] == player for game in three}) == 1:
                found.update(three)
    for games in sides.between.values():
        for one, two in pairwise(games):
            if sides.first[one] == sides.first[two]:
                found.update((one, two))
    return sorted(found)


def _improve(sides: Sides, game: int) -> int:
    """Turns the first cycle through a game that helps.

    Returns how many were tried, below 0 where none of them helped.
    """
    tried = 0
    for cycle in islice(_cycles(sides, game), MOST_CYCLES):
        tried += 1
        before = _cost(sides, cycle)
        sides.turn(cycle)
        if _cost(sides, cycle) < before:
            return tried
        sides.turn(cycle)
    return -tried


def _cycles(sides: Sides, game: int) -> Iterator[list[int]]:
    """Yields cycles of games, each beginning where the one before it ends, the shortest first."""
    goal = sides.first[game]
    ways: list[tuple[list[int], set[int]]] = [([game], {goal, sides.second(game)})]
    for _ in range(LONGEST_CYCLE - 1):
        longer: list[tuple[list[int], set[int]]] = []
        for way, visited in ways:
            player = sides.second(way[-1])
            for following in sides.games_of[player]:
                if sides.first[following] != player:
                    continue
                other = sides.second(following)
                if other == goal:
                    yield [*way, following]
                elif other not in visited and len(longer) < MOST_CYCLES:
                    longer.append(([*way, following], visited | {other}))
        ways = longer


def _cost(sides: Sides, games: Iterable[int]) -> int:
    """Returns the cost of everybody's runs and meetings in these games together."""
    pairs = {sides.players[game] for game in games}
    players = {player for pair in pairs for player in pair}
    runs = sum(_run_cost(sides, player) for player in players)
    return runs + REPEAT * sum(_same_again(sides, pair) for pair in pairs)


def _run_cost(sides: Sides, player: int) -> int:
    """Returns a cost that is the square of how far each run goes beyond two."""
    cost, run, last = 0, 0, None
    for game in sides.games_of[player]:
        side = sides.first[game] == player
        run = run + 1 if side is last else 1
        last = side
        if run > 2:
            cost += 2 * (run - 2) - 1
    return cost


def _same_again(sides: Sides, pair: tuple[int, int]) -> int:
    games = sides.between[pair]
    return sum(1 for one, two in pairwise(games) if sides.first[one] == sides.first[two])
