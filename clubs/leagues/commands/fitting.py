"""What a match can hold: checked when it is written, and when something of it is put back."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.leagues.play.matches import TeamGame, match_result
from clubs.leagues.queries.leagues import SIDES, games_of, league_of, line_up_of, match_of, rules_of
from clubs.models import LeagueMatch
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase

HELD = ("home_line_up", "away_line_up", "results", "walkover")
"""The fields of a match that have to fit each other and the rules of the league."""


def must_fit_seats(row: LeagueMatch, games: Iterable[TeamGame], field: str) -> None:
    """Raises Refused for a score on a board where a side has nobody."""
    played = list(games)
    for side, team in zip(SIDES, (row.home, row.away), strict=True):
        nobody = {one.number for one in line_up_of(row, side) if one.player is None}
        for game in played:
            if game.board in nobody and game.forfeiting not in (side, "both"):
                raise Refused(
                    phrase(
                        "{team} has nobody at board {board}, so it forfeits that board.",
                        team=team.name,
                        board=game.board,
                    ),
                    code="match.nobody",
                    field=f"board_{game.board}" if field == "games" else field,
                )


def must_fit_when_put_back(
    entry: JournalEntry, club: str, key: str, number: int, side: str
) -> None:
    """Raises UserError where a match would hold what it cannot once an entry is taken back.

    `side` of its changes is what is put back: "before", or "after" where it is done again. Since
    the entry other commands may have changed other fields of the match, the rules of the league,
    or which two teams have this number.
    """
    league = league_of(club, key)
    if league is None:
        return
    there = match_of(league, number)
    if there is not None and _teams_then(entry) not in (None, [there.home.key, there.away.key]):
        raise Refused(
            phrase("Match {number} is now one of other teams.", number=number),
            code="match.others",
            field="match",
        )
    for change in entry.changes:
        values = change[side] or {}
        row = there or LeagueMatch(league=league, number=number)
        for name in HELD:
            setattr(row, name, values.get(name, getattr(row, name)))
        _must_fit(row)


def _must_fit(row: LeagueMatch) -> None:
    for side in SIDES:
        if len(line_up_of(row, side)) not in (0, row.league.boards):
            raise Refused(
                phrase("The league has another number of boards now."),
                code="match.boards",
                field="match",
            )
    if not row.results:
        return
    if row.walkover:
        raise Refused(
            phrase("The match has another result by now. Take that back first."),
            code="match.entered",
            field="match",
        )
    match_result(games_of(row), rules_of(row.league))
    must_fit_seats(row, games_of(row), "match")


def _teams_then(entry: JournalEntry) -> list[str] | None:
    """Returns the keys of the teams that the match of an entry had, None where nothing says so.

    A number is given again once a match is removed, or all are drawn anew.
    """
    names = [change["row"] for change in entry.changes]
    until = JournalEntry.objects.filter(stream=entry.stream, seq__lte=entry.seq)
    for changes in until.order_by("-seq").values_list("changes", flat=True).iterator():
        for change in changes:
            whole = change["after"] if change["before"] is None else change["before"]
            if change["row"] in names and whole and "home" in whole:
                return [whole["home"][-1], whole["away"][-1]]
    return None
