"""Reports for programs: the same lists as the desk's, with the games behind every figure."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, One, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import DIVISION, event_stream
from tournaments.kernel.queries.play import division_of_event
from tournaments.kernel.queries.sheet import EntryLine, load_sheet
from tournaments.prizing.records import CountedGame
from tournaments.reporting.records import Report, ReportRow
from tournaments.reports.queries import ReportTerms, ratings_now, reports_of


@dataclass(frozen=True, slots=True)
class ReportsWanted:
    """Of which rounds the lists are, how many places they have, and how many closest games count.

    Without `first` and `last` they are of all rounds, without `top` of 20 places; tuff luck and
    lucky stiff count 6 games without `closest`.
    """

    first: int = 0
    last: int = 0
    top: int = 0
    closest: int = 0


@dataclass(frozen=True, slots=True)
class ReportGame:
    """A game that made a figure; of a tie the winner is whoever sat first."""

    round: int
    board: int
    winner: int
    loser: int
    winner_score: int
    loser_score: int


@dataclass(frozen=True, slots=True)
class ReportRowShown:
    """A row of a list; equal figures share a place, and of round_wins the place is the round.

    `value` is the figure that ranks, of records the wins. `facts` are, by list: the games of an
    average or a total; games gone first and second; seed and rank; old and new rating; half wins,
    half losses and spread of a record, and of a class the rank in the division.
    """

    place: int
    entries: list[int]
    names: list[str]
    value: float
    games: list[ReportGame]
    rounds: list[int]
    facts: list[int]


@dataclass(frozen=True, slots=True)
class ReportShown:
    """A list, the best first; `prize_class` names the class whose standings it is."""

    report: str
    prize_class: str
    rows: list[ReportRowShown]


@dataclass(frozen=True, slots=True)
class ReportsShown:
    """The lists of a division that have a row, of these rounds."""

    first: int
    last: int
    top: int
    lists: list[ReportShown]


def _read(asked: Asked) -> ReportsShown:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    wanted: ReportsWanted = asked.query
    sheet = load_sheet(division)
    terms = ReportTerms(wanted.first, wanted.last, wanted.top, wanted.closest).within(sheet)
    entries = {entry.key: entry for entry in sheet.entries.values()}
    lists = reports_of(sheet, terms, ratings_now(sheet))
    return ReportsShown(terms.first, terms.last, terms.top, [_list(one, entries) for one in lists])


def _list(report: Report, entries: dict[int, EntryLine]) -> ReportShown:
    rows = [_row(row, entries) for row in report.rows]
    return ReportShown(report.kind.value, report.prize_class, rows)


def _row(row: ReportRow, entries: dict[int, EntryLine]) -> ReportRowShown:
    theirs = [entries[key] for key in row.keys]
    return ReportRowShown(
        place=row.place,
        entries=[entry.number for entry in theirs],
        names=[entry.entered_name for entry in theirs],
        value=float(row.value),
        games=[_game(game, entries) for game in row.games],
        rounds=list(row.rounds),
        facts=list(row.facts),
    )


def _game(game: CountedGame, entries: dict[int, EntryLine]) -> ReportGame:
    return ReportGame(
        round=game.round,
        board=game.board,
        winner=entries[game.winner].number,
        loser=entries[game.loser].number,
        winner_score=game.score,
        loser_score=game.against,
    )


register_api(
    "results",
    One(
        path=f"{DIVISION}/reports",
        name="reports_read",
        says="Shows the lists of a division: high wins, upsets, averages, starts and others.",
        shape=ReportsShown,
        find=_read,
        query=ReportsWanted,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
)
