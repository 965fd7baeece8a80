"""The common part of the commands on leagues, the player of the year and trophies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from clubs.kernel.commands.base import ClubCommand
from clubs.leagues.commands.fitting import must_fit_when_put_back
from clubs.leagues.queries.leagues import league_of, match_of, team_of
from clubs.models import League, LeagueMatch, LeagueTeam
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from people.models import Club
from people.selectors import players_named

KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
KEYS_LIMIT = 40


@dataclass(frozen=True, kw_only=True)
class KeepingCommand(ClubCommand):
    """Base of all commands here: whoever keeps the leagues of a club may give them."""

    permission = Permission.KEEP_LEAGUES


@dataclass(frozen=True, kw_only=True)
class LeagueCommand(KeepingCommand):
    """Base of the commands on a league; `league` is its key."""

    league: str

    def find_league(self) -> League:
        """Returns the row of the league; Refused when the club has none of this key."""
        self.find_club()
        found = league_of(self.club, self.league)
        if found is None:
            raise Refused(
                phrase("The club has no league {key}.", key=self.league[:60]),
                code="league.unknown",
                field="league",
            )
        return found


@dataclass(frozen=True, kw_only=True)
class TeamCommand(LeagueCommand):
    """Base of the commands on a team of a league; `team` is its key."""

    team: str

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises Refused where the name that would be put back is another team's by now."""
        league = league_of(self.club, self.league)
        team = team_of(league, self.team) if league else None
        for change in entry.changes:
            name = (change[side] or {}).get("name", "")
            if league and name:
                must_be_free(league, name, but=team.pk if team else 0)

    def find_team(self) -> LeagueTeam:
        """Returns the row of the team; Refused when the league has none of this key."""
        return need_team(self.find_league(), self.team, "team")


@dataclass(frozen=True, kw_only=True)
class MatchCommand(LeagueCommand):
    """Base of the commands on a match of a league; `match` is its number."""

    match: int

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        must_fit_when_put_back(entry, self.club, self.league, self.match, side)

    def find_match(self) -> LeagueMatch:
        """Returns the row of the match; Refused when the league has none of this number."""
        found = match_of(self.find_league(), self.match)
        if found is None:
            raise Refused(
                phrase("The league has no match {number}.", number=self.match),
                code="match.unknown",
                field="match",
            )
        return found


def need_team(league: League, key: str, field: str) -> LeagueTeam:
    """Returns a team of a league; Refused at the field when it has none of this key."""
    found = team_of(league, key)
    if found is None:
        raise Refused(
            phrase("The league has no team {key}.", key=key[:60]), code="team.unknown", field=field
        )
    return found


def must_be_free(league: League, name: str, *, but: int = 0) -> None:
    """Raises Refused for a name that another team of the league has."""
    if league.teams.exclude(pk=but).filter(name__iexact=name).exists():
        raise Refused(
            phrase("Another team of the league is called {name}.", name=name),
            code="team.name",
            field="name",
        )


def must_be_key(key: str, field: str) -> None:
    """Raises Refused at the field for what cannot stand in an address."""
    if not KEY.fullmatch(key) or len(key) > KEYS_LIMIT:
        raise Refused(
            phrase(
                "The key {key} must have only lower-case letters, digits and hyphens, "
                "at most {limit}.",
                key=repr(key[:60]),
                limit=KEYS_LIMIT,
            ),
            code="league.key",
            field=field,
        )


def must_be_clubs(keys: Collection[str], field: str) -> None:
    """Raises Refused at the field for a club that is not in the register."""
    known = set(Club.objects.filter(slug__in=keys).values_list("slug", flat=True))
    for key in keys:
        if key not in known:
            raise Refused(
                phrase("The register has no club {club}.", club=key[:60]),
                code="club.not_registered",
                field=field,
            )


def registered(keys: Collection[str], field: str) -> Mapping[str, tuple[str, str]]:
    """Returns the key and the public name of everybody, by the key under which they were named.

    Raises Refused at the field for a player who is not in the register.
    """
    known = players_named(keys)
    for key in keys:
        if key not in known:
            raise Refused(
                phrase("The register has no player {player}.", player=key[:60]),
                code="player.unknown",
                field=field,
            )
    return {key: (player.key, player.public_name) for key, player in known.items()}


def said(command: KeepingCommand, *names: str) -> Iterator[tuple[str, Any]]:
    """Yields what a command says of a row, as the row keeps it; `names` are what names the row."""
    for field in fields(command):
        value = getattr(command, field.name)
        if field.name not in ("club", *names) and value is not None:
            yield field.name, _kept(value)


def _kept(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_kept(one) for one in value]
    return value.strip() if isinstance(value, str) else value


def changed_words(names: Collection[str]) -> str:
    """Returns the names of fields for the log."""
    return ", ".join(name.replace("_", " ") for name in sorted(names))
