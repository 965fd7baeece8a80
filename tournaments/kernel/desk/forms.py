"""The common part of the forms of an event's desk."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from desk.forms import CommandForm
from tournaments.kernel.desk.context import EventContext
from tournaments.kernel.queries.numbering import still_numbered

CHANGED_MEANWHILE = "The list has changed in the meantime; check it again."
_BY_NUMBER = {"entry", "one", "two", "boards", "fixed", "byes", "absent"}


class EventForm(CommandForm[EventContext]):
    """Base of the forms that give a command in an event.

    Numbers of entries follow the seeding until round 1 is published, so a form that names entries
    carries who they were when it was shown, as `numbering` or `entry_key`.
    """

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        mark, key = self._typed.get("numbering", ""), self._typed.get("entry_key", "")
        if mark and not still_numbered(self.where.the_division, mark):
            self.add_error(None, CHANGED_MEANWHILE)
        if key and (self.where.entry is None or key != str(self.where.entry.key)):
            self.add_error(None, CHANGED_MEANWHILE)
        return given

    @cached_property
    def entry_key(self) -> str:
        """The key of the entry that the address names, where no field names one."""
        if self.where.entry is None or "entry" in self.fields:
            return ""
        # Once it was sent it stays: what was typed is about that entry and no other.
        return str(self._typed.get("entry_key") or self.where.entry.key)

    @cached_property
    def numbering(self) -> str:
        """The current numbers of the entries, where fields name entries by them."""
        named = _BY_NUMBER & set(self.command_class.__dataclass_fields__)
        if self.where.division is None or not named or self.entry_key:
            return ""
        return self.where.numbering
