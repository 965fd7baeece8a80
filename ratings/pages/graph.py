"""The graph of a player's ratings: one line a list, in two sizes, with its legend."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from core.charts.lines import NARROW, WIDE, Point, Series, line_chart
from core.charts.svg import Svg, svg, swatch
from core.phrases import phrase
from core.wording import day
from ratings.models import EventRating, ImportedRating, RatingList
from ratings.pages.frame import method_of
from ratings.pages.wording import change
from ratings.selectors.profile import RatedCareer

GAP_DAYS = 730
"""After this many days without an event, a line has a gap."""


class RatingGraph(NamedTuple):
    """A graph to stand in a page; `legend` names its lines, each with a piece of it."""

    wide: Svg
    narrow: Svg
    legend: list[tuple[Svg, str]]
    points: int
    is_told: bool


def graph_of(
    name: str, career: RatedCareer, lists: Sequence[RatingList], *, most_told: int
) -> RatingGraph | None:
    """Returns the graph of a player's ratings in the lists that have them, None without any.

    With more than `most_told` points the table of events tells them, and the graph only draws them.
    """
    series = [_series(rating_list, career, tell=len(lists) > 1) for rating_list in lists]
    if not series:
        return None
    title = phrase("Ratings of {name} by date", name=name)
    points = sum(len(one.points) for one in series)
    is_told = points <= most_told
    wide, narrow = (
        svg(line_chart(series, box, gap_days=GAP_DAYS), name=title, kind=kind, is_told=is_told)
        for box, kind in ((WIDE, "chart wide"), (NARROW, "chart narrow"))
    )
    return RatingGraph(
        wide=wide,
        narrow=narrow,
        legend=[
            (
                swatch(number),
                phrase("{name} (estimate)", name=one.name)
                if method_of(one)["estimate"]
                else one.name,
            )
            for number, one in enumerate(lists)
        ],
        points=points,
        is_told=is_told,
    )


def row_id(row: EventRating | ImportedRating) -> str:
    """Returns the name under which a rating stands in the table below the graph."""
    return f"{'e' if isinstance(row, EventRating) else 'i'}{row.pk}"


def _series(rating_list: RatingList, career: RatedCareer, *, tell: bool) -> Series:
    """Returns the points of a list; where there are several, each tells whose it is."""
    of_list = f" · {rating_list.name}" if tell else ""
    points = [
        _point(
            row, row.held_on, f"{row.new} ({change(row)})", f"{row.event.name}{of_list}", row.new
        )
        for row in career.rated
        if row.rating_list_id == rating_list.pk
    ]
    points += [
        _point(
            row,
            row.list_import.effective_on,
            f"{row.rating}",
            f"{phrase('published')}{of_list}",
            row.rating,
        )
        for row in career.published
        if row.list_import.rating_list_id == rating_list.pk
    ]
    return Series(rating_list.name, tuple(points))


def _point(
    row: EventRating | ImportedRating, on: date, figure: str, where: str, value: int
) -> Point:
    return Point(on, value, f"{figure} · {day(on)} · {where}", f"#{row_id(row)}")
