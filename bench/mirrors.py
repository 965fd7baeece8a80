"""The mirrors that `bench_mirror` makes; imported once Django is set up."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from unittest.mock import Mock

from core.mirror.house import mirror_house
from core.mirror.writing import Mirrored
from tests.apps.games.recorded import read_all, recorded
from tests.builders.events import a_large_event, give
from tests.builders.rating_lists import rated_list
from tournaments.models import Board
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import CorrectResult, EnterResult

EVENT, DIVISION, PEOPLE = "grand", "A", 60
_scores = count(444)


def measure(folder: Path, players: int, rounds: int) -> None:
    """Prints what each mirror takes in seconds, and in seconds of the processor."""
    a_large_event(EVENT, players=players, rounds=rounds, open_games=players // 4)
    rated_list(events=10, players=PEOPLE, field=20, rounds=8)
    recorded()
    read_all()
    # As a worker does once it has loaded the program.
    gc.collect()
    gc.freeze()
    print(f"{players} players x {rounds} rounds, a list of {PEOPLE} players; s on one core")
    print(f"{'':<46}{'s':>8}{'CPU s':>8}{'written':>9}{'files':>8}")
    for name, place, mirror in (
        ("an event", folder / "event", lambda at: mirror_event(EVENT, at, progress=Mock())),
        ("everything", folder / "house", lambda at: mirror_house(at, progress=Mock())),
    ):
        _show(f"{name}: made", mirror, place)
        _show(f"{name}: nothing new", mirror, place)
        _enter(rounds)
        _show(f"{name}: one result", mirror, place)
        _correct(rounds)
        _show(f"{name}: one result of the last round corrected", mirror, place)
        _correct(1)
        _show(f"{name}: one result of the first round corrected", mirror, place)
    size = sum(path.stat().st_size for path in (folder / "event").rglob("*") if path.is_file())
    print(f"{size / 1e6:.0f} MB of an event")


def _show(name: str, mirror: Callable[[Path], Mirrored], folder: Path) -> None:
    started, busy = perf_counter(), process_time()
    done = mirror(folder)
    took, busy = perf_counter() - started, process_time() - busy
    print(f"{name:<46}{took:>8.2f}{busy:>8.2f}{done.changed:>9}{done.files:>8}", flush=True)


def _enter(number: int) -> None:
    """Enters the result of a game of the round that is being played."""
    board = _board(number, is_open=True)
    one, two = board.seats.order_by("side")
    give(
        EnterResult(
            event=EVENT,
            division=DIVISION,
            round=number,
            entry=one.entry.number,
            opponent=two.entry.number,
            score=431,
            opponent_score=377,
        )
    )


def _correct(number: int) -> None:
    """Corrects the result of a game."""
    seat = _board(number, is_open=False).seats.select_related("entry").first()
    assert seat is not None
    give(
        CorrectResult(
            event=EVENT,
            division=DIVISION,
            round=number,
            entry=seat.entry.number,
            score=next(_scores),
            opponent_score=333,
            confirmed=True,
        ),
        reason="Misread",
    )


def _board(number: int, *, is_open: bool) -> Board:
    board = (
        Board.objects.filter(
            round__division__tournament__slug=EVENT,
            round__number=number,
            result__isnull=is_open,
        )
        .order_by("number")
        .first()
    )
    assert board is not None
    return board
