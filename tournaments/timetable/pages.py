"""The timetable of an event as a table for spreadsheets."""

from __future__ import annotations

from core.csv_file import write_csv
from core.phrases import phrase
from core.web.store import NoSuchPage
from tournaments.models import Tournament
from tournaments.readmodel.timetable import timetable_of, what_words

CSV = "text/csv; charset=utf-8"


def timetable_csv(event: Tournament) -> bytes:
    """Returns the table; NoSuchPage where there is no timetable, and of a rehearsal."""
    table = timetable_of(event)
    if event.rehearsal or not table.lines:
        raise NoSuchPage("timetable")
    heads = (
        *(phrase("Day"), phrase("Starts"), phrase("Ends"), phrase("What"), phrase("Divisions")),
        *(phrase("Place"), phrase("Minutes late"), phrase("Time zone")),
    )
    return write_csv(
        [str(head) for head in heads],
        [
            (
                *(line.day, line.at, line.until, str(what_words(line)), ", ".join(line.divisions)),
                *(line.place, line.late, table.zone),
            )
            for line in table.lines
        ],
    )
