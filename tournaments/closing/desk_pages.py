"""The commands that close an event and open it again, at the desk."""

from __future__ import annotations

from tournaments.closing.forms import CloseEventForm, ReopenEventForm
from tournaments.kernel.desk.pages import EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "close-event",
        CloseEventForm,
        "Close the event",
        "Nothing can be entered until it is opened again. The ratings are updated.",
        danger=True,
    ),
    EventPage(
        "reopen-event",
        ReopenEventForm,
        "Open the event again",
        (
            "Everything can be entered and corrected as before. When you close it again, it is "
            "rated again."
        ),
    ),
)
