"""The forms of a league itself, and of its fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.kernel.desk.context import ClubForm
from clubs.leagues.commands.fixtures import (
    MOST_DAYS,
    MOST_ROUNDS,
    AddMatch,
    DrawFixtures,
    MoveMatch,
    RemoveMatch,
)
from clubs.leagues.commands.leagues import ChangeLeague, OpenLeague, RemoveLeague
from clubs.leagues.forms.context import LeagueContext
from clubs.leagues.forms.fields import count_field, day_field, key_for
from clubs.leagues.play.fixtures import MOST_LEGS
from clubs.leagues.play.line_ups import MOST_BOARDS
from clubs.leagues.play.matches import MOST_GAMES, MOST_POINTS, MOST_SPREAD
from clubs.leagues.queries.squads import rating_lists
from clubs.leagues.wording import ABSENCES
from core.phrases import phrase


class LeagueFields(forms.Form):
    """The fields of a league."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    boards = count_field(phrase("Boards of a match"), MOST_BOARDS, least=1)
    games = count_field(phrase("Games on each board"), MOST_GAMES, least=1)
    absence = forms.ChoiceField(
        label=phrase("Where somebody named does not come"),
        choices=[(rule.value, words) for rule, words in ABSENCES.items()],
    )
    rating_list = forms.ChoiceField(
        required=False,
        label=phrase("Ratings from"),
        help_text=phrase("They order the boards, where you type none for a player."),
    )
    win = count_field(phrase("Match points for a win"), MOST_POINTS)
    draw = count_field(phrase("Match points for a draw"), MOST_POINTS)
    loss = count_field(phrase("Match points for a loss"), MOST_POINTS)
    forfeit_spread = count_field(
        phrase("Spread of a forfeited game"),
        MOST_SPREAD,
        help_text=phrase("For the side that was there."),
    )
    spread_decides = forms.BooleanField(
        required=False, label=phrase("With equal board points the spread decides the match")
    )


class LeagueForm(ClubForm, LeagueFields):
    """Base of the two forms that say what a league is."""

    fold_title = phrase("What a match counts")
    folded = ("win", "draw", "loss", "forfeit_spread", "spread_decides")
    unmarked = ("rating_list", "spread_decides")

    def prepare(self) -> None:
        self.offer("rating_list", [("", phrase("No list: you type them")), *rating_lists()])

    def is_unfolded(self) -> bool:
        return any(field.errors for field in self.folded_fields())


class OpenLeagueForm(LeagueForm):
    """Opens a league."""

    command_class = OpenLeague

    def prefilled(self) -> Mapping[str, Any]:
        fields = OpenLeague.__dataclass_fields__
        return {name: fields[name].default for name in self.fields if name != "name"}

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return given | {"league": key_for(given["name"], "league")}


class ChangeLeagueForm(LeagueForm):
    """Changes what a league says."""

    command_class = ChangeLeague
    where: LeagueContext

    def prefilled(self) -> Mapping[str, Any]:
        league = self.where.the_league
        return {name: getattr(league, name) for name in LeagueFields.base_fields}


class RemoveLeagueForm(ClubForm):
    """Removes a league without teams."""

    command_class = RemoveLeague


class DrawFixturesForm(ClubForm):
    """Draws the fixtures of a league."""

    command_class = DrawFixtures
    unmarked = ("first_day",)
    legs = count_field(
        phrase("Times that two teams meet"),
        MOST_LEGS,
        least=1,
        help_text=phrase("2: once at home and once away."),
    )
    first_day = day_field(
        phrase("Day of round 1"),
        required=False,
        help_text=phrase("Empty: you give every match its day later."),
    )
    days_between = count_field(phrase("Days from round to round"), MOST_DAYS)

    def prefilled(self) -> Mapping[str, Any]:
        return {"legs": 2, "days_between": 14}


class AddMatchForm(ClubForm):
    """Adds a match by hand."""

    command_class = AddMatch
    where: LeagueContext
    unmarked = ("day",)
    home = forms.ChoiceField(label=phrase("At home"))
    away = forms.ChoiceField(label=phrase("Away"))
    round = count_field(phrase("Round"), MOST_ROUNDS, least=1)
    day = day_field(phrase("Day"), required=False)

    def prepare(self) -> None:
        teams = [(one.key, one.name) for one in self.where.the_league.teams.filter(withdrew=False)]
        self.offer("home", teams)
        self.offer("away", teams)

    def prefilled(self) -> Mapping[str, Any]:
        teams = list(self.where.the_league.teams.filter(withdrew=False)[:2])
        return {"round": 1, "away": teams[1].key} if len(teams) > 1 else {"round": 1}

    def obstacle(self) -> str:
        if self.where.the_league.teams.filter(withdrew=False).count() < 2:
            return phrase("Enter two teams first.")
        return super().obstacle()


class MoveMatchForm(ClubForm):
    """Gives a match another day or round."""

    command_class = MoveMatch
    where: LeagueContext
    day = day_field(phrase("Day"))
    round = count_field(phrase("Round"), MOST_ROUNDS, least=1)

    def prefilled(self) -> Mapping[str, Any]:
        return {"day": self.where.the_match.day, "round": self.where.the_match.round}


class RemoveMatchForm(ClubForm):
    """Removes a match without a result."""

    command_class = RemoveMatch
