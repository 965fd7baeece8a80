"""The charts of a season: who came, what was scored month by month, and the runs of wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from clubs.seasons.queries.computed import ComputedSeason
from core.charts.bars import Bar, bar_chart
from core.charts.lines import NARROW, WIDE, Point, Series, line_chart
from core.charts.svg import Svg, svg
from core.charts.ticks import LEAST_SPAN
from core.phrases import phrase, phrase_count
from core.wording import day

LEAST = 2
"""With fewer points there is nothing to see in a line."""

FEW_PLAYERS = 10
"""How many players a chart of attendance shows at the least."""

STREAKS_SHOWN = 8


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
    title = phrase("Attendance by night")
    return _graph(title, phrase("players"), points, least_span=FEW_PLAYERS)


def streak_graph(found: ComputedSeason, name_of: Callable[[str], str]) -> Graph | None:
    """Returns the longest runs of wins in the season, None where nobody won twice in a row."""
    runs = sorted(
        (row for row in found.rows if row.longest_streak >= LEAST),
        key=lambda row: (-row.longest_streak, row.player),
    )
    bars = [
        Bar(
            name_of(row.player),
            row.longest_streak,
            phrase("{count}, unbroken", count=row.longest_streak)
            if row.streak == row.longest_streak
            else str(row.longest_streak),
            goes_on=row.streak == row.longest_streak,
        )
        for row in runs[:STREAKS_SHOWN]
    ]
    if not bars:
        return None
    title = phrase("Longest winning streaks")
    return Graph(
        wide=bar_chart(bars, name=title),
        narrow=bar_chart(bars, name=title, is_narrow=True),
    )


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


def _graph(
    title: str, label: str, points: list[Point], *, least_span: int = LEAST_SPAN
) -> Graph | None:
    if len(points) < LEAST:
        return None
    series = [Series(label, tuple(points))]
    wide, narrow = (line_chart(series, box, least_span=least_span) for box in (WIDE, NARROW))
    return Graph(
        wide=svg(wide, name=title, kind="chart wide"),
        narrow=svg(narrow, name=title, kind="chart narrow"),
    )
