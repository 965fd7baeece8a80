"""The forms of a match: who plays, how it ended, board by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils import timezone

from clubs.kernel.desk.context import ClubForm
from clubs.leagues.commands.matches import (
    CorrectMatch,
    EnterMatch,
    NameLineUp,
    TakeMatchBack,
    WalkOver,
)
from clubs.leagues.forms.context import LeagueContext
from clubs.leagues.forms.fields import day_field
from clubs.leagues.play.line_ups import TeamPlayer
from clubs.leagues.play.matches import HIGHEST, LOWEST, TeamGame
from clubs.leagues.queries.leagues import AWAY, HOME, games_of, line_up_of, squad_of
from core.errors import UserError
from core.phrases import phrase
from people.selectors import public_names

PLAYS, SUBSTITUTE, ABSENT = "plays", "substitute", "absent"


class LineUpForm(ClubForm):
    """Names who plays for a side: one choice for everybody of the squad."""

    command_class = NameLineUp
    where: LeagueContext
    side: ClassVar[str]

    def prepare(self) -> None:
        match = self.where.the_match
        self.squad: Sequence[TeamPlayer] = squad_of(match.home if self.side == HOME else match.away)
        names = public_names({one.key for one in self.squad})
        for at, one in enumerate(self.squad):
            self.fields[f"player_{at}"] = forms.ChoiceField(
                label=f"{names.get(one.key, one.key)} ({one.rating})",
                choices=[
                    ("", phrase("does not play")),
                    (PLAYS, phrase("plays")),
                    (SUBSTITUTE, phrase("substitute")),
                    (ABSENT, phrase("was named, did not come")),
                ],
                required=False,
            )
        self.unmarked = tuple(self.fields)

    def prefilled(self) -> Mapping[str, Any]:
        seats = line_up_of(self.where.the_match, self.side)
        if not seats:
            boards = self.where.the_league.boards
            return {f"player_{at}": PLAYS for at, _ in enumerate(self.squad[:boards])}
        sits = {one.player: SUBSTITUTE if one.is_substitute else PLAYS for one in seats}
        return {f"player_{at}": sits.get(one.key, "") for at, one in enumerate(self.squad)}

    def obstacle(self) -> str:
        if not self.squad:
            return phrase("The team has no squad yet. Enter it first.")
        return super().obstacle()

    def payload(self) -> dict[str, Any]:
        said = {one.key: self.cleaned_data[f"player_{at}"] for at, one in enumerate(self.squad)}
        return {
            "side": self.side,
            "players": tuple(key for key, does in said.items() if does in (PLAYS, ABSENT)),
            "absent": tuple(key for key, does in said.items() if does == ABSENT),
            "substitutes": tuple(key for key, does in said.items() if does == SUBSTITUTE),
        }


class HomeLineUpForm(LineUpForm):
    """Names who plays at home."""

    side = HOME


class AwayLineUpForm(LineUpForm):
    """Names who plays away."""

    side = AWAY


@dataclass(frozen=True)
class BoardFields:
    """A game of a match in the form: where, who, and its three fields."""

    board: int
    game: int
    home: str
    away: str
    home_score: forms.BoundField
    away_score: forms.BoundField
    forfeiting: forms.BoundField

    @property
    def fields(self) -> tuple[forms.BoundField, ...]:
        """The three fields."""
        return self.home_score, self.away_score, self.forfeiting


def _score(label: str) -> forms.IntegerField:
    sentence = phrase("A score is a number from {lowest} to {highest}.")
    said = sentence.format(lowest=LOWEST, highest=HIGHEST)
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=LOWEST,
        max_value=HIGHEST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), said),
    )


class MatchResultForm(ClubForm):
    """Base of the forms that say how a match ended, with a row for every game."""

    where: LeagueContext
    folds = "clubs/leagues/_boards.html"
    day = day_field(phrase("Played on"))

    def prepare(self) -> None:
        match, league = self.where.the_match, self.where.the_league
        self.places = [
            (board, game)
            for board in range(1, league.boards + 1)
            for game in range(1, league.games + 1)
        ]
        self.seats = {
            side: {one.number: one.player for one in line_up_of(match, side)}
            for side in (HOME, AWAY)
        }
        home, away = match.home.name, match.away.name
        for board, game in self.places:
            at = f"{board}_{game}"
            place = phrase("board {board}, game {game}", board=board, game=game)
            self.fields[f"home_{at}"] = _score(f"{home}, {place}")
            self.fields[f"away_{at}"] = _score(f"{away}, {place}")
            self.fields[f"forfeit_{at}"] = forms.ChoiceField(
                label=phrase("Played, {place}", place=place),
                required=False,
                choices=[
                    ("", phrase("played")),
                    (HOME, phrase("{team} forfeits", team=home)),
                    (AWAY, phrase("{team} forfeits", team=away)),
                    ("both", phrase("both forfeit")),
                ],
            )
        self.folded = tuple(name for name in self.fields if name != "day")

    def prefilled(self) -> Mapping[str, Any]:
        match = self.where.the_match
        values: dict[str, Any] = {"day": match.day or timezone.localdate()}
        for board, game in self.places:
            nobody = [side for side in (HOME, AWAY) if self.seats[side].get(board, "") is None]
            if nobody:
                values[f"forfeit_{board}_{game}"] = "both" if len(nobody) > 1 else nobody[0]
        for one in games_of(match):
            at = f"{one.board}_{one.game}"
            values[f"forfeit_{at}"] = one.forfeiting
            if not one.forfeiting:
                values |= {f"home_{at}": one.home, f"away_{at}": one.away}
        return values

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        for board, game in self.places:
            at = f"{board}_{game}"
            if given.get(f"forfeit_{at}"):
                continue
            for side in (HOME, AWAY):
                name = f"{side}_{at}"
                if given.get(name) is None and name not in self.errors:
                    self.add_error(name, phrase("Enter the score, or say who forfeits."))
        return given

    def payload(self) -> dict[str, Any]:
        day: date = self.cleaned_data["day"]
        return {"day": day, "games": tuple(self._game(board, game) for board, game in self.places)}

    def _game(self, board: int, game: int) -> TeamGame:
        at, given = f"{board}_{game}", self.cleaned_data
        forfeiting = given[f"forfeit_{at}"]
        if forfeiting:
            return TeamGame(board, game, forfeiting=forfeiting)
        return TeamGame(board, game, given[f"home_{at}"], given[f"away_{at}"])

    def refuse(self, refused: UserError) -> None:
        if refused.field and refused.field.startswith("board_"):
            self.add_error(f"forfeit_{refused.field.removeprefix('board_')}_1", refused.message)
        else:
            super().refuse(refused)

    def board_rows(self) -> list[BoardFields]:
        """Returns the games by board, each with who plays it."""
        keys = {key for seats in self.seats.values() for key in seats.values() if key}
        names = public_names(keys)
        return [
            BoardFields(
                board,
                game,
                self._name(HOME, board, names),
                self._name(AWAY, board, names),
                self[f"home_{board}_{game}"],
                self[f"away_{board}_{game}"],
                self[f"forfeit_{board}_{game}"],
            )
            for board, game in self.places
        ]

    def _name(self, side: str, board: int, names: Mapping[str, str]) -> str:
        match = self.where.the_match
        team = match.home.name if side == HOME else match.away.name
        if board not in self.seats[side]:
            return team
        key = self.seats[side][board]
        return names.get(key, key) if key else phrase("nobody")


class EnterMatchForm(MatchResultForm):
    """Enters the result of a match."""

    command_class = EnterMatch


class CorrectMatchForm(MatchResultForm):
    """Corrects the result of a match."""

    command_class = CorrectMatch


class TakeMatchBackForm(ClubForm):
    """Takes the result of a match back."""

    command_class = TakeMatchBack


class WalkOverForm(ClubForm):
    """Records a match that a side did not play."""

    command_class = WalkOver
    where: LeagueContext
    side = forms.ChoiceField(label=phrase("Did not come"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        match = self.where.the_match
        self.offer(
            "side",
            [(HOME, match.home.name), (AWAY, match.away.name), ("both", phrase("neither came"))],
        )
