"""The forms that give an award, and take one back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.kernel.desk.context import ClubForm
from clubs.seasons.commands.awards import GiveAward, TakeAwardBack
from clubs.seasons.forms.context import SeasonContext
from clubs.seasons.queries.names import people_of
from core.phrases import phrase


class GiveAwardForm(ClubForm):
    """Gives an award of a season."""

    command_class = GiveAward
    title = forms.CharField(
        max_length=80,
        label=phrase("Award"),
        help_text=phrase("Such as: Spirit of the club, Outrageous phoney."),
    )
    players = forms.MultipleChoiceField(
        label=phrase("Goes to"), widget=forms.SelectMultiple(attrs={"size": 8})
    )
    said = forms.CharField(max_length=200, required=False, label=phrase("Why"))

    def prepare(self) -> None:
        people = people_of(self.where.the_club.slug)
        self.offer("players", sorted(people.items(), key=lambda one: one[1].casefold()))

    def payload(self) -> dict[str, Any]:
        return {**self.cleaned_data, "players": tuple(self.cleaned_data["players"])}


class TakeAwardBackForm(ClubForm):
    """Takes back an award that was given."""

    command_class = TakeAwardBack
    where: SeasonContext
    number = forms.TypedChoiceField(coerce=int, label=phrase("Award"))

    def prepare(self) -> None:
        awards = self.where.the_season.awards.all()
        self.offer("number", [(one.number, one.title) for one in awards])

    def prefilled(self) -> Mapping[str, Any]:
        awards = list(self.where.the_season.awards.all())
        return {"number": awards[-1].number} if awards else {}
