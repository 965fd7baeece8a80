"""Reports for programs: the same lists as the desk's, with the games behind every figure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404

from api.operations import (
    Asked,
    Download,
    One,
    SentFile,
    Stored,
    VersionedAnswer,
    register_api,
)
from core.roles.table import Permission
from core.web.site import WEB
from tournaments.kernel.api_addresses import DIVISION, EVENT, ROUND, event_stream
from tournaments.kernel.queries.play import division_of_event, event_named
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.prizing.records import CountedGame
from tournaments.readmodel.answers import division_answer, of_ratings
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_event
from tournaments.readmodel.serving import read_model_now
from tournaments.reporting.records import GameStatistics, Report, ReportRow
from tournaments.reports.pages import event_report_made, naming_of, report_made, reports_table
from tournaments.reports.queries import ReportMade, ReportTerms, entries_of, report_over
from tournaments.reports.wording import EntryNaming


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
    half losses and spread of a record, and of a class the rank in the division. `rounds` of a
    streak are its first and last. `team` is empty but in the list of teams, whose rows name the
    members.
    """

    place: int
    team: str
    divisions: list[str]
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
class StatisticsShown:
    """The figures of all games together; averages are null without a game that has them.

    The first and second players' figures are of the games of which it is known who went first.
    """

    games: int
    ties: int
    average_win: float | None
    average_loss: float | None
    average_spread: float | None
    won_by_first: int
    won_by_second: int
    average_of_first: float | None
    average_of_second: float | None


@dataclass(frozen=True, slots=True)
class ReportsShown:
    """The lists that have a row, of these rounds, and the figures of all their games."""

    first: int
    last: int
    top: int
    statistics: StatisticsShown
    lists: list[ReportShown]


@dataclass(frozen=True, slots=True)
class PublicReports:
    """The lists that everybody may see, of all rounds or one; `division` is empty over all."""

    event: str
    division: str
    round: int | None
    statistics: StatisticsShown
    lists: list[ReportShown]


def _of_division(asked: Asked) -> ReportsShown:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return _read([load_sheet(division)], asked.query, over_all=False)


def _of_event(asked: Asked) -> ReportsShown:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    divisions = event.divisions.select_related("tournament")
    return _read([load_sheet(one) for one in divisions], asked.query, over_all=True)


def _read(sheets: list[Sheet], wanted: ReportsWanted, *, over_all: bool) -> ReportsShown:
    asked = ReportTerms(wanted.first, wanted.last, wanted.top, wanted.closest)
    terms = asked.within(*sheets)
    made = report_over(sheets, terms, over_all=over_all)
    naming = EntryNaming(entries_of(sheets), lambda entry: entry.entered_name)
    return ReportsShown(
        terms.first, terms.last, terms.top, _statistics(made.figures), _lists(made, naming)
    )


def _lists(made: ReportMade, naming: EntryNaming) -> list[ReportShown]:
    return [_list(one, naming) for one in made.lists]


def _list(report: Report, naming: EntryNaming) -> ReportShown:
    rows = [_row(row, naming) for row in report.rows]
    return ReportShown(report.kind.value, report.prize_class, rows)


def _row(row: ReportRow, naming: EntryNaming) -> ReportRowShown:
    theirs = [naming.entries[key] for key in row.keys]
    return ReportRowShown(
        place=row.place,
        team=row.name,
        divisions=[of.division for of in theirs],
        entries=[of.entry.number for of in theirs],
        names=[naming.name(of.entry) for of in theirs],
        value=float(row.value),
        games=[_game(game, naming) for game in row.games],
        rounds=list(row.rounds),
        facts=list(row.facts),
    )


def _game(game: CountedGame, naming: EntryNaming) -> ReportGame:
    return ReportGame(
        round=game.round,
        board=game.board,
        winner=naming.entries[game.winner].entry.number,
        loser=naming.entries[game.loser].entry.number,
        winner_score=game.score,
        loser_score=game.against,
    )


def _statistics(figures: GameStatistics) -> StatisticsShown:
    sides = figures.sides
    return StatisticsShown(
        games=figures.games,
        ties=figures.ties,
        average_win=_mean(figures.average_win),
        average_loss=_mean(figures.average_loss),
        average_spread=_mean(figures.average_spread),
        won_by_first=sides.first,
        won_by_second=sides.second,
        average_of_first=sides.first_points / sides.games if sides.games else None,
        average_of_second=sides.second_points / sides.games if sides.games else None,
    )


def _mean(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _public(event: str, division: str) -> VersionedAnswer:
    return division_answer(event, division, _shown, version=of_ratings)


def _public_of_round(event: str, division: str, round: int) -> VersionedAnswer:  # noqa: A002 - the name in the address
    return division_answer(event, division, lambda model: _shown(model, round), version=of_ratings)


def _shown(read_model: DivisionReadModel, number: int | None = None) -> PublicReports:
    made = report_made(read_model, number)
    return PublicReports(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        round=number,
        statistics=_statistics(made.figures),
        lists=_lists(made, naming_of(read_model, WEB)),
    )


def _public_of_event(event: str) -> VersionedAnswer:
    versioned = versioned_event(event)
    if versioned is None:
        raise Http404

    def made() -> tuple[str, Any]:
        report, naming = event_report_made(versioned, WEB)
        shown = PublicReports(
            event=event,
            division="",
            round=None,
            statistics=_statistics(report.figures),
            lists=_lists(report, naming),
        )
        return versioned.rated, shown

    return VersionedAnswer(versioned.rated, made)


def _table(asked: Asked) -> SentFile:
    versioned = versioned_event(asked["event"])
    parts = versioned.divisions if versioned else ()
    part = next((one for one in parts if one.division.name == asked["division"]), None)
    if part is None:
        raise Http404
    name = f"{asked['event']}-{asked['division']}-reports.csv"
    return SentFile(name, "text/csv", [reports_table(read_model_now(part))])


register_api(
    "results",
    Download(
        path=f"{DIVISION}/reports/table",
        name="reports_table",
        says="Sends the lists of a division in full as one table, under public names.",
        kinds=("text/csv",),
        file=_table,
    ),
    One(
        path=f"{DIVISION}/reports",
        name="reports_read",
        says="Shows the lists of a division: high wins, upsets, averages, starts and others.",
        shape=ReportsShown,
        find=_of_division,
        query=ReportsWanted,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    One(
        path=f"{EVENT}/reports",
        name="event_reports_read",
        says="Shows the lists over all divisions of an event.",
        shape=ReportsShown,
        find=_of_event,
        query=ReportsWanted,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Stored(
        path=f"{DIVISION}/reports/shown",
        name="reports_shown",
        says="Shows the lists of a division to everybody, under public names.",
        shape=PublicReports,
        page=_public,
        rows="lists",
    ),
    Stored(
        path=f"{ROUND}/reports",
        name="round_reports_shown",
        says="Shows the lists of a published round to everybody, under public names.",
        shape=PublicReports,
        page=_public_of_round,
        rows="lists",
    ),
    Stored(
        path=f"{EVENT}/reports/shown",
        name="event_reports_shown",
        says="Shows the lists over all divisions to everybody, under public names.",
        shape=PublicReports,
        page=_public_of_event,
        rows="lists",
    ),
)
