"""The forms of a season itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import slugify

from clubs.kernel.desk.context import ClubForm
from clubs.seasons.commands.seasons import KEYS_LIMIT, ChangeSeason, OpenSeason, RemoveSeason
from clubs.seasons.forms.context import SeasonContext
from clubs.seasons.queries.names import people_of
from clubs.seasons.wording import RANKED_BY
from core.names import in_ascii
from core.phrases import listed, phrase
from ratings.systems.registry import SYSTEMS

_NUMBERS = re.compile(r"\s*\d{1,4}(?:[\s,;]+\d{1,4})*\s*|\s*")
_LADDER = ("ladder_start", "ladder_reach", "ladder_inactive_after", "ladder_drops")


class PlacePoints(forms.CharField):
    """Points by place, written as numbers with spaces or commas between them."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not _NUMBERS.fullmatch(text):
            sentence = phrase("Write whole numbers with spaces between them, such as 10 8 6 5.")
            raise forms.ValidationError(sentence, code="numbers")
        return tuple(int(number) for number in re.findall(r"\d+", text))

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return " ".join(map(str, value))
        return super().prepare_value(value)


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


def _count(label: str, most: int, help_text: str = "", least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=True
    )


class SeasonFields(forms.Form):
    """The fields of a season."""

    name = forms.CharField(max_length=80, label=phrase("Name"))
    begins_on = _day(phrase("First day"))
    ends_on = _day(phrase("Last day"))
    ranked_by = forms.ChoiceField(label=phrase("Ranked by"), choices=tuple(RANKED_BY.items()))
    minimum_games = _count(
        phrase("Games to be ranked"), 5000, phrase("Who has fewer is listed apart.")
    )
    best_nights = _count(
        phrase("Nights that count"), 400, phrase("Where the best nights rank."), least=1
    )
    place_points = PlacePoints(
        required=False,
        max_length=300,
        label=phrase("Points by place"),
        help_text=phrase("Of every night, the winner's first."),
    )
    attendance_points = _count(phrase("Points for coming"), 1000)
    counts_unrated = forms.BooleanField(required=False, label=phrase("Unrated games count"))
    counts_handicapped = forms.BooleanField(
        required=False, label=phrase("Games with a points start count, without it")
    )
    rating_system = forms.ChoiceField(required=False, label=phrase("Club rating"))
    newcomer_rating = _count(
        phrase("Rating of a newcomer"), 4000, phrase("0: the system finds the first rating.")
    )
    ladder_start = forms.CharField(
        required=False,
        max_length=6000,
        label=phrase("The ladder on the first night"),
        help_text=phrase("A name a line, from the top. Who is not on it begins at the bottom."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    ladder_reach = _count(phrase("Rungs that a challenge goes up"), 500, least=1)
    ladder_inactive_after = _count(
        phrase("Nights missed until one falls"), 400, phrase("0: nobody falls.")
    )
    ladder_drops = _count(phrase("Rungs one falls"), 500, least=1)


class SeasonForm(ClubForm, SeasonFields):
    """Base of the two forms that say what a season is."""

    fold_title = phrase("Points, rating and ladder")
    folded = (
        *("best_nights", "place_points", "attendance_points"),
        *("counts_unrated", "counts_handicapped", "rating_system", "newcomer_rating"),
        *_LADDER,
    )
    unmarked = (*folded, "minimum_games")

    def prepare(self) -> None:
        systems = [(key, one.name) for key, one in SYSTEMS.items() if not one.has_deviation]
        self.offer("rating_system", [("", phrase("20 points for every win")), *systems])

    @cached_property
    def players(self) -> Mapping[str, str]:
        """The names of whoever can be on the ladder, by key."""
        return people_of(self.where.the_club.slug)

    def clean_ladder_start(self) -> tuple[str, ...]:
        """Returns the keys of the people who are named on the ladder."""
        lines = [line.strip() for line in self.cleaned_data["ladder_start"].splitlines()]
        return tuple(self._player_called(line) for line in lines if line)

    def _player_called(self, name: str) -> str:
        if name in self.players:
            return name
        called = [key for key, one in self.players.items() if one.casefold() == name.casefold()]
        if len(called) == 1:
            return called[0]
        if called:
            keys = listed(called)
            sentence = phrase("{name} are several: write {keys}.", name=name, keys=keys)
        else:
            sentence = phrase("{name} has not come to a night of the club.", name=name[:60])
        raise forms.ValidationError(sentence, code="ladder_start")

    def is_unfolded(self) -> bool:
        return any(field.errors for field in self.folded_fields())


class OpenSeasonForm(SeasonForm):
    """Opens a season of a club."""

    command_class = OpenSeason

    def prefilled(self) -> Mapping[str, Any]:
        fields = OpenSeason.__dataclass_fields__
        unsaid = ("name", "begins_on", "ends_on", "ladder_start")
        return {
            name: fields[name].default
            for name in self.fields
            if name in fields and name not in unsaid
        }

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        key = slugify(in_ascii(given["name"]))[:KEYS_LIMIT].strip("-_").replace("_", "-")
        return given | {"season": key or "season"}


class ChangeSeasonForm(SeasonForm):
    """Changes what a season says."""

    command_class = ChangeSeason
    where: SeasonContext

    def prefilled(self) -> Mapping[str, Any]:
        season = self.where.the_season
        values = {name: getattr(season, name) for name in SeasonFields.base_fields}
        rungs = [self.players.get(key, key) for key in season.ladder_start]
        return {**values, "ladder_start": "\n".join(rungs)}


class RemoveSeasonForm(ClubForm):
    """Removes a season that has nothing."""

    command_class = RemoveSeason
