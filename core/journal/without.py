"""A journal without one of its entries: what came later is played again where it builds on it.

It is played as a replay of the whole journal would: what was undone and done again comes where it
was first given, is undone where it was undone, and done again where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction

from core.actors import Actor
from core.errors import UserError
from core.journal.command import registry
from core.journal.errors import Refused
from core.journal.execute import have_followed, suppose
from core.journal.ledger import KINDS, Ledger
from core.journal.standing import RESTORE, UNDO, Effect, in_force, standing_after, undos
from core.journal.supposing import given
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from core.phrases import phrase, phrase_count

MOST_ROWS = 1_200
"""So many rows are put back and made again in under three seconds, while nobody else writes."""

_FACTS_DO_NOT_FIT = (LookupError, ObjectDoesNotExist, IntegrityError)
"""What a command meets that is given facts of another state; no other command is."""

Told = Mapping[int, Sequence[Effect]]
"""The undos and restores of a journal by number, with what each did to which entry."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """An entry of a journal that could not be made again, and why, in one sentence."""

    entry: JournalEntry
    why: str


@dataclass(frozen=True, slots=True)
class Building:
    """What the entries of a kind of journal mean to each other.

    `traits` are what matters of an entry, the same of many; `on(one, later)` says by them whether a
    later one may depend on one although it touched no row of it; `once` whether one cannot be made
    again as it was, because it took what was next. What two entries of one of the `places` say may
    depend on each other, whatever rows they wrote.
    """

    traits: Callable[[JournalEntry], Hashable]
    on: Callable[[Any, Any], bool]
    once: Callable[[JournalEntry], bool]
    places: Callable[[JournalEntry], Iterable[str]]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry of a journal that is left out, and those that are played again, in their order."""

    entry: JournalEntry
    again: Sequence[JournalEntry]
    told: Told
    stand: Set[int]


def left_out(entry: JournalEntry, building: Building) -> LeftOut:
    """Returns what is played again without an entry; only reads, however much came later.

    That is what touched a row that the entry touched, or one that hangs on it, or may depend on it
    otherwise. Raises Refused where the entry does not stand, where the journal began with it, or
    where too much builds on it.
    """
    stand = set(in_force(entry.stream.key))
    if entry.seq not in stand:
        raise Refused(
            phrase("Log {seq} does not stand: without it, all is as it is.", seq=entry.seq),
            code="without.undone",
        )
    _must_be_comparable(entry)
    told = undos(entry.stream.key)
    again = _building_on(entry, _later(entry), told, building)
    _must_be_few(entry, [one for one in again if one.seq not in told], building)
    return LeftOut(entry, again, told, stand)


def take_out(left: LeftOut) -> tuple[Unfit, ...]:
    """Makes the state that the journal gives without an entry; returns what no longer fits.

    Only in a `supposing` block.
    """
    entry, again = left.entry, left.again
    ledger = Ledger(entry.stream.key.partition(":")[2])
    for one in [*reversed(again), entry]:
        ledger.revert(one.changes)
    undoing = UndoEntry(journal=entry.stream.key, seq=entry.seq)
    have_followed(undoing, ledger, is_live=False)
    playing = _Playing(left.told, _put_as_it_was(entry, again, left.told))
    return tuple(unfit for unfit in playing.again(again) if unfit.entry.seq in left.stand)


def can_be_left_out(entry: JournalEntry) -> bool:
    """Returns whether something is left to compare without an entry, if it stands."""
    if entry.command in (UNDO, RESTORE) or entry.command not in registry():
        return False
    command = registry()[entry.command]
    return not command.founds and command.records_rows


class _Playing:
    """Entries made again in their order, and taken back or done again where they were."""

    def __init__(self, told: Told, now: dict[int, int]) -> None:
        self._told = told
        self._now = now  # the number that an entry has now; what did not fit has none
        self._undone: dict[int, int] = {}  # the undo of an entry that does not stand now
        self._done: set[int] = set()  # undos and restores that were done again

    def again(self, entries: Iterable[JournalEntry]) -> Iterator[Unfit]:
        """Yields what could not be made again while it makes the others."""
        for one in entries:
            try:
                self._one(one)
            except UserError as refused:
                yield Unfit(one, refused.message)
            except _FACTS_DO_NOT_FIT:
                yield Unfit(one, phrase("It is about somebody who would not be there."))

    def _one(self, entry: JournalEntry) -> None:
        if entry.seq not in self._told:
            self._now[entry.seq] = given(entry)
            return
        self._done.add(entry.seq)
        undone = dict(self._undone)
        try:
            with transaction.atomic():
                self._put(entry, entry.seq, stands=True)
        except BaseException:
            self._undone = undone
            self._done.remove(entry.seq)
            raise

    def _put(self, by: JournalEntry, seq: int, *, stands: bool) -> None:
        """Has an entry stand or fall by an undo or a restore; what did not fit does neither."""
        if seq in self._told:
            if seq in self._done:
                effects = self._told[seq]
                for target, stood in effects if stands else reversed(effects):
                    self._put(by, target, stands=stood if stands else not stood)
        elif seq in self._now and stands == (seq in self._undone):
            undone = self._undone.pop(seq) if stands else self._now[seq]
            undo = UndoEntry(journal=by.stream.key, seq=undone)
            actor = Actor(name=by.actor, trusted=True, device=by.device)
            number = suppose(undo, actor=actor, reason=by.reason, at=by.at).seq
            if not stands:
                self._undone[seq] = number


def _put_as_it_was(
    entry: JournalEntry, again: Sequence[JournalEntry], told: Told
) -> dict[int, int]:
    """Marks entries as standing that came before one and were undone later, and returns them.

    Raises Refused where one did not stand then: it cannot be told how its rows were.
    """
    before = {seq for one in again for seq in _bases(one.seq, told) if seq < entry.seq}
    if not before <= standing_after(entry.stream.key, entry.seq):
        raise _once(entry, next(one for one in again if one.seq in told))
    entries = JournalEntry.objects.filter(stream_id=entry.stream_id, seq__in=before)
    entries.update(undone_by=None)
    return {seq: seq for seq in before}


def _later(entry: JournalEntry) -> list[JournalEntry]:
    """Returns what came after an entry; facts, such as why each board, are read where needed."""
    entries = JournalEntry.objects.filter(stream_id=entry.stream_id, seq__gt=entry.seq)
    later = list(entries.order_by("seq").defer("facts"))
    for one in later:
        one.stream = entry.stream
    return later


def _building_on(
    entry: JournalEntry, later: Sequence[JournalEntry], told: Told, building: Building
) -> list[JournalEntry]:
    """Returns the later entries that hang on an entry, or on one that does, in their order.

    With an undo comes what it undid, and with that whatever else undid it or did it again.
    """
    wanted = {entry.seq}
    while True:
        found = _hanging([entry, *later], wanted, told, building)
        bases = {seq for one in found for seq in _bases(one.seq, told)}
        if bases <= wanted:
            return found
        wanted |= bases


def _hanging(
    entries: Sequence[JournalEntry], wanted: set[int], told: Told, building: Building
) -> list[JournalEntry]:
    """Returns the entries but the first that are wanted, or hang on the first, or on one found."""
    touched, made, wanted = set[str](), set[str](), set(wanted)
    traits, found, at = set[Any](), list[JournalEntry](), set[str]()
    for one in entries:
        own = None if one.seq in told else building.traits(one)
        rows, places = _rows(one), set(building.places(one))
        if (
            one.seq in wanted
            or not wanted.isdisjoint(_bases(one.seq, told))
            or not touched.isdisjoint(rows)
            or not made.isdisjoint(_links(one))
            or not at.isdisjoint(places)
            or (own is not None and any(building.on(before, own) for before in traits))
        ):
            found.append(one)
            wanted.add(one.seq)
            touched |= rows
            made |= _rows(one, made=True)
            at |= places
            if own is not None:
                traits.add(own)
    return found[1:]


def _bases(seq: int, told: Told) -> Iterator[int]:
    """Yields the entries behind an undo or a restore, none for another entry."""
    for target, _ in told.get(seq, ()):
        if target in told:
            yield from _bases(target, told)
        else:
            yield target


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


def _must_be_comparable(one: JournalEntry, entry: JournalEntry | None = None) -> None:
    if not can_be_left_out(one):
        raise Refused(
            phrase("Without log {seq} there would be nothing to compare.", seq=(entry or one).seq),
            code="without.founding",
        )


def _must_be_few(entry: JournalEntry, again: Sequence[JournalEntry], building: Building) -> None:
    for one in again:
        _must_be_comparable(one, entry)
    once = next((one for one in again if building.once(one)), None)
    if once is not None:
        raise _once(entry, once)
    if sum(len(one.changes) for one in (entry, *again)) > MOST_ROWS:
        raise Refused(
            phrase_count(
                "{count} entry builds on log {seq}, too much to play again here. Restoring to log"
                " {before} lists what it would undo before it does.",
                "{count} entries build on log {seq}, too much to play again here. Restoring to log"
                " {before} lists what it would undo before it does.",
                before=entry.seq - 1,
                count=len(again),
                seq=entry.seq,
            ),
            code="without.much",
        )


def _once(entry: JournalEntry, other: JournalEntry) -> Refused:
    return Refused(
        phrase(
            "Log {other} builds on log {seq} and cannot be played again as it was.",
            other=other.seq,
            seq=entry.seq,
        ),
        code="without.once",
    )
