"""The common part of a rating list's commands: its journal, permissions, and finding it."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Command
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission
from ratings.models import RatingList

STREAM = "list"


@dataclass(frozen=True, kw_only=True)
class ListCommand(Command):
    """Base of the commands of a rating list; `rating_list` is its key."""

    permission = Permission.OPERATE
    rating_list: str

    def stream(self) -> str:
        return f"{STREAM}:{self.rating_list}"

    def find_list(self) -> RatingList:
        """Returns the list; Refused when there is none."""
        rating_list = RatingList.objects.filter(key=self.rating_list).first()
        if rating_list is None:
            raise Refused(
                phrase("No rating list is called {rating_list}.", rating_list=self.rating_list),
                code="list.unknown",
            )
        return rating_list
