"""Events rated one after the other, each from where the ones before left its players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ratings.systems.career import Career, CareerStep, EventCards, rate_event
from ratings.systems.registry import RatingSystem


def rate_in_turn(
    events: Iterable[EventCards], openings: Mapping[str, Career], system: RatingSystem
) -> Iterator[list[CareerStep]]:
    """Yield the steps of each event's players, in the order of the events.

    `openings` are those of the list. Raises `RatingError` at the event that is not whole.
    """
    careers: dict[str, Career] = {}
    for event in events:
        steps = rate_event(event, careers, openings, system)
        careers.update((step.player, step.after) for step in steps)
        yield steps
