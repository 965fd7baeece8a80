"""Workbooks that are sent: what is read of them, and what is refused."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from core.csv_file import Cell
from core.errors import UserError
from core.sheets import MOST_ROWS, read_sheet, sheet_as_text
from core.workbooks import write_workbook


def workbook(*sheets: list[list[object]]) -> bytes:
    """Returns a workbook with these sheets of cells."""
    book = Workbook()
    for number, cells in enumerate(sheets):
        sheet = book.create_sheet(f"S{number}") if number else book.worksheets[0]
        for row in cells:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, part: str, content: bytes) -> bytes:
    """Returns a workbook of which one part is exchanged, or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
        new.writestr(part, content)
    return out.getvalue()


GOOD = workbook([["Name", "Fee"], ["Ada", 3]])


def refusal(data: bytes) -> tuple[str, str]:
    with pytest.raises(UserError) as refused:
        read_sheet(data)
    return refused.value.code, str(refused.value.message)


def test_cells_are_read_as_a_person_sees_them() -> None:
    cells: list[list[object]] = [
        ["Name", "Born", "Number", "Listed", "Fee"],
        ["  Ada   Lane ", date(1990, 5, 1), 17, True, 2.5],
        [None, datetime.fromisoformat("2026-01-02T19:30"), 18.0, False, None],
    ]
    assert read_sheet(workbook(cells)) == [
        ["Name", "Born", "Number", "Listed", "Fee"],
        ["Ada Lane", "1990-05-01", "17", "yes", "2.5"],
        ["", "2026-01-02 19:30", "18", "no"],
    ]


def test_a_row_that_is_empty_keeps_its_number() -> None:
    cells: list[list[object]] = [["Name"], [], ["Ada"], [None]]
    assert read_sheet(workbook(cells)) == [["Name"], [], ["Ada"]]


def test_an_empty_second_sheet_is_no_fault_and_a_full_one_is() -> None:
    assert read_sheet(workbook([["Name"]], [])) == [["Name"]]
    assert refusal(workbook([["Name"]], [["Fee"]])) == (
        "sheet.workbook_sheets",
        "This workbook has 2 sheets with rows; send the one that is meant.",
    )


def test_a_formula_is_named_by_its_cell() -> None:
    cells: list[list[object]] = [["Name", "Fee"], ["Ada", "=1+1"]]
    assert refusal(workbook(cells)) == (
        "sheet.formula",
        "Cell B2 holds a formula; put its value there and send it again.",
    )


def test_a_workbook_of_too_many_rows_is_refused() -> None:
    rows: list[list[object]] = [["x"]] * (MOST_ROWS + 1)
    assert refusal(workbook(rows))[0] == "sheet.too_long"


def test_a_row_far_below_the_others_is_not_read_to() -> None:
    book = Workbook()
    book.worksheets[0].cell(1, 1, "Name")
    book.worksheets[0].cell(1_048_576, 1, "far")
    out = io.BytesIO()
    book.save(out)
    assert refusal(out.getvalue())[0] == "sheet.workbook_far"


def test_a_hundred_thousand_rows_in_a_small_file_are_not_read_to_the_end() -> None:
    row = b'<row><c t="inlineStr"><is><t>x</t></is></c></row>'
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        + row * 100_000
        + b"</sheetData></worksheet>"
    )
    data = repacked(GOOD, "xl/worksheets/sheet1.xml", sheet)
    assert len(data) < 2**20
    assert refusal(data)[0] == "sheet.workbook_far"


def test_a_workbook_with_macros_is_refused_in_a_sentence() -> None:
    assert refusal(repacked(GOOD, "xl/vbaProject.bin", b"x")) == (
        "sheet.workbook_macros",
        "This workbook has macros; save it without them as XLSX.",
    )


def test_a_text_that_looks_like_a_formula_is_none_and_is_read_as_csv_has_it() -> None:
    book = Workbook()
    cell = book.worksheets[0].cell(1, 1)
    cell.value, cell.data_type = "=1+1", "s"
    out = io.BytesIO()
    book.save(out)
    assert read_sheet(out.getvalue()) == [["'=1+1"]]


def test_a_table_is_written_with_days_as_days_and_every_text_as_text() -> None:
    rows: list[list[Cell]] = [
        ["=HYPERLINK(1)", 3, date(2026, 5, 1), None],
        ["bell\a", -2, None, "+1"],
    ]
    data = write_workbook(("A", "B", "C", "D"), rows)
    (sheet,) = load_workbook(io.BytesIO(data)).worksheets
    cells = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert cells[0][:2] == [("=HYPERLINK(1)", "s"), (3, "n")]
    assert cells[0][2] == (datetime.fromisoformat("2026-05-01"), "d")
    assert [cells[1][place][0] for place in (0, 1, 3)] == ["bell", -2, "+1"]
    assert sheet["A2"].quotePrefix
    assert sheet_as_text(data).splitlines()[1] == "'=HYPERLINK(1)\t3\t2026-05-01"


def test_an_empty_workbook_is_said_to_be_empty() -> None:
    assert refusal(workbook([])) == ("sheet.empty", "The file is empty.")


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_read() -> None:
    bomb = repacked(workbook([["Name"]]), "xl/media/image.bin", bytes(33 * 2**20))
    assert len(bomb) < 2**20
    assert refusal(bomb)[0] == "sheet.workbook_large"


def test_entities_in_a_workbook_are_not_expanded() -> None:
    hostile = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>
    <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>"""
    data = repacked(workbook([["Name"]]), "xl/worksheets/sheet1.xml", hostile)
    assert refusal(data)[0] == "sheet.workbook_unread"


def test_a_zip_file_that_is_no_workbook_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("hello.txt", "hello")
    assert refusal(out.getvalue())[0] == "sheet.workbook_unread"


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    good = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(4, len(good) - 1))
        good[place] = data.draw(st.integers(0, 255))
    fields = []
    try:
        read_sheet(bytes(good))
    except UserError as refused:
        fields.append(refused.field)
    assert fields in ([], ["file"])
