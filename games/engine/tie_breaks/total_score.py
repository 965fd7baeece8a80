"""Total score before spread. Source: tsh `sum_before_spread`."""

from __future__ import annotations

from games.engine.tie_breaks.tie_break import Carried, Outcome, TieBreak


class TotalScore(TieBreak):
    """The points of all games; nothing limits what a game adds."""

    key = "total_score"
    rule = "sum_before_spread"
    meaning = "Total score ranks before spread"
    words = "total score"
    head = "Total"
    tsh = "sum_before_spread"
    by_margin = True
    usual = 400

    def begun(self, carried: Carried) -> int:
        """Returns the total that was brought."""
        return carried.total_score

    def added(self, points: int, outcome: Outcome) -> int:
        """Returns the total with the score of a game; a bye has none."""
        return points if outcome.score is None else points + outcome.score

    def swing(self, margin: int) -> int:
        """Returns half the margin."""
        return margin // 2
