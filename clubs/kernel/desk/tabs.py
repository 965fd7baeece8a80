"""The tabs above the pages of a club's desk, in their order."""

from __future__ import annotations

from typing import NamedTuple

from clubs.kernel.desk.context import club_link
from clubs.kernel.queries.clubs import KnownClub
from core.phrases import phrase
from desk.tabs import ShownTab, register_tabs


class ClubTab(NamedTuple):
    """A tab: what a page calls it, its label, and its page without "desk-"."""

    name: str
    label: str
    path: str


TABS = (
    ClubTab("club", phrase("Club"), "club"),
    ClubTab("nights", phrase("Nights"), "club-nights"),
    ClubTab("seasons", phrase("Seasons"), "club-seasons"),
    ClubTab("leagues", phrase("Leagues"), "club-leagues"),
    ClubTab("money", phrase("Money"), "club-money"),
    ClubTab("dues", phrase("Dues"), "club-dues"),
    ClubTab("members", phrase("Members"), "club-members"),
    ClubTab("people", phrase("Officers"), "club-people"),
    ClubTab("log", phrase("Log"), "club-log"),
)


def club_tabs(club: KnownClub, tab: str, _division: object) -> list[ShownTab]:
    """Returns the tabs of a club for a page of the tab with this name."""
    return [
        ShownTab(one.label, club_link(one.path, club.slug), digit, one.name == tab)
        for digit, one in enumerate(TABS, 1)
    ]


register_tabs("club", club_tabs)
