"""The doubts about the scores given for a game, in words."""

from __future__ import annotations

from time import monotonic

from core.memo import memo_of
from tournaments.entry_line.guards import ScoreSums, doubts, usual_scores
from tournaments.models import Division
from tournaments.results.queries import score_sums
from tournaments.results.wording import doubt_sentence

Scores = tuple[int, int]

SETTLED = 2_000
"""From this many scores on, another one hardly changes what is usual."""

AS_THEY_WERE_S = 60.0
"""How long such sums are kept: adding up thousands of games for each slip is slow."""


def score_doubts(
    scores: Scores, division: Division, *, last: Scores | None = None, tie_said: bool = False
) -> tuple[str, ...]:
    """Returns what is odd about two scores, the gravest first; empty where nothing is.

    New results and corrections are asked about alike. `last` are the scores of the slip before,
    `tie_said` tells that it was said to be a tie.

    From 2,000 scores on each process uses its own sums for up to a minute, so that a slip at the
    edge of what is usual may be asked about in one process and not in another. Nobody is asked
    twice for that: what was asked is accepted with the command that is sent again.
    """
    limits = usual_scores(_sums(division))
    return tuple(
        doubt_sentence(one) for one in doubts(scores, limits=limits, last=last, tie_said=tie_said)
    )


def _sums(division: Division) -> ScoreSums:
    """Returns the scores of a division as sums; of a long event they may be a minute old."""
    memo, now = memo_of(("division", division.pk)), monotonic()
    held: tuple[float, ScoreSums] | None = memo.last("scores")
    if held is not None and held[1].count >= SETTLED and now - held[0] < AS_THEY_WERE_S:
        return held[1]
    sums = score_sums(division)
    memo.keep("scores", (now, sums))
    return sums
