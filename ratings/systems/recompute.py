"""A history rated again from some point on: only what changed, and what follows from it.

Events are taken in order. An event is rated again when it has to be, or when somebody comes to it
with another rating than when it was rated; once everybody stands as they stood before, nothing more
is done. The result is the same as rating the whole history from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from ratings.systems.career import Career, CareerStep, EventCards, rate_event
from ratings.systems.registry import RatingSystem

Stored = Mapping[str, CareerStep]
"""The stored ratings of an event, by player."""


Openings = Callable[[date], Mapping[str, Career]]
"""The opening figures of players whose first event is on a day."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The changes to the stored ratings of one event."""

    rated: tuple[CareerStep, ...]
    removed: tuple[CareerStep, ...]

    def __bool__(self) -> bool:
        return bool(self.rated or self.removed)


class Recomputation:
    """A walk along a history; `now` has the state of everybody met so far, None: not yet.

    Whoever is not in it stands as the next stored rating of them began.
    """

    def __init__(self, system: RatingSystem, openings: Openings) -> None:
        self._system = system
        self._openings = openings
        self.now: dict[str, Career | None] = {}

    def is_settled(self, stored: Stored) -> bool:
        """Return whether everybody comes to the event as they did when it was rated."""
        return all(
            step.player not in self.now or self.now[step.player] == _began(step)
            for step in stored.values()
        )

    def unknown(self, event: EventCards, stored: Stored, *, moved: bool) -> list[str]:
        """Return the players of an event without any stored state there.

        Of one that was rated at another date the stored ratings say nothing of where it is now.
        """
        known = {} if moved else stored
        players = (card.player for card in event.cards)
        return [key for key in players if key not in self.now and key not in known]

    def skip(self, stored: Stored) -> None:
        """Go past an event that stays as it is."""
        for step in stored.values():
            self.now[step.player] = step.after

    def rate(self, event: EventCards, stored: Stored, *, moved: bool = False) -> Revision:
        """Return the revision that rating the event now makes, and go past it.

        One that is `moved` was rated at another date; it is taken out there. Raises RatingError
        for an event that is not whole.
        """
        if not moved:
            self.take_out(stored)
        now = ((card.player, self.now.get(card.player)) for card in event.cards)
        careers = {player: career for player, career in now if career is not None}
        steps = rate_event(event, careers, self._openings(event.held_on), self._system)
        for step in steps:
            self.now[step.player] = step.after
        present = {step.player for step in steps}
        return Revision(
            rated=tuple([step for step in steps if not _is_stored(step, stored)]),
            removed=tuple([step for key, step in sorted(stored.items()) if key not in present]),
        )

    def drop(self, stored: Stored) -> Revision:
        """Return the revision that an event makes by leaving the history, and go past it."""
        self.take_out(stored)
        return Revision((), tuple([step for _, step in sorted(stored.items())]))

    def take_out(self, stored: Stored) -> None:
        """Go past the place where an event was rated that is elsewhere now."""
        for step in stored.values():
            self.now.setdefault(step.player, _began(step))


def _is_stored(step: CareerStep, stored: Stored) -> bool:
    """Return whether this is what is stored; with what somebody opened follows from the event."""
    held = stored.get(step.player)
    if held is None or held.opens != step.opens:
        return False
    same = held.change == step.change and held.after == step.after
    return same and (step.opens or held.before == step.before)


def _began(step: CareerStep) -> Career | None:
    return None if step.opens else step.before
