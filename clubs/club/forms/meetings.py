"""The form on which a club says when it meets: a line for each time, and an empty one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.club.commands.describing import SetMeetings
from clubs.club.meetings.meetings import (
    MOST_MEETINGS,
    NOTE_LIMIT,
    MeetingError,
    MeetingTime,
    check_meetings,
)
from clubs.club.queries.meetings import meetings_of
from clubs.club.wording import WEEKDAYS, WEEKS, WRONG
from clubs.kernel.desk.context import ClubForm
from core.phrases import phrase

_EMPTY_LINES = 1
_PARTS = ("weekday", "weeks", "begins", "ends", "note")


class MeetingsForm(ClubForm):
    """Says when the club meets; a line whose weekday is emptied is left out."""

    command_class = SetMeetings
    folds = "clubs/club/_meetings.html"

    def prepare(self) -> None:
        self._held = meetings_of(self.where.the_club.home)
        self._count = min(len(self._held) + _EMPTY_LINES, MOST_MEETINGS)
        for number in range(self._count):
            for name, field in _fields().items():
                self.fields[f"{name}_{number}"] = field
        self.folded = self.unmarked = tuple(self.fields)

    def prefilled(self) -> Mapping[str, Any]:
        values: dict[str, Any] = {}
        for number, meeting in enumerate(self._held):
            values |= {
                f"weekday_{number}": meeting.weekday,
                f"weeks_{number}": meeting.weeks,
                f"begins_{number}": f"{meeting.begins:%H:%M}",
                f"ends_{number}": f"{meeting.ends:%H:%M}",
                f"note_{number}": meeting.note,
            }
        return values

    def lines(self) -> list[list[forms.BoundField]]:
        """Returns the fields of each line."""
        return [[self[f"{part}_{n}"] for part in _PARTS] for n in range(self._count)]

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        meetings: list[MeetingTime] = []
        for number in range(self._count):
            line = {part: given.get(f"{part}_{number}") for part in _PARTS}
            if line["weekday"] in ("", None):
                continue
            missing = [part for part in ("begins", "ends") if line[part] is None]
            for part in missing:
                if f"{part}_{number}" not in self.errors:
                    self.add_error(f"{part}_{number}", phrase("Give a time such as 19:00."))
            if missing:
                continue
            meeting = _meeting(line)
            try:
                check_meetings([*meetings, meeting])
            except MeetingError as wrong:
                part = wrong.field if wrong.field in _PARTS else "weekday"
                self.add_error(f"{part}_{number}", WRONG[wrong.code])
            meetings.append(meeting)
        return {"meetings": tuple(meetings)}

    def payload(self) -> dict[str, Any]:
        return {"meetings": self.cleaned_data["meetings"]}


def _meeting(line: Mapping[str, Any]) -> MeetingTime:
    return MeetingTime(
        weekday=int(line["weekday"]),
        begins=line["begins"],
        ends=line["ends"],
        weeks=tuple(int(week) for week in line["weeks"] or ()),
        note=line["note"] or "",
    )


def _fields() -> dict[str, forms.Field]:
    """Returns the fields of one line."""
    at = {"type": "time"}
    weekdays = [("", phrase("none")), *((str(n), word) for n, word in enumerate(WEEKDAYS))]
    return {
        "weekday": forms.ChoiceField(required=False, label=phrase("Weekday"), choices=weekdays),
        "weeks": forms.MultipleChoiceField(
            required=False,
            label=phrase("In the month (none: every week)"),
            choices=[(str(week), word) for week, word in WEEKS.items()],
            widget=forms.CheckboxSelectMultiple,
        ),
        "begins": forms.TimeField(
            required=False, label=phrase("From"), widget=forms.TimeInput(attrs=at, format="%H:%M")
        ),
        "ends": forms.TimeField(
            required=False, label=phrase("To"), widget=forms.TimeInput(attrs=at, format="%H:%M")
        ),
        "note": forms.CharField(
            required=False,
            max_length=NOTE_LIMIT,
            label=phrase("Note"),
            help_text=phrase("for example Beginners' evening"),
        ),
    }
