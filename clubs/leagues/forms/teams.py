"""The forms of the teams of a league."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.kernel.desk.context import ClubForm
from clubs.leagues.commands.teams import (
    MOST_DEDUCTED,
    ChangeTeam,
    DeductPoints,
    EnterTeam,
    RemoveTeam,
    SquadPlayer,
    WithdrawTeam,
)
from clubs.leagues.forms.context import LeagueContext
from clubs.leagues.forms.fields import count_field, key_for
from clubs.leagues.queries.leagues import squad_of
from core.errors import UserError
from core.phrases import phrase
from people.models import Club
from people.register import Register

_RATING = re.compile(r"[0-9]{1,4}")


class TeamFields(forms.Form):
    """The fields of a team."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    of_club = forms.ChoiceField(required=False, label=phrase("Club"))
    venue = forms.CharField(
        required=False,
        max_length=200,
        label=phrase("Plays at home in"),
        help_text=phrase("Place and time, as guests need them."),
    )
    squad = forms.CharField(
        required=False,
        max_length=6000,
        label=phrase("Squad"),
        help_text=phrase(
            "A player of the register a line: name, number or key, then the rating that orders the "
            "boards. Without one it is that of the league's rating list."
        ),
        widget=forms.Textarea(attrs={"rows": 8}),
    )


class TeamForm(ClubForm, TeamFields):
    """Base of the two forms that say who a team is."""

    unmarked = ("of_club", "venue", "squad")

    def prepare(self) -> None:
        clubs = Club.objects.order_by("name", "slug").values_list("slug", "name")
        self.offer("of_club", [("", phrase("No club of the register")), *clubs])

    def clean_squad(self) -> tuple[SquadPlayer, ...]:
        """Returns the squad as it is written, everybody by their key."""
        lines = [line.strip() for line in self.cleaned_data["squad"].splitlines()]
        written = [line for line in lines if line]
        register = Register() if written else None
        return tuple(_squad_player(register, line) for line in written if register)


def _squad_player(register: Register, line: str) -> SquadPlayer:
    called, _, last = " ".join(line.split()).rpartition(" ")
    # A name of the register may end in a number, and a number alone is an association's.
    is_rated = bool(called) and _RATING.fullmatch(last) and not register.meant(line)
    name, rating = (called.rstrip(" ,;"), int(last)) if is_rated else (line, None)
    try:
        return SquadPlayer(player=register.one(name).key, rating=rating)
    except UserError as wrong:
        raise forms.ValidationError(wrong.message) from wrong


class EnterTeamForm(TeamForm):
    """Enters a team."""

    command_class = EnterTeam

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return given | {"team": key_for(given["name"], "team")}


class ChangeTeamForm(TeamForm):
    """Changes what a team says."""

    command_class = ChangeTeam
    where: LeagueContext

    def prefilled(self) -> Mapping[str, Any]:
        team, register = self.where.the_team, Register()
        lines = []
        for one in squad_of(team):
            person = register.people.get(one.key)
            called = person.full_name if person else one.key
            alone = len(register.meant(called)) == 1
            lines.append(f"{called if alone else one.key} {one.rating}")
        kept = {"name": team.name, "of_club": team.of_club, "venue": team.venue}
        return {**kept, "squad": "\n".join(lines)}


class DeductPointsForm(ClubForm):
    """Takes match points off a team."""

    command_class = DeductPoints
    where: LeagueContext
    unmarked = ("said",)
    points = count_field(
        phrase("Match points off"), MOST_DEDUCTED, help_text=phrase("In all; 0 gives them back.")
    )
    said = forms.CharField(
        required=False,
        max_length=200,
        label=phrase("For what"),
        help_text=phrase("Everybody sees it below the table."),
    )

    def prefilled(self) -> Mapping[str, Any]:
        team = self.where.the_team
        return {"points": team.deducted, "said": team.deducted_for}


class WithdrawTeamForm(ClubForm):
    """Withdraws a team."""

    command_class = WithdrawTeam


class RemoveTeamForm(ClubForm):
    """Removes a team without matches."""

    command_class = RemoveTeam
