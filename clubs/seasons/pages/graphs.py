"""The charts of a season: who came, and what was scored on average month by month."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from clubs.seasons.queries.computed import ComputedSeason
from core.charts.lines import NARROW, WIDE, Point, Series, line_chart
from core.charts.svg import Svg, svg
from core.phrases import phrase, phrase_count
from core.wording import day

LEAST = 2
"""With fewer points there is nothing to see in a line."""


class Graph(NamedTuple):
    """A chart to stand in a page, in two sizes."""

    wide: Svg
    narrow: Svg


def nights_graph(found: ComputedSeason) -> Graph | None:
    """Returns how many came night by night, None before the second night."""
    points = [
        Point(
            night.held_on,
            len(night.here),
            phrase_count(
                "{count} player on {day}",
                "{count} players on {day}",
                count=len(night.here),
                day=day(night.held_on),
            ),
        )
        for night in found.nights
    ]
    return _graph(phrase("Attendance by night"), phrase("players"), points)


def average_graph(found: ComputedSeason) -> Graph | None:
    """Returns the average score of the club month by month, None before the second month."""
    months: dict[date, list[int]] = defaultdict(lambda: [0, 0])
    for lines in found.totals.lines.values():
        for line in lines.values():
            sums = months[line.held_on.replace(day=1)]
            sums[0] += line.points_for
            sums[1] += line.scored
    points = [
        Point(
            month,
            round(points / games),
            phrase("{average} on average in {month}", average=round(points / games), month=named),
        )
        for month, (points, games) in sorted(months.items())
        if games and (named := f"{month:%Y-%m}")
    ]
    return _graph(phrase("Average score by month"), phrase("average"), points)


def _graph(title: str, label: str, points: list[Point]) -> Graph | None:
    if len(points) < LEAST:
        return None
    series = [Series(label, tuple(points))]
    return Graph(
        wide=svg(line_chart(series, WIDE), name=title, kind="chart wide"),
        narrow=svg(line_chart(series, NARROW), name=title, kind="chart narrow"),
    )
