"""The common part of the commands on lexica: their journal and permissions."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Command
from core.roles.table import Permission

LEXICA = "lexica"


@dataclass(frozen=True, kw_only=True)
class LexicaCommand(Command):
    """Base of the commands on the installation's lexica."""

    permission = Permission.OPERATE

    def stream(self) -> str:
        return LEXICA
