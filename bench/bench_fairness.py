"""The fairness of plans: how often the best win, and the cost in sides and repeats.

Many events are played by players whose strength is known; ratings only resemble it. Every plan
pairs events of the same seeds: `factor` and `cop` the last third of the rounds after a Swiss, the
others all rounds. `first` is how often the strongest player wins, `top 3` and `top 5` how many of
the strongest three and five are among the first three and five at the end. `uneven` are the players
of a hundred who end with more than one first, or second, too many, `worst` is the widest such gap
and `run` the longest row of firsts or seconds of anybody; `repeats` are the boards of an event that
had met before.

Run with `python -m bench fairness`, or a part of it: `python -m bench.bench_fairness 12 40`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from bench.ground import MACHINE
from tests.builders.simulated_events import PLANS, SimulatedEvent

EVENTS = {12: 200, 40: 60, 109: 16, 300: 4}
"""Events played of each number of players."""
ROUNDS = (7, 14, 21, 31)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one event: how many of the strongest 1, 3 and 5 ended among as many."""

    on_top: tuple[int, int, int]
    uneven: int
    worst: int
    run: int
    repeats: int


def outcome(players: int, rounds: int, plan: str, seed: int) -> Outcome:
    """Returns the outcome of an event; the same seed has the same players for every plan."""
    event = SimulatedEvent(players, rounds, f"fairness-{seed}")
    for _ in event.play(plan):
        pass
    placed, strongest = event.standings(), event.by_strength()
    first, three, five = (len({*placed[:top]} & {*strongest[:top]}) for top in (1, 3, 5))
    gaps = [abs(event.balance(number)) for number in event.sides]
    return Outcome(
        on_top=(first, three, five),
        uneven=sum(gap > 1 for gap in gaps),
        worst=max(gaps),
        run=event.longest_run(),
        repeats=event.repeats,
    )


def line(players: int, rounds: int, plan: str, found: Sequence[Outcome]) -> str:
    """Returns the row of a plan."""
    events = len(found)
    shares = (
        sum(one.on_top[at] for one in found) / (events * top) for at, top in enumerate((1, 3, 5))
    )
    uneven = 100 * sum(one.uneven for one in found) / (events * players)
    repeats = sum(one.repeats for one in found) / events
    return (
        f"{players:>7}{rounds:>7}{events:>7}  {plan:<8}"
        + "".join(f"{share:>7.0%}" for share in shares)
        + f"{uneven:>8.1f}{max(one.worst for one in found):>6}"
        + f"{max(one.run for one in found):>5}{repeats:>9.1f}"
    )


def main(wanted: Sequence[str] = ()) -> None:
    """Prints a line per number of players, number of rounds and plan."""
    sizes = [int(word) for word in wanted if word.isdigit()] or list(EVENTS)
    print(f"Shares and counts over so many events of the same seeds; {MACHINE}")
    print("players rounds events  plan      first  top 3  top 5  uneven worst  run  repeats")
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as processes:
        for players, rounds, plan in product(sizes, ROUNDS, PLANS):
            runs = [(players, rounds, plan, seed) for seed in range(EVENTS.get(players, 10))]
            print(line(players, rounds, plan, processes.starmap(outcome, runs)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
