"""The ratings of an event at the desk, and the long work about the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from core.phrases import phrase
from ratings.systems.registry import SYSTEMS
from tournaments.event.queries.rating_system import reason_for
from tournaments.models import Division
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
    name, closed = phrase("Division {name}", name=division.name), division.tournament.closed
    rated, system = rating_of(division), division.rating_system
    if not system:
        return RatingLine(phrase("{name} is not rated.", name=name))
    if system not in SYSTEMS:
        return RatingLine(
            phrase(
                "{name} is rated by {system}, which is not installed here.",
                name=name,
                system=system,
            )
        )
    if rated is None:
        return RatingLine(phrase("{name} has no new ratings yet.", name=name))
    at = f"{timezone.localtime(rated.rated_at):%H:%M}"
    if (rated.version, rated.system) == (division.version, system):
        how = "rated" if closed else "estimated"
        return RatingLine(
            phrase("{name}: {how} at {at} from all results so far.", name=name, how=how, at=at)
        )
    if closed:
        said = phrase(
            "{name} has changed since it was rated, so its ratings are out of date.", name=name
        )
    else:
        said = phrase(
            "{name}: the estimate of {at} does not include the latest changes yet.",
            name=name,
            at=at,
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
