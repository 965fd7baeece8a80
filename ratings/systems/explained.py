"""A field with the steps of every player in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.systems.field import RatedField
from ratings.systems.registry import RatingSystem
from ratings.systems.steps import Inspection


@dataclass(frozen=True, slots=True)
class Explained:
    """The steps of a system for a field: those of every player, by number."""

    system: RatingSystem
    field: RatedField
    inspections: Mapping[int, Inspection]


def explained(system: RatingSystem, field: RatedField) -> Explained:
    """Return the steps of every player; raises RatingError for a field that is not whole."""
    return Explained(system, field, {i.number: i for i in system.explain(field)})
