"""The form that undoes an entry of an event's log, once what follows from it was accepted."""

from __future__ import annotations

from typing import Any

from core.journal.undo import UndoEntry
from desk.forms import acceptance_of
from desk.journal_forms import UndoEntryForm
from tournaments.results.forms.result_doubts import follows_undoing


class UndoInEventForm(UndoEntryForm):
    """Takes one entry of an event's log back."""

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
