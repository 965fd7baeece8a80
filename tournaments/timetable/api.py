"""The timetable of an event for programs, and the commands on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.http import Http404

from api.operations import Give, Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import EVENT
from tournaments.models import Tournament
from tournaments.readmodel.page_versions import versioned_event
from tournaments.readmodel.timetable import timetable_of
from tournaments.timetable.commands import DelayTimetable, SetTimetable
from tournaments.timetabling.records import LineKind, Timetable, TimetableLine

TIMETABLE = f"{EVENT}/timetable"


@dataclass(frozen=True, slots=True)
class TimetableLineShown:
    """A line of a timetable; `begins` is the instant of its day and time of day.

    `until` and `text` may be empty, rounds are 0 where it is about none, and no division is all.
    `late` is how many minutes later it is than was said first.
    """

    day: date
    at: str
    begins: datetime
    until: str
    kind: LineKind
    first_round: int
    last_round: int
    divisions: list[str]
    text: str
    place: str
    late: int


@dataclass(frozen=True, slots=True)
class TimetableShown:
    """The timetable of an event in the order of its times; `zone` is empty where it has none."""

    event: str
    zone: str
    lines: list[TimetableLineShown]


def timetable_shown(event: Tournament) -> TimetableShown:
    """Returns the timetable of an event as programs read it."""
    table = timetable_of(event)
    return TimetableShown(event.slug, table.zone, [_line(table, one) for one in table.lines])


def _line(table: Timetable, line: TimetableLine) -> TimetableLineShown:
    return TimetableLineShown(
        day=line.day,
        at=line.at,
        begins=table.begins(line),
        until=line.until,
        kind=line.kind,
        first_round=line.first_round,
        last_round=line.last_round,
        divisions=list(line.divisions),
        text=line.text,
        place=line.place,
        late=line.late,
    )


def _public(event: str) -> VersionedAnswer:
    versioned = versioned_event(event)
    if versioned is None:
        raise Http404

    def made() -> tuple[str, Any]:
        return versioned.version, timetable_shown(versioned.event)

    return VersionedAnswer(versioned.version, made)


register_api(
    "timetable",
    Stored(
        path=TIMETABLE,
        name="timetable_read",
        says="Shows the timetable of an event.",
        shape=TimetableShown,
        page=_public,
        rows="lines",
    ),
    Give(path=TIMETABLE, name="timetable_set", command=SetTimetable, verb="PUT"),
    Give(path=f"{TIMETABLE}/delay", name="timetable_delay", command=DelayTimetable),
)
