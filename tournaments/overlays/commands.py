"""Say what is in a slot of a broadcast, and empty it; its address stays the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.commands.base import (
    EventCommand,
    find_division,
    find_entry,
    find_tournament,
    must_be_open,
)
from tournaments.models import StreamSlot, Tournament
from tournaments.overlays.wording import NUMBERED, SlotKind, slot_words

MOST_SLOTS, MOST_LETTERS, LAST_BOARD = 50, 30, 99_999
SLOT_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, kw_only=True)
class SlotCommand(EventCommand):
    """Base of the commands on a slot, which no page of a division shows."""

    permission = Permission.STREAM
    slot: str

    def divisions_touched(self) -> tuple[str, ...]:
        return ()

    def find_event(self) -> Tournament:
        """Returns the event; Refused where there is none or it is closed."""
        event = find_tournament(self.event)
        must_be_open(event)
        return event


@register
@dataclass(frozen=True, kw_only=True)
class PointSlot(SlotCommand):
    """Puts a board, a player, the standings or the news of a division into a slot.

    `number` is that of the board or the player, 0 for the kinds of a whole division. The slot is
    made where there is none of the name; a board may be one that is still to be paired.
    """

    code = "overlay.pointed"
    kind: SlotKind
    division: str
    number: int = 0

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        division = find_division(self.event, self.division)
        board, entry_key = 0, 0
        if self.kind in NUMBERED and not 1 <= self.number <= LAST_BOARD:
            raise Refused(
                phrase("Give the number of the board or of the player."),
                code="slot.number",
                field="number",
            )
        if self.kind == SlotKind.SCOREBUG:
            board = self.number
        elif self.kind == SlotKind.PLAYER:
            entry_key = find_entry(division, self.number, "number").key
        values = {
            "kind": str(self.kind),
            "division": division,
            "board": board,
            "entry_key": entry_key,
        }
        row = event.stream_slots.filter(name=self.slot).first()
        if row is None:
            work.ledger.create(self._new(event, values))
        else:
            change_checked(row, values)
            if not work.ledger.update(row, **values):
                raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"slot": self.slot}

    def _new(self, event: Tournament, values: Row) -> StreamSlot:
        if not SLOT_NAME.fullmatch(self.slot) or len(self.slot) > MOST_LETTERS:
            raise Refused(
                phrase(
                    "The name of a slot can have only lower-case letters, digits and single "
                    "hyphens, {most} at most.",
                    most=MOST_LETTERS,
                ),
                code="slot.malformed",
                field="slot",
            )
        if event.stream_slots.count() >= MOST_SLOTS:
            raise Refused(
                phrase("An event has at most {most} slots.", most=MOST_SLOTS),
                code="slot.too_many",
                field="slot",
            )
        return checked(StreamSlot(tournament=event, name=self.slot, **values))

    def sentence(self, answer: Row) -> str:
        said = slot_words(self.kind, self.division, self.number)
        return phrase("Slot {slot}: {said}", slot=self.slot, said=said)


@register
@dataclass(frozen=True, kw_only=True)
class EmptySlot(SlotCommand):
    """Empties a slot: its address shows nothing until something is put into it."""

    code = "overlay.emptied"

    def apply(self, work: Work) -> Row:
        event = self.find_event()
        row = event.stream_slots.filter(name=self.slot).first()
        if row is None:
            raise Refused(
                phrase("There is no slot {slot}.", slot=self.slot), code="slot.none", field="slot"
            )
        if not work.ledger.update(row, kind="", division=None, board=0, entry_key=0):
            raise Refused(
                phrase("Slot {slot} is empty already.", slot=self.slot),
                code="nothing_changed",
                field="slot",
            )
        return {"slot": self.slot}

    def sentence(self, answer: Row) -> str:
        return phrase("Slot {slot} emptied", slot=self.slot)
