"""The nights of a club, and what its guests are called."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from tournaments.models import Tournament

NIGHT = "Night"
"""The name of the one division of a night."""

GUEST = "#"
"""What stands in the key of a guest, and in none of the register."""


def night_slug(club: str, held_on: date) -> str:
    """Returns the short name of a club's night on a day."""
    return f"{club}-{held_on.isoformat()}"


def nights_of(club: str) -> QuerySet[Tournament]:
    """Returns the nights of a club by its short name, the last first."""
    nights = Tournament.objects.filter(night_of=club, rehearsal=False)
    return nights.order_by("-starts_on", "-slug")


def guest_key(night: str, entry: int) -> str:
    """Returns the key of somebody on a night who is not in the register: good for that night."""
    return f"{night}{GUEST}{entry}"


def is_guest(player: str) -> bool:
    """Returns whether a key is that of a guest of one night."""
    return GUEST in player
