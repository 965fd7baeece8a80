"""The forms that put something into a slot of a broadcast, and empty it."""

from __future__ import annotations

from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.kernel.desk.context import EventForm
from tournaments.overlays.commands import LAST_BOARD, MOST_LETTERS, EmptySlot, PointSlot
from tournaments.overlays.wording import KINDS, SlotKind


class PointSlotForm(EventForm):
    """Puts something into a slot, which is made where there is none of the name."""

    command_class = PointSlot
    slot = forms.CharField(
        max_length=MOST_LETTERS,
        label=phrase("Slot"),
        help_text=phrase("A name for good, such as table-1: it is part of the address."),
    )
    kind = forms.TypedChoiceField(
        coerce=SlotKind,
        choices=[(kind.value, words) for kind, words in KINDS.items()],
        label=phrase("What it shows"),
        widget=forms.RadioSelect,
    )
    division = forms.ChoiceField(label=phrase("Division"))
    number = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_BOARD,
        label=phrase("Number of the board or the player"),
    )

    def prepare(self) -> None:
        names = list(self.where.the_event.divisions.values_list("name", flat=True))
        self.offer("division", [(name, name) for name in names])

    def payload(self) -> dict[str, Any]:
        return {**self.cleaned_data, "number": self.cleaned_data["number"] or 0}


class EmptySlotForm(EventForm):
    """Empties a slot."""

    command_class = EmptySlot
    slot = forms.ChoiceField(label=phrase("Slot"))

    def prepare(self) -> None:
        names = self.where.the_event.stream_slots.values_list("name", flat=True)
        self.offer("slot", [(name, name) for name in names])
