"""The forms of the championship of a season."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone

from clubs.kernel.desk.context import ClubForm
from clubs.models import Championship
from clubs.seasons.commands.championships import (
    CallOffChampionship,
    ChangeChampionship,
    DeclineChampionship,
    HoldChampionship,
)
from clubs.seasons.forms.context import SeasonContext
from clubs.seasons.milestones.championship import Qualifiers, qualifiers
from clubs.seasons.milestones.finals import MOST_PLACES
from clubs.seasons.queries.championships import championship_of, events_for, rules_of_finals
from clubs.seasons.queries.computed import ComputedSeason, computed
from clubs.seasons.tables.table import SeasonRow
from clubs.seasons.wording import FINAL_FORMATS, figure_words
from core.phrases import phrase
from core.wording import whole_day
from people.selectors import public_names
from tournaments.models import Tournament

USUAL_PLACES = 4
LEAST_SHOWN = 8
ON_NIGHTS = phrase("On nights of the club, from that day on")


def _first_day() -> forms.DateField:
    return forms.DateField(
        label=phrase("First day"),
        help_text=phrase("Games of its players from this day on are its games."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _places_offered(season_begins: Any) -> list[tuple[str, str]]:
    return [("", ON_NIGHTS), *((one.slug, _named(one)) for one in events_for(season_begins))]


def _named(event: Tournament) -> str:
    return phrase("At {event}, {when}", event=event.name, when=event.when)


class HoldChampionshipForm(ClubForm):
    """Holds the championship of a season; beside it stands who would qualify."""

    command_class = HoldChampionship
    where: SeasonContext
    beside = "clubs/seasons/_qualifiers.html"
    unmarked = ("declined", "chosen", "event")
    played = forms.ChoiceField(label=phrase("Format"))
    places = forms.IntegerField(
        label=phrase("Places"),
        min_value=2,
        max_value=MOST_PLACES,
        help_text=phrase("A match has two."),
    )
    declined = forms.MultipleChoiceField(
        required=False,
        label=phrase("Do not want to play"),
        help_text=phrase("The next of the table come in."),
        widget=forms.CheckboxSelectMultiple,
    )
    chosen = forms.MultipleChoiceField(
        required=False,
        label=phrase("Chosen among equals"),
        help_text=phrase("Only where more share the last place than fit in."),
        widget=forms.CheckboxSelectMultiple,
    )
    begins_on = _first_day()
    event = forms.ChoiceField(required=False, label=phrase("Played"))

    def prepare(self) -> None:
        formats = [(f"{key}-{games}", words) for (key, games), words in FINAL_FORMATS.items()]
        self.offer("played", formats)
        people = [(row.player, self.names[row.player]) for row in self.ranked]
        self.offer("declined", people)
        shared = self.found.undecided if self.found else ()
        self.offer("chosen", [(player, self.names[player]) for player in shared])
        for name in ("declined", "chosen"):
            if not getattr(self.fields[name], "choices", ()):
                del self.fields[name]
        self.offer("event", _places_offered(self.where.the_season.begins_on))

    def prefilled(self) -> Mapping[str, Any]:
        after = self.where.the_season.ends_on + timedelta(1)
        return {
            "played": "round_robin-1",
            "places": USUAL_PLACES,
            "begins_on": min(after, timezone.localdate()),
        }

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        final_format, _, games = given.pop("played").partition("-")
        return given | {
            "format": final_format,
            "games": int(games),
            "declined": tuple(given.get("declined", ())),
            "chosen": tuple(given.get("chosen", ())),
        }

    @cached_property
    def _season(self) -> ComputedSeason:
        return computed(self.where.the_season)

    @property
    def ranked(self) -> tuple[SeasonRow, ...]:
        """The rows of who is ranked, the first of the table first."""
        return self._season.table.ranked

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The public names of whoever is ranked, by key."""
        keys = [row.player for row in self.ranked]
        known = public_names(keys)
        return {key: known.get(key, key) for key in keys}

    @cached_property
    def found(self) -> Qualifiers | None:
        """Who would qualify for what was sent, or for the usual places; None where nobody is."""
        typed = str(self._typed.get("places", ""))
        places = int(typed) if typed.isdecimal() and len(typed) < 4 else USUAL_PLACES
        declined = self._typed.getlist("declined")
        willing = [row for row in self.ranked if row.player not in declined]
        if places < 2 or not willing:
            return None
        return qualifiers(self._season.table, places, declined)

    def proposal(self) -> list[tuple[str, str, str, str]]:
        """Returns rank, name, figure and what would become of the first of the table."""
        if self.found is None:
            return []
        states = dict.fromkeys(self.found.reserves, phrase("reserve"))
        states |= dict.fromkeys(self.found.undecided, phrase("shares the last place"))
        states |= dict.fromkeys(self.found.qualified, phrase("qualifies"))
        ranked_by = self.where.the_season.ranked_by
        shown = max(len(self.found.qualified) + len(self.found.undecided) + 2, LEAST_SHOWN)
        return [
            (
                str(row.rank),
                self.names[row.player],
                "" if row.figure is None else figure_words(ranked_by, row.figure),
                states.get(row.player, phrase("declined")),
            )
            for row in self.ranked[:shown]
        ]

    def goes_on(self) -> str:
        """Returns until when the table can still change, empty where the season is over."""
        ends_on = self.where.the_season.ends_on
        return whole_day(ends_on) if ends_on >= timezone.localdate() else ""


class _ChampionshipForm(ClubForm):
    """Base of the forms about a championship that is held."""

    where: SeasonContext

    @cached_property
    def championship(self) -> Championship | None:
        """The championship, None where there is none any longer."""
        return championship_of(self.where.the_season)

    def obstacle(self) -> str:
        if self.championship is None:
            season = self.where.the_season.name
            return phrase("Season {season} has no championship yet.", season=season)
        return super().obstacle()


class ChangeChampionshipForm(_ChampionshipForm):
    """Changes where and over how many games a championship is played."""

    command_class = ChangeChampionship
    unmarked = ("event",)
    games = forms.TypedChoiceField(coerce=int, label=phrase("Format"))
    begins_on = _first_day()
    event = forms.ChoiceField(required=False, label=phrase("Played"))

    def prepare(self) -> None:
        row = self.championship
        offered = {
            games: words
            for (final_format, games), words in FINAL_FORMATS.items()
            if row is not None and final_format == row.format
        }
        if row is not None and row.games not in offered:
            rules = rules_of_finals(row)
            offered[row.games] = phrase("{count} games", count=rules.games)
        self.offer("games", list(offered.items()))
        self.offer("event", _places_offered(self.where.the_season.begins_on))

    def prefilled(self) -> Mapping[str, Any]:
        row = self.championship
        names = ("games", "begins_on", "event")
        return {} if row is None else {name: getattr(row, name) for name in names}


class DeclineChampionshipForm(_ChampionshipForm):
    """Takes somebody out of a championship, and a reserve in."""

    command_class = DeclineChampionship
    player = forms.ChoiceField(label=phrase("Declines"))
    instead = forms.ChoiceField(required=False, label=phrase("Plays instead"))

    def prepare(self) -> None:
        players, reserves = (
            ([], []) if (row := self.championship) is None else (row.players, row.reserves)
        )
        names = public_names([*players, *reserves])
        self.offer("player", [(one, names.get(one, one)) for one in players])
        come = [(one, names.get(one, one)) for one in reserves]
        self.offer("instead", come or [("", phrase("nobody"))])


class CallOffChampionshipForm(_ChampionshipForm):
    """Calls a championship off."""

    command_class = CallOffChampionship
