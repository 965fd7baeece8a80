"""Workbooks (XLSX): the cells of one that is sent, with limits, never computed; a table as one."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import ParseError

from core.csv_file import Cell, looks_computed
from core.errors import UserError
from core.phrases import phrase

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

SIGNATURE: Final = b"PK\x03\x04"
MOST_UNPACKED: Final = 32 * 2**20
MOST_PARTS: Final = 500
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The media type of a workbook."""
_MACROS: Final = "vbaproject.bin"
_WIDEST: Final = 60
"""How wide a column is at most, in characters."""


def read_workbook(data: bytes, rows: int, columns: int) -> list[list[str]]:
    """Returns the cells of a workbook's first sheet as texts, row by row.

    Of each row no more than one cell above `columns` is read, so that whoever asks can see that
    there are more. Ten times `rows` may be there, for programs that format what is empty.
    A formula is its own text ("=A1+B1"), and a text that looks like one has an apostrophe in front,
    as in CSV. A day is "2026-11-24", a whole number has no point. Raises UserError (codes
    `sheet.workbook_large`, `sheet.workbook_macros`, `sheet.workbook_far`, `sheet.workbook_unread`,
    `sheet.workbook_sheets`).
    """
    from openpyxl import load_workbook  # noqa: PLC0415 - 60 ms, and most requests read none
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415 - as above

    _checked_archive(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if _has_cells(sheet)]
        if len(sheets) > 1:
            raise _error(
                "sheets",
                phrase(
                    "This workbook has {count} sheets with rows; send the one that is meant.",
                    count=len(sheets),
                ),
            )
        return list(_texts(sheets[0], rows, columns)) if sheets else []
    except (
        InvalidFileException,
        ArithmeticError,
        AttributeError,
        EOFError,
        LookupError,
        OSError,
        ParseError,
        RuntimeError,
        TypeError,
        ValueError,
        zipfile.BadZipFile,
        zlib.error,
    ) as wrong:  # openpyxl trusts what a workbook says of itself
        raise _unread() from wrong


def write_workbook(heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Returns a table as a workbook of one sheet: days as days, numbers as numbers.

    A text is a text, whatever it looks like; what XML cannot hold is left out of it.
    """
    from openpyxl import Workbook  # noqa: PLC0415 - 60 ms, and most requests write none
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # noqa: PLC0415 - 60 ms
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - 60 ms

    book = Workbook()
    sheet = book.worksheets[0]
    widths = [len(one) for one in heading]
    for number, row in enumerate((heading, *rows), 1):
        for place, value in enumerate(row):
            if value is None or value == "":
                continue
            cell = sheet.cell(number, place + 1)
            if isinstance(value, str):
                cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
                cell.data_type = "s"
                cell.quotePrefix = looks_computed(value)
            else:
                cell.value = value
            widths[place] = max(widths[place], len(str(value)))
    for place, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(place)].width = min(width, _WIDEST) + 2
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _checked_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as wrong:
        raise _unread() from wrong
    if any(part.filename.lower().endswith(_MACROS) for part in parts):
        raise _error("macros", phrase("This workbook has macros; save it without them as XLSX."))
    # zipfile gives no more of a part than its directory says that it has.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise _error(
            "large",
            phrase("Unpacked, a workbook can have at most {most} MB.", most=MOST_UNPACKED // 2**20),
        )


def _has_cells(sheet: Worksheet) -> bool:
    return any(
        value not in (None, "")
        for row in sheet.iter_rows(max_row=5, max_col=40, values_only=True)
        for value in row
    )


def _texts(sheet: Worksheet, rows: int, columns: int) -> Iterator[list[str]]:
    for number, row in enumerate(sheet.iter_rows(max_col=columns + 1)):
        if number >= 10 * rows:
            said = phrase("The rows of this sheet reach too far down; {most} may.", most=10 * rows)
            raise _error("far", said)
        cells = [_cell_text(cell.value, cell.data_type) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _cell_text(value: object, kind: str) -> str:
    text = _text(value)
    # What is kept as text was never computed, whatever it begins with.
    return f"'{text}" if text.startswith("=") and kind != "f" else text


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case date():
            return value.isoformat()
    if hasattr(value, "ref"):  # an array formula, or a table's
        return "="
    return " ".join(str(value).split())


def _unread() -> UserError:
    return _error(
        "unread", phrase("This workbook cannot be read; save its sheet as CSV and send that.")
    )


def _error(code: str, sentence: str) -> UserError:
    return UserError(sentence, code=f"sheet.workbook_{code}", field="file")
