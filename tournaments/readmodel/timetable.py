"""The timetable of an event in words, as its pages show it: they find it with the event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format

from core.phrases import listed, phrase, phrase_count
from core.web.site import WEB, Site
from core.wording import DASH, time_zone, whole_day
from tournaments.models import Tournament
from tournaments.timetabling.moving import fitting
from tournaments.timetabling.now import TimetableNow, at_moment, bucket, until_then
from tournaments.timetabling.records import LineKind, Timetable, TimetableLine, from_values

_KINDS = {
    LineKind.CHECK_IN: phrase("Check-in"),
    LineKind.LUNCH: phrase("Lunch"),
    LineKind.BREAK: phrase("Break"),
    LineKind.PRIZES: phrase("Prize giving"),
}
_NOBODY = TimetableNow(frozenset(), frozenset())


class TimetableRow(NamedTuple):
    """A line in words; `mark` is "now", "next" or empty, `late` says by how much it is later."""

    at: str
    until: str
    what: str
    divisions: str
    place: str
    late: str
    mark: str


class TimetableDay(NamedTuple):
    """A day of a timetable."""

    heading: str
    rows: list[TimetableRow]


class RoundStart(NamedTuple):
    """When the round that is ahead begins: a sentence, the time in short, and its time zone."""

    words: str
    time: str
    zone: str
    late: str


def timetable_of(event: Tournament) -> Timetable:
    """Returns the timetable of an event, one without lines where none is set."""
    return from_values(event.timetable)


def time_mark(event: Tournament, now: datetime) -> str:
    """Returns what the version of a page has besides that says what is now and next.

    Empty where it says neither: so a page is made again only when something begins or ends.
    """
    if event.closed or not event.timetable:
        return ""
    return f".t{bucket(timetable_of(event), now)}"


def good_until(event: Tournament, now: datetime) -> datetime | None:
    """Returns until when such a page is right, None for good."""
    if event.closed or not event.timetable:
        return None
    return until_then(timetable_of(event), now)


def timetable_days(
    event: Tournament, now: datetime, *, every: int = 0, site: Site = WEB
) -> list[TimetableDay]:
    """Returns the timetable of an event in words by its days, with what is now and next.

    `every` is how many divisions there are: who names all of them names none. A page on a disk
    stays as it is: there nothing is now.
    """
    table = timetable_of(event)
    marked = at_moment(table, now) if site is WEB and not event.closed else _NOBODY
    return list(_days(table, marked, every))


def division_days(table: Timetable, division: str, planned: int) -> list[TimetableDay]:
    """Returns what of a timetable is for a division of so many rounds, in words by its days."""
    own = tuple(map(_of_one, fitting(table.lines, {division: planned})))
    return list(_days(replace(table, lines=own), _NOBODY, 0))


def coming_rows(table: Timetable, division: str, complete: int, planned: int) -> list[TimetableRow]:
    """Returns what is to come for a division on the day of the round after the last complete one.

    It follows from what is in and not from the clock: a hall that is late is not hurried. Of
    rounds past the `planned` ones, which others play, nothing is told.
    """
    own = replace(table, lines=fitting(table.lines, {division: planned}))
    after = own.of_round(division, complete) if complete else None
    following = own.of_round(division, complete + 1)
    if following is None:
        return []
    day = own.lines[following].day
    ahead = tuple(
        _of_one(line)
        for place, line in enumerate(own.lines)
        if line.day == day and (after is None or place > after)
    )
    return [row for one in _days(replace(table, lines=ahead), _NOBODY, 0) for row in one.rows]


def start_of_round(table: Timetable, division: str, number: int) -> RoundStart | None:
    """Returns when a round begins by a timetable, None where that does not say."""
    line = table.start_of(division, number)
    if line is None:
        return None
    said = {"round": number, "time": line.at}
    is_alone = len(table.days) == 1
    return RoundStart(
        words=phrase("Round {round} starts at {time}", **said)
        if is_alone
        else phrase(
            "Round {round} starts on {day} at {time}", day=date_format(line.day, "l"), **said
        ),
        time=line.at if is_alone else f"{date_format(line.day, 'D')} {line.at}",
        zone=time_zone(table.begins(line), table.clocks),
        late=late_words(line),
    )


def zone_words(table: Timetable) -> str:
    """Returns the time zone of a timetable on its first day: "CET (Paris)"."""
    return time_zone(table.begins(table.lines[0]), table.clocks) if table.lines else ""


def what_words(line: TimetableLine) -> str:
    """Returns what a line is about; a director's own words stay as they are."""
    if line.kind is LineKind.ROUNDS:
        if line.first_round == line.last_round:
            return phrase("Round {round}", round=line.first_round)
        return phrase("Rounds {first} to {last}", first=line.first_round, last=line.last_round)
    return _KINDS.get(line.kind, line.text)


def late_words(line: TimetableLine) -> str:
    """Returns by how much a line is later than was said first, empty where it is not."""
    if not line.late:
        return ""
    if line.late < 0:
        return phrase_count(
            "{count} minute earlier than planned",
            "{count} minutes earlier than planned",
            count=-line.late,
        )
    return phrase_count(
        "{count} minute later than planned",
        "{count} minutes later than planned",
        count=line.late,
    )


def day_words(day: date) -> str:
    """Returns a day as the heading of its lines: "Saturday, 28 November 2026"."""
    return phrase("{weekday}, {day}", weekday=date_format(day, "l"), day=whole_day(day))


def _of_one(line: TimetableLine) -> TimetableLine:
    """Returns a line without its divisions, for a page about one of them."""
    return replace(line, divisions=())


def _days(table: Timetable, marked: TimetableNow, every: int) -> Iterator[TimetableDay]:
    placed = enumerate(table.lines)
    for day, lines in groupby(placed, key=lambda one: one[1].day):
        rows, late = [], 0
        for place, line in lines:
            mark = "now" if place in marked.now else "next" if place in marked.next else ""
            rows.append(_row(line, mark, every, is_said=line.late != late))
            late = line.late
        yield TimetableDay(day_words(day), rows)


def _row(line: TimetableLine, mark: str, every: int, *, is_said: bool) -> TimetableRow:
    """Returns a line in words; a delay is said where it begins, not on each line after it."""
    return TimetableRow(
        at=line.at,
        until=f"{DASH}{line.until}" if line.until else "",
        what=what_words(line),
        divisions=_divisions(line, every),
        place=line.place,
        late=late_words(line) if is_said else "",
        mark=mark,
    )


def _divisions(line: TimetableLine, every: int) -> str:
    names = line.divisions
    if not names or len(names) == every:
        return ""
    if len(names) == 1:
        return phrase("Division {name}", name=names[0])
    return phrase("Divisions {names}", names=listed(names))
