"""Forms that act on a journal: undo, redo, restore."""

from __future__ import annotations

from typing import Any

from core.journal.undo import RestoreTo, UndoEntry
from tournaments.forms.base import CommandForm, acceptance_of
from tournaments.results.forms.line_consequences import follows_undoing


class JournalForm(CommandForm):
    """Base of the forms about one entry of a journal."""

    beside = "desk/_undoing.html"

    def payload(self) -> dict[str, Any]:
        entry = self.where.undoing
        assert entry is not None
        return {"journal": self.where.journal, "seq": entry.seq}


class UndoEntryForm(JournalForm):
    """Takes one entry back."""

    command_class = UndoEntry

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        entry = self.where.undoing
        follows = follows_undoing(entry) if entry and entry.undone_by is None else ""
        command = UndoEntry(**self.payload()) if follows else None
        if command is not None and self.accepted != acceptance_of(command):
            self.ask(follows, command)

    def is_valid(self) -> bool:
        # Asked back, it is not to be done yet.
        return super().is_valid() and not self.consequence


class RestoreToForm(JournalForm):
    """Takes back everything after an entry, or after a moment."""

    command_class = RestoreTo

    def payload(self) -> dict[str, Any]:
        if self.where.moment is None:
            return super().payload()
        return {"journal": self.where.journal, "moment": self.where.moment}
