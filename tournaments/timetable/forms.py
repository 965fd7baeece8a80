"""The forms of the timetable: the lines as they are typed, what they are proposed from, a delay."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from core.phrases import phrase
from tournaments.kernel.desk.context import CHANGED_MEANWHILE, EventForm
from tournaments.models import Tournament
from tournaments.timetable.commands import DelayTimetable, SetTimetable, rounds_of
from tournaments.timetable.queries import first_to_come
from tournaments.timetabling.building import QuickPlan, built
from tournaments.timetabling.checking import NO_YEAR, checked_lines, checked_zone, is_year
from tournaments.timetabling.moving import MOST_MINUTES, with_late_of
from tournaments.timetabling.records import TimetableError, TimetableLine, from_values
from tournaments.timetabling.typed import (
    MOST_CHARACTERS,
    day_typed,
    line_typed,
    read_time,
    read_typed,
    typed_text,
)

USUAL_ROUNDS, USUAL_LATE = 7, 15


class SetTimetableForm(EventForm):
    """Sets the timetable as it is typed, a line for each line."""

    command_class = SetTimetable
    fold_title = phrase("Time zone")
    below = ("tournaments/timetable/_shown.html",)
    folded = ("zone",)
    lines = forms.CharField(
        required=False,
        max_length=MOST_CHARACTERS,
        label=phrase("Timetable"),
        help_text=phrase(
            "A line for each: “9:30 Round 1”, “12:50-13:40 Lunch @ Foyer”, “9:30 A, B: Rounds "
            "1-4”, “18:00 Simultaneous display”. A line with a day, such as 2026-11-28 or “Day 2”, "
            "is the heading of those below it. Without lines nothing is shown."
        ),
        widget=forms.Textarea(attrs={"rows": 16, "class": "lines", "spellcheck": "false"}),
    )
    zone = forms.CharField(
        required=False,
        max_length=60,
        label=phrase("Time zone"),
        help_text=phrase("Where the event is played, such as Europe/Paris."),
    )

    def prepare(self) -> None:
        self.unmarked = ("lines", "zone")

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if self._typed.get("shown", self.shown) != self.shown:
            self.add_error(None, self._changed())
        return given

    @cached_property
    def shown(self) -> str:
        """A mark of the timetable as it is now, by which a form shown before is known."""
        text = json.dumps(self.where.the_event.timetable, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _changed(self) -> str:
        """Returns that somebody else set or moved it: which lines this form would take away."""
        typed = {" ".join(one.split()) for one in str(self._typed.get("lines", "")).splitlines()}
        table = from_values(self.where.the_event.timetable)
        new = [line for line in map(line_typed, table.lines) if line not in typed]
        if not new:
            return CHANGED_MEANWHILE
        return phrase(
            "The timetable was changed in the meantime: it has “{line}” now. Replace it with "
            "yours?",
            line=new[0],
        )

    def prefilled(self) -> Mapping[str, Any]:
        table = from_values(self.where.the_event.timetable)
        return {"lines": typed_text(table.lines), "zone": table.zone or settings.TIME_ZONE}

    def clean_zone(self) -> str:
        """Returns the name of a time zone."""
        try:
            return checked_zone(self.cleaned_data["zone"] or settings.TIME_ZONE)
        except TimetableError as wrong:
            raise ValidationError(wrong.message) from wrong

    def clean_lines(self) -> tuple[TimetableLine, ...]:
        """Returns the lines; what is wrong is called by its line in the text."""
        event = self.where.the_event
        rounds = rounds_of(event)
        try:
            lines, numbers = read_typed(self.cleaned_data["lines"], rounds, event.starts_on)
            checked = checked_lines(lines, rounds, numbers)
        except TimetableError as wrong:
            raise ValidationError(wrong.message) from wrong
        return with_late_of(checked, from_values(event.timetable))

    def is_unfolded(self) -> bool:
        """Returns whether the zone is another one than usual, or wrong."""
        zone = self["zone"]
        return bool(zone.errors) or zone.value() != settings.TIME_ZONE


class DelayTimetableForm(EventForm):
    """Has all from a line of the timetable on begin later."""

    command_class = DelayTimetable
    submit = phrase("Move what is to come")
    minutes = forms.IntegerField(
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        label=phrase("Minutes late"),
        help_text=phrase("With a minus, so much earlier."),
    )
    since = forms.ChoiceField(
        label=phrase("From which line on, on that day"),
        # Lines stand here as they are typed, which is one notation for all languages.
        widget=forms.Select(attrs={"translate": "no"}),
    )

    def prepare(self) -> None:
        lines = from_values(self.where.the_event.timetable).lines
        days = sorted({line.day for line in lines})
        self.offer(
            "since",
            [
                (day_typed(day), [_choice(line) for line in lines if line.day == day])
                for day in days
            ],
        )

    def prefilled(self) -> Mapping[str, Any]:
        line = first_to_come(self.where.the_event, timezone.now())
        return {"minutes": USUAL_LATE, "since": _value(line) if line is not None else None}

    def payload(self) -> dict[str, Any]:
        day, _, at = self.cleaned_data["since"].partition(" ")
        minutes = self.cleaned_data["minutes"]
        return {"day": date.fromisoformat(day), "since": at, "minutes": minutes}

    def obstacle(self) -> str:
        if not self.where.the_event.timetable:
            return phrase("The event has no timetable yet.")
        return super().obstacle()


class TypedTimeField(forms.CharField):
    """A time of day as it is typed: "9:30", "9.30", "1:40 pm"."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=20, **more)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        read = read_time(typed) if typed else ""
        if read is None:
            raise ValidationError(phrase("Give a time from 00:00 to 23:59, such as 09:30."))
        return read


class QuickForm(forms.Form):
    """What a timetable is proposed from; it is asked for by its address and changes nothing."""

    first_day = forms.DateField(
        label=phrase("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts = TypedTimeField(label=phrase("First round at"))
    minutes = forms.IntegerField(
        min_value=1, max_value=600, label=phrase("Minutes from round to round")
    )
    rounds = forms.IntegerField(min_value=1, max_value=200, label=phrase("Rounds"))
    a_day = forms.IntegerField(min_value=1, max_value=60, label=phrase("Rounds a day"))
    lunch_after = forms.IntegerField(
        required=False, min_value=0, max_value=60, label=phrase("Lunch after round of the day")
    )
    lunch_minutes = forms.IntegerField(
        required=False, min_value=1, max_value=600, label=phrase("Minutes of lunch")
    )
    check_in = TypedTimeField(required=False, label=phrase("Check-in at"))
    prizes = forms.BooleanField(required=False, label=phrase("Prize giving after the last round"))

    def __init__(self, data: Mapping[str, Any] | None, *, event: Tournament) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False, prefix="quick")
        rounds = max(rounds_of(event).values(), default=USUAL_ROUNDS)
        first = event.starts_on or timezone.localdate()
        self.initial = {
            "first_day": first,
            "starts": "9:30",
            "minutes": 50,
            "rounds": rounds,
            "a_day": min(rounds, 8),
            "lunch_after": 4,
            "lunch_minutes": 60,
            "prizes": True,
        }

    def clean_first_day(self) -> date:
        """Returns the first day; all of the days after it are in a calendar as well."""
        day: date = self.cleaned_data["first_day"]
        if not is_year(day.year):
            raise ValidationError(NO_YEAR)
        return day

    def proposed(self) -> Sequence[TimetableLine]:
        """Returns the lines that follow from what was typed; none, with an error, from nothing."""
        given = self.cleaned_data
        plan = QuickPlan(
            **{
                **given,
                "lunch_after": given["lunch_after"] or 0,
                "lunch_minutes": given["lunch_minutes"] or 60,
            }
        )
        try:
            return built(plan)
        except TimetableError as wrong:
            self.add_error(wrong.field, wrong.message)
            return ()


def _value(line: TimetableLine) -> str:
    return f"{line.day.isoformat()} {line.at}"


def _choice(line: TimetableLine) -> tuple[str, str]:
    return _value(line), line_typed(line)
