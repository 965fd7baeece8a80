"""A club begins to be run here."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.kernel.commands.base import ClubCommand
from clubs.kernel.queries.clubs import home_of
from clubs.kernel.queries.rights import FOUNDED
from clubs.models import ClubHome
from core.actors import Actor
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import NotAllowed, Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import INSTALLATION, must_be_allowed
from core.roles.table import Permission
from people.models import Club


@register
@dataclass(frozen=True, kw_only=True)
class FoundClub(ClubCommand):
    """Has a club of the register run here; whoever asks becomes its owner."""

    code = FOUNDED
    permission = Permission.MAKE_EVENTS
    founds = True
    owner: str = ""

    def authorise(self, actor: Actor) -> None:
        if actor.trusted:
            return
        must_be_allowed(actor, Permission.MAKE_EVENTS, INSTALLATION)
        if self.owner != actor.name:
            raise NotAllowed(
                phrase("You can found clubs only under your own name."), code="not_allowed"
            )
        before = JournalEntry.objects.filter(stream__key=self.stream(), command=FOUNDED)
        last = before.order_by("-seq").first()
        if last is not None and last.payload["owner"] != actor.name:
            raise NotAllowed(
                phrase("The short name {slug} belongs to somebody else's club.", slug=self.club),
                code="not_allowed",
            )

    def apply(self, work: Work) -> Row:
        if home_of(self.club) is not None:
            raise Refused(
                phrase("The club {slug} is already run here.", slug=self.club),
                code="club.taken",
                field="club",
            )
        name = work.facts.decide("name", lambda: _registered_name(self.club))
        work.ledger.create(checked(ClubHome(slug=self.club, owner=self.owner)))
        return {"club": self.club, "name": name}

    def sentence(self, answer: Row) -> str:
        return phrase("Club {name} is run here from now on", name=answer["name"])


def _registered_name(slug: str) -> str:
    line = Club.objects.filter(slug=slug).first()
    if line is None:
        raise Refused(
            phrase("The register has no club {slug}; add it first.", slug=slug),
            code="club.unknown",
            field="club",
        )
    return line.name
