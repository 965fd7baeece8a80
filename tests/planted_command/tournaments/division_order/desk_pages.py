"""The command on the order of the divisions, at the desk."""

from __future__ import annotations

from tournaments.division_order.forms import ListDivisionForm
from tournaments.kernel.desk.pages import EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "list-division",
        ListDivisionForm,
        "List it in another place",
        "The desk and the public pages list the divisions in this order.",
    ),
)
