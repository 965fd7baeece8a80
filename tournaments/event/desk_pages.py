"""The commands that set an event up, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.event.forms import event
from tournaments.kernel.desk.pages import EventPage

NEW_EVENT = EventPage(
    "new-event",
    event.CreateEventForm,
    phrase("New event"),
    phrase("You become its owner. Divisions and entries come next."),
)

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "create-division",
        event.CreateDivisionForm,
        phrase("Make a division"),
        phrase("The rule set says how the division is played; you can change single rules later."),
    ),
    EventPage(
        "date-event",
        event.DateEventForm,
        phrase("Set the first day"),
        phrase("Rating lists rate events in the order of their first days."),
    ),
    EventPage(
        "change-rules",
        event.ChangeRulesForm,
        phrase("Change the rules"),
        (
            phrase(
                "How the division is played and rated. Standings change at once; byes and forfeits "
                "already given stay as they are."
            )
        ),
    ),
)
