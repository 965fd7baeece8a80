"""The journal as the desk shows it: sentences, who, when, why, and what can be taken back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from core.errors import UserError
from core.journal.standing import ways_back
from core.journal.undo import RestoreTo, UndoEntry, needs_to_take_back, says
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import Rights
from core.roles.table import Permission
from desk.context import DeskContext

LINES = 100


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the journal with its sentence.

    `undo` names the button, empty where none is, and `undo_log` names it with the entry that it
    takes back; `token` makes pressing it twice harmless.
    """

    entry: JournalEntry
    sentence: str
    undo: str
    undo_log: str
    undone: str
    token: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """A stretch of the journal; `page` knows its neighbours."""

    page: Page[JournalEntry]
    lines: tuple[LogLine, ...]


def log_page(stream: str, number: str | None, *only: Q, rights: Rights | None = None) -> LogPage:
    """Returns a page of the journal, the newest entry first; `only` of some, where it is told.

    With `rights` in that stream, no line offers to undo what somebody who has them may not.
    """
    entries = JournalEntry.objects.filter(*only, stream__key=stream).defer("changes", "facts")
    page = Paginator(entries.order_by("-seq"), LINES).get_page(number)
    here = {entry.seq: entry for entry in page.object_list}
    lines = (
        log_line(entry, offers=rights is None or _may_undo(entry, here, rights))
        for entry in page.object_list
    )
    return LogPage(page, tuple(lines))


def _may_undo(entry: JournalEntry, here: Mapping[int, JournalEntry], rights: Rights) -> bool:
    """Returns whether to offer it; of what another page tells it is asked once it is pressed."""
    while entry.command == UndoEntry.code and entry.payload["seq"] in here:
        entry = here[entry.payload["seq"]]
    try:
        needed = needs_to_take_back(entry)
    except UserError:
        return True
    return needed in rights or (Permission.DIRECT in rights and needed is not Permission.OWN)


def sentence(entry: JournalEntry) -> str:
    """Returns the sentence of an entry; for a kind that is not known here, its name."""
    try:
        return says(entry)
    except UserError:
        return entry.command


def log_line(entry: JournalEntry, *, offers: bool = True) -> LogLine:
    """Returns an entry as the log shows it, with the button that undoes it where that `offers`."""
    back = entry.command in (UndoEntry.code, RestoreTo.code)
    if entry.undone_by is not None:
        said = phrase("redone by log {seq}") if back else phrase("undone by log {seq}")
        return LogLine(entry, sentence(entry), "", "", said.format(seq=entry.undone_by), "")
    if not offers:
        return LogLine(entry, sentence(entry), "", "", "", "")
    undo = undo_log = phrase("Redo all")
    if entry.command == UndoEntry.code:
        undo = undo_log = phrase("Redo log {seq}", seq=entry.payload["seq"])
    elif entry.command != RestoreTo.code:
        undo, undo_log = phrase("Undo"), phrase("Undo log {seq}", seq=entry.seq)
    return LogLine(entry, sentence(entry), undo, undo_log, "", uuid.uuid4().hex)


def going_back(where: DeskContext) -> list[LogLine]:
    """Returns the lines that a restore to the context's entry or moment undoes, newest first."""
    entries = JournalEntry.objects.filter(stream__key=where.journal)
    kept = where.undoing
    if where.moment is not None:
        kept = entries.filter(at__lte=where.moment).order_by("-seq").first()
    ways = [seq for seq, _ in ways_back(where.journal, kept.seq if kept else 0)]
    by_seq = {entry.seq: entry for entry in entries.filter(seq__in=ways).defer("changes", "facts")}
    return [log_line(by_seq[seq]) for seq in ways]
