"""What would be: commands given, or taken out of a journal, in a block that leaves no trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction

from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command, decode
from core.journal.errors import Refused
from core.journal.execute import have_followed, suppose
from core.journal.guard import writing
from core.journal.ledger import KINDS, Ledger
from core.journal.standing import in_force
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from core.phrases import phrase, phrase_count

MOST_ROWS = 600
"""So many rows are put back and made again in about a second."""


_FACTS_DO_NOT_FIT = (LookupError, ObjectDoesNotExist, IntegrityError)
"""What a command meets that is given facts of another state; no other command is."""


_ACCEPTED: dict[str, Any] = {"confirmed": True}


class _TakenBackError(Exception):
    """Ends a supposing block: everything in it is rolled back."""


@contextmanager
def supposing() -> Iterator[None]:
    """Lets a block write as commands do, and takes all of it back at the end.

    What is read in the block must not be kept under a version: nothing raised one.
    """
    try:
        with transaction.atomic(), writing():
            yield
            raise _TakenBackError
    except _TakenBackError:
        pass


@dataclass(frozen=True, slots=True)
class Unfit:
    """An entry of a journal that could not be made again, and why, in one sentence."""

    entry: JournalEntry
    why: str


def accepting(command: Command) -> Command:
    """Returns the command with whatever it would ask back accepted."""
    return replace(command, **_ACCEPTED) if hasattr(command, "confirmed") else command


def given(entry: JournalEntry) -> None:
    """Gives what an entry says once more, with its facts; raises UserError where it does not fit.

    What it would ask back was accepted then, or is a consequence that is shown now.
    """
    suppose(
        accepting(decode(entry.command, entry.payload, entry.schema)),
        actor=Actor(name=entry.actor, trusted=True, device=entry.device),
        reason=entry.reason,
        at=entry.at,
        recorded=entry.facts,
    )


@dataclass(frozen=True, slots=True)
class Building:
    """What the entries of a kind of journal mean to each other.

    `on(entry, later)` says whether a later one may depend on one although it touched no row of
    it; `once` whether one cannot be made again as it was, because it took what was next.
    """

    on: Callable[[JournalEntry, JournalEntry], bool]
    once: Callable[[JournalEntry], bool]


def take_out(entry: JournalEntry, building: Building) -> tuple[Unfit, ...]:
    """Makes the state that the journal gives without an entry; returns what no longer fits.

    Only in a `supposing` block. What came later is put back and made again where it touched a row
    that the entry touched, or one that hangs on it, or may depend on it otherwise. Raises Refused
    where the entry does not stand, where the journal began with it, or where too much builds on it.
    """
    again = _building_on(entry, _later(entry), building)
    _must_be_few(entry, again, building)
    ledger = Ledger(entry.stream.key.partition(":")[2])
    for one in [*reversed(again), entry]:
        ledger.revert(one.changes)
    undoing = UndoEntry(journal=entry.stream.key, seq=entry.seq)
    have_followed(undoing, ledger, is_live=False)
    return tuple(_made_again(again))


def _made_again(entries: Sequence[JournalEntry]) -> Iterator[Unfit]:
    for one in entries:
        try:
            given(one)
        except UserError as refused:
            yield Unfit(one, refused.message)
        except _FACTS_DO_NOT_FIT:
            yield Unfit(one, phrase("It is about somebody who would not be there."))


def _later(entry: JournalEntry) -> list[JournalEntry]:
    """Returns what stands and came after an entry, in that order; Refused where that is undone."""
    stand = in_force(entry.stream.key)
    if entry.seq not in stand:
        raise Refused(
            phrase("Log {seq} does not stand: without it, all is as it is.", seq=entry.seq),
            code="without.undone",
        )
    after = stand[stand.index(entry.seq) + 1 :]
    rows = {one.seq: one for one in _entries(entry, after)}
    return [rows[seq] for seq in after]


def _entries(entry: JournalEntry, after: Sequence[int]) -> Iterator[JournalEntry]:
    entries = JournalEntry.objects.filter(stream_id=entry.stream_id)
    if after:
        # One bound instead of a list of thousands; those that do not stand are left out here.
        entries, wanted = entries.filter(seq__gte=min(after)), set(after)
        for one in entries:
            if one.seq in wanted:
                one.stream = entry.stream
                yield one


def _building_on(
    entry: JournalEntry, later: Sequence[JournalEntry], building: Building
) -> list[JournalEntry]:
    """Returns the later entries that hang on an entry, or on one that does, in their order."""
    touched, made, found = _rows(entry), _rows(entry, made=True), list[JournalEntry]()
    for one in later:
        rows = _rows(one)
        hangs = not touched.isdisjoint(rows) or not made.isdisjoint(_links(one))
        if hangs or any(building.on(before, one) for before in (entry, *found)):
            found.append(one)
            touched |= rows
            made |= _rows(one, made=True)
    return found


def _rows(entry: JournalEntry, *, made: bool = False) -> set[str]:
    """Returns the rows that an entry changed; with `made` those that it made or removed."""
    return {
        repr(change["row"])
        for change in entry.changes
        if not made or change["before"] is None or change["after"] is None
    }


def _links(entry: JournalEntry) -> set[str]:
    """Returns the rows that those of an entry point at, whatever the link is called."""
    return {
        repr([kind, values[name]])
        for change in entry.changes
        for name, kind in KINDS[change["row"][0]].links.items()
        for values in (change["before"] or {}, change["after"] or {})
        if values.get(name) is not None
    }


def _must_be_few(entry: JournalEntry, again: Sequence[JournalEntry], building: Building) -> None:
    commands = [decode(one.command, one.payload, one.schema) for one in (entry, *again)]
    if any(one.founds or not one.records_rows for one in commands):
        raise Refused(
            phrase("Without log {seq} there would be nothing to compare.", seq=entry.seq),
            code="without.founding",
        )
    once = next((one for one in again if building.once(one)), None)
    if once is not None:
        raise Refused(
            phrase(
                "Log {other} builds on log {seq} and cannot be played again as it was.",
                other=once.seq,
                seq=entry.seq,
            ),
            code="without.once",
        )
    if sum(len(one.changes) for one in (entry, *again)) > MOST_ROWS:
        raise Refused(
            phrase_count(
                "Too much of the log builds on log {seq} to play it again here: {count} entry.",
                "Too much of the log builds on log {seq} to play it again here: {count} entries.",
                count=len(again),
                seq=entry.seq,
            ),
            code="without.much",
        )
