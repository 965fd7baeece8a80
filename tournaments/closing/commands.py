"""Closing an event, and opening it again."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.closing.queries.unfinished import unfinished_phrases
from tournaments.kernel.commands.base import (
    EventCommand,
    find_tournament,
    must_be_open,
)


@register
@dataclass(frozen=True, kw_only=True)
class CloseEvent(EventCommand):
    """Closes an event: nothing more can be entered until it is opened again."""

    code = "event.closed"
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        # A fact: what counts as open grows with the program, and asks nobody in a replay.
        ends = work.facts.decide("open_ends", lambda: unfinished_phrases(event))
        if ends and not self.confirmed and not work.facts.are_recorded:
            raise NeedsConfirmation(
                phrase("Still open: {ends}. Close anyway?", ends="; ".join(ends)),
                code="confirm",
                field="confirmed",
            )
        work.ledger.update(event, closed=True)
        return {"open_ends": ends}

    def check_undo(self, entry: JournalEntry) -> None:
        """A closing can be undone while the event is closed by it."""

    def sentence(self, answer: Row) -> str:
        ends = "; ".join(answer["open_ends"])
        return (
            phrase("Event closed; still open: {ends}", ends=ends)
            if ends
            else phrase("Event closed")
        )


@register
@dataclass(frozen=True, kw_only=True)
class ReopenEvent(EventCommand):
    """Opens a closed event again: everything can be entered and corrected as before."""

    code = "event.reopened"

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        if not event.closed:
            raise Refused(phrase("The event is open."), code="event.open")
        work.ledger.update(event, closed=False)
        return {}

    def check_redo(self, entry: JournalEntry) -> None:
        """It is done again while the event is closed, as undoing it left it."""

    def sentence(self, answer: Row) -> str:
        return phrase("Event opened again")
