"""The commands that close an event and open it again, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.closing.forms import CloseEventForm, ReopenEventForm
from tournaments.kernel.desk.pages import EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "close-event",
        CloseEventForm,
        phrase("Close the event"),
        phrase("Nothing can be entered until it is opened again. The ratings are updated."),
        danger=True,
    ),
    EventPage(
        "reopen-event",
        ReopenEventForm,
        phrase("Open the event again"),
        (
            phrase(
                "Everything can be entered and corrected as before. When you close it again, it is "
                "rated again."
            )
        ),
    ),
)
