"""The marks of an axis: their places and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from math import ceil, floor, log10
from typing import NamedTuple

from core.phrases import phrase

MONTHS = (
    phrase("Jan"),
    phrase("Feb"),
    phrase("Mar"),
    phrase("Apr"),
    phrase("May"),
    phrase("Jun"),
    phrase("Jul"),
    phrase("Aug"),
    phrase("Sep"),
    phrase("Oct"),
    phrase("Nov"),
    phrase("Dec"),
)
MINUS = "\N{MINUS SIGN}"
LEAST_SPAN = 40
"""The fewest units that a scale shows: a change of one point must not look like a cliff."""


class Tick(NamedTuple):
    """A mark at a value of the scale, in units or in days since the year 1."""

    value: int
    text: str


GAPS = 7
"""How many gaps between marks a scale has room for, where its ends are at marks."""


def value_ticks(lowest: int, highest: int, *, least_span: int = LEAST_SPAN) -> list[Tick]:
    """Returns the marks of a scale that holds both values: 1, 2 or 5 times a power of ten apart.

    The first is not above `lowest` and the last not below `highest`; there are two or more. None is
    below 0 where no value is. `least_span` is how much the scale shows at the least.
    """
    middle = (lowest + highest) // 2
    if lowest >= 0:
        middle = max(middle, least_span // 2)
    lowest, highest = min(lowest, middle - least_span // 2), max(highest, middle + least_span // 2)
    # The finest marks that have the room, so that the scale ends close to the values.
    step = _nice((highest - lowest) / GAPS)
    first, last = floor(lowest / step) * step, ceil(highest / step) * step
    return [Tick(value, figure(value)) for value in range(first, last + 1, step)]


def date_ticks(first: date, last: date, *, at_most: int) -> list[Tick]:
    """Returns the marks of a scale of days, `at_most` of them where one is not too many.

    They are days, months or years, whichever is the finest that has the room. Where that would mark
    one day only and there is room for two, they are the first day and the last.
    """
    days = (last - first).days
    ends = [Tick(day.toordinal(), _of_day(day)) for day in sorted({first, last})][:at_most]
    for marks, apart, words in _SCALES:
        if days / apart < at_most:
            ticks = [Tick(day.toordinal(), words(day)) for day in marks(first, last)]
            if len(ends) <= len(ticks) <= at_most:
                return ticks
            if len(ticks) < len(ends):
                return ends
    return ends


def number_ticks(first: int, last: int, *, at_most: int) -> list[Tick]:
    """Returns the marks of a scale that counts: every number, or every 2nd, 5th, 10th, ...

    There are no more than `at_most`, or one more where the scale does not begin at a mark.
    """
    step = _nice((last - first) / at_most)
    return [Tick(number, f"{number}") for number in range(-(-first // step) * step, last + 1, step)]


def place_ticks(last: int, *, at_most: int) -> list[Tick]:
    """Returns the marks of a scale of places: the first, and every 2nd, 5th, 10th, ... to the last.

    There are no more than `at_most`, and one more for the first where it would not be among them.
    """
    step = _nice(last / at_most)
    others = range(step, last + 1, step)
    return [Tick(place, f"{place}") for place in (*((1,) if step > 1 else ()), *others)]


def _nice(least: float) -> int:
    """Returns the first of 1, 2, 5, 10, 20, 50, ... that is not below `least`."""
    power = 10 ** max(0, floor(log10(least))) if least > 1 else 1
    return next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor >= least)


def figure(value: int) -> str:
    """Returns a value with the sign of figures."""
    return f"{value}" if value >= 0 else f"{MINUS}{-value}"


def _of_day(day: date) -> str:
    month = MONTHS[day.month - 1]
    if day.day == 1:
        return phrase("1 {month} {year}", month=month, year=day.year)
    return phrase("{day} {month} {year}", day=day.day, month=month, year=day.year)


def _of_month(day: date) -> str:
    return phrase("{month} {year}", month=MONTHS[day.month - 1], year=day.year)


def _of_year(day: date) -> str:
    return f"{day.year}"


class _Days:
    """Every so many days."""

    def __init__(self, step: int) -> None:
        self._step = step

    def __call__(self, first: date, last: date) -> Iterator[date]:
        for ordinal in range(first.toordinal(), last.toordinal() + 1, self._step):
            yield date.fromordinal(ordinal)


class _Months:
    """The first day of every so many months, counted from the year 0."""

    def __init__(self, step: int) -> None:
        self._step = step

    def __call__(self, first: date, last: date) -> Iterator[date]:
        begin = -(-(first.year * 12 + first.month - 1) // self._step) * self._step
        for count in range(begin, last.year * 12 + last.month, self._step):
            day = date(count // 12, count % 12 + 1, 1)
            if first <= day <= last:
                yield day


_SCALES: tuple[tuple[_Days | _Months, int, Callable[[date], str]], ...] = (
    *((_Days(step), step, _of_day) for step in (1, 2, 7, 14)),
    *((_Months(step), 30 * step, _of_month) for step in (1, 2, 3, 6)),
    *((_Months(12 * years), 365 * years, _of_year) for years in (1, 2, 5, 10, 20, 50, 100, 1000)),
)
