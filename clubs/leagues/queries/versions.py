"""The versions of the pages of leagues, years and trophies: what they were made from."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Model, Q

from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.leagues.queries.leagues import league_of, match_of
from clubs.leagues.queries.trophies import events_of, trophy_of
from clubs.leagues.queries.years import nights_in, year_of
from clubs.models import League, LeagueMatch, PointsYear, Trophy
from core.models import Stream
from ratings.selectors.page_versions import public_lists, version_of
from tournaments.kernel.queries.rights import club_scope
from tournaments.models import Tournament


class VersionedLeague(NamedTuple):
    """A league, its club, and the version of pages about it."""

    club: KnownClub
    row: League
    version: str


class VersionedMatch(NamedTuple):
    """A match of a league, the club that keeps it, and the version of pages about it."""

    club: KnownClub
    match: LeagueMatch
    version: str


class VersionedYear(NamedTuple):
    """A series of events, its club, and the version of pages about it."""

    club: KnownClub
    row: PointsYear
    version: str


class VersionedTrophy(NamedTuple):
    """A trophy, its club, and the version of pages about it."""

    club: KnownClub
    row: Trophy
    version: str


def versioned_league(club: str, key: str) -> VersionedLeague | None:
    """Returns a league that everybody may see with its version, None where there is none.

    It changes with everything that is decided in the club, the register and the lists, which make
    the profiles that it leads to.
    """
    home, row = _public(club), league_of(club, key)
    if home is None or row is None:
        return None
    return VersionedLeague(home, row, _version("league", club, row))


def versioned_match(club: str, key: str, number: int) -> VersionedMatch | None:
    """Returns a match that everybody may see with its version, None where there is none."""
    found = versioned_league(club, key)
    match = match_of(found.row, number) if found else None
    if found is None or match is None:
        return None
    return VersionedMatch(found.club, match, found.version)


def versioned_year(club: str, key: str) -> VersionedYear | None:
    """Returns a series that everybody may see with its version, None where there is none.

    It changes with every command on one of its events, too.
    """
    home, row = _public(club), year_of(club, key)
    if home is None or row is None:
        return None
    chosen = Q(slug__in={slug for slug, _ in row.events})
    marks = [f"{one.pk}.{one.version}" for one in nights_in(row)]
    events = Tournament.objects.filter(chosen).order_by("pk").values_list("pk", "version")
    marks += [f"{pk}.{version}" for pk, version in events]
    return VersionedYear(home, row, _version("year", club, row, *marks))


def versioned_trophy(club: str, key: str) -> VersionedTrophy | None:
    """Returns a trophy that everybody may see with its version, None where there is none.

    It changes with every command on an event in which its meetings are, too.
    """
    home, row = _public(club), trophy_of(club, key)
    if home is None or row is None:
        return None
    marks: list[str] = []
    if row.from_results and row.between == Trophy.Between.PLAYERS:
        events = events_of(row).order_by("pk").values_list("pk", "version")
        marks = [f"{pk}.{version}" for pk, version in events]
    return VersionedTrophy(home, row, _version("trophy", club, row, *marks))


def _public(club: str) -> KnownClub | None:
    known = club_named(club)
    return known if known is not None and known.home.is_public else None


def _version(kind: str, club: str, row: Model, *marks: object) -> str:
    seq = Stream.objects.filter(key=club_scope(club)).values_list("seq", flat=True).first()
    return version_of(public_lists(), kind, row.pk, seq, *marks)
