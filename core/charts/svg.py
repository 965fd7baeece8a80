"""A chart as SVG inside a page: no script, no style of its own, every word escaped.

Colours come from the page's style sheet by the classes `series-0`, `series-1`, ...; lines also
differ in their dashes and dots in their shapes, for whoever does not see the colours. A dot is a
link where it leads somewhere; what it says is its title, and shows on top while it is pointed at
or in focus.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from core.charts.lines import BOLD, LINE, Box, Chart, Dot, SeriesLine

COLOURS = 6
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 5")
SHAPES = (
    "M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",  # a circle
    "M{x} {y}m-3.5-3.5h7v7h-7z",  # a square
    "M{x} {y}m0-5l5 5l-5 5l-5-5z",  # a diamond
    "M{x} {y}m0-5l4.5 8h-9z",  # a triangle
)
LINES_SAID = 2


class Svg(str):
    """Text that is markup already: what a template takes as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def svg(chart: Chart, *, name: str, kind: str = "chart") -> Svg:
    """Returns the chart under a name that is read out; `kind` is its class."""
    box = chart.box
    head = (
        f'<svg class="{safe(kind)}" viewBox="0 0 {box.width} {box.height}" role="group"'
        f' aria-label="{safe(name)}" xmlns="http://www.w3.org/2000/svg">'
    )
    parts = [
        head,
        *_axes(chart),
        *(_path(line) for line in chart.lines),
        *(part for line in chart.lines for part in _dots(line, box)),
        *(_label(line) for line in chart.lines),
        "</svg>",
    ]
    return Svg("\n".join(part for part in parts if part))


def swatch(number: int) -> Svg:
    """Returns a piece of the line of a series, for a legend."""
    return Svg(
        '<svg class="swatch" viewBox="0 0 40 14" aria-hidden="true"'
        ' xmlns="http://www.w3.org/2000/svg">'
        f'<path class="line series-{number % COLOURS}"{_dash(number)} d="M1 7H39"/>'
        f'<path class="dot series-{number % COLOURS}" d="{_shape(number, 20, 7)}"/></svg>'
    )


def _axes(chart: Chart) -> Iterator[str]:
    box = chart.box
    right = box.width - box.right
    for at, text in chart.values:
        yield f'<path class="grid-line" d="M{box.left} {at}H{right}"/>'
        yield f'<text x="{box.left - 8}" y="{at + 4}" text-anchor="end">{safe(text)}</text>'
    for at, text in chart.days:
        yield f'<path class="tick" d="M{at} {box.floor}v5"/>'
        yield f'<text x="{at}" y="{box.floor + 20}" text-anchor="middle">{safe(text)}</text>'


def _path(line: SeriesLine) -> str:
    steps = "".join(
        "M" + "L".join(f"{dot.x} {dot.y}" for dot in piece)
        for piece in line.pieces
        if len(piece) > 1
    )
    if not steps:
        return ""
    return f'<path class="line series-{line.number % COLOURS}"{_dash(line.number)} d="{steps}"/>'


def _dots(line: SeriesLine, box: Box) -> Iterator[str]:
    for dot in line.dots:
        inside = (
            f"<title>{safe(dot.says)}</title>"
            f'<path class="dot series-{line.number % COLOURS}"'
            f' d="{_shape(line.number, dot.x, dot.y)}"/>{_said(dot, box)}'
        )
        kind = safe(f"point {dot.mark}".strip())
        if dot.href:
            yield f'<a class="{kind}" href="{safe(dot.href)}">{inside}</a>'
        else:
            yield f'<g class="{kind}">{inside}</g>'


def _said(dot: Dot, box: Box) -> str:
    """Returns the text of a dot, in lines that fit the box."""
    room = int((box.width - 16) / BOLD)
    lines = wrap(dot.says, room, max_lines=LINES_SAID, placeholder="…")
    spans = "".join(
        f'<tspan x="8" y="{LINE * number}">{safe(text)}</tspan>'
        for number, text in enumerate(lines, start=1)
    )
    return f'<text class="said" aria-hidden="true">{spans}</text>'


def _label(line: SeriesLine) -> str:
    if line.label is None:
        return ""
    x, y, text = line.label
    kind = f"label series-{line.number % COLOURS}"
    return f'<text class="{kind}" x="{x}" y="{y + 4}">{safe(text)}</text>'


def _dash(number: int) -> str:
    dash = DASHES[number % len(DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _shape(number: int, x: float, y: float) -> str:
    return SHAPES[number % len(SHAPES)].format(x=x, y=y)


def safe(text: str) -> str:
    """Returns text as it stands in markup; what XML cannot hold is left out."""
    return escape("".join(c for c in text if c >= " " and not _beyond_xml(c)))


def _beyond_xml(character: str) -> bool:
    return "\ud800" <= character <= "\udfff" or character in "\ufffe\uffff"
