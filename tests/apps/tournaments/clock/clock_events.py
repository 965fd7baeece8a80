"""Events whose rounds are timed, and the hour at which commands are given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from core.journal.command import Command
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, give
from tournaments.kernel.queries.clock import clocks_of_event
from tournaments.models import Tournament
from tournaments.timing.now import ClockNow

ONE = datetime(2026, 5, 3, 13, 0, tzinfo=UTC)


def after(minutes: float) -> datetime:
    """Return so many minutes after one o'clock."""
    return ONE + timedelta(minutes=minutes)


def at(minutes: float, command: Command, **more: Any) -> None:
    """Give a command so many minutes after one o'clock, by the clock of the machine."""
    give(command, at=after(minutes), **more)


def clocks(minutes: float = 0) -> dict[str, ClockNow]:
    """Return the clocks of the divisions, by name."""
    event = Tournament.objects.get(slug=SLUG)
    return {one.division: one for one in clocks_of_event(event, after(minutes))}


def left(minutes: float, division: str = "A") -> int | None:
    """Return the seconds left of a division's round."""
    return clocks(minutes)[division].left_s


def last() -> JournalEntry:
    """Return the last entry of the event's journal."""
    entry = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").order_by("seq").last()
    assert entry is not None
    return entry
