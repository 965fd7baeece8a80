"""The command on the order of the divisions, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.division_order.forms import ListDivisionForm
from tournaments.kernel.desk.pages import EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "list-division",
        ListDivisionForm,
        phrase("List it in another place"),
        phrase("The desk and the public pages list the divisions in this order."),
    ),
)
