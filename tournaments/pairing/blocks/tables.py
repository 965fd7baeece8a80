"""Tables of rounds for a number of slots: who meets whom in which round, by place from 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Game = tuple[int, int]
Table = list[list[Game]]

QUAD: Table = [[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]]
HEX: Table = [
    [(1, 2), (3, 4), (5, 6)],
    [(1, 3), (4, 5), (2, 6)],
    [(1, 4), (2, 5), (3, 6)],
]


def berger_round(slots: int, round_number: int) -> list[Game]:
    """Returns the games (first, second) of a round of the Berger table, numbers from 1.

    `slots` is even; rounds after the last of a cycle repeat it, with sides swapped in every second
    cycle. Source: the FIDE Berger tables in closed form: two meet in the round that is their sum
    less 1, modulo the rounds; the lower number goes first where the sum is odd.
    """
    cycle, table_round = divmod(round_number - 1, slots - 1)
    games = []
    for one in range(1, slots):
        two = (table_round + 2 - one - 1) % (slots - 1) + 1
        if one == two:
            games.append((one, slots) if one <= slots // 2 else (slots, one))
        elif one < two:
            games.append((one, two) if (one + two) % 2 else (two, one))
    return [game[::-1] for game in games] if cycle % 2 else games


def circle_round(slots: int, round_number: int) -> list[Game]:
    """Returns the games (first, second) of a round in which number 1 stays and the others turn.

    In the rounds of a cycle number 1 meets the last, the last but one, ..., number 2. Everybody
    goes first in every other place of the circle, and so in every other round but for one or two.
    """
    turned = (round_number - 1) % (slots - 1)
    ring = [1, *((place - turned) % (slots - 1) + 2 for place in range(slots - 1))]
    games = [(ring[place], ring[-1 - place]) for place in range(slots // 2)]
    return [game[::-1] if (place or turned) % 2 else game for place, game in enumerate(games)]


def hill_round(slots: int, round_number: int) -> list[Game]:
    """Returns the pairs of a round of the table whose last round is 1-2, 3-4, 5-6, ...

    Number 1 meets the last, the last but one, ..., number 2, as word-game directors have it. The
    others are on a circle of `slots` - 1 points, number 2 at the top, 3 and 4 beside it, 5 and 6
    below them; two meet when the point midway between them is the opponent of number 1.
    """
    points = slots - 1
    numbers = {(half if number % 2 else -half) % points: number for number, half in _halves(slots)}
    against = slots - (round_number - 1) % points
    middle = next(point for point, number in numbers.items() if number == against)
    games = [(1, against)]
    for point, number in numbers.items():
        other = numbers[(2 * middle - point) % points]
        if number < other:
            games.append((number, other))
    return sorted(games)


def _halves(slots: int) -> list[tuple[int, int]]:
    """Returns the numbers but the first, with their distances from the top of the circle."""
    return [(number, (number - 1) // 2) for number in range(2, slots + 1)]


def cycle(slots: int, of_round: Callable[[int, int], list[Game]] = berger_round) -> Table:
    """Returns all rounds of a table in which everybody meets everybody once; `slots` is even."""
    return [of_round(slots, number) for number in range(1, slots)]


def sampled(rounds: int, wanted: int) -> list[int]:
    """Returns which of so many rounds to play, from 0, evenly spread from the first to the last.

    One alone is the middle one. Source: the partial round robin of tsh.
    """
    if wanted == 1:
        return [(rounds - 1) // 2]
    gaps = wanted - 1
    return [(2 * place * (rounds - 1) + gaps) // (2 * gaps) for place in range(wanted)]


def group_table(slots: int, rounds: int) -> Table:
    """Returns so many rounds for a group of 2, 4, 6, ... slots; nobody meets twice in a cycle.

    Four play 1-4 2-3, 1-3 2-4, 1-2 3-4; six who play three rounds have three of their own; all
    others play by the Berger table, a part of it evenly spread. More rounds begin again.
    """
    if slots == 4:
        whole = QUAD
    elif slots == 6 and rounds <= len(HEX):
        whole = HEX
    else:
        whole = cycle(slots)
    if slots > 6 and rounds < len(whole):
        return [whole[place] for place in sampled(len(whole), rounds)]
    return [whole[place % len(whole)] for place in range(rounds)]


def bye_table(members: int, rounds: int, bye_order: Sequence[int]) -> Table:
    """Returns so many rounds for an odd group; who meets the slot after the last sits out.

    `bye_order` names the members, from 1, the first to sit out first. Nobody sits out twice before
    everybody has once.
    """
    whole = cycle(members + 1)
    bye = members + 1
    order = {member: place for place, member in enumerate(bye_order)}
    spared = sorted(
        range(len(whole)),
        key=lambda at: next(order[a + b - bye] for a, b in whole[at] if bye in (a, b)),
    )
    full, rest = divmod(rounds, len(whole))
    return whole * full + [whole[at] for at in sorted(spared[:rest])]


@dataclass(frozen=True, slots=True)
class SlotGames:
    """The games in the rounds of a table, by slots from 0.

    `opponents` says it for every round, and `meets` whom a slot meets in any of them.
    """

    opponents: tuple[Mapping[int, int], ...]
    meets: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, rounds: Table, slots: int) -> SlotGames:
        """Returns the games of the rounds, which count their slots from 1."""
        opponents = tuple(
            {one - 1: two - 1 for game in row for one, two in (game, game[::-1])} for row in rounds
        )
        meets = tuple(
            frozenset(row[slot] for row in opponents if slot in row) for slot in range(slots)
        )
        return cls(opponents, meets)
