"""Meetings of a club in words."""

from __future__ import annotations

from datetime import date, time

from django.utils.formats import date_format, time_format

from clubs.club.meetings.meetings import LAST, MeetingDay, MeetingTime
from clubs.models import ClubHome
from core.phrases import joined_by_and, phrase, phrase_count
from core.wording import whole_day
from tournaments.kernel.wording.rule_presets import preset_name

WEEKDAYS = (
    phrase("Monday"),
    phrase("Tuesday"),
    phrase("Wednesday"),
    phrase("Thursday"),
    phrase("Friday"),
    phrase("Saturday"),
    phrase("Sunday"),
)
_EVERY = (
    phrase("every Monday"),
    phrase("every Tuesday"),
    phrase("every Wednesday"),
    phrase("every Thursday"),
    phrase("every Friday"),
    phrase("every Saturday"),
    phrase("every Sunday"),
)
WEEKS = {
    1: phrase("first"),
    2: phrase("second"),
    3: phrase("third"),
    4: phrase("fourth"),
    LAST: phrase("last"),
}
WRONG = {
    "meetings.too_many": phrase("A club can have at most 14 meeting times."),
    "weekday.unknown": phrase("A weekday is a number from 0, Monday, to 6, Sunday."),
    "weeks.unknown": phrase("Weeks of a month are 1 to 4, and -1 for the last, each once."),
    "meeting.ends_before_it_begins": phrase("A meeting ends after it begins, on the same day."),
    "note.too_long": phrase("A note has at most 120 characters."),
    "meeting.twice": phrase("Two meetings begin at the same time on the same days."),
}
"""What is said of a meeting that cannot be, by the code of the error."""


def meeting_words(meeting: MeetingTime) -> str:
    """Returns when a meeting is: "every Tuesday, 19:00 to 22:00"."""
    return phrase("{days}, {hours}", days=_days(meeting), hours=hours(meeting))


def hours(meeting: MeetingTime) -> str:
    """Returns from when to when a meeting is: "19:00 to 22:00"."""
    return phrase("{begins} to {ends}", begins=_hour(meeting.begins), ends=_hour(meeting.ends))


def meeting_day_words(found: MeetingDay) -> str:
    """Returns a day of a meeting: "Tuesday, 24 November 2026, 19:00 to 22:00"."""
    return phrase("{day}, {hours}", day=weekday_and_day(found.day), hours=hours(found.meeting))


def weekday_and_day(day: date) -> str:
    """Returns a day with its weekday: "Tuesday, 24 November 2026"."""
    return phrase("{weekday}, {day}", weekday=date_format(day, "l"), day=whole_day(day))


def rule_lines(home: ClubHome) -> list[tuple[str, str]]:
    """Returns by what is played at a club, as pairs of a term and its words."""
    lines = [
        (phrase("Rules"), preset_name(home.ruleset)),
        (phrase("Time"), phrase("{minutes} minutes each", minutes=home.minutes)),
    ]
    if home.lexica:
        lines.insert(0, (phrase("Word lists"), ", ".join(home.lexica)))
    if home.newcomer_wins:
        helps = phrase_count(
            "word lists at the board and free challenges, until the first win",
            "word lists at the board and free challenges, until {count} wins",
            count=home.newcomer_wins,
        )
        lines.append((phrase("Helps"), helps))
    return lines


def _days(meeting: MeetingTime) -> str:
    if not meeting.weeks:
        return _EVERY[meeting.weekday]
    weeks = [WEEKS[week] for week in WEEKS if week in meeting.weeks]
    weekday = WEEKDAYS[meeting.weekday]
    return phrase(
        "every {weeks} {weekday} of the month", weeks=joined_by_and(weeks), weekday=weekday
    )


def _hour(at: time) -> str:
    return time_format(at, "H:i")
