"""Values over dates or numbers as lines in a box: the place of every point, mark and label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from core.charts.ticks import (
    LEAST_SPAN,
    Tick,
    date_ticks,
    figure,
    number_ticks,
    place_ticks,
    value_ticks,
)

CHARACTER = 6.6
"""The width of a character of a label, in units of the box; slightly more than most have."""
BOLD = 1.15 * CHARACTER
"""The width of a bold one, as in the labels at the ends of lines."""
LINE = 15
"""The height of a line of text."""
ROOM_FOR_A_DATE = 12 * CHARACTER
FEW_PLACES = 5
"""How many places a chart of places shows at the least."""

Ticks = Callable[[int, int], Sequence[Tick]]


@dataclass(frozen=True, slots=True)
class Point:
    """A value on a day, or at a number that counts from 0.

    `says` is read out and shown for it, `href` is where it leads, or empty; `mark` is a class of
    its own, for a point that stands out.
    """

    on: date | int
    value: int
    says: str
    href: str = ""
    mark: str = ""

    @property
    def place(self) -> int:
        """The position along the chart, in days or in whatever is counted."""
        return self.on if isinstance(self.on, int) else self.on.toordinal()


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one kind, in any order."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """The size of a chart and the room around its plot; the text of a point is on top."""

    width: int = 960
    height: int = 340
    top: int = 44
    right: int = 210
    bottom: int = 28
    left: int = 52

    @property
    def plot_width(self) -> int:
        """The width between the first day and the last."""
        return self.width - self.left - self.right

    @property
    def floor(self) -> int:
        """The height of the lowest mark."""
        return self.height - self.bottom


WIDE = Box()
NARROW = Box(width=344, height=280, right=46, left=44)
"""For a phone, on which the wide one would be too small to read."""


class Mark(NamedTuple):
    """A mark of an axis, at a place in the box."""

    at: float
    text: str


class Dot(NamedTuple):
    """A point where it is drawn."""

    x: float
    y: float
    says: str
    href: str
    mark: str


class Label(NamedTuple):
    """The text at the end of a line."""

    x: float
    y: float
    text: str


class SeriesLine(NamedTuple):
    """A series as drawn: pieces of line between its dots. `number` counts the series from 0."""

    number: int
    name: str
    pieces: tuple[tuple[Dot, ...], ...]
    label: Label | None

    @property
    def dots(self) -> list[Dot]:
        """All dots, the earliest first."""
        return [dot for piece in self.pieces for dot in piece]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart laid out; without a point it has neither marks nor lines."""

    box: Box
    days: tuple[Mark, ...]
    values: tuple[Mark, ...]
    lines: tuple[SeriesLine, ...]


class _Scales(NamedTuple):
    """The mapping of days or numbers, and of values, to places in the box."""

    box: Box
    first: int
    last: int
    lowest: int
    highest: int

    def x(self, ordinal: int) -> float:
        span = self.last - self.first
        share = (ordinal - self.first) / span if span else 0.5
        return round(self.box.left + share * self.box.plot_width, 1)

    def y(self, value: int) -> float:
        share = (value - self.lowest) / (self.highest - self.lowest)
        return round(self.box.floor - share * (self.box.floor - self.box.top), 1)


class _Axes(NamedTuple):
    """The marks along a chart and up it, between two values; the first and last mark of `up` are
    its ends. A line has a gap over more than `gap` without a point; `words` are a value at its end.
    """

    along: Ticks
    up: Ticks
    gap: int = 0
    words: Callable[[int], str] = figure


def line_chart(
    series: Sequence[Series],
    box: Box = WIDE,
    *,
    gap_days: int = 0,
    least_span: int = LEAST_SPAN,
) -> Chart:
    """Returns series over dates laid out in a box, those without points left out.

    No line is drawn over more than `gap_days` days without a point (0: over any time). Labels at
    the ends of the lines keep clear of each other, or are left out where there is no room. The
    scale shows `least_span` at the least, so that a small change does not look like a cliff.
    """
    at_most = max(1, int(box.plot_width / ROOM_FOR_A_DATE))

    def days(first: int, last: int) -> list[Tick]:
        return date_ticks(date.fromordinal(first), date.fromordinal(last), at_most=at_most)

    def values(lowest: int, highest: int) -> list[Tick]:
        return value_ticks(lowest, highest, least_span=least_span)

    return _chart(series, box, _Axes(days, values, gap_days))


def numbered_chart(
    series: Sequence[Series], box: Box = WIDE, *, words: Callable[[int], str] = figure
) -> Chart:
    """Returns series over numbers laid out in a box as `line_chart` does those over dates.

    `words` gives the value at the end of a line.
    """
    return _chart(series, box, _Axes(_numbers_in(box), value_ticks, words=words))


def place_chart(series: Sequence[Series], box: Box = WIDE) -> Chart:
    """Returns places, of which 1 is the best and on top, by round, laid out in a box.

    A line has a gap where a round has no place.
    """

    def places(lowest: int, _: int) -> list[Tick]:
        worst = max(-lowest, FEW_PLACES)
        ticks = place_ticks(worst, at_most=FEW_PLACES)
        ends = [] if ticks[-1].value == worst else [Tick(worst, "")]
        return [Tick(-place, text) for place, text in reversed([*ticks, *ends])]

    turned = [
        Series(one.name, tuple(replace(p, value=-p.value) for p in one.points)) for one in series
    ]
    axes = _Axes(_numbers_in(box), places, gap=1, words=lambda value: f"{-value}")
    return _chart(turned, box, axes)


def _numbers_in(box: Box) -> Ticks:
    about = max(2, int(box.plot_width / (ROOM_FOR_A_DATE / 2)))
    return lambda first, last: number_ticks(first, last, at_most=about)


def _chart(series: Sequence[Series], box: Box, axes: _Axes) -> Chart:
    shown = [(number, one) for number, one in enumerate(series) if one.points]
    points = [point for _, one in shown for point in one.points]
    if not points:
        return Chart(box, (), (), ())
    first, last = min(point.place for point in points), max(point.place for point in points)
    values = [point.value for point in points]
    marks = axes.up(min(values), max(values))
    scales = _Scales(box, first, last, marks[0].value, marks[-1].value)
    pieces = [(number, one, _pieces(one, scales, axes.gap)) for number, one in shown]
    labels = _labels([(one, drawn[-1][-1]) for _, one, drawn in pieces], box, axes.words)
    return Chart(
        box=box,
        days=_marks(axes.along(first, last), scales.x),
        values=_marks([mark for mark in marks if mark.text], scales.y),
        lines=tuple(
            SeriesLine(number, one.name, drawn, label)
            for (number, one, drawn), label in zip(pieces, labels, strict=True)
        ),
    )


def _marks(ticks: Sequence[Tick], place: Callable[[int], float]) -> tuple[Mark, ...]:
    return tuple(Mark(place(tick.value), tick.text) for tick in ticks)


def _pieces(series: Series, scales: _Scales, gap: int) -> tuple[tuple[Dot, ...], ...]:
    """Returns the dots in order, cut where the line has gaps."""
    points = sorted(series.points, key=lambda point: point.place)
    pieces = [[points[0]]]
    for before, point in pairwise(points):
        if gap and point.place - before.place > gap:
            pieces.append([])
        pieces[-1].append(point)
    return tuple(
        tuple(Dot(scales.x(p.place), scales.y(p.value), p.says, p.href, p.mark) for p in piece)
        for piece in pieces
    )


def _labels(
    ends: Sequence[tuple[Series, Dot]], box: Box, words: Callable[[int], str]
) -> list[Label | None]:
    """Returns a label right of each line, at its height or as near to it as the others let it."""
    if len(ends) * LINE > box.floor - box.top + LINE:
        return [None] * len(ends)
    order = sorted(range(len(ends)), key=lambda place: (ends[place][1].y, place))
    heights: list[float] = []
    for place in order:
        lowest = heights[-1] + LINE if heights else box.top
        heights.append(max(ends[place][1].y, lowest))
    ceiling = float(box.floor)
    for place in reversed(range(len(heights))):
        heights[place] = min(heights[place], ceiling)
        ceiling = heights[place] - LINE
    x = box.width - box.right + 10
    labels: list[Label | None] = [None] * len(ends)
    for place, height in zip(order, heights, strict=True):
        text = _label(ends[place][0], box.width - x, words)
        labels[place] = Label(x, round(height, 1), text)
    return labels


def _label(series: Series, room: float, words: Callable[[int], str]) -> str:
    """Returns the last value with as much of the name as there is room for."""
    value = words(sorted(series.points, key=lambda point: point.place)[-1].value)
    left = int(room / BOLD) - len(value) - 1
    if left < 3:
        return value
    name = series.name
    return f"{value} {name if len(name) <= left else name[: left - 1].rstrip() + '…'}"
