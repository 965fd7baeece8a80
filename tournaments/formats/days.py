"""The first day of an event, from how a file words its dates."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_BETWEEN = frozenset({"and", "from", "of", "st", "nd", "rd", "th", "the", "through", "to", "until"})
_ISO = re.compile(r"((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)", re.ASCII)
_PART = re.compile(r"[0-9]+|[^\W0-9_]+")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
LONGEST = 80
"""No event words its dates longer; what is longer is not read."""


def first_day(words: str) -> date | None:
    """Returns the first day that dates are worded with; None where the words leave it open.

    Understood are 2026-08-02, "July 4, 2024", "September 16-17, 2006", "Feb 28-March 2, 2025" and
    "Saturday, 1 to Sunday, 3 May 2026", in English and without other words: no day is better than
    a wrong one. Days of figures alone, such as 4/5/2024, are read differently in different
    countries, and a month alone has many days. Where only one year is said of two months, a first
    one that is later than the last is of the year before.
    """
    text = words.strip().casefold()
    iso = _ISO.match(text)
    if iso:
        return _day(*map(int, iso.groups()))
    years, months, days = [], [], []
    for part in _PART.findall(text) if len(text) <= LONGEST else ():
        if _YEAR.fullmatch(part):
            years.append(int(part))
        elif part.isdecimal():
            days.append(int(part))
        elif month := _month(part):
            months.append(month)
        elif not _is_between(part):
            return None
    if not (years and months and days):
        return None
    return _day(years[0] - (len(years) == 1 and months[0] > months[-1]), months[0], days[0])


def _month(word: str) -> int:
    """Returns the number of a month by its name or the beginning of it, 0 where it is none."""
    if len(word) < 3:
        return 0
    return next((at for at, name in enumerate(_MONTHS, 1) if name.startswith(word)), 0)


def _is_between(word: str) -> bool:
    """Returns whether a word among dates says nothing of which day is the first."""
    is_weekday = len(word) > 2 and any(name.startswith(word) for name in _WEEKDAYS)
    return is_weekday or word in _BETWEEN


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except (OverflowError, ValueError):
        return None
