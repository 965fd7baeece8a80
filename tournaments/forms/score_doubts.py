"""What is odd about the scores that somebody gives for a game, in words."""

from __future__ import annotations

from tournaments.entry_line.guards import doubts, usual_scores
from tournaments.models import Division
from tournaments.rules.line_wording import doubt_sentence
from tournaments.selectors.entering import score_sums

Scores = tuple[int, int]


def score_doubts(
    scores: Scores, division: Division, *, last: Scores | None = None, tie_said: bool = False
) -> tuple[str, ...]:
    """Returns what is odd about two scores, the gravest first; empty where nothing is.

    New results and corrections are asked about alike. `last` are the scores of the slip before,
    `tie_said` tells that it was said to be a tie.
    """
    limits = usual_scores(score_sums(division))
    return tuple(
        doubt_sentence(one) for one in doubts(scores, limits=limits, last=last, tie_said=tie_said)
    )
