"""The graph of a game: each player's points over the turns, a ring for each bingo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.charts.lines import NARROW, WIDE, Box, Point, Series, numbered_chart
from core.charts.svg import Svg, svg, swatch
from core.phrases import phrase
from games.pages.moves import MoveLine

_WIDE = Box(height=300, right=WIDE.right)
_RING = "ring"


class ScoreGraph(NamedTuple):
    """A graph to stand in a page; `legend` names its lines, each with a piece of it."""

    wide: Svg
    narrow: Svg
    legend: list[tuple[Svg, str]]
    points: int


def graph_of(
    moves: Sequence[MoveLine], names: Sequence[str], href: Callable[[int], str]
) -> ScoreGraph | None:
    """Returns the graph of a game, None before its first turn; `href` leads to a turn."""
    if not moves:
        return None
    start = Point(0, 0, phrase("0 · before the first turn"), href(0))
    series = [
        Series(name, (start, *(_point(move, href) for move in moves if move.seat == seat)))
        for seat, name in enumerate(names)
    ]
    title = phrase("Points by turn")
    return ScoreGraph(
        wide=svg(numbered_chart(series, _WIDE), name=title, kind="chart wide"),
        narrow=svg(numbered_chart(series, NARROW), name=title, kind="chart narrow"),
        legend=[(swatch(number), name) for number, name in enumerate(names)],
        points=sum(len(one.points) for one in series),
    )


def _point(move: MoveLine, href: Callable[[int], str]) -> Point:
    what = f"{move.place} {move.what}".strip()
    says = phrase(
        "{total} · turn {number} · {player} · {what} {score}",
        total=move.total,
        number=move.number,
        player=move.player,
        what=what,
        score=move.score,
    )
    return Point(move.number, move.total, says, href(move.number), _RING if move.is_bingo else "")
