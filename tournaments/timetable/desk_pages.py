"""The commands on the timetable, at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from desk.context import DeskContext
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage
from tournaments.timetable import forms


@dataclass(frozen=True)
class TimetablePage(EventPage):
    """A command on the timetable: it comes from the page of the timetable and leads back."""

    leads_to: str = "desk-timetable"

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("timetable", where.the_event.slug)


PAGES: tuple[EventPage, ...] = (
    TimetablePage(
        "set-timetable",
        forms.SetTimetableForm,
        phrase("Set the timetable"),
        phrase("What there is when, on the page of the event and wherever a round is named."),
    ),
    TimetablePage(
        "delay-timetable",
        forms.DelayTimetableForm,
        phrase("We are late"),
        phrase(
            "All that is to come that day begins later, and everybody sees by how much. Clocks "
            "that run or are announced stay as they are."
        ),
    ),
)
