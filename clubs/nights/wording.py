"""What nights and their games are called."""

from __future__ import annotations

from datetime import date

from core.phrases import phrase
from core.wording import whole_day


def night_name(club: str, held_on: date) -> str:
    """Returns the name of a club's night."""
    return phrase("{club}, {day}", club=club, day=whole_day(held_on))


def called_here(number: int, name: str) -> str:
    """Returns somebody of a night as the log calls them."""
    return phrase("no. {number} {name}", number=number, name=name)
