"""Clubs for tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from clubs.club.commands.founding import FoundClub
from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.seasons.commands.seasons import OpenSeason
from core.actors import CONSOLE
from core.journal.execute import execute
from people.commands import AddClub


def found(slug: str = "hill", *, owner: str = "") -> KnownClub:
    """Adds a club to the register, has it run here, and returns it."""
    name = f"{slug.replace('-', ' ').title()} Club"
    execute(AddClub(slug=slug, name=name, town="Testford"), actor=CONSOLE)
    execute(FoundClub(club=slug, owner=owner), actor=CONSOLE)
    club = club_named(slug)
    assert club is not None
    return club


def season_of_2026(club: str = "hill", **fields: Any) -> None:
    """Opens a season of a club that is the year 2026; the fields are those of the command."""
    days = {"begins_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    usual = {"season": "2026", "name": "Year 2026", **days}
    execute(OpenSeason(club=club, **{**usual, **fields}), actor=CONSOLE)
