"""The common part of the commands on lexica: their journal and permissions."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Actor, Command
from core.journal.errors import NotAllowed
from core.journal.undo import STREAM_RULES
from core.phrases import phrase

LEXICA = "lexica"


def may_edit_lexica(actor: Actor, _scope: str = "") -> bool:
    """Returns whether the actor may import lists and say which is in force: an operator."""
    return actor.is_operator


STREAM_RULES[LEXICA] = may_edit_lexica


@dataclass(frozen=True, kw_only=True)
class LexicaCommand(Command):
    """Base of the commands on the installation's lexica."""

    def stream(self) -> str:
        return LEXICA

    def authorise(self, actor: Actor) -> None:
        if not may_edit_lexica(actor):
            raise NotAllowed(phrase("Only an operator can change the lexica."), code="not_allowed")
