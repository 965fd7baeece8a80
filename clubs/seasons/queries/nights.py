"""The nights of a season."""

from __future__ import annotations

from django.db.models import QuerySet

from clubs.kernel.queries.night_games import nights_of
from clubs.models import Season
from tournaments.models import Tournament


def nights_in(season: Season) -> QuerySet[Tournament]:
    """Returns the nights of a club that were held on days of a season, in their order."""
    return nights_of_club(season.club.slug).filter(
        starts_on__gte=season.begins_on, starts_on__lte=season.ends_on
    )


def nights_of_club(club: str) -> QuerySet[Tournament]:
    """Returns the nights of a club in their order; a rehearsal is none."""
    return nights_of(club).filter(starts_on__isnull=False).order_by("starts_on", "slug")


def holds_nights(season: Season) -> bool:
    """Returns whether a night was held on a day of the season."""
    return nights_in(season).exists()
