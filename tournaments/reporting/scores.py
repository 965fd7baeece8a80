"""How scores are spread: how many lie between one round number and the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

MOST = 12
"""With so many ranges or fewer a chart of them can be read on a phone."""
WIDTHS = (10, 20, 50, 100, 200, 500, 1000)


class ScoreRange(NamedTuple):
    """The number of scores from `low` to `high`, both included."""

    low: int
    high: int
    many: int


def score_ranges(scores: Iterable[int]) -> tuple[ScoreRange, ...]:
    """Returns the ranges from the lowest score to the highest, also those that nobody scored in.

    All are of one width, the smallest of `WIDTHS` of which at most `MOST` are needed, and begin at
    its multiples.
    """
    found = Counter(scores)
    if not found:
        return ()
    lowest, highest = min(found), max(found)
    width = next((w for w in WIDTHS if highest // w - lowest // w < MOST), WIDTHS[-1])
    counts: Counter[int] = Counter()
    for score, many in found.items():
        counts[score // width] += many
    return tuple(
        ScoreRange(at * width, at * width + width - 1, counts[at])
        for at in range(lowest // width, highest // width + 1)
    )
