"""The commands on clocks, at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from desk.context import DeskContext
from tournaments.clock import forms
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage


@dataclass(frozen=True)
class ClockPage(EventPage):
    """A command on clocks: it comes from the page of the clocks and leads back."""

    leads_to: str = "desk-clock"

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("clock", where.the_event.slug)


PAGES: tuple[EventPage, ...] = (
    ClockPage(
        "start-clock",
        forms.StartClockForm,
        phrase("Start the clock"),
        phrase("The time of the round runs from now on."),
    ),
    ClockPage(
        "announce-start",
        forms.AnnounceStartForm,
        phrase("Announce the start"),
        phrase("Everybody sees how long it is until then, and the clock starts by itself."),
    ),
    ClockPage(
        "add-time",
        forms.AddTimeForm,
        phrase("Add time"),
        phrase("For all boards, or for one."),
    ),
    ClockPage(
        "pause-clock",
        forms.PauseClockForm,
        phrase("Pause the clock"),
        phrase("The time of the round rests until the clock goes on."),
    ),
    ClockPage(
        "continue-clock",
        forms.ContinueClockForm,
        phrase("Let the clock go on"),
        phrase("The time of the round runs again."),
    ),
    ClockPage(
        "stop-clock",
        forms.StopClockForm,
        phrase("Stop the clock"),
        phrase("The round is no longer timed, and a start that was announced is taken back."),
        danger=True,
    ),
    ClockPage(
        "call-break",
        forms.CallBreakForm,
        phrase("Call a break"),
        phrase("Without an end, it lasts until you end it or start the next round."),
    ),
    ClockPage("end-break", forms.EndBreakForm, phrase("End the break"), ""),
    ClockPage(
        "announce",
        forms.AnnounceForm,
        phrase("Announce something"),
        phrase("Without an end, it stays until you announce something else."),
    ),
)
