"""A table as a file that a spreadsheet opens as it is: numbers as numbers, text as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date

Cell = str | int | float | date | None

# With this mark in front, spreadsheets read the letters of every language right.
BOM = b"\xef\xbb\xbf"

# What a spreadsheet takes for the beginning of a formula, as OWASP lists it ("CSV Injection").
FORMULA = frozenset(
    "=+-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)


def write_csv(
    heading: Sequence[str], rows: Iterable[Sequence[Cell]], *, mark: bool = True
) -> bytes:
    """Returns a table as CSV: UTF-8 with a byte order mark, commas, CRLF (RFC 4180).

    Without `mark` it is for a program that takes the byte order mark for text. None is an empty
    cell, and a day is "2026-11-24". A text that a spreadsheet would take for a formula gets an
    apostrophe in front; a number never does, so that a negative spread can be summed.
    """
    return csv_of(heading, [csv_lines(rows)], mark=mark)


def csv_lines(rows: Iterable[Sequence[Cell]]) -> str:
    """Returns some rows of a table as `write_csv` writes them."""
    return _written([_cell(value) for value in row] for row in rows)


def csv_of(heading: Sequence[str], parts: Iterable[str], *, mark: bool = True) -> bytes:
    """Returns the table whose rows were written before, by `csv_lines`, some after the others."""
    return (BOM if mark else b"") + "".join((_written([heading]), *parts)).encode()


def _written(rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def points(half: int) -> int | float:
    """Returns half points as a number: 7 as 3.5, 8 as 4."""
    return half // 2 if half % 2 == 0 else half / 2


def _cell(value: Cell) -> Cell:
    if not isinstance(value, str):
        return value
    return f"'{value}" if looks_computed(value) else value


def looks_computed(text: str) -> bool:
    """Returns whether a spreadsheet would take a text for a formula."""
    return bool(text) and (text[:1] in FORMULA or text.lstrip()[:1] in FORMULA)


def as_meant(text: str) -> str:
    """Returns a text without the apostrophe by which a file says that it is no formula."""
    return text[1:] if text.startswith("'") and looks_computed(text[1:]) else text
