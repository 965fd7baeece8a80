"""Rosters of every source as one text with headings, as a roster is pasted."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from tournaments.board_games.forms.upload import Sent, event_files
from tournaments.entry_details import DETAILS, details_of
from tournaments.formats.roster import columns as of
from tournaments.formats.roster.reading import RosterPerson, read_roster
from tournaments.formats.roster.text import decoded
from tournaments.formats.tsh import read_tsh

_DETAILS = tuple(detail for detail in DETAILS if detail.column in of.HEADINGS)
HEADINGS = (of.NAME, *(detail.column for detail in _DETAILS), of.CLUB, of.PLAYER, of.DIVISION)
_FOLDER = (".zip", ".tsh")


def text_of_files(sent: Sequence[Sent]) -> str:
    """Returns the roster in files: one of text or a workbook, a tsh folder, or several .t files.

    Several divisions become a column. Raises UserError for what cannot be read.
    """
    if any(one.name.lower().endswith(_FOLDER) for one in sent):
        return _of_tsh(sent)
    if len(sent) == 1:
        return decoded(sent[0].data)
    return written(
        {**_row(person), of.DIVISION: PurePosixPath(one.name).stem.upper()}
        for one in sent
        for person in read_roster(decoded(one.data)).people
    )


def with_lines(text: str, rows: Sequence[Mapping[str, str]]) -> str:
    """Returns a roster with further lines, by the names of their columns.

    Raises RosterError where the text before is no roster.
    """
    before = map(_row, read_roster(text).people) if text.strip() else ()
    return written([*before, *rows])


def written(rows: Iterable[Mapping[str, str]]) -> str:
    """Returns lines under headings, without the columns that nobody has anything in."""
    held = list(rows)
    columns = [name for name in HEADINGS if name == of.NAME or any(row.get(name) for row in held)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(name, "") for name in columns] for row in held)
    return out.getvalue()


def _row(person: RosterPerson) -> dict[str, str]:
    """Returns a line by its columns; one with a fault as it was typed, so that it is mended."""
    if person.faults:
        return {of.NAME: person.text}
    said = {of.CLUB: person.club, of.PLAYER: person.player, of.DIVISION: person.division}
    return {of.NAME: person.name, **dict(_details(person)), **said}


def _details(entry: Any) -> Iterator[tuple[str, str]]:
    values = details_of(entry)
    for detail in _DETAILS:
        yield detail.column, detail.as_text(values[detail.name])


def _of_tsh(sent: Sequence[Sent]) -> str:
    content = read_tsh(event_files(sent)).content
    several = len(content.divisions) > 1
    return written(
        {
            of.NAME: entry.name,
            **dict(_details(entry)),
            of.DIVISION: division.name if several else "",
        }
        for division in content.divisions
        for entry in division.entries
    )
