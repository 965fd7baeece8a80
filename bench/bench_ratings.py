"""Games rated a second in one process: ours beside other programs, and beside the plain algorithm.

First simulated histories are rated event by event, every player carried on from event to event,
and the same games are given to openskill and to elote, each used as its documentation says. Those
two know no events: a game is all they are given, as keys of players, made ready for them outside
the clock. That every rating found the players' true strengths is asserted for all of them.

Then single divisions, beside the algorithm written down as it is read. It is measured twice:
telling new ratings only, and telling expected wins and performances too, as ours does, which also
checks the field. The new ratings must agree. Run with `python -m bench.bench_ratings`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import correlation
from time import perf_counter

from bench.ground import MACHINE, best
from bench.rating_history import SimulatedEvent, games_of, simulated_history
from bench.rating_peers import PEERS, Game
from bench.rating_plain import expectation, plain_ratings, plain_report
from ratings.systems.career import Career, rate_event
from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from ratings.systems.registry import rating_system

SIZES = (10_000, 100_000, 1_000_000)
SYSTEMS = ("naspa", "coco", "elo")
FOUND = 0.8
"""The least correlation of ratings with true strengths that proves that the games were rated."""
SEEN_OFTEN = 5
NEWCOMERS = 0.05
FEW_GAMES = 0.2

Answer = tuple[float, dict[str, float]]
"""The seconds taken, and everybody's rating."""


def main() -> None:
    """Prints both tables."""
    print(f"Games a second, history carried on event by event, one process of {MACHINE}.\n")
    print(f"{'games':>10}{'events':>8}{'players':>9}", end="")
    print("".join(f"{name:>14}" for name in (*SYSTEMS, *PEERS)))
    for size in SIZES:
        _print_history(list(simulated_history(size)))
        gc.unfreeze()
    _print_divisions()


def _print_history(history: Sequence[SimulatedEvent]) -> None:
    games = sum(event.games for event in history)
    strengths: dict[str, float] = {}
    appearances: dict[str, int] = {}
    for event in history:
        strengths |= event.strengths
        for key in event.strengths:
            appearances[key] = appearances.get(key, 0) + 1
    often = [key for key, times in appearances.items() if times >= SEEN_OFTEN]
    print(f"{games:>10,}{len(history):>8,}{len(strengths):>9,}", end="", flush=True)
    lists = [games_of(event.event) for event in history]
    # What all of them are given is no rubbish to look through again and again.
    gc.collect()
    gc.freeze()
    ways = [(name, partial(_ours, history, name)) for name in SYSTEMS]
    ways += [(name, partial(_theirs, lists, name, games)) for name in PEERS]
    for name, way in ways:
        seconds, ratings = way()
        assert ratings.keys() == strengths.keys(), f"{name} has not rated everybody"
        found = correlation([ratings[key] for key in often], [strengths[key] for key in often])
        assert found > FOUND, f"{name} found the strengths by {found:.2f} only"
        print(f"{games / seconds:>14,.0f}", end="", flush=True)
        gc.collect()
    print()


def _ours(history: Sequence[SimulatedEvent], key: str) -> Answer:
    """Returns our system's time and ratings, from the events' cards to everybody's career."""
    system = rating_system(key)
    careers: dict[str, Career] = {}
    started = perf_counter()
    for event in history:
        for step in rate_event(event.event, careers, {}, system):
            careers[step.player] = step.after
    seconds = perf_counter() - started
    return seconds, {player: float(career.rating) for player, career in careers.items()}


def _theirs(lists: Sequence[list[Game]], name: str, games: int) -> Answer:
    """Returns another program's time and ratings; every game must have been answered."""
    loop = PEERS[name]()
    started = perf_counter()
    for event in lists:
        loop.rate(event)
    seconds = perf_counter() - started
    assert loop.processed() == games, f"{name} answered {loop.processed()} of {games} games"
    return seconds, loop.ratings()


def _print_divisions() -> None:
    print(f"\nGames a second, divisions rated for themselves, {MACHINE}.\n")
    print(f"{'divisions':<24}{'games':>8}{'naspa':>12}{'plain':>12}{'ratings only':>16}")
    system = rating_system("naspa")
    for count, players, rounds in ((10, 300, 31), (100, 20, 15)):
        divisions = [division(players, rounds, seed) for seed in range(count)]
        for field in divisions:
            ours = {change.number: change.new for change in system.rate(field)}
            assert ours == plain_ratings(field), "the two programs disagree"
        games = sum(len(player.games) for field in divisions for player in field.players) // 2
        speeds = [
            games / _best_of(r, divisions) for r in (system.rate, plain_report, plain_ratings)
        ]
        print(f"{f'{count} of {players} x {rounds}':<24}{games:>8,}", end="")
        print("{:>12,.0f}{:>12,.0f}{:>16,.0f}".format(*speeds))


def _best_of(rate: Callable[[RatedField], object], divisions: Sequence[RatedField]) -> float:
    return best(lambda: [rate(field) for field in divisions])


def division(players: int, rounds: int, seed: int) -> RatedField:
    """Returns an invented division of random pairs, in which strength decides and some are new."""
    random = Random(seed)
    strength = {number: random.gauss(1300, 300) for number in range(1, players + 1)}
    games: dict[int, list[RatedGame]] = {number: [] for number in strength}
    for number_of_round in range(1, rounds + 1):
        order = random.sample(list(strength), players)
        for one, two in zip(order[::2], order[1::2], strict=False):
            credit = 2 * (random.random() < expectation(strength[one], strength[two]))
            games[one].append(RatedGame(number_of_round, two, credit))
            games[two].append(RatedGame(number_of_round, one, 2 - credit))
    return RatedField(
        tuple(
            RatedPlayer(
                number=number,
                rating=0 if random.random() < NEWCOMERS else max(1, round(value)),
                life_games=random.randrange(50) if random.random() < FEW_GAMES else 200,
                games=tuple(games[number]),
            )
            for number, value in strength.items()
        ),
        rounds,
    )


if __name__ == "__main__":
    main()
