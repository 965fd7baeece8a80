"""Reads of clubs that everything about them needs."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import ClubHome
from core.prepared import Given, PreparedQuery
from people.models import Club


@dataclass(frozen=True, slots=True)
class KnownClub:
    """A club that is run here, with its name and town from the register."""

    home: ClubHome
    name: str
    town: str

    @property
    def slug(self) -> str:
        """The short name, which never changes."""
        return self.home.slug


def home_of(slug: str) -> ClubHome | None:
    """Returns the row of a club that is run here, None where there is none; one query."""
    return _home.first(slug=slug)


def club_named(slug: str) -> KnownClub | None:
    """Returns a club that is run here, None where there is none; two queries."""
    home = home_of(slug)
    return None if home is None else known(home, Club.objects.filter(slug=slug).first())


def known(home: ClubHome, registered: Club | None) -> KnownClub:
    """Returns a club by its row and its line in the register, if that is there."""
    if registered is None:
        return KnownClub(home, home.slug, "")
    return KnownClub(home, registered.name, registered.town)


def known_clubs(homes: QuerySet[ClubHome]) -> list[KnownClub]:
    """Returns clubs by name, in two queries."""
    rows = list(homes)
    lines = {one.slug: one for one in Club.objects.filter(slug__in=[row.slug for row in rows])}
    clubs = [known(row, lines.get(row.slug)) for row in rows]
    return sorted(clubs, key=lambda club: (club.name.casefold(), club.slug))


@PreparedQuery
def _home(slug: Given) -> QuerySet[ClubHome]:
    return ClubHome.objects.filter(slug=slug)
