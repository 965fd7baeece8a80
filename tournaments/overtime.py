"""What a player lost for overtime, as a result keeps it, and as it is shown beside a score."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import phrase

Overtime = Sequence[Sequence[int]] | None
"""For each position of a board the seconds over time and the points that they took off the score.

None where nobody was over time. A game lost on time has no points off: its scores are as played.
"""


def of_position(overtime: Overtime, position: int) -> tuple[int, int]:
    """Returns the seconds over time at a position, and the points that they took off."""
    if overtime is None:
        return 0, 0
    seconds, points = overtime[position]
    return seconds, points


def score_with_overtime(score: int | None, seconds: int, points: int) -> str:
    """Returns a score as a slip shows it: "380 (400 − 20 overtime)"; without overtime, "380".

    `score` is the one that counts. Empty without a score.
    """
    if score is None:
        return ""
    if points:
        said = {"score": score, "gross": score + points, "points": points}
        return phrase("{score} ({gross} − {points} overtime)", **said)
    if seconds:
        return phrase("{score} ({time} over time)", score=score, time=minutes_over(seconds))
    return str(score)


def minutes_over(seconds: int) -> str:
    """Returns a time over as it is typed: "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"
