"""Forms that act on a journal: undo, redo, restore."""

from __future__ import annotations

from typing import Any

from core.journal.undo import RestoreTo, UndoEntry
from desk.context import DeskContext
from desk.forms import CommandForm


class JournalForm(CommandForm[DeskContext]):
    """Base of the forms about one entry of a journal."""

    beside = "desk/_undoing.html"

    def payload(self) -> dict[str, Any]:
        entry = self.where.undoing
        assert entry is not None
        return {"journal": self.where.journal, "seq": entry.seq}


class UndoEntryForm(JournalForm):
    """Takes one entry back."""

    command_class = UndoEntry


class RestoreToForm(JournalForm):
    """Takes back everything after an entry, or after a moment."""

    command_class = RestoreTo

    def payload(self) -> dict[str, Any]:
        if self.where.moment is None:
            return super().payload()
        return {"journal": self.where.journal, "moment": self.where.moment}
