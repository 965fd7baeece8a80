"""The forms that close an event and open it again."""

from __future__ import annotations

from functools import cached_property

from core.phrases import phrase
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.closing.queries.left_open import LeftOpen, left_open
from tournaments.closing.queries.unfinished import look_at
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.round_states import CLOSED


class CloseEventForm(EventForm):
    """Closes the event; says before it what is open, and what the rating lists would not know."""

    command_class = CloseEvent
    beside = "tournaments/closing/_closing.html"

    @cached_property
    def left(self) -> LeftOpen | None:
        """The open ends, each with the page that settles it; None once the event is closed."""
        event = self.where.the_event
        return None if event.closed else left_open(event, look_at(event))

    def obstacle(self) -> str:
        return CLOSED if self.where.the_event.closed else ""


class ReopenEventForm(EventForm):
    """Opens a closed event again."""

    command_class = ReopenEvent

    def obstacle(self) -> str:
        return "" if self.where.the_event.closed else phrase("The event is open.")
