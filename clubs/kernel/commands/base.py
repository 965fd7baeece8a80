"""The common part of a club's commands: their journal, and finding its row."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.kernel.queries.clubs import home_of
from clubs.models import ClubHome
from core.journal.command import Command
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.queries.rights import club_scope


@dataclass(frozen=True, kw_only=True)
class ClubCommand(Command):
    """Base of every command of a club; `club` is its short name.

    Where one says nothing else, only who directs the club may give it.
    """

    permission = Permission.DIRECT
    club: str

    def stream(self) -> str:
        return club_scope(self.club)

    def find_club(self) -> ClubHome:
        """Returns the club's row; Refused when no such club is run here."""
        return find_club(self.club)


def find_club(slug: str) -> ClubHome:
    """Returns the row of a club; Refused when no such club is run here."""
    home = home_of(slug)
    if home is None:
        raise Refused(
            phrase("There is no club {slug} here.", slug=slug), code="club.unknown", field="club"
        )
    return home
