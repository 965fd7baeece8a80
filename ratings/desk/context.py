"""The subject of a form about a rating list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from desk.context import DeskContext
from ratings.commands.base import STREAM
from ratings.models import RatingList


@dataclass(frozen=True)
class ListContext(DeskContext):
    """A rating list, None while it is being made.

    `wanted` is what the address names of it: a name on the list, or an event.
    """

    rating_list: RatingList | None = None
    wanted: str = ""

    @property
    def the_list(self) -> RatingList:
        """The rating list of a form that cannot be without one."""
        assert self.rating_list is not None
        return self.rating_list

    @property
    def journal(self) -> str:
        return f"{STREAM}:{self.rating_list.key}" if self.rating_list else ""

    def scope(self) -> Mapping[str, Any]:
        return {"rating_list": self.rating_list.key} if self.rating_list else {}

    def back(self) -> str:
        if self.rating_list is None:
            return reverse("desk")
        return reverse("desk-list", kwargs={"key": self.rating_list.key})

    def shown(self) -> Mapping[str, Any]:
        return {"about": self.rating_list.name if self.rating_list else ""}
