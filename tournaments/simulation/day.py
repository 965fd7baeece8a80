"""The incidents of a day: who comes late, who goes home, who does not turn up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.simulation.dice import THOUSAND, dice, happens
from tournaments.simulation.games import DrawnResult, draw_game, draw_slip

_LATEST_ARRIVAL = 3
_SHARE = 10


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances in a thousand: players who come late or leave, boards not reached or misread."""

    late: int = 0
    leaves: int = 0
    no_show: int = 0
    misread: int = 0


CALM = Chances()
USUAL = Chances(late=30, leaves=30, no_show=5, misread=10)


@dataclass(frozen=True, slots=True)
class Day:
    """The arrivals and departures by round, by key."""

    arrives: Mapping[int, int]
    leaves: Mapping[int, int]


def plan_day(keys: Iterable[int], *, rounds: int, chances: Chances, seed: str) -> Day:
    """Returns those who come late or leave early: at most one in ten each, and nobody both."""
    everybody = sorted(keys)
    most = len(everybody) // _SHARE
    last_arrival = min(_LATEST_ARRIVAL, rounds)
    late = _chosen(everybody, chances.late, most, seed, "late") if last_arrival >= 2 else []
    arrives = {key: dice(seed, "arrival", key).randint(2, last_arrival) for key in late}
    stay = [key for key in everybody if key not in arrives]
    gone = _chosen(stay, chances.leaves, most, seed, "leaves") if rounds >= 3 else []
    leaves = {key: dice(seed, "departure", key).randint(3, rounds) for key in gone}
    return Day(arrives, leaves)


def draw_board(
    round_number: int,
    pair: tuple[int, int],
    strong: Mapping[int, int],
    *,
    chances: Chances,
    seed: str,
) -> DrawnResult:
    """Returns the drawn result of a board, from the side of the first of the pair (keys).

    Seen from the other side it is the same game: the pair's order does not matter.
    """
    low, high = sorted(pair)
    thrown = dice(seed, round_number, low, high)
    if happens(thrown, chances.no_show):
        return DrawnResult(absent=thrown.choice((low, high)))
    scores = draw_game(strong[low], strong[high], thrown)
    slip = draw_slip(*scores, thrown) if happens(thrown, chances.misread) else None
    drawn = DrawnResult(*scores, slip=slip)
    return drawn if pair == (low, high) else drawn.turned()


def _chosen(keys: list[int], chance: int, most: int, seed: str, what: str) -> list[int]:
    """Returns those to whom it happens, at most so many: the least likely are left out."""
    throws = [(dice(seed, what, key).randrange(THOUSAND), key) for key in keys]
    return [key for throw, key in sorted(throws) if throw < chance][:most]
