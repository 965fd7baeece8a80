"""The forms of the player of the year."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.kernel.desk.context import ClubForm
from clubs.leagues.commands.years import (
    MOST_PLACES,
    MOST_POINTS,
    ChangeYear,
    OpenYear,
    RemoveYear,
)
from clubs.leagues.forms.context import YearContext
from clubs.leagues.forms.fields import count_field, day_field, key_for
from clubs.seasons.forms.seasons import PlacePoints
from core.phrases import phrase
from core.wording import day
from tournaments.models import Division

OFFERED = 300
_SIZES = re.compile(r"\s*(?:\d{1,4}\s*:\s*\d{1,4}(?:[\s,;]+|\Z))*")


class Sizes(forms.CharField):
    """Percent by the number of entries, written as pairs such as 20:150."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not _SIZES.fullmatch(text):
            raise forms.ValidationError(
                phrase("Write pairs of entries and percent, such as 20:150 40:200."), code="sizes"
            )
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return " ".join(f"{least}:{percent}" for least, percent in value)
        return super().prepare_value(value)


class YearFields(forms.Form):
    """The fields of a series."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    begins_on = day_field(phrase("First day"))
    ends_on = day_field(phrase("Last day"))
    events = forms.MultipleChoiceField(
        required=False,
        label=phrase("Events that count"),
        help_text=phrase("Each counts from when it is closed or complete."),
        widget=forms.SelectMultiple(attrs={"size": 8}),
    )
    counts_nights = forms.BooleanField(
        required=False, label=phrase("Closed nights of the club on these days count, too")
    )
    by_place = PlacePoints(
        required=False,
        max_length=600,
        label=phrase("Points by place"),
        help_text=phrase("The winner's first, with spaces between them."),
    )
    taking_part = count_field(phrase("Points for taking part"), MOST_POINTS)
    each_below = count_field(phrase("Points for every entry below one's place"), MOST_POINTS)
    sizes = Sizes(
        required=False,
        max_length=300,
        label=phrase("More for larger fields"),
        help_text=phrase("Entries and percent: 20:150 gives half as much again from 20 entries."),
    )
    best = count_field(
        phrase("Best events that count"),
        OFFERED,
        help_text=phrase("0: all of them."),
    )
    least = count_field(phrase("Events to be ranked"), MOST_PLACES, least=1)


class YearForm(ClubForm, YearFields):
    """Base of the two forms that say what a series is."""

    fold_title = phrase("What a place is worth")
    folded = ("by_place", "taking_part", "each_below", "sizes", "best", "least")
    unmarked = ("events", "counts_nights", *folded)

    def prepare(self) -> None:
        rows = Division.objects.select_related("tournament").filter(
            tournament__rehearsal=False, tournament__night_of=""
        )
        latest = rows.order_by("-tournament__starts_on", "tournament__name", "position")[:OFFERED]
        self.offer("events", [(_value(one), _words(one)) for one in latest])

    def clean_events(self) -> tuple[tuple[str, str], ...]:
        """Returns the events that were chosen as pairs of event and division."""
        pairs = [value.partition("/") for value in self.cleaned_data["events"]]
        return tuple((slug, name) for slug, _, name in pairs)

    def is_unfolded(self) -> bool:
        return any(field.errors for field in self.folded_fields())


def _value(division: Division) -> str:
    return f"{division.tournament.slug}/{division.name}"


def _words(division: Division) -> str:
    event = division.tournament
    when = f" ({day(event.starts_on)})" if event.starts_on else ""
    return f"{event.name} · {division.name}{when}"


class OpenYearForm(YearForm):
    """Opens a series."""

    command_class = OpenYear

    def prefilled(self) -> Mapping[str, Any]:
        fields = OpenYear.__dataclass_fields__
        usual = (*self.folded, "counts_nights")
        return {name: fields[name].default for name in usual} | {"best": 0}

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        given["best"] = given["best"] or None
        return given | {"year": key_for(given["name"], "year")}


class ChangeYearForm(YearForm):
    """Changes what a series says."""

    command_class = ChangeYear
    where: YearContext

    def prefilled(self) -> Mapping[str, Any]:
        year = self.where.the_year
        values = {name: getattr(year, name) for name in YearFields.base_fields}
        events = ["/".join(pair) for pair in year.events]
        return {**values, "events": events, "best": year.best or 0}


class RemoveYearForm(ClubForm):
    """Removes a series."""

    command_class = RemoveYear
