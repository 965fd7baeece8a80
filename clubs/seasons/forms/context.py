"""The subject of a form about a season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from clubs.kernel.desk.context import ClubContext
from clubs.models import Season


def season_link(path: str, season: Season) -> str:
    """Returns the address of a page of a season at the desk; `path` is without "desk-"."""
    return reverse(f"desk-{path}", kwargs={"club": season.club.slug, "season": season.key})


@dataclass(frozen=True)
class SeasonContext(ClubContext):
    """The subject of a form about one season of a club."""

    season: Season | None = None

    @property
    def the_season(self) -> Season:
        """The season of a form that cannot be without one."""
        assert self.season is not None
        return self.season

    def scope(self) -> Mapping[str, Any]:
        return {**super().scope(), "season": self.the_season.key}

    def back(self) -> str:
        return season_link("season", self.the_season)

    def shown(self) -> Mapping[str, Any]:
        return {**super().shown(), "tab": "seasons", "about": self.the_season.name}
