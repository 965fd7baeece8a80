"""Places that are in reach as bars from the best to the worst, one below the other: SVG in a page.

In a wide chart the names are left of the bars, in a narrow one above them. A dot is the place now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.charts.bars import NAMES, NARROW_ROW, NARROW_WIDTH, ROW, THICK, WIDTH, cut
from core.charts.lines import BOLD, CHARACTER
from core.charts.svg import Svg, head_of, safe
from core.charts.ticks import place_ticks

ROOM_FOR_TEXT, NARROW_ROOM = 120, 72
SIDE = 10
"""The room before the first place and after the last, for half a dot."""
AXIS = 28


class PlaceSpan(NamedTuple):
    """Whose places they are, the best, the worst and the present one, and the text at the end."""

    name: str
    best: int
    worst: int
    now: int
    text: str


class Scale(NamedTuple):
    """The places from the first to the last, between two places in the box."""

    left: float
    right: float
    last: int

    def x(self, place: int) -> float:
        """Returns where a place is."""
        share = (place - 1) / (self.last - 1) if self.last > 1 else 0
        return round(self.left + share * (self.right - self.left), 1)


def span_chart(spans: Sequence[PlaceSpan], *, name: str, is_narrow: bool = False) -> Svg:
    """Returns the bars under a name that is read out, over the places that any of them reaches."""
    width, row = (NARROW_WIDTH, NARROW_ROW) if is_narrow else (WIDTH, ROW)
    left = SIDE if is_narrow else NAMES + SIDE
    room = NARROW_ROOM if is_narrow else ROOM_FOR_TEXT
    last = max((max(one.worst, one.now) for one in spans), default=1)
    scale = Scale(left, width - room - SIDE, last)
    floor = row * len(spans) + 4
    parts = (
        head_of(
            *(width, floor + AXIS, name),
            "chart narrow" if is_narrow else "chart wide",
            is_told=False,
        ),
        *_axis(scale, floor),
        *(_row(one, at, scale, is_narrow=is_narrow) for at, one in enumerate(spans)),
        "</svg>",
    )
    return Svg("\n".join(parts))


def _axis(scale: Scale, floor: int) -> Iterator[str]:
    for place, text in place_ticks(scale.last, at_most=6):
        x = scale.x(place)
        yield f'<path class="grid-line" d="M{x} 0V{floor}"/>'
        yield f'<text x="{x}" y="{floor + 18}" text-anchor="middle">{safe(text)}</text>'


def _row(one: PlaceSpan, at: int, scale: Scale, *, is_narrow: bool) -> str:
    row = NARROW_ROW if is_narrow else ROW
    middle = at * row + (32 if is_narrow else row // 2)
    x, anchor = (0, "start") if is_narrow else (NAMES - 12, "end")
    height = at * row + 16 if is_narrow else middle + 4
    characters = int((NARROW_WIDTH if is_narrow else NAMES - 12) / CHARACTER)
    room = NARROW_ROOM if is_narrow else ROOM_FOR_TEXT
    name = safe(cut(one.name, characters))
    begin, end = scale.x(one.best) - 5, scale.x(one.worst) + 5
    return (
        f'<text x="{x}" y="{height}" text-anchor="{anchor}">{name}</text>'
        f'<path class="reach series-0" d="M{begin:.1f} {middle - THICK // 2}H{end:.1f}v{THICK}'
        f'H{begin:.1f}z"/>'
        f'<path class="solid series-0" d="M{scale.x(one.now)} {middle}m-5 0a5 5 0 1 0 10 0'
        f'a5 5 0 1 0-10 0z"/>'
        f'<text class="label" x="{scale.right + SIDE + 4}" y="{middle + 4}">'
        f"{safe(cut(one.text, int((room - 8) / BOLD)))}</text>"
    )
