"""The notes about a player besides the moves: time used, overtime, challenges."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from core.phrases import phrase

_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})", re.ASCII)
_MINUTES = re.compile(r"\d{1,3}", re.ASCII)
LONGEST_S = 24 * 60 * 60
MOST_CHALLENGES = 99


class Noted(NamedTuple):
    """The notes about a player; times in seconds, None where nobody made any."""

    time_used_s: int | None = None
    overtime_s: int | None = None
    challenges_won: int | None = None
    challenges_lost: int | None = None


class ClockField(forms.CharField):
    """A time as clocks show it, `24:10` or `1:02:30`, or whole minutes; cleaned to seconds."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=9, required=False, **more)
        self.widget.attrs |= {"inputmode": "numeric", "placeholder": "min:sec"}

    def clean(self, value: Any) -> int | None:
        """Returns the seconds, None where nothing was typed."""
        typed = str(super().clean(value))
        if not typed:
            return None
        seconds = _seconds(typed)
        if seconds is None or seconds > LONGEST_S:
            raise forms.ValidationError(phrase("Give minutes and seconds, for example 24:10."))
        return seconds


class NotedForm(forms.Form):
    """The times and challenges of one player."""

    unmarked = ("time_used_s", "overtime_s", "challenges_won", "challenges_lost")
    time_used_s = ClockField(label=phrase("Time used"))
    overtime_s = ClockField(label=phrase("Overtime"))
    challenges_won = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_CHALLENGES, label=phrase("Challenges won")
    )
    challenges_lost = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_CHALLENGES, label=phrase("Challenges lost")
    )

    def __init__(self, data: QueryDict | None, seat: int, name: str) -> None:
        super().__init__(
            data, prefix=prefix_of(seat), label_suffix="", use_required_attribute=False
        )
        self.name = name
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def noted(self) -> Noted:
        """Returns what a valid form says."""
        return Noted(**self.cleaned_data)


def overtime_in(data: Mapping[str, Any], seat: int) -> int | None:
    """Returns the overtime that was typed for a player, None where it is not a time yet."""
    try:
        return ClockField().clean(data.get(f"{prefix_of(seat)}-overtime_s", ""))
    except forms.ValidationError:
        return None


def prefix_of(seat: int) -> str:
    """Returns the prefix of the names of a player's fields."""
    return f"game-player{seat}"


def _seconds(typed: str) -> int | None:
    if _MINUTES.fullmatch(typed):
        return int(typed) * 60
    found = _CLOCK.fullmatch(typed)
    if found is None or int(found[3]) >= 60:
        return None
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])
