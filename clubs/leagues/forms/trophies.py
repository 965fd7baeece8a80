"""The forms of trophies, and of meetings for them that are entered by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone

from clubs.kernel.desk.context import ClubForm
from clubs.leagues.commands.trophies import (
    MOST_POINTS,
    MOST_SPREAD,
    ChangeTrophy,
    OfferTrophy,
    RecordMeeting,
    RemoveMeeting,
    RemoveTrophy,
)
from clubs.leagues.forms.context import TrophyContext
from clubs.leagues.forms.fields import day_field, key_for, key_named, named_field
from clubs.leagues.queries.trophies import names_of
from clubs.models import Trophy
from core.phrases import phrase
from core.wording import day
from people.kept import Suggested, suggestions


class NamingForm(ClubForm):
    """Base of the forms in which clubs or players are named; `naming` are those fields."""

    beside = "people/desk/_register.html"
    naming: tuple[str, ...] = ()

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def sort_named(self) -> str:
        """Returns whether clubs or players are named."""
        return str(self.cleaned_data.get("between", Trophy.Between.PLAYERS))

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        for name in self.naming:
            if name in given and name in self.fields:
                try:
                    given[name] = key_named(self.sort_named(), given[name])
                except forms.ValidationError as wrong:
                    self.add_error(name, wrong)
        return given


class TrophyFields(forms.Form):
    """The fields of a trophy."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    between = forms.ChoiceField(
        label=phrase("Between"), choices=Trophy.Between.choices, widget=forms.RadioSelect
    )
    one = named_field(
        phrase("Only between"),
        phrase("A player or a club. Empty: whoever beats the holder has it."),
    )
    other = named_field(phrase("and"))
    holder = named_field(
        phrase("Holder before the first meeting"), phrase("Empty: the first winner has it.")
    )
    begins_on = day_field(phrase("Meetings count from"))
    from_results = forms.BooleanField(
        required=False,
        label=phrase("Meetings are read from results"),
        help_text=phrase(
            "Between clubs: matches of the leagues kept here. Between two players: their games "
            "in all events. Open to all players: the games of the club's nights."
        ),
    )
    spread_decides = forms.BooleanField(
        required=False, label=phrase("With equal wins the spread decides")
    )
    said = forms.CharField(
        required=False, max_length=300, label=phrase("What everybody reads of it")
    )


class TrophyForm(NamingForm, TrophyFields):
    """Base of the two forms that say what a trophy is."""

    naming = ("one", "other", "holder")
    unmarked = (*naming, "said", "from_results", "spread_decides")


class OfferTrophyForm(TrophyForm):
    """Offers a trophy."""

    command_class = OfferTrophy

    def prefilled(self) -> Mapping[str, Any]:
        return {
            "between": Trophy.Between.PLAYERS,
            "begins_on": timezone.localdate(),
            "from_results": True,
        }

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return given | {"trophy": key_for(given["name"], "trophy")}


class ChangeTrophyForm(TrophyForm):
    """Changes what a trophy is for."""

    command_class = ChangeTrophy
    where: TrophyContext

    def prepare(self) -> None:
        del self.fields["between"]

    def sort_named(self) -> str:
        return self.where.the_trophy.between

    def prefilled(self) -> Mapping[str, Any]:
        trophy = self.where.the_trophy
        return {name: getattr(trophy, name) for name in self.fields}


class RemoveTrophyForm(ClubForm):
    """Removes a trophy without meetings."""

    command_class = RemoveTrophy


def _won(label: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        min_value=0,
        max_value=MOST_POINTS,
        step_size=Decimal("0.5"),
        help_text=phrase("A tie is half a win."),
    )


class RecordMeetingForm(NamingForm):
    """Enters a meeting for a trophy."""

    command_class = RecordMeeting
    where: TrophyContext
    naming = ("one", "other")
    unmarked = ("spread", "said")
    day = day_field(phrase("Day"))
    one = named_field(phrase("One side"), required=True)
    half_points_one = _won(phrase("Games won by them"))
    other = named_field(phrase("Other side"), required=True)
    half_points_other = _won(phrase("Games won by the other side"))
    spread = forms.IntegerField(
        required=False,
        min_value=-MOST_SPREAD,
        max_value=MOST_SPREAD,
        label=phrase("Spread of the first side"),
    )
    said = forms.CharField(required=False, max_length=200, label=phrase("Note"))

    def prepare(self) -> None:
        trophy = self.where.the_trophy
        if trophy.one:
            names = names_of(trophy.between, {trophy.one, trophy.other})
            sides = [(key, names.get(key, key)) for key in (trophy.one, trophy.other)]
            for name in self.naming:
                label = self.fields[name].label
                self.fields[name] = forms.ChoiceField(label=label, choices=sides)

    def sort_named(self) -> str:
        return self.where.the_trophy.between

    def prefilled(self) -> Mapping[str, Any]:
        trophy = self.where.the_trophy
        sides = {"one": trophy.one, "other": trophy.other} if trophy.one else {}
        return {"day": timezone.localdate(), **sides}

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        for name in ("half_points_one", "half_points_other"):
            given[name] = int(given[name] * 2)
        return given | {"spread": given["spread"] or 0}


class RemoveMeetingForm(ClubForm):
    """Removes a meeting that was entered by hand."""

    command_class = RemoveMeeting
    where: TrophyContext
    number = forms.TypedChoiceField(coerce=int, label=phrase("Meeting"))

    def prepare(self) -> None:
        trophy = self.where.the_trophy
        rows = list(trophy.meetings.all())
        keys = {key for row in rows for key in (row.one, row.other)}
        names = names_of(trophy.between, keys)
        self.offer(
            "number",
            [
                (row.number, f"{day(row.day)}: {names.get(row.one)} – {names.get(row.other)}")
                for row in reversed(rows)
            ],
        )

    def obstacle(self) -> str:
        if not self.where.the_trophy.meetings.exists():
            return phrase("No meeting was entered by hand.")
        return super().obstacle()
