"""Invented events to look at: what a new installation shows before its first own one."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from importlib.resources import files

import msgspec

from core.actors import CONSOLE
from core.background import held
from core.journal.execute import execute
from core.names import name_parts
from games.engine.checking import check_gcg
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.record import RecordedPlayer
from people.commands import AddPlayer
from ratings.commands.lists import AddRatingList
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.event.commands.event import DateEvent
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament
from tournaments.rehearsal.jobs.plans import invented_lines
from tournaments.rehearsal.jobs.playing import DivisionPlan, EventPlan, rehearse
from tournaments.simulation.day import CALM, Chances

SLUG = "demonstration"
PLAYERS, ROUNDS, COMPLETE, UNRATED = 13, 7, 4, 70
# Chosen so that, in the four rounds, everything happens that is worth a look.
SEED = "club day 136"
CHANCES = Chances(late=70, leaves=70, no_show=25, misread=60)
REGULARS, PAST_DAYS, PAST_ROUNDS = 6, 4, 4
DAYS_APART = 35
RECORDED = {(5, 1): "1.gcg", (5, 3): "2.gcg", (5, 5): "3.gcg"}
"""Recorded games by round and slot, files of `demonstration_games`; who went first is first."""


def direct_demonstration(seed: str = SEED) -> Tournament:
    """Directs an invented club day into the middle of its fifth round; returns it.

    It is a rehearsal that anybody may look at: all of it goes through the commands, so its log,
    its undo and its replay are real. The rest is for whoever wants to try the desk.
    """
    lines = invented_lines(PLAYERS, seed=seed, unrated=UNRATED)
    plan = EventPlan(
        slug=SLUG,
        name="Demonstration club day",
        dates="An invented event",
        divisions=(DivisionPlan(name="A", lines=lines, rounds=ROUNDS, known=_scores()),),
        seed=seed,
        chances=CHANCES,
        rehearsal=False,
        complete=COMPLETE,
        begun=True,
    )
    rehearse(plan, actor=CONSOLE)
    event = Tournament.objects.get(slug=SLUG)
    ask_to_rate(event, ["A"])
    return event


def record_games() -> None:
    """Puts the games of boards of the fifth round on record, that there are replays to look at."""
    division = Division.objects.select_related("tournament").get(tournament__slug=SLUG, name="A")
    sheet = load_sheet(division)
    boards = {(board.round, board.slot): board for board in sheet.boards}
    for (number, slot), name in RECORDED.items():
        seats = sorted(boards[number, slot].seats, key=lambda seat: seat.side != "first")
        first, second = (sheet.entries[seat.entry] for seat in seats)
        execute(
            RecordBoardGame(
                event=SLUG,
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


def rate_past_days(today: date) -> None:
    """Makes a rating list, and the closed club days of invented regulars that it is to rate.

    The regulars stand in the register as the demonstration's: a list rates nobody else. A worker
    does the rating.
    """
    execute(
        AddRatingList(
            rating_list=SLUG, name="Demonstration list", system="naspa", provisional_games=10
        ),
        actor=CONSOLE,
    )
    lines = tuple(_registered(line, place) for place, line in enumerate(_regulars(), start=1))
    # Nobody waits for a page of a day that is over before all of them are.
    with held():
        for number in range(1, PAST_DAYS + 1):
            _direct_past_day(
                number, lines, today - timedelta(DAYS_APART * (PAST_DAYS + 1 - number))
            )


def _direct_past_day(number: int, lines: tuple[RosterLine, ...], held_on: date) -> None:
    slug = f"{SLUG}-{number}"
    plan = EventPlan(
        slug=slug,
        name=f"Demonstration club day {number}",
        dates="An invented event",
        divisions=(DivisionPlan(name="A", lines=lines, rounds=PAST_ROUNDS),),
        seed=f"{SEED}/{number}",
        chances=CALM,
        rehearsal=False,
    )
    rehearse(plan, actor=CONSOLE)
    execute(DateEvent(event=slug, starts_on=held_on), actor=CONSOLE)
    execute(CloseEvent(event=slug), actor=CONSOLE)


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


def _regulars() -> tuple[RosterLine, ...]:
    return invented_lines(REGULARS, seed=f"{SEED} regulars", unrated=UNRATED)


def _registered(line: RosterLine, place: int) -> RosterLine:
    """Puts the person of a line into the register; returns the line that names them there."""
    given, family = name_parts(line.name)
    key = f"{SLUG}-{place}"
    execute(AddPlayer(key=key, given_name=given, family_name=family), actor=CONSOLE)
    member = Member(name=line.name, player=key)
    return RosterLine(members=(member,), rating=line.rating, life_games=line.life_games)
