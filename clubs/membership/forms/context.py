"""The subject of a form about a member of a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.kernel.desk.context import ClubContext, club_link
from clubs.models import MemberSuspension
from desk.forms import CommandForm
from people.models import Player


def member_link(club: str, player: Player) -> str:
    """Returns the address of a member's page at the club's desk."""
    return club_link("club-member", club, player=player.pk)


@dataclass(frozen=True)
class MemberContext(ClubContext):
    """A club and the member that a form is about; both are empty where its page asks for them."""

    player: Player | None = None
    suspension: MemberSuspension | None = None

    @property
    def the_player(self) -> Player:
        """The member of a form that cannot be without one."""
        assert self.player is not None
        return self.player

    def scope(self) -> Mapping[str, Any]:
        named = {"player": self.player.key} if self.player else {}
        lifted = {"suspension": self.suspension.number} if self.suspension else {}
        return {**super().scope(), **named, **lifted}

    def back(self) -> str:
        slug = self.the_club.slug
        return member_link(slug, self.player) if self.player else club_link("club-members", slug)

    def shown(self) -> Mapping[str, Any]:
        about = self.the_club.name
        if self.player is not None:
            about = f"{self.player.full_name}, {about}"
        return {**super().shown(), "about": about, "tab": "members"}


class MemberForm(CommandForm[MemberContext]):
    """Base of the forms about a member of a club."""
