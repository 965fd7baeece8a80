"""The formula for the wins expected of a game, for a reader with a pocket calculator."""

from __future__ import annotations

from core.phrases import numeral, phrase
from core.wording import MINUS
from ratings.step_sums import Sum, plain
from ratings.systems.coco_update import RATING_PER_POINT, SPREAD_DEVIATION
from ratings.systems.naspa_segment import CURVE
from ratings.systems.registry import RatingSystem, counts_as
from ratings.systems.steps import Segment

NASPA = phrase(
    "1 {minus} 1 ÷ (1 + e^({rate:.7g} × (own rating {minus} opponent’s)))",
    minus=MINUS,
    rate=CURVE.rate,
)
ELO = phrase("1 ÷ (1 + 10^((opponent’s rating {minus} own) ÷ 400))", minus=MINUS)
LINE = phrase(
    "(50 + (own rating {minus} opponent’s) ÷ 12) %, at least 5%, at most 95%", minus=MINUS
)
NORMAL = phrase(
    "the chance of the larger score, which is what the normal distribution has below"
    " (own rating {minus} opponent’s) ÷ √({rating_per_point}²"
    " + own deviation² + opponent’s deviation²)",
    minus=MINUS,
    rating_per_point=RATING_PER_POINT * SPREAD_DEVIATION,
)

EXPECTATIONS = {
    "naspa": NASPA,
    "naspa-csw": NASPA,
    "naspa2024": NASPA,
    "naspa2024-csw": NASPA,
    "coco": NORMAL,
    "elo": ELO,
    "aus": LINE,
    "pak": LINE,
}
"""By the key of the system; the variant for local club events expects the same."""


def expectation_of(system: RatingSystem) -> str:
    """Returns the formula for the wins expected of a game, empty if none is known."""
    return EXPECTATIONS.get(counts_as(system.key), "")


def worked_expectation(system: RatingSystem, segment: Segment, figures: Sum) -> str:
    """Returns in a sentence how the expected wins come about, with the first game as its example.

    It is empty where nothing is expected of that game, or no formula known.
    """
    formula, shown = expectation_of(system), figures.expected[:1]
    if not formula or not any(shown):
        return ""
    game = segment.games[0]
    one = _strength(_own(segment), segment.old_deviation)
    other = _strength(game.opponent_rating, game.opponent_deviation)
    return phrase(
        "Expected: {formula}. So {shown} for {one} against {other}.",
        formula=formula,
        shown=shown[0],
        one=one,
        other=other,
    )


def _own(segment: Segment) -> float:
    """Returns the rating from which the wins were expected: a newcomer's is the one they got."""
    if segment.initial is not None:
        return segment.initial if segment.target is None else segment.new
    return segment.pieces[0].rating if segment.pieces else segment.old


def _strength(rating: float, deviation: float | None) -> str:
    told = plain(round(rating, 2))
    return told if deviation is None else f"{told} ±{numeral(deviation, '.2f')}"
