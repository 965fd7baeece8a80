"""Slots of a broadcast that somebody fills, moves and empties while an event goes on."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scenarios.director import Director
from tournaments.overlays.commands import EmptySlot, PointSlot
from tournaments.overlays.queries.named import slots_of
from tournaments.overlays.wording import NUMBERED, SlotKind

NAMES = st.sampled_from(["table-1", "table-2"])


class WithSlots(Director):
    """The rules of slots: each names what its kind has, and keeps to it whatever is undone."""

    @rule(slot=NAMES, kind=st.sampled_from(SlotKind), number=st.integers(0, 4))
    def fill_a_slot(self, slot: str, kind: SlotKind, number: int) -> None:
        where = {"event": self.named["event"], "division": self.named["division"]}
        self.try_to(PointSlot(**where, slot=slot, kind=kind, number=number))
        for one in slots_of(self.division().tournament):
            assert one.number == 0 or one.kind in NUMBERED

    @rule(slot=NAMES)
    def empty_a_slot(self, slot: str) -> None:
        self.try_to(EmptySlot(event=self.named["event"], slot=slot))
