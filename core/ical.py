"""A calendar that other programs subscribe to, as RFC 5545 writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

CONTENT_TYPE = "text/calendar; charset=utf-8"
_LINE_BYTES = 75
_ESCAPES = {
    **dict.fromkeys((*range(0x20), 0x7F), ""),
    **str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\t": " "}),
}
"""What a text may not hold, and how it says what stands for something else there."""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """Something at a time. `uid` names it for good in all calendars; times know their zone.

    Where both are dates it is on whole days, `ends` being the first day after it.
    `is_called_off` leaves it in the calendar and says that it is not held.
    """

    uid: str
    begins: date
    ends: date
    title: str
    place: str = ""
    text: str = ""
    url: str = ""
    is_called_off: bool = False


def calendar_text(name: str, events: Sequence[CalendarEvent], *, stamp: datetime) -> str:
    """Returns a calendar of this name with these events; `stamp` is when it was made.

    Times are written in UTC: then nobody needs the rules of a time zone to read them, and a
    meeting stays at its hour when the clocks change, for each has its own line.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Wallchart//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_escaped(name)}",
        f"X-WR-CALNAME:{_escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
    ]
    for event in events:
        lines += _event_lines(event, stamp)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event_lines(event: CalendarEvent, stamp: datetime) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{_escaped(event.uid)}",
        f"DTSTAMP:{_moment(stamp)}",
        f"DTSTART{_when(event.begins)}",
        f"DTEND{_when(event.ends)}",
        f"SUMMARY:{_escaped(event.title)}",
    ]
    if event.place:
        lines.append(f"LOCATION:{_escaped(event.place)}")
    if event.text:
        lines.append(f"DESCRIPTION:{_escaped(event.text)}")
    if event.url:
        lines.append(f"URL:{event.url}")
    lines.append(f"STATUS:{'CANCELLED' if event.is_called_off else 'CONFIRMED'}")
    lines.append("END:VEVENT")
    return lines


def _when(at: date) -> str:
    """Returns the value of a property with the colon before it; a date says that it is one."""
    return f":{_moment(at)}" if isinstance(at, datetime) else f";VALUE=DATE:{at:%Y%m%d}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _folded(line: str) -> str:
    """Returns a line in parts of at most 75 bytes, no character of which is torn apart."""
    parts, part, size = [], "", 0
    for letter in line:
        wide = len(letter.encode())
        if size + wide > _LINE_BYTES:
            parts.append(part)
            # The space that begins the next part counts among its bytes.
            part, size = " ", 1
        part += letter
        size += wide
    return "\r\n".join([*parts, part])
