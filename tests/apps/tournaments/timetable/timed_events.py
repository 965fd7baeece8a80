"""An event with a timetable, for tests of it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from tests.apps.tournaments.desk_events import (
    SLUG,
    give,
)
from tournaments.models import Tournament
from tournaments.readmodel.timetable import timetable_of
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.typed import read_typed, typed_text

DAY = date(2026, 11, 28)
TYPED = """\
Saturday 28 November 2026
09:00 Check-in @ Foyer
09:30 Round 1
10:30-11:30 Lunch
11:30 Round 2
12:30 Round 3
13:30 Prize giving"""
NOON = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
"""11:00 in Paris."""


def timed(text: str = TYPED, zone: str = "Europe/Paris") -> None:
    """Set the timetable of the event as it is typed."""
    lines, _ = read_typed(text, ("A", "B"), DAY)
    give(SetTimetable(event=SLUG, lines=lines, zone=zone))


def kept() -> str:
    """Return the timetable of the event as it is typed."""
    return typed_text(timetable_of(Tournament.objects.get(slug=SLUG)).lines)
