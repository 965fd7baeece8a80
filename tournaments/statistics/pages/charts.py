"""The charts of statistics, each with the figures that a table beside it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.charts.columns import Column, column_chart
from core.charts.lines import Box, Point, Series, numbered_chart, place_chart
from core.charts.svg import Svg, svg, swatch
from core.phrases import phrase
from core.wording import DASH, signed
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.reporting.scores import ScoreRange
from tournaments.statistics.queries import FEWEST_ROUNDS, PlacesHeld

_PLACES = Box(height=300, top=16)
_NARROW_PLACES = Box(width=344, height=250, top=16, right=46, left=30)
_SPREAD = Box(height=220, top=16)
_NARROW_SPREAD = Box(width=344, height=200, top=16, right=46, left=44)


class DrawnTwice(NamedTuple):
    """A chart to stand in a page, in two sizes."""

    wide: Svg
    narrow: Svg


class PlacesRow(NamedTuple):
    """A player in the table beside the chart of places, which is its legend too."""

    swatch: Svg
    name: str
    number: int
    href: str | None
    places: str


class PlacesGraph(NamedTuple):
    """The chart of places by round, its table, and the last round that it shows."""

    graph: DrawnTwice
    rows: list[PlacesRow]
    last: int


class ScoresGraph(NamedTuple):
    """The chart of scores, and its table: a range and how many scores are in it."""

    graph: DrawnTwice
    rows: list[tuple[str, int]]


def places_graph(
    held: Sequence[PlacesHeld], href: Callable[[EntryLine], str | None]
) -> PlacesGraph | None:
    """Returns the chart of places by round, None before the second round."""
    last = len(held[0].places) if held else 0
    if last < FEWEST_ROUNDS:
        return None
    series = [
        Series(
            one.entry.name,
            tuple(
                Point(number, place, "")
                for number, place in enumerate(one.places, 1)
                if place is not None
            ),
        )
        for one in held
    ]
    title = phrase("Place by round")
    graph = DrawnTwice(
        svg(place_chart(series, _PLACES), name=title, kind="chart wide", is_told=False),
        svg(place_chart(series, _NARROW_PLACES), name=title, kind="chart narrow", is_told=False),
    )
    return PlacesGraph(graph, [_row(at, one, href) for at, one in enumerate(held)], last)


def _row(at: int, one: PlacesHeld, href: Callable[[EntryLine], str | None]) -> PlacesRow:
    places = ", ".join(DASH if place is None else str(place) for place in one.places)
    mark = swatch(at, is_told=False)
    return PlacesRow(mark, one.entry.name, one.entry.number, href(one.entry), places)


def scores_graph(ranges: Sequence[ScoreRange]) -> ScoresGraph | None:
    """Returns the chart of how many scores lie between round numbers, None without a score."""
    if not ranges:
        return None
    columns = [Column(str(one.low), one.many) for one in ranges]
    title, end = phrase("Distribution of scores"), str(ranges[-1].high + 1)
    graph = DrawnTwice(
        column_chart(columns, end, name=title),
        column_chart(columns, end, name=title, is_narrow=True),
    )
    return ScoresGraph(graph, [(f"{one.low}{DASH}{one.high}", one.many) for one in ranges])


def spread_graph(running: Sequence[tuple[int, int]]) -> DrawnTwice | None:
    """Returns the chart of a spread after each round with a result, None before the second.

    `running` are the rounds and the spread after each.
    """
    if len(running) < FEWEST_ROUNDS:
        return None
    points = (Point(0, 0, ""), *(Point(number, spread, "") for number, spread in running))
    series, title = [Series("", points)], phrase("Spread by round")
    wide, narrow = (numbered_chart(series, box, words=signed) for box in (_SPREAD, _NARROW_SPREAD))
    return DrawnTwice(
        svg(wide, name=title, kind="chart wide", is_told=False),
        svg(narrow, name=title, kind="chart narrow", is_told=False),
    )
