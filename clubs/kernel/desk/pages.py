"""A command of a club at its desk: its address, its form, its words, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.kernel.desk.access import find_in_club, in_club
from clubs.kernel.desk.context import ClubContext, club_link
from core.models import JournalEntry
from core.web.view_access import View
from desk.context import DeskContext
from desk.giving import command_view
from desk.pages import CommandPage


@dataclass(frozen=True)
class ClubPage(CommandPage):
    """One command of a club. `leads_to` is the page to go on to, without "desk-"."""

    leads_to: str = "club"

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return club_link(self.leads_to, entry.stream.key.partition(":")[2])

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, ClubContext)
        return where.back() if where.club is None else club_link(self.leads_to, where.club.slug)


def of_club(page: ClubPage) -> View:
    """Returns the view of one command of a club."""
    return command_view(page, in_club(page.command.permission), find_in_club)
