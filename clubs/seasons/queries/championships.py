"""The championship of a season: who would qualify, and what its games have come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from clubs.models import Championship, Season
from clubs.seasons.milestones.finals import (
    PLACES_OF_A_MATCH,
    FinalRules,
    Finals,
    final_games,
    finals,
)
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.season_nights import season_nights
from people.merging import meant_once, standing_for
from people.selectors import public_names
from tournaments.models import Tournament

EVENTS_OFFERED = 100


@dataclass(frozen=True)
class HeldChampionship:
    """A championship with what follows from its games.

    `players` are the keys of its players in the order of their seeds, `names` their public names,
    `standing` which key stands for one that was merged. `event` is where the games are played, None
    where that is on nights of the club.
    """

    row: Championship
    players: tuple[str, ...]
    names: Mapping[str, str]
    standing: Mapping[str, str]
    event: Tournament | None
    finals: Finals

    def name_of(self, player: str) -> str:
        """Returns the public name of a player, their key where the register has none."""
        return self.names.get(player, player)

    def has_played(self, player: str) -> bool:
        """Returns whether a player has a game in the championship."""
        keys = {player, self.standing.get(player, player)}
        return any(keys & {game.one, game.two} for game in self.finals.games)

    @property
    def winners(self) -> tuple[str, ...]:
        """The champions by public name; nobody while it is undecided."""
        return tuple(self.name_of(player) for player in self.finals.state.winners)


def championship_of(season: Season) -> Championship | None:
    """Returns the row of the championship of a season, None where there is none; one query."""
    return Championship.objects.filter(season=season).first()


def held_championship(season: Season) -> HeldChampionship | None:
    """Returns the championship of a season as it is now, None where none is held."""
    row = championship_of(season)
    if row is None:
        return None
    standing = standing_for()
    players = _players(row, standing)
    places = list(places_played(row, season.club.slug))
    return HeldChampionship(
        row=row,
        players=players,
        names=public_names(players),
        standing=standing,
        event=places[0] if row.event and places else None,
        finals=finals(rules_of_finals(row), players, final_games(season_nights(places), players)),
    )


def rules_of_finals(row: Championship) -> FinalRules:
    """Returns the rules of a championship; raises UserError at the field that is wrong."""
    return FinalRules(row.format, row.games, row.places)  # type: ignore[arg-type] # it checks


def places_played(row: Championship, club: str) -> QuerySet[Tournament]:
    """Returns the event at which a championship is played, else the nights on which it can be."""
    if row.event:
        return Tournament.objects.filter(slug=row.event, rehearsal=False)
    return nights_of_club(club).filter(starts_on__gte=row.begins_on)


def events_for(begins_on: date) -> list[Tournament]:
    """Returns the events that a championship from this day on can be played at, the last first."""
    events = Tournament.objects.filter(rehearsal=False, night_of="", starts_on__gte=begins_on)
    return list(events.order_by("-starts_on", "name")[:EVENTS_OFFERED])


def made_from(season: Season) -> Q:
    """Returns which events the pages of a season are made from; one query."""
    nights = Q(night_of=season.club.slug, rehearsal=False, starts_on__isnull=False)
    until = nights & Q(starts_on__lte=season.ends_on)
    row = championship_of(season)
    if row is None:
        return until
    return until | (Q(slug=row.event) if row.event else nights & Q(starts_on__gte=row.begins_on))


def _players(row: Championship, standing: Mapping[str, str]) -> tuple[str, ...]:
    """Returns who plays, each person once: whoever was found to be one stays two in a match."""
    players = meant_once(row.players, standing)
    return players if len(players) >= PLACES_OF_A_MATCH else tuple(row.players)
