"""CoCo's result files `.RT`: a title, a date, and players in columns of fixed width.

The lines of a section are NAME RECORD SPREAD OLD NEW DEV; the new rating is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from core.phrases import phrase
from ratings.formats.lines import ListFault, ListLine, impossible, known_deviation
from ratings.formats.tables import day_of

_HEADER = re.compile(r"\s*NAME\s+RECORD\s+SPREAD\b.*", re.IGNORECASE)
_SECTION = re.compile(r"\s*Section\b.*", re.IGNORECASE)
_PLAYER = re.compile(
    r"(?P<name>\S++(?:\s++\S++)*?)\s++\d{1,4}(?:\.\d)?-\d{1,4}(?:\.\d)?\s++[-+]?\d{1,6}"
    r"\s++-?\d{1,9}\s++(?P<new>-?\d{1,9})\s++(?P<deviation>\d{1,9}(?:\.\d{1,9})?)\s*",
    re.ASCII,
)


class ResultFile:
    """A result file read line by line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.faults: list[ListFault] = []
        self.oddities: list[ListFault] = []
        head, players = _parted(lines)
        self.title = next((text.strip() for _, text in head), "")
        self.held_on = self._day(head)
        self.lines = tuple(line for number, text in players for line in self._read(number, text))

    def _day(self, head: Sequence[tuple[int, str]]) -> date | None:
        found = next((day for _, text in head[1:] if (day := day_of(text.strip()))), None)
        if found is None:
            said = phrase("The file has no date such as 2026-12-31 under its title.")
            self.oddities.append(ListFault(0, "date", said))
        return found

    def _read(self, number: int, text: str) -> tuple[ListLine, ...]:
        found = _PLAYER.fullmatch(text)
        if found is None:
            said = phrase("{text!r} is not NAME RECORD SPREAD OLD NEW DEV.", text=text.strip()[:40])
            self.faults.append(ListFault(number, "columns", said))
            return ()
        line = ListLine(
            line=number,
            name=" ".join(found["name"].split()),
            rating=int(found["new"]),
            deviation=known_deviation(float(found["deviation"])),
        )
        self.faults += impossible(line)
        return (line,)


def is_result_file(lines: Sequence[str]) -> bool:
    """Returns whether these lines are a CoCo result file: its header is near the top."""
    return any(_HEADER.fullmatch(line) for line in lines[:20])


def _parted(lines: Sequence[str]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Returns the lines above the first section, and the lines of the players."""
    head: list[tuple[int, str]] = []
    players: list[tuple[int, str]] = []
    begun = False
    for number, text in enumerate(lines, 1):
        if _SECTION.fullmatch(text) or _HEADER.fullmatch(text):
            begun = begun or bool(head)
        elif text.strip():
            (players if begun else head).append((number, text[:1000]))
    return head, players
