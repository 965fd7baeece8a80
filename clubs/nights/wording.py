"""What nights and their games are called."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.phrases import joined_by_and, phrase, phrase_count
from core.wording import whole_day


def night_name(club: str, held_on: date) -> str:
    """Returns the name of a club's night."""
    return phrase("{club}, {day}", club=club, day=whole_day(held_on))


def called_here(number: int, name: str) -> str:
    """Returns somebody of a night as the log calls them."""
    return phrase("no. {number} {name}", number=number, name=name)


def helps_words(names: Sequence[str]) -> str:
    """Returns who at a board has the helps of a newcomer, empty where nobody has."""
    if not names:
        return ""
    return phrase_count(
        "{names} has a newcomer's helps",
        "{names} have a newcomer's helps",
        count=len(names),
        names=joined_by_and(names),
    )
