"""The subjects of the forms about leagues, the player of the year and trophies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from clubs.kernel.desk.context import ClubContext
from clubs.models import League, LeagueMatch, LeagueTeam, PointsYear, Trophy


def league_link(path: str, league: League, **more: Any) -> str:
    """Returns the address of a page of a league at the desk; `path` is without "desk-"."""
    place = {"club": league.club.slug, "league": league.key}
    return reverse(f"desk-{path}", kwargs={**place, **more})


def year_link(path: str, year: PointsYear) -> str:
    """Returns the address of a page of a series at the desk; `path` is without "desk-"."""
    return reverse(f"desk-{path}", kwargs={"club": year.club.slug, "year": year.key})


def trophy_link(path: str, trophy: Trophy) -> str:
    """Returns the address of a page of a trophy at the desk; `path` is without "desk-"."""
    return reverse(f"desk-{path}", kwargs={"club": trophy.club.slug, "trophy": trophy.key})


@dataclass(frozen=True)
class LeagueContext(ClubContext):
    """The subject of a form about a league of a club, or about a team or a match of it."""

    league: League | None = None
    team: LeagueTeam | None = None
    match: LeagueMatch | None = None

    @property
    def the_league(self) -> League:
        """The league of a form that cannot be without one."""
        assert self.league is not None
        return self.league

    @property
    def the_team(self) -> LeagueTeam:
        """The team of a form that cannot be without one."""
        assert self.team is not None
        return self.team

    @property
    def the_match(self) -> LeagueMatch:
        """The match of a form that cannot be without one."""
        assert self.match is not None
        return self.match

    def scope(self) -> Mapping[str, Any]:
        place = {"league": self.the_league.key}
        place |= {"team": self.team.key} if self.team else {}
        return {**super().scope(), **place, "match": self.match.number if self.match else 0}

    def back(self) -> str:
        if self.team is not None:
            return league_link("league-team", self.the_league, team=self.team.key)
        if self.match is not None:
            return league_link("league-match", self.the_league, match=self.match.number)
        return league_link("league", self.the_league)

    def shown(self) -> Mapping[str, Any]:
        return {**super().shown(), "tab": "leagues", "about": self._about()}

    def _about(self) -> str:
        if self.match is not None:
            return f"{self.match.home.name} – {self.match.away.name}"
        return self.team.name if self.team is not None else self.the_league.name


@dataclass(frozen=True)
class YearContext(ClubContext):
    """The subject of a form about one series of a club."""

    year: PointsYear | None = None

    @property
    def the_year(self) -> PointsYear:
        """The series of a form that cannot be without one."""
        assert self.year is not None
        return self.year

    def scope(self) -> Mapping[str, Any]:
        return {**super().scope(), "year": self.the_year.key}

    def back(self) -> str:
        return year_link("year", self.the_year)

    def shown(self) -> Mapping[str, Any]:
        return {**super().shown(), "tab": "leagues", "about": self.the_year.name}


@dataclass(frozen=True)
class TrophyContext(ClubContext):
    """The subject of a form about one trophy of a club."""

    trophy: Trophy | None = None

    @property
    def the_trophy(self) -> Trophy:
        """The trophy of a form that cannot be without one."""
        assert self.trophy is not None
        return self.trophy

    def scope(self) -> Mapping[str, Any]:
        return {**super().scope(), "trophy": self.the_trophy.key}

    def back(self) -> str:
        return trophy_link("trophy", self.the_trophy)

    def shown(self) -> Mapping[str, Any]:
        return {**super().shown(), "tab": "leagues", "about": self.the_trophy.name}
