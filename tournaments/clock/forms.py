"""The forms that give the commands on the clocks of an event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone

from core.phrases import phrase
from tournaments.clock.commands.base import MOST_MINUTES
from tournaments.clock.commands.notices import MOST_LETTERS, Announce, CallBreak, EndBreak
from tournaments.clock.commands.timing import (
    AddTime,
    AnnounceStart,
    ContinueClock,
    PauseClock,
    StartClock,
    StopClock,
)
from tournaments.kernel.desk.context import EventForm
from tournaments.timing.records import BreakKind

HALF_A_DAY = timedelta(hours=12)
BREAKS = (
    (BreakKind.LUNCH.value, phrase("Lunch")),
    (BreakKind.BREAK.value, phrase("Break")),
)


def _minutes(label: str, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        required=False, min_value=1, max_value=MOST_MINUTES, label=label, help_text=help_text
    )


def _time(label: str) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(required=False, label=label, widget=widget)


def nearest(now: datetime, at: time, *, past: bool) -> datetime:
    """Returns the moment of a time of day: the nearest to `now` where `past` is, else the next."""
    local = timezone.localtime(now)
    zone = timezone.get_current_timezone()
    days = [local.date() + timedelta(days=days) for days in (-1, 0, 1)]
    moments = [datetime.combine(day, at, tzinfo=zone) for day in days]
    if past:
        return min(moments, key=lambda moment: abs(moment - now))
    return next(moment for moment in moments if moment > now)


class ClockForm(EventForm):
    """Base of the forms about clocks: of the divisions that are ticked, or of all."""

    time_name: ClassVar[str] = ""
    """The field with a time of day; the command's instant is called the same."""
    may_be_past: ClassVar[bool] = False
    divisions = forms.MultipleChoiceField(
        required=False,
        label=phrase("Divisions (none: all)"),
        widget=forms.CheckboxSelectMultiple,
    )

    def prepare(self) -> None:
        names = list(self.where.the_event.divisions.values_list("name", flat=True))
        if len(names) < 2 and not self.is_bound:
            del self.fields["divisions"]
        else:
            self.offer("divisions", [(name, name) for name in names])
            self.order_fields([*(one for one in self.fields if one != "divisions"), "divisions"])

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        given["divisions"] = tuple(given.get("divisions", ()))
        at = given.get(self.time_name)
        if at is not None:
            moment = nearest(timezone.now(), at, past=self.may_be_past)
            given[self.time_name] = moment.astimezone(UTC)
        return given


class _StartForm(ClockForm):
    """What the forms about a start have in common."""

    round = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=200,
        label=phrase("Round"),
        help_text=phrase("Leave it empty for the one that comes next."),
    )
    length = _minutes(
        phrase("Minutes for the round"),
        phrase("Leave it empty for the time of both players by the rules."),
    )


class StartClockForm(_StartForm):
    """Starts the clock of the round now."""

    command_class = StartClock


class AnnounceStartForm(_StartForm):
    """Announces when the round starts."""

    command_class = AnnounceStart
    time_name, may_be_past = "at", True
    minutes = _minutes(phrase("In how many minutes"))
    at = _time(phrase("Or at what time"))
    field_order = ("minutes", "at", "round", "length")


class AddTimeForm(ClockForm):
    """Gives a round more time."""

    command_class = AddTime
    minutes = forms.IntegerField(
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        label=phrase("Minutes more"),
        help_text=phrase("A negative number takes time away."),
    )
    board = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=99_999,
        label=phrase("Only for board"),
        help_text=phrase("Tick its division. Leave it empty for all boards."),
    )

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        given["seconds"] = 60 * given.pop("minutes")
        if given["board"] is not None and not given["divisions"]:
            names = self.where.the_event.divisions.values_list("name", flat=True)
            given["divisions"] = tuple(names) if len(names) == 1 else ()
        return given


class PauseClockForm(ClockForm):
    """Has the clock rest."""

    command_class = PauseClock


class ContinueClockForm(ClockForm):
    """Has the clock go on."""

    command_class = ContinueClock


class StopClockForm(ClockForm):
    """Stops the clock."""

    command_class = StopClock


class CallBreakForm(ClockForm):
    """Calls lunch or another break."""

    command_class = CallBreak
    time_name = "until"
    kind = forms.TypedChoiceField(
        coerce=BreakKind, choices=BREAKS, label=phrase("What"), widget=forms.RadioSelect
    )
    minutes = _minutes(phrase("For how many minutes"))
    until = _time(phrase("Or until what time"))

    def prefilled(self) -> Mapping[str, Any]:
        return {"kind": BreakKind.LUNCH.value}


class EndBreakForm(ClockForm):
    """Ends a break."""

    command_class = EndBreak


class AnnounceForm(ClockForm):
    """Announces a text."""

    command_class = Announce
    time_name = "until"
    text = forms.CharField(
        required=False,
        max_length=MOST_LETTERS,
        label=phrase("Announcement"),
        help_text=phrase("Everybody reads it beside the clock; empty ends the last one."),
    )
    minutes = _minutes(phrase("For how many minutes"))
    until = _time(phrase("Or until what time"))
