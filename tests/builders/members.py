"""Members of clubs for tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from clubs.membership.commands.terms import AddMember
from core.actors import CONSOLE
from core.journal.execute import execute
from people.commands import AddPlayer
from people.models import Player
from people.selectors import new_key

JANUARY = date(2026, 1, 1)


def registered(name: str, **more: Any) -> str:
    """Puts a person into the register where nobody has the name, and returns the key."""
    given, _, family = name.partition(" ")
    known = Player.objects.filter(given_name=given, family_name=family).first()
    if known is not None:
        return known.key
    key = new_key(given, family)
    execute(AddPlayer(key=key, given_name=given, family_name=family, **more), actor=CONSOLE)
    return key


def member(club: str, name: str, *, day: date = JANUARY, **more: Any) -> str:
    """Makes somebody a member of a club from a day on, for a year, and returns the key."""
    key = registered(name)
    execute(AddMember(club=club, player=key, day=day, **more), actor=CONSOLE)
    return key
