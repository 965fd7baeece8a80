"""The person at the desk, and the subject of their form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.models import JournalEntry


@dataclass(frozen=True)
class DeskContext(ABC):
    """The objects that the address of a page names. Each app has a context of its own.

    `undoing` and `moment` say what is undone, or to when a journal is restored.
    """

    user_name: str
    undoing: JournalEntry | None = None
    moment: datetime | None = None

    @property
    @abstractmethod
    def journal(self) -> str:
        """The key of the journal that is written here, empty while it has none yet."""

    def scope(self) -> Mapping[str, Any]:
        """Returns the fields of commands that the address gives; a command takes those it has."""
        return {}

    def obstacle(self, command_code: str) -> str:
        """Returns a sentence on why a command would be refused now, empty where it would not."""
        return ""

    @abstractmethod
    def back(self) -> str:
        """Returns the address for somebody who does not want the form after all."""

    def shown(self) -> Mapping[str, Any]:
        """Returns the template's values beside the form, on pages about this: `about` names it."""
        return {}
