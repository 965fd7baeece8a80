"""The pages of the desk on which a club itself is kept."""

from __future__ import annotations

from clubs.club.forms.founding import FoundClubForm
from clubs.kernel.desk.pages import ClubPage
from core.phrases import phrase

FOUND = ClubPage(
    "found-club",
    FoundClubForm,
    phrase("Run a club"),
    phrase("A club of the register gets a desk here: nights, seasons, members, money, records."),
)

PAGES: tuple[ClubPage, ...] = ()
