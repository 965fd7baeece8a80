"""The rows of the rating lists: what commands write, and what workers derive from results."""

from ratings.models.history import EventRating, RatedEvent, Standing
from ratings.models.imports import ImportedRating, ListImport, NameMatch
from ratings.models.lists import EventChoice, ListState, RatingList
from ratings.models.recomputing import ProposedRating, Recompute

__all__ = [
    "EventChoice",
    "EventRating",
    "ImportedRating",
    "ListImport",
    "ListState",
    "NameMatch",
    "ProposedRating",
    "RatedEvent",
    "RatingList",
    "Recompute",
    "Standing",
]
