"""The report of a rehearsal counts what was played, whatever the order of the boards."""

from __future__ import annotations

from random import Random
from typing import Any

from tournaments.simulation.report import (
    DivisionReport,
    PlayedBoard,
    report_as_values,
    report_division,
)

BOARDS = [
    PlayedBoard(1, (1, 2), first=1),
    PlayedBoard(1, (3,), game=False, bye=True),
    PlayedBoard(2, (1, 3), first=1),
    PlayedBoard(2, (2,), game=False, bye=True),
    PlayedBoard(3, (2, 1), first=1),
    PlayedBoard(3, (3,), game=False, bye=True),
]


def report(boards: list[PlayedBoard] = BOARDS, **more: Any) -> DivisionReport:
    known: dict[str, Any] = {"order": [3, 1, 2], "strengths": {1: 1900, 2: 1500, 3: 1600}}
    return report_division("A", boards, **(known | more))


def test_games_repeats_starts_runs_and_byes_are_counted() -> None:
    found = report()
    assert (found.players, found.rounds, found.games, found.repeats) == (3, 3, 3, 1)
    assert found.imbalance == {1: 1, 2: 1, 3: 1}
    assert (found.longest_run, found.byes) == (3, 2)
    assert (found.winner, found.best, found.best_finished) == (3, 1, 2)


def test_the_order_of_the_boards_does_not_matter() -> None:
    shuffled = BOARDS.copy()
    Random(3).shuffle(shuffled)
    assert report(shuffled) == report()


def test_a_forfeit_is_no_game_and_no_repeat() -> None:
    forfeited = [*BOARDS[:2], PlayedBoard(2, (1, 2), first=1, game=False)]
    found = report(forfeited)
    assert (found.games, found.repeats, found.imbalance) == (1, 0, {1: 2})


def test_a_run_is_broken_by_the_other_side() -> None:
    starts = (1, 1, 2, 2, 2, 1)
    boards = [PlayedBoard(n, (1, 2), first=first) for n, first in enumerate(starts, 1)]
    assert report(boards).longest_run == 3


def test_games_without_a_known_start_count_for_no_side() -> None:
    found = report([PlayedBoard(1, (1, 2))])
    assert (found.games, found.imbalance, found.longest_run) == (1, {}, 0)


def test_an_event_without_a_round_has_a_report_too() -> None:
    found = report([], order=[], strengths={})
    assert (found.rounds, found.winner, found.best, found.best_finished) == (0, None, None, None)
    assert report_as_values("1", [])["winner"] is None


def test_the_event_sums_up_its_divisions() -> None:
    told = report_as_values("7", [report(), report(BOARDS[:1], order=[2, 1, 3])])
    assert (told["rounds"], told["games"], told["repeats"], told["winner"]) == (3, 4, 1, 3)
    assert told["start_imbalance"] == {"max": 3, "players": {"1": 3, "2": 1, "3": 1}}
    assert (told["seed"], told["byes"], told["longest_run"]) == ("7", 2, 3)
    assert [part["winner"] for part in told["divisions"]] == [3, 2]
