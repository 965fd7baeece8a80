"""A sheet of members read: its columns by their headings, and what each line says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from clubs.days import is_usual
from clubs.membership.terms.kinds import KINDS, months_later
from core.csv_file import as_meant
from core.errors import UserError
from core.names import name_parts
from core.phrases import phrase

HEADINGS: Final = {
    heading: column
    for column, headings in {
        "name": "name|full name|member|player",
        "family": "family name|last name|surname|last",
        "given": "given name|first name|forename|first",
        "key": "key|player key",
        "number": "number|association number|member number|membership number",
        "association": "association",
        "expires": "expires|association expires",
        "kind": "kind|type|membership",
        "first": "from|since|start|begins",
        "last": "through|until|to|end|ends",
        "paid": "paid|receipt",
        "note": "note|notes|remark",
    }.items()
    for heading in headings.split("|")
}
_EPOCH: Final = date(1899, 12, 30)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_SERIAL = re.compile(r"\d{5}(\.0+)?")


@dataclass(frozen=True, slots=True)
class SheetMember:
    """What a line of a sheet says of a member; `faults` are sentences about it."""

    row: int
    given: str
    family: str
    key: str
    number: str
    association: str
    expires: date | None
    kind: str
    first: date
    last: date | None
    paid: str
    note: str
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in full, the given name first."""
        return f"{self.given} {self.family}".strip()


def members_in(rows: Sequence[Sequence[str]], today: date) -> list[SheetMember]:
    """Returns the members of a sheet whose first row is the heading; empty rows are left out.

    A line without a day begins today, one without a kind is regular. Raises UserError
    (`sheet.heading`, `sheet.empty`).
    """
    at = next(number for number, row in enumerate(rows) if any(row))
    columns = _columns(rows[at])
    found = [
        _member(number, dict(zip(columns, row, strict=False)), today)
        for number, row in enumerate(rows[at + 1 :], at + 2)
        if any(row)
    ]
    if not found:
        raise UserError(
            phrase("The file has a heading and nobody below it."), code="sheet.empty", field="file"
        )
    return found


def _columns(heading: Sequence[str]) -> list[str]:
    words = [" ".join(re.findall(r"[^\W_]+", cell.casefold())) for cell in heading]
    columns: list[str] = []
    for place, word in enumerate(words):
        column = HEADINGS.get(word, "")
        columns.append(f"?{place}" if not column or column in columns else column)
    if not {"name", "given", "family"} & set(columns):
        raise UserError(
            phrase("The first row has to name the columns, one of them Name."),
            code="sheet.heading",
            field="file",
        )
    return columns


def _member(row: int, cells: Mapping[str, str], today: date) -> SheetMember:
    faults: list[str] = []
    given, family = cells.get("given", ""), cells.get("family", "")
    if cells.get("name"):
        given, family = name_parts(cells["name"])
    if not given and not family:
        faults.append(phrase("Row {row}: the name is missing.", row=row))
    kind, first, last = _term(row, cells, today, faults)
    return SheetMember(
        row=row,
        given=given or family,
        family=family if given else "",
        key=cells.get("key", ""),
        number=as_meant(cells.get("number", "")),
        association=cells.get("association", "").upper(),
        expires=_day_in(row, cells, "expires", faults),
        kind=kind,
        first=first,
        last=last,
        paid=as_meant(cells.get("paid", "")),
        note=as_meant(cells.get("note", "")),
        faults=tuple(faults),
    )


def _term(
    row: int, cells: Mapping[str, str], today: date, faults: list[str]
) -> tuple[str, date, date | None]:
    """Returns the kind of a line and its days, and adds what is wrong with them to the faults."""
    told = cells.get("kind", "")
    kind = KINDS.get(_kind(told))
    if kind is None:
        faults.append(phrase("Row {row}: there is no kind {kind}.", row=row, kind=told[:30]))
    before = len(faults)
    first = _day_in(row, cells, "first", faults) or today
    last = _day_in(row, cells, "last", faults)
    if kind is None or len(faults) > before:
        return "", first, None
    if last is None and kind.length == "months":
        last = months_later(first, kind.months)
    if last is None and kind.length != "life":
        faults.append(phrase("Row {row}: say through when.", row=row))
    if last is not None and last < first:
        faults.append(phrase("Row {row}: it would end before it begins.", row=row))
    return kind.key, first, last


def _day_in(row: int, cells: Mapping[str, str], column: str, faults: list[str]) -> date | None:
    text = cells.get(column, "")
    found = _day(text) if text else None
    if text and found is None:
        said = phrase("Row {row}: {text} is no day; write 2026-12-31.", row=row, text=text[:30])
        faults.append(said)
    return found


def _kind(text: str) -> str:
    """Returns the key of a kind by its key or its word; regular where nothing is said."""
    if not text:
        return "regular"
    wanted = text.casefold()
    named = (key for key, kind in KINDS.items() if wanted in (key, str(kind.words).casefold()))
    return next(named, "")


def _day(text: str) -> date | None:
    """Returns the day of a text: 2026-12-31, 31.12.2026, or the number that sheets keep for it."""
    try:
        if found := _DOTTED.fullmatch(text):
            day, month, year = map(int, found.groups())
            read = date(year, month, day)
        elif _SERIAL.fullmatch(text):
            read = _EPOCH + timedelta(days=int(float(text)))
        else:
            read = date.fromisoformat(text[:10] if text.endswith(" 00:00:00") else text)
    except ValueError:
        return None
    return read if is_usual(read) else None
