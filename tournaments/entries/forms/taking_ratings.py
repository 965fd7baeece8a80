"""The form that takes the ratings of a division from a list, with what each would change."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from django import forms

from core.phrases import phrase
from ratings.models import RatingList
from ratings.wording import rating
from tournaments.entries.commands.taking_ratings import TakeRatings
from tournaments.entries.queries.list_ratings import ListedEntry, ratings_on
from tournaments.kernel.desk.context import EventForm


class Change(NamedTuple):
    """An entry whose rating or games a list would change, in words."""

    who: str
    old: str
    new: str
    games: str


class RatingsPreview(NamedTuple):
    """The effect of taking the ratings of one list."""

    key: str
    name: str
    entries: int
    found: int
    changes: list[Change]
    missing: list[str]


class TakeRatingsForm(EventForm):
    """Takes ratings from one of the lists that know somebody here."""

    command_class = TakeRatings
    beside = "tournaments/entries/_list_ratings.html"
    rating_list = forms.ChoiceField(
        label=phrase("Rating list"),
        error_messages={"invalid_choice": phrase("No player of this division is on that list.")},
    )

    def prepare(self) -> None:
        self.offer(
            "rating_list",
            [("", phrase("Choose a list")), *((one.key, one.name) for one in self.previews)],
        )

    @cached_property
    def previews(self) -> list[RatingsPreview]:
        """The changes by each list with a player of this division, most players first."""
        lists = RatingList.objects.all()
        made = (_preview(one, ratings_on(one, self.where.the_division)) for one in lists)
        known = [preview for preview in made if preview.found]
        return sorted(known, key=lambda preview: -preview.found)


def _preview(rating_list: RatingList, lines: list[ListedEntry]) -> RatingsPreview:
    missing = [str(line.entry) for line in lines if line.listed is None]
    return RatingsPreview(
        key=rating_list.key,
        name=rating_list.name,
        entries=len(lines),
        found=len(lines) - len(missing),
        changes=[_change(line) for line in lines if line.would_change],
        missing=missing,
    )


def _change(line: ListedEntry) -> Change:
    entry, listed = line
    assert listed is not None
    return Change(
        who=str(entry),
        old=rating(entry.rating),
        new=rating(listed.rating),
        games="" if listed.games is None else str(listed.games),
    )
