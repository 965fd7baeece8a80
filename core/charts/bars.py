"""Whole numbers of people as bars, one below the other: SVG inside a page, every word escaped.

In a wide chart the names are left of the bars, in a narrow one above them. A bar that goes on says
so in its text; its colour says it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.charts.lines import BOLD, CHARACTER
from core.charts.svg import Svg, head_of, safe

WIDTH, NARROW_WIDTH = 960, 344
ROW, NARROW_ROW = 30, 46
THICK = 14
NAMES = 220
ROOM_FOR_TEXT, NARROW_ROOM = 220, 120


class Bar(NamedTuple):
    """A bar: whose it is, how long, the text at its end, and whether it goes on."""

    name: str
    value: int
    text: str
    goes_on: bool = False


def bar_chart(bars: Sequence[Bar], *, name: str, is_narrow: bool = False) -> Svg:
    """Returns the bars under a name that is read out; the longest fills the room there is."""
    width, row = (NARROW_WIDTH, NARROW_ROW) if is_narrow else (WIDTH, ROW)
    kind = "chart narrow" if is_narrow else "chart wide"
    head = head_of(width, row * len(bars), name, kind, is_told=True)
    return Svg("\n".join((head, *_rows(bars, is_narrow=is_narrow), "</svg>")))


def _rows(bars: Sequence[Bar], *, is_narrow: bool) -> Iterator[str]:
    left, row = (0, NARROW_ROW) if is_narrow else (NAMES, ROW)
    room = NARROW_WIDTH - NARROW_ROOM if is_narrow else WIDTH - NAMES - ROOM_FOR_TEXT
    most = max(bar.value for bar in bars)
    for place, bar in enumerate(bars):
        middle = place * row + (32 if is_narrow else row // 2)
        length = max(round(room * bar.value / most, 1), 1)
        series = "series-1" if bar.goes_on else "series-0"
        at, anchor = (0, "start") if is_narrow else (left - 12, "end")
        height = place * row + 16 if is_narrow else middle + 4
        characters = int((NARROW_WIDTH if is_narrow else NAMES - 12) / CHARACTER)
        yield (
            f'<g><text x="{at}" y="{height}" text-anchor="{anchor}">'
            f"{safe(cut(bar.name, characters))}</text>"
            f'<path class="solid {series}" d="M{left} {middle - THICK // 2}h{length}v{THICK}'
            f'h-{length}z"/>'
            f'<text class="label {series}" x="{left + length + 8}" y="{middle + 4}">'
            f"{safe(cut(bar.text, int(NARROW_ROOM / BOLD) if is_narrow else 60))}</text></g>"
        )


def cut(text: str, most: int) -> str:
    """Returns a text of so many characters at most."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
