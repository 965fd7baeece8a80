"""Undo, redo and restore, as commands of every stream.

Undoing an undo is a redo. A restore is one command that takes back, the last first, everything
that stands after a moment.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import msgspec

from core.actors import Actor
from core.journal import standing
from core.journal.command import Command, Row, Work, decode, register, registry
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.access import may, must_be_allowed
from core.roles.table import ALLOWED, Permission, Role


@dataclass(frozen=True, kw_only=True)
class StreamCommand(Command):
    """Base of the commands that act on a journal itself; `journal` is the stream's key."""

    journal: str

    def stream(self) -> str:
        return self.journal


def needs_to_take_back(entry: JournalEntry) -> Permission:
    """Returns what somebody has to be allowed who undoes this entry and does not direct.

    Of an undo it is `UNDO`: what it took back says the rest. Raises Refused for an unknown one.
    """
    return _command(entry).needs()


@register
@dataclass(frozen=True, kw_only=True)
class UndoEntry(StreamCommand):
    """Takes one entry of the journal back; refused, naming the later entry, when rows moved on.

    Who directs may take back everything; others what they might do themselves.
    """

    code = standing.UNDO
    permission = Permission.UNDO
    seq: int

    def authorise(self, actor: Actor) -> None:
        super().authorise(actor)
        entry = _undone_entry(self.journal, self.seq)
        if entry is None or actor.trusted:
            return
        command = _command(entry)
        for handed_on in sorted(command.hands_on()):
            must_be_allowed(actor, handed_on, command.scope())
        needed = command.needs()
        if needed is Permission.OWN or not may(actor, Permission.DIRECT, self.journal):
            must_be_allowed(actor, needed, command.scope())
        # Undoing a restore does again what it took back: the owner's part of that, too.
        touched = [seq for seq, _ in command.effects(entry.answer)]
        _must_own_what_is_owners(actor, self.journal, touched)

    def apply(self, work: Work) -> Row:
        entry = _entry(self.journal, self.seq)
        take_back(work, entry)
        # An undo of an undo of ... is told as what it comes to: something undone, or done again.
        redone = False
        while isinstance(command := _command(entry), UndoEntry):
            entry, redone = _entry(self.journal, command.seq), not redone
        return {"undone": [self.seq], "redone": redone, "no": entry.seq, "sentence": says(entry)}

    def sentence(self, answer: Row) -> str:
        if answer["redone"]:
            said = phrase("Redid log {seq}: {sentence}")
        else:
            said = phrase("Undid log {seq}: {sentence}")
        return said.format(seq=answer["no"], sentence=answer["sentence"])

    def effects(self, answer: Row) -> list[tuple[int, bool]]:
        return [(self.seq, False)]


@register
@dataclass(frozen=True, kw_only=True)
class RestoreTo(StreamCommand):
    """Takes back everything that stands after an entry or after a moment, in one transaction.

    Who has which role stays as it is now. What only the owner may do, only the owner restores.
    """

    code = standing.RESTORE
    permission = Permission.DIRECT
    seq: int | None = None
    moment: Annotated[datetime, msgspec.Meta(tz=True)] | None = None

    def authorise(self, actor: Actor) -> None:
        super().authorise(actor)
        owns = actor.limits is None and may(actor, Permission.OWN, self.journal)
        if actor.trusted or owns:
            return
        if self.seq is None and self.moment is None:
            return  # Whoever gives it, that is refused.
        touched = [seq for seq, _ in self._effects(self._last_kept())]
        _must_own_what_is_owners(actor, self.journal, touched)

    def _effects(self, kept: int) -> list[standing.Effect]:
        """Returns what a restore changes: everything since, but those who have roles."""
        stay = [code for code, command in registry().items() if command.stays_when_restored]
        entries = JournalEntry.objects.filter(stream__key=self.journal, command__in=stay)
        left = set(entries.values_list("seq", flat=True))
        return [one for one in standing.ways_back(self.journal, kept) if one[0] not in left]

    def apply(self, work: Work) -> Row:
        if (self.seq is None) == (self.moment is None):
            raise Refused(phrase("Give an entry or a time."), code="restore.what", field="moment")
        kept: int = work.facts.decide("seq", self._last_kept)
        effects = self._effects(kept)
        if not effects:
            raise Refused(phrase("Nothing was done after that time."), code="restore.nothing")
        for seq, stands in effects:
            entry = _entry(self.journal, seq)
            if not stands and _command(entry).founds:
                raise Refused(
                    phrase(
                        "That would undo everything, including log {seq}. To undo only log {seq}, "
                        "use its own Undo.",
                        seq=seq,
                    ),
                    code="restore.founding",
                )
            _put(work, entry, stands=stands)
        undone = sum(not stands for _, stands in effects)
        return {"effects": effects, "seq": kept, "undone": undone, "redone": len(effects) - undone}

    def _last_kept(self) -> int:
        if self.seq is not None:
            return self.seq
        entries = JournalEntry.objects.filter(stream__key=self.journal, at__lte=self._in_utc())
        return entries.order_by("-seq").values_list("seq", flat=True).first() or 0

    def _in_utc(self) -> datetime | None:
        """Returns the moment as the database is asked for it; Refused where that is in no year."""
        try:
            return self.moment and self.moment.astimezone(UTC)
        except OverflowError as wrong:
            raise Refused(
                phrase("This is not a time that a clock has."),
                code="restore.moment",
                field="moment",
            ) from wrong

    def sentence(self, answer: Row) -> str:
        if answer["redone"]:
            return phrase_count(
                "Restored the state after log {seq}: {count} entry undone, {redone} redone",
                "Restored the state after log {seq}: {count} entries undone, {redone} redone",
                count=answer["undone"],
                seq=answer["seq"],
                redone=answer["redone"],
            )
        return phrase_count(
            "Restored the state after log {seq}: {count} entry undone",
            "Restored the state after log {seq}: {count} entries undone",
            count=answer["undone"],
            seq=answer["seq"],
        )

    def effects(self, answer: Row) -> list[tuple[int, bool]]:
        return [(seq, stands) for seq, stands in answer["effects"]]


def take_back(work: Work, entry: JournalEntry) -> None:
    """Undoes one entry and marks it so; refused, naming what came later, when that cannot be.

    Taking an undo or a restore back puts what it touched as it was, each step checked as if it
    were asked for now.
    """
    if entry.undone_by is not None:
        raise Refused(phrase("Log {seq} is already undone.", seq=entry.seq), code="undo.already")
    command = _command(entry)
    command.check_undo(entry)
    effects = command.effects(entry.answer)
    try:
        for seq, stands in reversed(effects):
            _put(work, _entry(entry.stream.key, seq), stands=not stands)
        if not effects and command.records_rows:
            work.ledger.revert(entry.changes)
            command.follow_undo(work, entry)
        elif not effects:
            command.take_back(work, entry)
    except Refused as refused:
        raise _named(refused, entry) from refused
    _mark(entry, entry.stream.seq + 1)


def _do_again(work: Work, entry: JournalEntry) -> None:
    if entry.undone_by is None:
        raise Refused(phrase("Log {seq} is not undone.", seq=entry.seq), code="redo.already")
    command = _command(entry)
    command.check_redo(entry)
    effects = command.effects(entry.answer)
    for seq, stands in effects:
        _put(work, _entry(entry.stream.key, seq), stands=stands)
    if not effects and command.records_rows:
        # What undid it knows how the rows were then, which the entry itself does not.
        undoing = JournalEntry.objects.filter(stream=entry.stream, seq=entry.undone_by).first()
        work.ledger.remember(undoing.changes if undoing else work.ledger.changes)
        work.ledger.reapply(entry.changes)
        command.follow_undo(work, entry)
    elif not effects:
        command.redo(work, entry)
    _mark(entry, None)


def _must_own_what_is_owners(actor: Actor, journal: str, touched: Collection[int]) -> None:
    """Raises NotAllowed where one of these entries is what only the owner does, for others."""
    if not touched:
        return
    entries = JournalEntry.objects.filter(stream__key=journal, seq__in=touched)
    for code in set(entries.values_list("command", flat=True)) & registry().keys():
        if registry()[code].permission is Permission.OWN:
            for permission in sorted(ALLOWED[Role.OWNER]):
                must_be_allowed(actor, permission, journal)


def _undone_entry(stream: str, seq: int) -> JournalEntry | None:
    """Returns the entry behind another: of an undo, that which it took back or did again.

    None where there is no such entry, or it is not known here; then nothing can be undone.
    """
    entries = JournalEntry.objects.filter(stream__key=stream)
    entries = entries.only("command", "payload", "schema", "answer")
    entry = entries.filter(seq=seq).first()
    while entry is not None and entry.command == standing.UNDO:
        entry = entries.filter(seq=entry.payload["seq"]).first()
    return entry if entry is not None and entry.command in registry() else None


def _put(work: Work, entry: JournalEntry, *, stands: bool) -> None:
    if stands:
        _do_again(work, entry)
    else:
        take_back(work, entry)


def _command(entry: JournalEntry) -> Command:
    return decode(entry.command, entry.payload, entry.schema)


def says(entry: JournalEntry) -> str:
    """Returns the sentence that says what an entry did."""
    return _command(entry).sentence(entry.answer)


def _mark(entry: JournalEntry, undone_by: int | None) -> None:
    # The number of the undoing entry is one past the stream's last: it is being written now.
    entry.undone_by = undone_by
    entry.save(update_fields=("undone_by",))


def _entry(stream: str, seq: int) -> JournalEntry:
    entry = (
        JournalEntry.objects.select_related("stream").filter(stream__key=stream, seq=seq).first()
    )
    if entry is None:
        raise Refused(
            phrase("There is no entry {seq} in this log.", seq=seq), code="journal.no_entry"
        )
    if entry.command not in registry():
        raise Refused(
            phrase("Log {seq} was written by another version and is not known here.", seq=seq),
            code="command.unknown",
        )
    return entry


def _named(refused: Refused, entry: JournalEntry) -> Refused:
    """Names the later entry that stands in the way, found by the row that moved on."""
    if refused.code != "undo.moved_on":
        return refused
    for other in standing.later_than(entry).order_by("-seq"):
        rows = {repr(change["row"]) for change in other.changes}
        if refused.field in rows or _links_to(other.changes, refused.field):
            return Refused(
                phrase(
                    "Log {seq} cannot be undone: log {other_seq} came later and builds on it"
                    " ({says}). Undo that first.",
                    seq=entry.seq,
                    other_seq=other.seq,
                    says=says(other),
                ),
                code="undo.moved_on",
                field=str(other.seq),
            )
    return Refused(
        phrase("Log {seq} cannot be undone, because a later entry builds on it.", seq=entry.seq),
        code="undo.moved_on",
    )


def _links_to(changes: list[Row], name: str | None) -> bool:
    return any(
        name == repr([kind, value])
        for change in changes
        for values in (change["before"] or {}, change["after"] or {})
        for kind, value in values.items()
    )
