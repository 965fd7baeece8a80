"""What the players of the demonstration did before: a rating list, club days, an open with games.

The list rates those who stand in the register; a worker does that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta
from importlib.resources import files

import msgspec
from django.db import transaction

from core.actors import CONSOLE
from core.journal.execute import execute
from games.engine.checking import check_gcg
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.record import RecordedPlayer
from ratings.commands.lists import AddRatingList
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division
from tournaments.rehearsal.jobs.cast import HELD_AT, SEED, SLUG, register_cast
from tournaments.rehearsal.jobs.playing import DivisionPlan, EventPlan, Told, rehearse
from tournaments.simulation.day import CALM

OPEN = f"{SLUG}-open"
OPEN_PLAYERS, OPEN_ROUNDS = 12, 6
RECORDED = {(3, 2): "1.gcg", (5, 1): "2.gcg", (6, 1): "3.gcg"}
"""Recorded games by round and slot, files of `demonstration_games`; who went first is first."""
DAYS, DAY_PLAYERS, DAY_ROUNDS = 3, 6, 4
DAYS_APART = 35


def found_list(told: Told) -> None:
    """Puts the players into the register, and makes the list that is to rate them."""
    with transaction.atomic():
        register_cast()
        told(1, 2)
        execute(
            AddRatingList(
                rating_list=SLUG, name="Demonstration list", system="naspa", provisional_games=10
            ),
            actor=CONSOLE,
        )


def day_slug(number: int) -> str:
    """Returns the short name of a club day, from 1, the first."""
    return f"{SLUG}-{number}"


def direct_day(lines: Sequence[RosterLine], number: int, today: date, told: Told) -> None:
    """Directs a club day of some of these players, and closes it."""
    _direct(
        day_slug(number),
        f"Demonstration club day {number}",
        DivisionPlan(name="A", lines=tuple(lines[:DAY_PLAYERS]), rounds=DAY_ROUNDS),
        today - timedelta(DAYS_APART * (DAYS + 2 - number)),
        told,
    )


def direct_open(lines: Sequence[RosterLine], today: date, told: Told) -> None:
    """Directs an open of some of these players, puts three games on record, and closes it."""
    plan = DivisionPlan(
        name="A", lines=tuple(lines[:OPEN_PLAYERS]), rounds=OPEN_ROUNDS, known=_scores()
    )
    _direct(OPEN, "Demonstration open", plan, today - timedelta(DAYS_APART), told)


def _direct(slug: str, name: str, division: DivisionPlan, held_on: date, told: Told) -> None:
    plan = EventPlan(
        slug=slug,
        name=name,
        starts_on=held_on,
        place=HELD_AT,
        divisions=(division,),
        seed=f"{SEED}/{slug}",
        chances=CALM,
        rehearsal=False,
    )
    rehearse(plan, told, actor=CONSOLE, goes_on=True)
    with transaction.atomic():
        if slug == OPEN:
            _record_games()
        execute(CloseEvent(event=slug), actor=CONSOLE)


def _record_games() -> None:
    """Puts the games of some boards of the open on record, that there are replays to look at."""
    division = Division.objects.select_related("tournament").get(tournament__slug=OPEN, name="A")
    sheet = load_sheet(division)
    boards = {(board.round, board.slot): board for board in sheet.boards}
    for (number, slot), name in RECORDED.items():
        seats = sorted(boards[number, slot].seats, key=lambda seat: seat.side != "first")
        first, second = (sheet.entries[seat.entry] for seat in seats)
        execute(
            RecordBoardGame(
                event=OPEN,
                division="A",
                round=number,
                # The same game has the same address wherever it is made.
                game=hashlib.sha256(f"{SEED}/{number}/{slot}".encode()).hexdigest()[:12],
                entry=first.number,
                opponent=second.number,
                content=_record(name, first.entered_name, second.entered_name),
                source="file",
                file_name=f"round-{number}-board-{slot}.gcg",
                first=first.number,
            ),
            actor=CONSOLE,
        )


def _scores() -> dict[tuple[int, int], tuple[int, int]]:
    """Returns the scores of the games on record, for the results of their boards."""
    reports = {place: check_gcg(_file(name)) for place, name in RECORDED.items()}
    return {place: (one.scores[0], one.scores[1]) for place, one in reports.items()}


def _record(name: str, *players: str) -> bytes:
    """Returns the record of a file, as a game of these players, who went first first."""
    record = read_gcg(_file(name)).record
    assert record is not None
    people = tuple(RecordedPlayer(nick="_".join(player.split()), name=player) for player in players)
    return write_gcg(msgspec.structs.replace(record, players=people)).encode()


def _file(name: str) -> bytes:
    return files("tournaments.rehearsal.jobs.demonstration_games").joinpath(name).read_bytes()
