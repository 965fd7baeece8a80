"""The common part of a rating list's commands: its journal, permissions, and finding it."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Actor, Command
from core.journal.errors import NotAllowed, Refused
from core.journal.undo import STREAM_RULES
from core.phrases import phrase
from people.commands import may_edit_register
from ratings.models import RatingList

STREAM = "list"
STREAM_RULES[STREAM] = may_edit_register


@dataclass(frozen=True, kw_only=True)
class ListCommand(Command):
    """Base of the commands of a rating list; `rating_list` is its key."""

    rating_list: str

    def stream(self) -> str:
        return f"{STREAM}:{self.rating_list}"

    def authorise(self, actor: Actor) -> None:
        if not may_edit_register(actor):
            raise NotAllowed(
                phrase("Only an operator can change the rating lists."), code="not_allowed"
            )

    def find_list(self) -> RatingList:
        """Returns the list; Refused when there is none."""
        rating_list = RatingList.objects.filter(key=self.rating_list).first()
        if rating_list is None:
            raise Refused(
                phrase("No rating list is called {rating_list}.", rating_list=self.rating_list),
                code="list.unknown",
            )
        return rating_list
