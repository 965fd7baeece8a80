"""Values as a line without axes, as high as a line or two of text: the way they went, at a glance.

What it shows is said beside it in words; the line is read out under its name.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.charts.svg import Svg, safe

WIDTH, HEIGHT, EDGE = 240, 48, 5
LEAST_SPAN = 40
"""The fewest units from its foot to its head: a change of one point must not look like a cliff."""


def spark_line(values: Sequence[int], *, name: str) -> Svg:
    """Returns the line of values, the earliest first, with a dot at the last; empty under two."""
    if len(values) < 2:
        return Svg("")
    lowest, highest = min(values), max(values)
    spare = max(0, LEAST_SPAN - (highest - lowest)) / 2
    foot, span = lowest - spare, max(LEAST_SPAN, highest - lowest)
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    points = [
        (
            round(EDGE + number * step, 1),
            round(HEIGHT - EDGE - (value - foot) / span * (HEIGHT - 2 * EDGE), 1),
        )
        for number, value in enumerate(values)
    ]
    line = "L".join(f"{x} {y}" for x, y in points)
    x, y = points[-1]
    return Svg(
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{safe(name)}"'
        ' xmlns="http://www.w3.org/2000/svg">'
        f'<path class="line" d="M{line}"/>'
        f'<path class="dot" d="M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"/></svg>'
    )
