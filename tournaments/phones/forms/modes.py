"""The form by which the desk says how players report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.claiming import Mode
from tournaments.kernel.desk.context import EventForm
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.wording.standing import MODES


class SetPhonesForm(EventForm):
    """Says how the players of a division report."""

    command_class = SetPhones
    submit = phrase("Save")
    mode = forms.TypedChoiceField(
        coerce=Mode,
        choices=[(str(mode), words) for mode, words in MODES.items()],
        widget=forms.RadioSelect,
        label=phrase("How players report results"),
    )

    def prefilled(self) -> Mapping[str, Any]:
        now = self.where.the_division.phone_mode
        # Whoever opens phones mostly wants the usual way.
        return {"mode": Mode.SOFT if now == Mode.OFF else now}
