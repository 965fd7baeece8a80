"""How often something was between two marks, as columns side by side: SVG inside a page.

How many stand in a column is written on it, so that the chart needs no scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.charts.lines import CHARACTER
from core.charts.svg import Svg, head_of, safe

WIDTH, HEIGHT = 960, 260
NARROW_WIDTH, NARROW_HEIGHT = 344, 220
TOP, BOTTOM = 24, 28
WIDEST = 72
"""No column is wider, so that few of them are no wall."""
GAP = 4
SIDE = 16
"""The room at each end, for half of the mark that stands at the edge of a column."""


class Column(NamedTuple):
    """How many there are from a mark on to the next."""

    begins: str
    many: int


class Bars(NamedTuple):
    """The places of columns: the left of the first, how far apart they are, the tallest."""

    left: float
    step: float
    tallest: int


def column_chart(
    columns: Sequence[Column], ends: str, *, name: str, is_narrow: bool = False
) -> Svg:
    """Returns columns under a name that is read out; `ends` is the mark after the last of them."""
    width, height = (NARROW_WIDTH, NARROW_HEIGHT) if is_narrow else (WIDTH, HEIGHT)
    step = min((width - 2 * SIDE) / max(len(columns), 1), WIDEST)
    bars = Bars(round((width - step * len(columns)) / 2, 1), step, height - TOP - BOTTOM)
    kind = "chart narrow" if is_narrow else "chart wide"
    parts = (
        head_of(width, height, name, kind, is_told=False),
        *_columns(columns, bars, height - BOTTOM),
        *_marks([*(one.begins for one in columns), ends], bars, height - BOTTOM),
        "</svg>",
    )
    return Svg("\n".join(parts))


def _columns(columns: Sequence[Column], bars: Bars, floor: int) -> Iterator[str]:
    most = max((one.many for one in columns), default=0) or 1
    for at, one in enumerate(columns):
        left, wide = bars.left + at * bars.step, bars.step - GAP
        tall = round(bars.tallest * one.many / most, 1)
        if one.many:
            yield (
                f'<path class="solid series-0"'
                f' d="M{left + GAP / 2:.1f} {floor}v-{tall}h{wide:.1f}v{tall}z"/>'
            )
        yield (
            f'<text class="label" x="{left + bars.step / 2:.1f}" y="{floor - tall - 6:.1f}"'
            f' text-anchor="middle">{one.many}</text>'
        )


def _marks(texts: Sequence[str], bars: Bars, floor: int) -> Iterator[str]:
    """Yields the marks at the edges of the columns, every second where all have no room."""
    last = bars.left + bars.step * (len(texts) - 1)
    yield f'<path class="tick" d="M{bars.left} {floor}H{last:.1f}"/>'
    longest = max(map(len, texts), default=0) * CHARACTER
    every = max(1, -int(-(longest + CHARACTER) // bars.step))
    for at, text in enumerate(texts):
        if at % every == 0:
            x = bars.left + at * bars.step
            yield f'<path class="tick" d="M{x:.1f} {floor}v5"/>'
            yield (f'<text x="{x:.1f}" y="{floor + 20}" text-anchor="middle">{safe(text)}</text>')
