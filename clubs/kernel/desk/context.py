"""The subject of a form about a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from clubs.kernel.queries.clubs import KnownClub
from core.web.query_values import query
from desk.context import DeskContext
from desk.forms import CommandForm
from tournaments.kernel.queries.rights import club_scope


def club_link(path: str, slug: str, **values: Any) -> str:
    """Returns the address of a page of a club's desk; `path` is the name without "desk-"."""
    return reverse(f"desk-{path}", kwargs={"club": slug}) + (query(**values) if values else "")


@dataclass(frozen=True)
class ClubContext(DeskContext):
    """The subject of a form in a club; a form that founds one has none yet."""

    club: KnownClub | None = None

    @property
    def journal(self) -> str:
        return club_scope(self.club.slug) if self.club else ""

    @property
    def the_club(self) -> KnownClub:
        """The club of a form that cannot be without one."""
        assert self.club is not None
        return self.club

    def scope(self) -> Mapping[str, Any]:
        return {"club": self.club.slug} if self.club else {}

    def back(self) -> str:
        return reverse("desk-clubs") if self.club is None else club_link("club", self.club.slug)

    def shown(self) -> Mapping[str, Any]:
        return {"club": self.club, "about": self.club.name if self.club else ""}


class ClubForm(CommandForm[ClubContext]):
    """Base of the forms that give a command of a club."""
