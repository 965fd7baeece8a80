"""Leagues, series and trophies in words, for the desk and for everybody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from clubs.leagues.queries.leagues import AWAY, HOME, games_of, is_over, line_up_of
from clubs.leagues.queries.tables import ComputedLeague, by_round, is_annulled, result_of
from clubs.leagues.queries.trophies import ComputedTrophy
from clubs.leagues.queries.years import ComputedYear
from clubs.leagues.wording import points_words, score_words
from clubs.models import LeagueMatch, Trophy
from core.phrases import phrase, phrase_count
from core.wording import DASH, day, half, record, signed
from people.selectors import public_names


class TableRow(NamedTuple):
    """A row of the table of a league."""

    rank: str
    key: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    boards: str
    spread: str
    points: int


class MatchLine(NamedTuple):
    """A match in the list of a round; `score` is empty before it, `note` what is not as usual."""

    number: int
    day: str
    home: str
    away: str
    score: str
    note: str


class SeatedGame(NamedTuple):
    """A game on a board of a match; scores are empty where it was not played."""

    board: str
    home: str
    away: str
    home_score: str
    away_score: str
    note: str


class PlayerRow(NamedTuple):
    """What somebody did on the boards of a league."""

    name: str
    team: str
    games: int
    record: str
    spread: str


class YearLine(NamedTuple):
    """A row of the table of a year.

    `events` are those with points: the number among the events that are over, the points, and
    whether they count.
    """

    rank: str
    name: str
    points: str
    events: list[tuple[int, str, bool]]


class ReignLine(NamedTuple):
    """A time with one holder."""

    holder: str
    since: str
    defended: str
    is_now: bool


def table_rows(found: ComputedLeague) -> list[TableRow]:
    """Returns the table of a league, best first."""
    ranks = [row.rank for row in found.table]
    return [
        TableRow(
            rank=_rank(row.rank, ranks),
            key=row.team,
            name=found.teams[row.team].name,
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            boards=half(row.half_points),
            spread=signed(row.spread),
            points=row.match_points,
        )
        for row in found.table
    ]


def table_notes(found: ComputedLeague) -> list[str]:
    """Returns what stands below the table: points that were taken off, and who withdrew."""
    notes = [
        phrase_count(
            "{team}: {count} match point taken off, {said}",
            "{team}: {count} match points taken off, {said}",
            count=team.deducted,
            team=team.name,
            said=team.deducted_for,
        )
        for team in found.teams.values()
        if team.deducted and not team.withdrew
    ]
    notes += [
        phrase("{team} has withdrawn: its matches count for nobody.", team=team.name)
        for team in found.teams.values()
        if team.withdrew
    ]
    return notes


def rounds_shown(found: ComputedLeague) -> list[tuple[int, list[MatchLine]]]:
    """Returns the matches of a league by round."""
    return [
        (number, [match_line(match) for match in matches])
        for number, matches in by_round(found.matches).items()
    ]


def match_line(match: LeagueMatch) -> MatchLine:
    """Returns a match as a list has it."""
    return MatchLine(
        number=match.number,
        day=day(match.day) if match.day else DASH,
        home=match.home.name,
        away=match.away.name,
        score=score_words(result_of(match)) if is_over(match) else "",
        note=_note(match),
    )


def _note(match: LeagueMatch) -> str:
    if is_annulled(match):
        return phrase("counts for nobody")
    if match.walkover == "both":
        return phrase("neither came")
    if match.walkover:
        side = match.home if match.walkover == HOME else match.away
        return phrase("{team} did not come", team=side.name)
    return ""


def boards_shown(match: LeagueMatch) -> list[SeatedGame]:
    """Returns the games of a match; before it the line-ups alone, as far as they are named."""
    seats = {side: {one.number: one for one in line_up_of(match, side)} for side in (HOME, AWAY)}
    keys = {seat.player for side in seats.values() for seat in side.values() if seat.player}
    names = public_names(keys)

    def who(side: str, board: int) -> str:
        seat = seats[side].get(board)
        if seat is None:
            return DASH
        if seat.player is None:
            return phrase("nobody")
        name = names.get(seat.player, seat.player)
        return phrase("{name} (substitute)", name=name) if seat.is_substitute else name

    games = games_of(match)
    if not games:
        boards = sorted(seats[HOME] | seats[AWAY])
        return [SeatedGame(str(at), who(HOME, at), who(AWAY, at), "", "", "") for at in boards]
    return [
        SeatedGame(
            str(one.board) if match.league.games == 1 else f"{one.board}.{one.game}",
            who(HOME, one.board),
            who(AWAY, one.board),
            "" if one.forfeiting else str(one.home),
            "" if one.forfeiting else str(one.away),
            _forfeit(match, one.forfeiting),
        )
        for one in games
    ]


def _forfeit(match: LeagueMatch, forfeiting: str) -> str:
    if forfeiting == "both":
        return phrase("both forfeit")
    if not forfeiting:
        return ""
    return phrase("{team} forfeits", team=(match.home if forfeiting == HOME else match.away).name)


def player_rows(found: ComputedLeague) -> list[PlayerRow]:
    """Returns what everybody did on the boards of a league, the best first."""
    names = public_names({row.player for row in found.players})
    return [
        PlayerRow(
            name=names.get(row.player, row.player),
            team=found.teams[row.team].name,
            games=row.games,
            record=record(row.half_wins, row.half_losses),
            spread=signed(row.spread),
        )
        for row in found.players
    ]


def year_rows(found: ComputedYear, names: Mapping[str, str]) -> list[YearLine]:
    """Returns the table of a series, with the points of its events that are over."""
    over = [event.key for event in found.events if event.over]
    ranks = [row.rank for row in found.table if row.rank is not None]
    lines = []
    for row in found.table:
        given = {one.event: one for one in row.events}
        lines.append(
            YearLine(
                rank="" if row.rank is None else _rank(row.rank, ranks),
                name=names.get(row.player, row.player),
                points=points_words(row.points),
                events=[
                    (number, points_words(given[key].points), given[key].counts)
                    for number, key in enumerate(over, 1)
                    if key in given
                ],
            )
        )
    return lines


def trophy_words(found: ComputedTrophy) -> str:
    """Returns between whom a trophy is."""
    trophy = found.trophy
    if trophy.one:
        return phrase(
            "Between {one} and {other}.", one=found.name(trophy.one), other=found.name(trophy.other)
        )
    if trophy.between == Trophy.Between.CLUBS:
        return phrase("Open to all clubs.")
    return phrase("Open to all players.")


def reign_lines(found: ComputedTrophy) -> list[ReignLine]:
    """Returns who held a trophy, the last holder first."""
    return [
        ReignLine(
            holder=found.name(one.holder),
            since=day(one.since.day) if one.since else phrase("the beginning"),
            defended=phrase_count("{count} time", "{count} times", count=one.defended),
            is_now=one is found.holder,
        )
        for one in reversed(found.reigns)
    ]


def meeting_lines(found: ComputedTrophy) -> list[tuple[str, str, str, str]]:
    """Returns the meetings for a trophy, the last first: the day, both sides, the score."""
    return [
        (
            day(one.day),
            found.name(one.one),
            found.name(one.other),
            f"{half(one.half_points[0])}:{half(one.half_points[1])}",
        )
        for one in reversed(found.meetings)
    ]


def _rank(rank: int, ranks: Collection[int]) -> str:
    shared = sum(other == rank for other in ranks) > 1
    return f"={rank}" if shared else f"{rank}"
