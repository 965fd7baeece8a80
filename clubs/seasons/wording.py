"""Words of seasons: what they rank by, and their days."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from clubs.seasons.tables.rules import RankedBy
from core.phrases import phrase
from core.wording import whole_day

RANKED_BY: Mapping[RankedBy, str] = {
    "win_share": phrase("win percentage"),
    "wins": phrase("wins"),
    "points_a_night": phrase("points a night"),
    "best_nights": phrase("points of the best nights"),
    "average_spread": phrase("average spread"),
    "ladder": phrase("ladder"),
    "rating": phrase("club rating"),
}
"""By what a season ranks."""


def days_of(begins_on: date, ends_on: date) -> str:
    """Returns the days of a season as a page says them."""
    return phrase("{begins} to {ends}", begins=whole_day(begins_on), ends=whole_day(ends_on))
