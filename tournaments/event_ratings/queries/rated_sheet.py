"""The new ratings of a division, computed from its sheet."""

from __future__ import annotations

from core.errors import UserError
from core.phrases import phrase
from ratings.systems.errors import RatingError
from ratings.systems.field import RatingChange
from ratings.systems.registry import rating_system
from ratings.wording import in_words
from tournaments.kernel.queries.rating_fields import rating_field
from tournaments.kernel.queries.sheet import Sheet


def rate_sheet(sheet: Sheet, system: str) -> tuple[RatingChange, ...]:
    """Returns the new rating of every single entry of a division; stores nothing."""
    try:
        return rating_system(system).rate(rating_field(sheet))
    except RatingError as wrong:
        raise UserError(
            phrase(
                "Division {division} cannot be rated: {why}",
                division=sheet.division.name,
                why=in_words(wrong),
            ),
            code=wrong.code,
        ) from wrong
