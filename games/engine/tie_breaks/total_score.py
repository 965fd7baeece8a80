"""Total score before spread. Source: tsh `sum_before_spread`."""

from __future__ import annotations

from collections.abc import Mapping

from core.phrases import phrase
from games.engine.tie_breaks.tie_break import Played, TieBreak


class TotalScore(TieBreak):
    """The points of all games; nothing limits what a game adds."""

    key = "total_score"
    rule = "sum_before_spread"
    meaning = phrase("Total score ranks before spread")
    words = phrase("total score")
    head = phrase("Total")
    tsh = "sum_before_spread"
    by_margin = True
    usual = 400
    adds = False

    def settled(self, own: Played, others: Mapping[int, Played]) -> int:
        """Returns the total that every record has anyway."""
        del others
        return own.total_score

    def swing(self, margin: int) -> int:
        """Returns half the margin."""
        return margin // 2
