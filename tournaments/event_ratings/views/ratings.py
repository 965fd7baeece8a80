"""The ratings of an event at the desk, and the long work about the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from core.phrases import phrase
from ratings.systems.registry import SYSTEMS
from tournaments.event.queries.rating_system import reason_for
from tournaments.models import Division, DivisionRating
from tournaments.readmodel.page_versions import rating_of


@dataclass(frozen=True, slots=True)
class RatingLine:
    """The state of a division's ratings in a sentence, and whether its last results are missing.

    A division that was never rated is not out of date. `why` says by which system, and why.
    """

    text: str
    is_outdated: bool = False
    why: str = ""


def rating_line(division: Division) -> RatingLine:
    """Returns the state of a division's ratings in a sentence, and whether they are out of date."""
    rated, system = rating_of(division), division.rating_system
    if not system:
        return RatingLine(phrase("Division {division} is not rated.", division=division.name))
    if system not in SYSTEMS:
        return RatingLine(
            phrase(
                "Division {division} is rated by {system}, which is not installed here.",
                division=division.name,
                system=system,
            )
        )
    if rated is None:
        return RatingLine(
            phrase("Division {division} has no new ratings yet.", division=division.name)
        )
    return _rated_line(division, rated)


def _rated_line(division: Division, rated: DivisionRating) -> RatingLine:
    """Returns the line of a division that was rated, at least up to some result."""
    name, at = division.name, f"{timezone.localtime(rated.rated_at):%H:%M}"
    closed = division.tournament.closed
    if (rated.version, rated.system) == (division.version, division.rating_system):
        said = (
            phrase("Division {name}: rated at {time} from all results so far.", name=name, time=at)
            if closed
            else phrase(
                "Division {name}: estimated at {time} from all results so far.", name=name, time=at
            )
        )
        return RatingLine(said)
    said = (
        phrase(
            "Division {name} has changed since it was rated, so its ratings are out of date.",
            name=name,
        )
        if closed
        else phrase(
            "Division {name}: the estimate of {time} does not include the latest changes yet.",
            name=name,
            time=at,
        )
    )
    return RatingLine(said, is_outdated=True)


def ratings_box(divisions: Sequence[Division]) -> dict[str, Any]:
    """Returns how far the ratings of each division are, and whether there is anything to rate."""
    return {
        "ratings": [
            replace(rating_line(division), why=reason_for(division)) for division in divisions
        ],
        "is_rated": any(division.rating_system in SYSTEMS for division in divisions),
    }
