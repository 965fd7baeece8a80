"""The commands on the slots of a broadcast, at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from desk.context import DeskContext
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage
from tournaments.overlays import forms


@dataclass(frozen=True)
class SlotPage(EventPage):
    """A command on a slot: it comes from the page of the slots and leads back."""

    leads_to: str = "desk-overlays"

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("overlays", where.the_event.slug)


PAGES: tuple[EventPage, ...] = (
    SlotPage(
        "point-slot",
        forms.PointSlotForm,
        phrase("Put something into a slot"),
        phrase("Whoever shows the address of the slot shows this from now on."),
    ),
    SlotPage(
        "empty-slot",
        forms.EmptySlotForm,
        phrase("Empty a slot"),
        phrase("Its address stays, and shows nothing until you put something into it."),
    ),
)
