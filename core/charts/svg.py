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


def svg(chart: Chart, *, name: str, kind: str = "chart", is_told: bool = True) -> Svg:
    """Returns the chart under a name that is read out; `kind` is its class.

    Where a table beside it has every figure, `is_told` is false: the dots then say nothing, take no
    focus, and weigh a tenth.
    """
    box, dots = chart.box, _dots if is_told else _silent_dots
    parts = [
        head_of(box.width, box.height, name, kind, is_told=is_told),
        *_axes(chart),
        *(_path(line) for line in chart.lines),
        *(part for line in chart.lines for part in dots(line, box)),
        *(_label(line) for line in chart.lines),
        "</svg>",
    ]
    return Svg("\n".join(part for part in parts if part))


def head_of(width: int, height: int, name: str, kind: str, *, is_told: bool) -> str:
    """Returns the beginning of a chart: a group of what is told one by one, or one picture."""
    role = "group" if is_told else "img"
    return (
        f'<svg class="{safe(kind)}" viewBox="0 0 {width} {height}" role="{role}"'
        f' aria-label="{safe(name)}" xmlns="http://www.w3.org/2000/svg">'
    )


def swatch(number: int, *, is_told: bool = True) -> Svg:
    """Returns a piece of the line of a series, for the legend of a chart that is told or not."""
    series = f"series-{number % COLOURS}"
    dot = (
        f'<path class="dot {series}" d="{_shape(number, 20, 7)}"/>'
        if is_told
        else f'<path class="dots {series}" d="M20 7h0"/>'
    )
    return Svg(
        '<svg class="swatch" viewBox="0 0 40 14" aria-hidden="true"'
        ' xmlns="http://www.w3.org/2000/svg">'
        f'<path class="line {series}"{_dash(number)} d="M1 7H39"/>{dot}</svg>'
    )


def _axes(chart: Chart) -> Iterator[str]:
    box = chart.box
    right = box.width - box.right
    for at, text in chart.values:
        kind = "grid-line zero" if text == "0" else "grid-line"
        yield f'<path class="{kind}" d="M{box.left} {at}H{right}"/>'
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


def _silent_dots(line: SeriesLine, _: Box) -> Iterator[str]:
    """Yields all dots of a line as one path: lines of no length, whose ends the style rounds."""
    steps = "".join(f"M{dot.x:.0f} {dot.y:.0f}h0" for dot in line.dots)
    yield f'<path class="dots series-{line.number % COLOURS}" d="{steps}"/>'


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
    # The seventh line has the colour of the first, and must not be taken for it.
    dash = DASHES[(number + number // COLOURS) % len(DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _shape(number: int, x: float, y: float) -> str:
    return SHAPES[number % len(SHAPES)].format(x=x, y=y)


def safe(text: str) -> str:
    """Returns text as it stands in markup; what XML cannot hold is left out."""
    return escape("".join(c for c in text if c >= " " and not _beyond_xml(c)))


def _beyond_xml(character: str) -> bool:
    return "\ud800" <= character <= "\udfff" or character in "\ufffe\uffff"
