"""Backups that Wallchart makes by itself: what they are called, and which of them are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from core.backup.asking import backup_name

_WHY = "automatic"
_NAME = re.compile(rf"{_WHY}-\d{{4}}-\d\d-\d\d-\d{{6}}\.backup", re.ASCII)
"""Made by Wallchart itself: whatever else somebody called "automatic" is theirs to remove."""

BAD_ONES_STAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long automatic backups are kept, in days and weeks back from now.

    All of the last `all_days`, the newest of each day of `daily` days, and the newest of each week
    of `weekly` weeks.
    """

    all_days: int
    daily: int
    weekly: int


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """An automatic backup: when it was written, and whether it could not be restored on trial."""

    name: str
    written_at: datetime
    is_bad: bool = False


def automatic_name(at: datetime) -> str:
    """Returns the name of an automatic backup; `at` is in the zone of whoever reads it."""
    return backup_name(at, _WHY)


def begun_at(name: str, zone: ZoneInfo) -> datetime | None:
    """Returns when an automatic backup of this name was begun, by a clock in `zone`.

    None where the name tells no moment.
    """
    try:
        at = datetime.strptime(name, f"{_WHY}-%Y-%m-%d-%H%M%S.backup")  # noqa: DTZ007 - `zone` is set below
    except ValueError:
        return None
    return at.replace(tzinfo=zone)


def is_automatic(name: str) -> bool:
    """Returns whether a file of this name was made by Wallchart itself, and may be removed."""
    return _NAME.fullmatch(name) is not None


def outlived(
    backups: Iterable[AutomaticBackup], now: datetime, keeping: Keeping, zone: ZoneInfo
) -> list[str]:
    """Returns the names of those that are kept no longer, the newest first.

    Days and weeks are those of `zone`, and weeks begin on Monday. The newest good one always stays,
    whatever its age, as does one from a moment that this clock has still to reach. A bad one takes
    the place of no good one, and goes after a day.
    """
    good: list[AutomaticBackup] = []
    bad: list[AutomaticBackup] = []
    for one in sorted(backups, key=lambda one: (one.written_at, one.name), reverse=True):
        (bad if one.is_bad else good).append(one)
    kept = {one.name for one in good if now - one.written_at < timedelta(days=keeping.all_days)}
    kept |= _newest_of_each(good, now, timedelta(days=keeping.daily), _day_in(zone))
    kept |= _newest_of_each(good, now, timedelta(weeks=keeping.weekly), _week_in(zone))
    kept |= {one.name for one in good[:1]}
    kept |= {one.name for one in bad if now - one.written_at < BAD_ONES_STAY}
    newest_first = sorted((*good, *bad), key=lambda one: (one.written_at, one.name), reverse=True)
    return [one.name for one in newest_first if one.name not in kept]


def _newest_of_each(
    newest_first: list[AutomaticBackup],
    now: datetime,
    age: timedelta,
    part: Callable[[datetime], date],
) -> set[str]:
    newest: dict[date, str] = {}
    for one in newest_first:
        if now - one.written_at < age:
            newest.setdefault(part(one.written_at), one.name)
    return set(newest.values())


def _day_in(zone: ZoneInfo) -> Callable[[datetime], date]:
    return lambda at: at.astimezone(zone).date()


def _week_in(zone: ZoneInfo) -> Callable[[datetime], date]:
    def monday(at: datetime) -> date:
        day = at.astimezone(zone).date()
        return day - timedelta(days=day.weekday())

    return monday
