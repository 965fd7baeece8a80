"""A sheet that somebody sends: its rows of cells, out of CSV or a workbook, without formulas."""

from __future__ import annotations

import csv
import io
from typing import Final

from core import workbooks
from core.errors import UserError
from core.phrases import phrase
from core.text import decoded, lines_in

MOST_BYTES: Final = 2**20
MOST_ROWS: Final = 1000
MOST_COLUMNS: Final = 40
LONGEST_CELL: Final = 300
_SEPARATORS = "\t;,"


def read_sheet(data: bytes) -> list[list[str]]:
    """Returns the rows of CSV or XLSX, empty ones included, so that each keeps its number.

    Cells are stripped. Commas, semicolons or tabs part them: whichever the first row has most of.
    Raises UserError (`sheet.too_large`, `sheet.empty`, `sheet.too_long`, `sheet.too_wide`,
    `sheet.cell_long`, `sheet.formula`, `sheet.unread`, `file.workbook`, `file.binary`),
    and as `core.workbooks` does.
    """
    if len(data) > MOST_BYTES:
        raise _error(
            "too_large", phrase("A file can have at most {most} MB.", most=MOST_BYTES // 2**20)
        )
    if not data.startswith(workbooks.SIGNATURE):
        return rows_of(decoded(data))
    rows = workbooks.read_workbook(data, MOST_ROWS, MOST_COLUMNS)
    return checked_rows(_without_empty_end(rows))


def sheet_as_text(data: bytes) -> str:
    """Returns the rows of CSV or XLSX as lines whose cells tabs part; raises as `read_sheet`."""
    return "\n".join("\t".join(row) for row in read_sheet(data))


def rows_of(text: str) -> list[list[str]]:
    """Returns the rows of a text as `read_sheet` does, and raises as it does."""
    lines = lines_in(text)
    first = next((line for line in lines if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    try:
        # Quotation marks that are never closed would have the rest of the file in one cell.
        source = io.StringIO("\n".join(lines), newline="")
        rows = [
            [" ".join(cell.split()) for cell in row]
            for row in csv.reader(source, delimiter=separator, strict=True)
        ]
    except csv.Error as wrong:
        raise _error("unread", phrase("This is not CSV: a quotation mark is amiss.")) from wrong
    return checked_rows(_without_empty_end(rows))


def _without_empty_end(rows: list[list[str]]) -> list[list[str]]:
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def checked_rows(rows: list[list[str]]) -> list[list[str]]:
    """Returns rows that are not too many, too long or computed; raises as `read_sheet` does."""
    if not any(map(any, rows)):
        raise _error("empty", phrase("The file is empty."))
    if len(rows) > MOST_ROWS:
        raise _error("too_long", phrase("A file can have at most {most} rows.", most=MOST_ROWS))
    for number, row in enumerate(rows, 1):
        if len(row) > MOST_COLUMNS:
            said = phrase("Row {row} has more than {most} columns.", row=number, most=MOST_COLUMNS)
            raise _error("too_wide", said)
        for place, cell in enumerate(row):
            if len(cell) > LONGEST_CELL:
                said = phrase(
                    "Cell {cell} has more than {most} characters.",
                    cell=cell_name(place, number),
                    most=LONGEST_CELL,
                )
                raise _error("cell_long", said)
            if cell.startswith("="):
                raise formula(cell_name(place, number))
    return rows


def formula(cell: str) -> UserError:
    """Returns the refusal of a cell that holds a formula."""
    said = phrase("Cell {cell} holds a formula; put its value there and send it again.", cell=cell)
    return _error("formula", said)


def cell_name(place: int, row: int) -> str:
    """Returns what a spreadsheet calls a cell: the column from 0, the row from 1; 27, 3 is AB3."""
    letters = ""
    while place >= 0:
        place, letter = divmod(place, 26)
        letters, place = chr(65 + letter) + letters, place - 1
    return f"{letters}{row}"


def _error(code: str, sentence: str) -> UserError:
    return UserError(sentence, code=f"sheet.{code}", field="file")
