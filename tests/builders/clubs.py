"""Clubs for tests."""

from __future__ import annotations

from clubs.club.commands.founding import FoundClub
from clubs.kernel.queries.clubs import KnownClub, club_named
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
