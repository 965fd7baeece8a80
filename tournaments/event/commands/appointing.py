"""Hand an event over to another owner."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import ALLOWED, Permission, Role
from tournaments.kernel.commands.base import EventCommand, find_tournament

NAME_LIMIT = 150


@register
@dataclass(frozen=True, kw_only=True)
class AppointDirector(EventCommand):
    """Names the account that owns the event from now on; a closed event has an owner too."""

    code = "event.director_appointed"
    permission = Permission.OWN
    director: str

    def hands_on(self) -> frozenset[Permission]:
        return ALLOWED[Role.OWNER]

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        name = self.director.strip()
        if not 1 <= len(name) <= NAME_LIMIT:
            raise Refused(phrase("Give an account."), code="director.unknown", field="director")
        if not work.ledger.update(event, director=name):
            raise Refused(
                phrase("{name} is the owner of this event already.", name=name),
                code="nothing_changed",
                field="director",
            )
        return {"director": name}

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Whoever directs a closed event can be changed, and changed back."""

    def sentence(self, answer: Row) -> str:
        return phrase("Event handed over to {director}", director=self.director)
