"""Reads of the seasons of a club."""

from __future__ import annotations

from datetime import date

from clubs.models import Season


def season_of(club: str, key: str) -> Season | None:
    """Returns a season of a club with its club, None where there is none; one query."""
    return Season.objects.select_related("club").filter(club__slug=club, key=key).first()


def seasons_of(club: str) -> list[Season]:
    """Returns the seasons of a club, the latest first; one query."""
    return list(Season.objects.select_related("club").filter(club__slug=club))


def season_on(club: str, day: date) -> Season | None:
    """Returns the season that a day is in, else the last one that began before it, else None."""
    seasons = Season.objects.select_related("club").filter(club__slug=club, begins_on__lte=day)
    return seasons.order_by("-begins_on").first()


def season_before(season: Season) -> Season | None:
    """Returns the season of the club that ended last before this one, None where none did."""
    others = Season.objects.select_related("club").filter(club=season.club_id)
    return others.filter(ends_on__lt=season.begins_on).order_by("-ends_on").first()
