"""The commands on what players report, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.kernel.desk.pages import EventPage
from tournaments.phones.forms import modes

PHONE_PAGES: tuple[EventPage, ...] = (
    EventPage(
        "set-phones",
        modes.SetPhonesForm,
        phrase("Results from players"),
        phrase("Each player has a link, a QR code and a PIN, on a card of their own."),
        leads_to="desk-phones",
        goes_back=True,
    ),
)
