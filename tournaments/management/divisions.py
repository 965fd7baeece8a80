"""The common part of the console's commands: choosing divisions, and half points as numbers."""

from __future__ import annotations

from tournaments.kernel.commands.base import find_division, find_tournament
from tournaments.models import Division, Tournament


def chosen_divisions(slug: str, name: str | None) -> tuple[Tournament, list[Division]]:
    """Returns the event and the division named, or all of them in order.

    Raises Refused for an event or a division that does not exist.
    """
    event = find_tournament(slug)
    if name is not None:
        return event, [find_division(slug, name)]
    return event, list(event.divisions.select_related("tournament").order_by("position"))


def half(half_points: int) -> float:
    """Returns half points as the number that people read: 3 is 1.5."""
    return half_points / 2
