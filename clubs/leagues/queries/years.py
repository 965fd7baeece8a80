"""The player of the year, as it follows from the places in its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from clubs.kernel.queries.night_games import guest_key, is_guest
from clubs.leagues.honours.points import Finish, PointsRules, YearRow, players_of_the_year
from clubs.models import PointsYear
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.season_nights import season_nights
from clubs.seasons.tables.rules import SeasonRules
from clubs.seasons.tables.totals import PlayerNight, lines_of
from people.merging import standing_for
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds, standings_after
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class YearEvent:
    """An event of the series: a division of a tournament, or a night of the club.

    `key` names it among those of the series. One that is not `over` gives no points yet.
    """

    key: str
    name: str
    day: date | None
    over: bool


@dataclass(frozen=True)
class ComputedYear:
    """A series with its events in order of their days, and the table that they make."""

    year: PointsYear
    events: tuple[YearEvent, ...]
    table: tuple[YearRow, ...]


def year_of(club: str, key: str) -> PointsYear | None:
    """Returns a series of a club with its club, None where there is none; one query."""
    return PointsYear.objects.select_related("club").filter(club__slug=club, key=key).first()


def years_of(club: str) -> list[PointsYear]:
    """Returns the series of a club, the latest first; one query."""
    return list(PointsYear.objects.select_related("club").filter(club__slug=club))


def points_rules(year: PointsYear) -> PointsRules:
    """Returns what a place is worth in a series; LeagueError at the field that is wrong."""
    return PointsRules(
        by_place=tuple(year.by_place),
        each_below=year.each_below,
        taking_part=year.taking_part,
        sizes=tuple((least, percent) for least, percent in year.sizes),
        best=year.best,
        least=year.least,
    )


def divisions_of(pairs: Iterable[Sequence[str]]) -> Mapping[tuple[str, str], Division]:
    """Returns divisions by the slug of their event and their own name; one query."""
    wanted = {(slug, name) for slug, name in pairs}
    rows = Division.objects.select_related("tournament").filter(
        tournament__slug__in={slug for slug, _ in wanted}
    )
    found = {(row.tournament.slug, row.name): row for row in rows}
    return {pair: row for pair, row in found.items() if pair in wanted}


def nights_in(year: PointsYear) -> list[Tournament]:
    """Returns the nights of the club that are of a series: from its first to its last day."""
    if not year.counts_nights:
        return []
    nights = nights_of_club(year.club.slug)
    return list(nights.filter(starts_on__gte=year.begins_on, starts_on__lte=year.ends_on))


def computed_year(year: PointsYear) -> ComputedYear:
    """Returns a series computed from its events; six queries for each, five for all nights."""
    standing = standing_for()
    events: list[YearEvent] = []
    finishes: list[Finish] = []
    for (slug, name), division in divisions_of(year.events).items():
        event, found = _of_division(f"{slug}/{name}", division, standing)
        events.append(event)
        finishes += found
    nights = nights_in(year)
    events += [YearEvent(one.slug, one.name, one.starts_on, over=one.closed) for one in nights]
    finishes += _of_nights(year, [one for one in nights if one.closed], standing)
    guests = {one.player for one in finishes if is_guest(one.player)}
    table = players_of_the_year(finishes, points_rules(year), apart=guests)
    events.sort(key=lambda one: (one.day or date.min, one.key))
    return ComputedYear(year, tuple(events), table)


def _of_division(
    key: str, division: Division, standing: Mapping[str, str]
) -> tuple[YearEvent, list[Finish]]:
    sheet = load_sheet(division)
    last = sheet.last_round
    over = division.tournament.closed or 0 < division.planned_rounds <= complete_rounds(sheet)
    event = YearEvent(key, _name(division), division.tournament.starts_on, over)
    if not over or not last:
        return event, []
    rows = standings_after(sheet, last)
    placed = [
        (row.rank, sheet.entries[row.number].player or guest_key(key, row.number))
        for row in rows
        if row.rank is not None
    ]
    return event, _finishes(key, placed, standing, entries=sum(not row.house for row in rows))


def _finishes(
    key: str, placed: Iterable[tuple[int, str]], standing: Mapping[str, str], *, entries: int
) -> list[Finish]:
    """Returns the places of an event; a person who is found there twice has the better one."""
    finishes: dict[str, Finish] = {}
    for at, (place, player) in enumerate(placed):
        person = standing.get(player, player)
        if person in finishes:
            person = guest_key(f"{key}-twice", at)
        finishes[person] = Finish(key, person, place, entries)
    return list(finishes.values())


def _name(division: Division) -> str:
    """Returns the name of a division with its event; one that is alone is the event."""
    tournament = division.tournament
    alone = tournament.divisions.count() == 1
    return tournament.name if alone else f"{tournament.name} · {division.name}"


def _of_nights(
    year: PointsYear, nights: list[Tournament], standing: Mapping[str, str]
) -> Iterator[Finish]:
    rules = SeasonRules(begins_on=year.begins_on, ends_on=year.ends_on)
    for night in season_nights(nights):
        lines = {player: line for player, line in lines_of(night, rules).items() if line.half_wins}
        ordered = sorted(lines, key=lambda player: (_record(lines[player]), player))
        placed: list[tuple[int, str]] = []
        for _, equals in groupby(ordered, key=lambda player: _record(lines[player])):
            place = len(placed) + 1
            placed += [(place, player) for player in equals]
        yield from _finishes(night.key, placed, standing, entries=len(placed))


def _record(line: PlayerNight) -> tuple[int, int, int]:
    """Returns what places a night: more wins, then fewer losses, then spread; smaller is better."""
    half_wins = sum(line.half_wins)
    return -half_wins, 2 * len(line.half_wins) - half_wins, -line.spread
