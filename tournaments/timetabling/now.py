"""What of a timetable is now and what is next: it follows from the clock alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from tournaments.timetabling.records import Timetable, TimetableLine, minute_of

LASTS: Final = timedelta(minutes=60)
"""How long the last line of a day lasts that does not say when it ends."""


@dataclass(frozen=True, slots=True)
class TimetableNow:
    """The places of the lines that are now, and of those that come next."""

    now: frozenset[int]
    next: frozenset[int]


def spans(table: Timetable) -> list[tuple[datetime, datetime]]:
    """Returns when each line begins and ends: with the next of its day and divisions, or as said.

    Instants of one zone are compared as clocks show them there, so they are in UTC here.
    """
    return [
        (_utc(table.begins(line)), _utc(_ends(table, place, line)))
        for place, line in enumerate(table.lines)
    ]


def at_moment(table: Timetable, now: datetime) -> TimetableNow:
    """Returns what is now and what is next at a moment."""
    known = spans(table)
    ahead = [begins for begins, _ in known if begins > now]
    first = min(ahead, default=None)
    return TimetableNow(
        frozenset(at for at, (begins, ends) in enumerate(known) if begins <= now < ends),
        frozenset(at for at, (begins, _) in enumerate(known) if begins == first),
    )


def bucket(table: Timetable, now: datetime) -> int:
    """Returns a number that rises each time that something else is now or next."""
    return sum(edge <= now for edge in _edges(table))


def until_then(table: Timetable, now: datetime) -> datetime | None:
    """Returns the instant from which on something else is now or next, None for never."""
    return min((edge for edge in _edges(table) if edge > now), default=None)


def _edges(table: Timetable) -> set[datetime]:
    return {edge for span in spans(table) for edge in span}


def _ends(table: Timetable, place: int, line: TimetableLine) -> datetime:
    if line.until:
        return table.instant(line.day, minute_of(line.until))
    for after in table.lines[place + 1 :]:
        if after.day == line.day and after.at > line.at and after.shares(line):
            return table.begins(after)
    return _utc(table.begins(line)) + LASTS


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)
