"""The timetable of an event: lines with a day and a time of day in the event's own zone.

A time of day is "09:30", as journals and programs read it; minutes of a day are counted from
midnight. Only an instant knows the zone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

from core.errors import UserError

DAY_MINUTES: Final = 24 * 60
_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


class TimetableError(UserError):
    """A mistake in a timetable; `line` is the line that it is in, where it is in one."""


class LineKind(StrEnum):
    """What a line is about; an `other` says it in words of its own."""

    ROUNDS = "rounds"
    CHECK_IN = "check_in"
    LUNCH = "lunch"
    BREAK = "break"
    PRIZES = "prizes"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableLine:
    """A line: on a `day` `at` a time of day, `until` another one or empty.

    It is for all divisions where it names none. Rounds begin with the first at that time; those
    after it follow. `late` is how many minutes later that is than was said first.
    """

    day: date
    at: str
    kind: LineKind
    until: str = ""
    first_round: int = 0
    last_round: int = 0
    divisions: tuple[str, ...] = ()
    text: str = ""
    place: str = ""
    late: int = 0

    @property
    def starts(self) -> int:
        """The minute of the day at which it begins."""
        return minute_of(self.at)

    def is_for(self, division: str) -> bool:
        """Returns whether the division has part in it."""
        return not self.divisions or division in self.divisions

    def shares(self, other: TimetableLine) -> bool:
        """Returns whether some division has part in both."""
        return (
            not self.divisions
            or not other.divisions
            or not set(self.divisions).isdisjoint(other.divisions)
        )

    @property
    def says(self) -> tuple[object, ...]:
        """What it is about, whenever that is."""
        return (self.kind, self.first_round, self.last_round, self.divisions, self.text)


@dataclass(frozen=True, slots=True)
class Timetable:
    """The lines of an event in the order of their times, in a time zone of this name."""

    zone: str = ""
    lines: tuple[TimetableLine, ...] = ()

    @property
    def clocks(self) -> ZoneInfo:
        """The zone of its clocks; UTC where this machine does not know one of that name."""
        try:
            return ZoneInfo(self.zone)
        except (KeyError, OSError, ValueError):  # no such zone, a folder of zones, a path
            return ZoneInfo("UTC")

    def instant(self, day: date, minute: int) -> datetime:
        """Returns a minute of a day as an instant; one that a clock skips is what it shows then."""
        at = time(*divmod(minute, 60))
        return datetime.combine(day, at, tzinfo=self.clocks)

    def begins(self, line: TimetableLine) -> datetime:
        """Returns the instant at which a line begins."""
        return self.instant(line.day, line.starts)

    def start_of(self, division: str, number: int) -> TimetableLine | None:
        """Returns the line that says when a round of a division begins, None where none does."""
        return next(
            (
                line
                for line in self.lines
                if line.kind is LineKind.ROUNDS
                and line.first_round == number
                and line.is_for(division)
            ),
            None,
        )

    def of_round(self, division: str, number: int) -> int | None:
        """Returns the place of the line that a round of a division is in, None where none is."""
        return next(
            (
                place
                for place, line in enumerate(self.lines)
                if line.kind is LineKind.ROUNDS
                and line.first_round <= number <= line.last_round
                and line.is_for(division)
            ),
            None,
        )

    @property
    def days(self) -> list[date]:
        """The days that it has lines on, in order."""
        return sorted({line.day for line in self.lines})


def minute_of(at: str) -> int:
    """Returns the minute of the day of a time of day; ValueError for what is none."""
    found = _TIME.fullmatch(at)
    if found is None:
        raise ValueError(at)
    return int(found[1]) * 60 + int(found[2])


def time_at(minute: int) -> str:
    """Returns a minute of the day as a time of day."""
    return f"{minute // 60:02}:{minute % 60:02}"


def is_time(text: str) -> bool:
    """Returns whether a text is a time of day."""
    return _TIME.fullmatch(text) is not None


def to_values(table: Timetable) -> dict[str, Any]:
    """Returns a timetable as JSON values; nothing for one without lines."""
    if not table.lines:
        return {}
    lines = [
        {**asdict(line), "day": line.day.isoformat(), "divisions": list(line.divisions)}
        for line in table.lines
    ]
    return {"zone": table.zone, "lines": lines}


def from_values(values: Mapping[str, Any]) -> Timetable:
    """Returns the timetable that `to_values` wrote."""
    return Timetable(
        zone=values.get("zone", ""),
        lines=tuple(
            TimetableLine(
                **{
                    **one,
                    "day": date.fromisoformat(one["day"]),
                    "kind": LineKind(one["kind"]),
                    "divisions": tuple(one["divisions"]),
                }
            )
            for one in values.get("lines", ())
        ),
    )


def in_order(lines: Sequence[TimetableLine]) -> tuple[TimetableLine, ...]:
    """Returns lines in the order of their times; those of one time stay as they were."""
    return tuple(sorted(lines, key=lambda line: (line.day, line.starts)))
