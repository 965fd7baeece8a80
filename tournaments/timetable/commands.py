"""Set the timetable of an event, and say that what is to come of a day is later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase, phrase_count
from core.wording import whole_day
from tournaments.kernel.commands.base import EventCommand, find_tournament, must_be_open
from tournaments.models import Tournament
from tournaments.timetabling.checking import checked_lines, checked_zone
from tournaments.timetabling.moving import delayed
from tournaments.timetabling.records import (
    Timetable,
    TimetableError,
    TimetableLine,
    from_values,
    to_values,
)


@register
@dataclass(frozen=True, kw_only=True)
class SetTimetable(EventCommand):
    """Sets the whole timetable of an event; without lines it has none.

    Times are those of the time zone, by default that of this installation. It is a fact: another
    machine takes it over, whether it knows such a zone or not.
    """

    code = "timetable.set"
    lines: tuple[TimetableLine, ...]
    zone: str = ""

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        try:
            zone = work.facts.decide("zone", lambda: checked_zone(self.zone or settings.TIME_ZONE))
            table = Timetable(zone, checked_lines(self.lines, rounds_of(event)))
        except TimetableError as wrong:
            raise refused(wrong) from wrong
        _write(work, event, table)
        return {"lines": len(table.lines)}

    def sentence(self, answer: Row) -> str:
        if not answer["lines"]:
            return phrase("Timetable removed")
        return phrase_count(
            "Timetable set: {count} line", "Timetable set: {count} lines", count=answer["lines"]
        )


@register
@dataclass(frozen=True, kw_only=True)
class DelayTimetable(EventCommand):
    """Has all that begins on a day from a time on begin so many minutes later; below 0, earlier.

    Everybody sees the new times, and by how much they are later.
    """

    code = "timetable.delayed"
    day: date
    since: str
    minutes: int

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        try:
            table = delayed(from_values(event.timetable), self.day, self.since, self.minutes)
        except TimetableError as wrong:
            raise refused(wrong) from wrong
        _write(work, event, table)
        return {"minutes": self.minutes}

    def sentence(self, answer: Row) -> str:
        said = {"day": whole_day(self.day), "time": self.since}
        if self.minutes < 0:
            return phrase_count(
                "{day} from {time} on: {count} minute earlier",
                "{day} from {time} on: {count} minutes earlier",
                count=-self.minutes,
                **said,
            )
        return phrase_count(
            "{day} from {time} on: {count} minute later",
            "{day} from {time} on: {count} minutes later",
            count=self.minutes,
            **said,
        )


def rounds_of(event: Tournament) -> Mapping[str, int]:
    """Returns how many rounds the divisions of an event have, by their names; one query."""
    rows = event.divisions.order_by("position", "name")
    return dict(rows.values_list("name", "planned_rounds"))


def refused(wrong: TimetableError) -> Refused:
    """Returns a mistake in a timetable as the refusal of a command."""
    return Refused(wrong.message, code=wrong.code, field=wrong.field, line=wrong.line)


def _write(work: Work, event: Tournament, table: Timetable) -> None:
    values: dict[str, Any] = to_values(table)
    if not work.ledger.update(event, timetable=values):
        raise Refused(phrase("This would change nothing."), code="nothing_changed", field="lines")
