"""A match: its line-ups, its result board by board, a correction, a side that does not play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from clubs.leagues.commands.base import MatchCommand
from clubs.leagues.commands.fitting import must_fit_seats
from clubs.leagues.commands.fixtures import must_be_usual
from clubs.leagues.play.line_ups import LineUpBoard, TeamPlayer, line_up
from clubs.leagues.play.matches import TeamGame, match_result, walkover
from clubs.leagues.queries.leagues import (
    HOME,
    absence_of,
    games_of,
    is_over,
    kept_games,
    kept_line_up,
    rules_of,
    squad_of,
)
from clubs.models import LeagueMatch
from core.journal.checked import change_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from core.wording import half


@register
@dataclass(frozen=True, kw_only=True)
class NameLineUp(MatchCommand):
    """Names who plays for a side: boards go by rating, absences by the rule of the league.

    `players` were named for the match; those of them who are `absent` did not come. `substitutes`
    come in for them.
    """

    code = "league.line_up_named"
    side: Literal["home", "away"]
    players: tuple[str, ...]
    absent: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        _must_be_played(row)
        if not (self.players or self.substitutes):
            raise Refused(
                phrase("Name at least one player."), code="line_up.nobody", field="players"
            )
        boards = work.facts.decide("boards", lambda: kept_line_up(self._boards(row)))
        field = "home_line_up" if self.side == HOME else "away_line_up"
        before = getattr(row, field)
        setattr(row, field, boards)
        must_fit_seats(row, games_of(row), "players")
        setattr(row, field, before)
        if not work.ledger.update(row, **{field: boards}):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {**_called(row), "side": (row.home if self.side == HOME else row.away).name}

    def _boards(self, row: LeagueMatch) -> tuple[LineUpBoard, ...]:
        league = row.league
        squad = {one.key: one for one in squad_of(row.home if self.side == HOME else row.away)}

        def of_squad(keys: tuple[str, ...], field: str) -> list[TeamPlayer]:
            for key in keys:
                if key not in squad:
                    raise Refused(
                        phrase("The squad has no player {player}.", player=key[:60]),
                        code="line_up.stranger",
                        field=field,
                    )
            return [squad[key] for key in keys]

        return line_up(
            of_squad(self.players, "players"),
            league.boards,
            absence_of(league),
            absent=self.absent,
            substitutes=of_squad(self.substitutes, "substitutes"),
        )

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Line-up of {side} named, {home} against {away}",
            side=answer["side"],
            home=answer["home"],
            away=answer["away"],
        )


@dataclass(frozen=True, kw_only=True)
class ResultCommand(MatchCommand):
    """Base of the commands that say how a match ended: every game of every board.

    `day` is when it was played, by default when it was to be.
    """

    games: tuple[TeamGame, ...]
    day: date | None = None

    def written(self, work: Work, row: LeagueMatch) -> Row:
        """Writes the result, and returns the answer."""
        result = match_result(self.games, rules_of(row.league))
        must_fit_seats(row, self.games, "games")
        day = self.day or row.day
        if day is None:
            raise Refused(
                phrase("Say on which day the match was played."), code="match.day", field="day"
            )
        must_be_usual(day, "day")
        values: dict[str, Any] = {"results": kept_games(self.games), "day": day, "walkover": ""}
        change_checked(row, values)
        if not work.ledger.update(row, **values):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {
            **_called(row),
            "score": f"{half(result.home.half_points)}:{half(result.away.half_points)}",
        }


@register
@dataclass(frozen=True, kw_only=True)
class EnterMatch(ResultCommand):
    """Enters the result of a match, board by board."""

    code = "league.match_entered"

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        _must_be_played(row)
        if is_over(row):
            raise Refused(
                phrase("The match has a result already. Correct it."),
                code="match.entered",
                field="match",
            )
        return self.written(work, row)

    def sentence(self, answer: Row) -> str:
        return phrase("{home} against {away}: {score}", **answer)


@register
@dataclass(frozen=True, kw_only=True)
class CorrectMatch(ResultCommand):
    """Corrects the result of a match: what is given replaces what there was, a walkover too."""

    code = "league.match_corrected"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        _must_have_result(row)
        return self.written(work, row)

    def sentence(self, answer: Row) -> str:
        return phrase("{home} against {away} corrected: {score}", **answer)


@register
@dataclass(frozen=True, kw_only=True)
class TakeMatchBack(MatchCommand):
    """Takes the result of a match back, so that it is still to be played."""

    code = "league.match_taken_back"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        _must_have_result(row)
        work.ledger.update(row, results=[], walkover="")
        return _called(row)

    def sentence(self, answer: Row) -> str:
        return phrase("Result of {home} against {away} taken back", **answer)


@register
@dataclass(frozen=True, kw_only=True)
class WalkOver(MatchCommand):
    """Records that a side did not play a match at all: it forfeits every game; `both` lose it."""

    code = "league.match_walked_over"
    side: Literal["home", "away", "both"]

    def apply(self, work: Work) -> Row:
        row = self.find_match()
        _must_be_played(row)
        if is_over(row):
            raise Refused(
                phrase("The match has a result already. Take it back first."),
                code="match.entered",
                field="match",
            )
        result = match_result(walkover(self.side, rules_of(row.league)), rules_of(row.league))
        work.ledger.update(row, walkover=self.side)
        return {
            **_called(row),
            "score": f"{half(result.home.half_points)}:{half(result.away.half_points)}",
        }

    def sentence(self, answer: Row) -> str:
        if self.side == "both":
            return phrase("{home} against {away}: not played by either", **answer)
        return phrase(
            "{home} against {away}: {score} without play, {side} did not come",
            **answer,
            side=answer[self.side],
        )


def _called(row: LeagueMatch) -> Row:
    return {"home": row.home.name, "away": row.away.name}


def _must_have_result(row: LeagueMatch) -> None:
    if not is_over(row):
        raise Refused(
            phrase("The match has no result yet."), code="match.not_entered", field="match"
        )


def _must_be_played(row: LeagueMatch) -> None:
    for team in (row.home, row.away):
        if team.withdrew:
            raise Refused(
                phrase("{team} has withdrawn, so this match counts for nobody.", team=team.name),
                code="team.withdrawn",
                field="match",
            )
