"""What a club keeps of its people in the register: what they agreed to, and who cares for a minor.

The rows are the register's, and so is the journal; the permission is that of the club.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from clubs.models import Membership
from core.actors import Actor
from core.journal.checked import change_checked
from core.journal.command import Command, Row, Work, register
from core.journal.errors import Refused
from core.phrases import joined_by_and, phrase
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from people.commands import CARE_WORDS, care_given
from people.models import Player
from people.selectors import REGISTER
from tournaments.kernel.queries.rights import club_scope


@register
@dataclass(frozen=True, kw_only=True)
class KeepPlayer(Command):
    """Records what somebody of a club agreed to, and the birth date and guardian of a minor.

    A field left out stays. `is_listed` and `photos` say that the person agreed to stand in lists
    of members and to be shown on photographs, `wants_reports` that they asked for the reports of
    the club's nights by e-mail: at `email`, a minor at `guardian_email`.
    """

    code = "player.kept"
    permission = Permission.KEEP_MEMBERS
    club: str
    player: str
    is_listed: bool | None = None
    photos: bool | None = None
    birth_date: date | None = None
    forget_birth_date: bool = False
    guardian: str | None = None
    guardian_contact: str | None = None
    wants_reports: bool | None = None
    email: str | None = None
    guardian_email: str | None = None

    def stream(self) -> str:
        return REGISTER

    def scope(self) -> str:
        return club_scope(self.club)

    def apply(self, work: Work) -> Row:
        player = player_of_club(self.club, self.player)
        if player is None:
            raise Refused(
                phrase("Nobody of this club has the key {player}.", player=self.player),
                code="player.unknown",
                field="player",
            )
        wanted = care_given(self, player)
        change_checked(player, wanted)
        if not work.ledger.update(player, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"player": self.player, "changed": sorted(wanted), "name": player.full_name}

    def sentence(self, answer: Row) -> str:
        changed = joined_by_and([CARE_WORDS[name] for name in answer["changed"]])
        return phrase("Player {name}: recorded {changed}", name=answer["name"], changed=changed)


def player_of_club(club: str, key: str) -> Player | None:
    """Returns a player whose club this is in the register, or who is or was a member of it.

    None for everybody else.
    """
    return players_of_club(club).filter(key=key).first()


def players_of_club(club: str) -> QuerySet[Player]:
    """Returns the players whose club this is in the register, and all who are or were members."""
    members = Membership.objects.filter(club__slug=club).values("player")
    return Player.objects.filter(Q(club__slug=club) | Q(key__in=members))


@register
@dataclass(frozen=True, kw_only=True)
class StopReports(Command):
    """Ends the reports by e-mail of people; whoever has the link of one of their mails may."""

    code = "player.reports_stopped"
    permission = Permission.OPERATE
    players: tuple[str, ...]

    def stream(self) -> str:
        return REGISTER

    def scope(self) -> str:
        return INSTALLATION

    def authorise(self, actor: Actor) -> None:
        if actor.link != stopping_link(self.players):
            super().authorise(actor)

    def apply(self, work: Work) -> Row:
        rows = Player.objects.filter(key__in=self.players, wants_reports=True).order_by("pk")
        names = []
        for player in rows:
            work.ledger.update(player, wants_reports=False)
            names.append(player.full_name)
        if not names:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"names": names}

    def sentence(self, answer: Row) -> str:
        return phrase("No more reports by e-mail for {names}", names=joined_by_and(answer["names"]))


def stopping_link(players: Iterable[str]) -> str:
    """Returns in which words somebody came by the link that stops the reports of these."""
    return f"reports of {' '.join(sorted(players))}"
