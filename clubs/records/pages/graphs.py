"""The charts of a player's games: the average score and the streaks, month by month."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clubs.records.book.months import MonthOfPlay
from core.charts.lines import NARROW, WIDE, Point, Series, line_chart
from core.charts.svg import Svg, svg
from core.charts.ticks import LEAST_SPAN
from core.phrases import phrase

FEW = 4
"""How many games the scale of streaks shows at least."""
LEAST = 2
"""With fewer points there is nothing to see in a line."""


class MonthGraph(NamedTuple):
    """A chart to stand in a page with its title, in two sizes."""

    title: str
    wide: Svg
    narrow: Svg


def graphs_of(months: Sequence[MonthOfPlay]) -> list[MonthGraph]:
    """Returns the charts of these months, none where there are too few."""
    averages = [
        Point(
            one.month,
            round(one.average),
            phrase("{average} on average in {month}", average=round(one.average), month=named),
        )
        for one in months
        for named in (f"{one.month:%Y-%m}",)
        if one.average is not None
    ]
    streaks = [
        Point(
            one.month,
            one.streak,
            phrase("{count} won in a row by {month}", count=one.streak, month=f"{one.month:%Y-%m}"),
        )
        for one in months
    ]
    return [
        graph
        for title, label, points, span in (
            (phrase("Average score by month"), phrase("average"), averages, LEAST_SPAN),
            (phrase("Most games won in a row by month"), phrase("won in a row"), streaks, FEW),
        )
        for graph in _graph(title, label, points, span)
    ]


def _graph(title: str, label: str, points: Sequence[Point], span: int) -> list[MonthGraph]:
    if len(points) < LEAST:
        return []
    series = [Series(label, tuple(points))]
    return [
        MonthGraph(
            title=title,
            wide=svg(line_chart(series, WIDE, least_span=span), name=title, kind="chart wide"),
            narrow=svg(
                line_chart(series, NARROW, least_span=span), name=title, kind="chart narrow"
            ),
        )
    ]
