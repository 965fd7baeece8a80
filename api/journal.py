"""The journal of anything for programs: what was done, undone, and restored to a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from api.operations import Asked, Give, Listing, One, Operation, Stream
from core.errors import UserError
from core.journal.undo import RestoreTo, UndoEntry, says
from core.models import JournalEntry
from core.roles.table import Permission


@dataclass(frozen=True, slots=True)
class EntryOfJournal:
    """An entry of a journal, in the sentence of its log.

    `undone_by` is the entry that took it back; undoing that one does it again.
    """

    journal_entry: int
    at: datetime
    actor: str
    command: str
    sentence: str
    reason: str
    undone_by: int | None


def entry_shown(row: JournalEntry) -> EntryOfJournal:
    """Returns an entry as programs read it; one of a kind that is not known here, by its name."""
    try:
        sentence = str(says(row))
    except UserError:
        sentence = row.command
    return EntryOfJournal(
        journal_entry=row.seq,
        at=row.at,
        actor=row.actor,
        command=row.command,
        sentence=sentence,
        reason=row.reason,
        undone_by=row.undone_by,
    )


@dataclass(frozen=True, slots=True)
class _Journal:
    """The journal of what an address names."""

    stream: Stream

    def rows(self, asked: Asked) -> QuerySet[Any]:
        entries = JournalEntry.objects.filter(stream__key=self.stream(asked.path))
        return entries.defer("changes", "facts")

    def one(self, asked: Asked) -> EntryOfJournal:
        row = self.rows(asked).filter(seq=asked["seq"]).first()
        if row is None:
            raise Http404
        return entry_shown(row)

    def settled(self, asked: Asked) -> dict[str, str]:
        return {"journal": self.stream(asked.path)}


def journal_operations(
    path: str, name: str, *, stream: Stream, permission: Permission, scope: Stream | None = None
) -> tuple[Operation, ...]:
    """Returns the operations of the journal of what is at an address; `name` begins their names.

    `permission` is what its readers need, in the journal itself unless `scope` says where. Who may
    undo, and restore, the commands say.
    """
    journal, entry = _Journal(stream), f"{path}/journal/<count:seq>"
    settled: dict[str, Any] = {"settled": journal.settled, "hidden": ("journal",)}
    readable: dict[str, Any] = {
        "shape": EntryOfJournal,
        "permission": permission,
        "stream": scope or stream,
    }
    return (
        Listing(
            path=f"{path}/journal",
            name=f"{name}_journal",
            says="Lists what was done, the newest first.",
            rows=journal.rows,
            row=entry_shown,
            order="-seq",
            model=JournalEntry,
            filters={
                "command": ["exact"],
                "actor": ["exact"],
                "at": ["gte", "lt"],
                "seq": ["gt"],
            },
            **readable,
        ),
        One(
            path=entry,
            name=f"{name}_journal_entry",
            says="Shows one entry of the journal.",
            find=journal.one,
            **readable,
        ),
        Give(path=f"{entry}/undo", name=f"{name}_undo", command=UndoEntry, **settled),
        Give(path=f"{path}/restore", name=f"{name}_restore", command=RestoreTo, **settled),
    )
