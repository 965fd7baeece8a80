"""Reading a published list: lines of people with their ratings, whatever wrote the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.phrases import phrase
from core.text import lines_in
from ratings.formats.coco_rt import ResultFile, is_result_file
from ratings.formats.columns import headed, is_header
from ratings.formats.lines import MAX_LINES, ListError, ListFault, ListLine, doubled
from ratings.formats.tables import ListTable, cells_of

MAX_BYTES = 2 * 1024 * 1024
TAB, CSV, TSH, COCO_RT = "tab", "csv", "tsh", "coco-rt"
FORMATS = {
    TAB: phrase("tab-separated, with a header"),
    CSV: phrase("CSV, with commas or semicolons"),
    TSH: phrase("tsh list"),
    COCO_RT: phrase("CoCo result file (.RT)"),
}


@dataclass(frozen=True, slots=True)
class ListReading:
    """The result of reading. With `faults` none of it may be used; `oddities` are to be shown.

    `published_on` is the date that the file itself gives, if it gives one.
    """

    format: str
    title: str
    published_on: date | None
    lines: tuple[ListLine, ...]
    faults: tuple[ListFault, ...]
    oddities: tuple[ListFault, ...]


def read_list(text: str, format: str = "") -> ListReading:  # noqa: A002 - what it is called
    """Returns the people on a list, in the order of the file.

    `format` is a key of `FORMATS`, or empty to look for it. Raises ListError for a text that is no
    list at all: too large, empty, or without a column for names or ratings.
    """
    lines = list_lines(text)
    chosen = format or detect_format(lines)
    reader: ResultFile | ListTable
    reader = ResultFile(lines) if chosen == COCO_RT else ListTable(lines, _delimiter(lines, chosen))
    if chosen == COCO_RT and not reader.lines and not reader.faults:
        raise ListError(
            "columns", phrase("No line of the file has the form NAME RECORD SPREAD OLD NEW DEV.")
        )
    if not reader.lines and not reader.faults:
        raise ListError("empty", phrase("Nobody on the list has a rating."))
    faults, oddities = doubled(reader.lines)
    return ListReading(
        format=chosen,
        title=reader.title,
        published_on=reader.held_on,
        lines=reader.lines,
        faults=_in_order([*reader.faults, *faults]),
        oddities=_in_order([*reader.oddities, *oddities, *_without_games(reader.lines)]),
    )


def list_lines(text: str) -> list[str]:
    """Returns the lines of a list, empty ones included; ListError for what is too large or empty.

    The size is that of the text in UTF-8, which is how it is sent and kept.
    """
    if len(text) > MAX_BYTES or len(text.encode(errors="replace")) > MAX_BYTES:
        raise ListError(
            "too_large",
            phrase("A list can have at most {max_bytes} MB.", max_bytes=MAX_BYTES // 2**20),
        )
    if "\0" in text:
        raise ListError("nul", phrase("The list contains a character that cannot be stored (NUL)."))
    lines = lines_in(text)
    count = sum(bool(line.strip()) for line in lines)
    if not count:
        raise ListError("empty", phrase("The list is empty. Send a file, or paste its lines."))
    if count > MAX_LINES:
        said = phrase(
            "A list can have at most {max_lines} lines; this one has {count}.",
            max_lines=MAX_LINES,
            count=count,
        )
        raise ListError("too_long", said)
    return lines


def detect_format(lines: Sequence[str]) -> str:
    """Returns the key of the format that lines seem to be in.

    With tabs and without a header that names columns it is a list of tsh.
    """
    if is_result_file(lines):
        return COCO_RT
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    if _delimiter(lines, "") != "\t":
        return CSV
    cells = cells_of(first, "\t")
    return TAB if is_header(cells) and any(headed(cells)) else TSH


def _delimiter(lines: Sequence[str], format: str) -> str:  # noqa: A002 - what it is called
    """Returns the delimiter: a tab where the format says so, else that of most lines."""
    if format in (TAB, TSH):
        return "\t"
    marks = ";," if format == CSV else "\t;,"
    counts = {mark: sum(mark in line for line in lines) for mark in marks}
    return max(counts, key=lambda mark: counts[mark])


def _without_games(lines: Sequence[ListLine]) -> list[ListFault]:
    count = sum(line.games is None for line in lines)
    if not count:
        return []
    if count == len(lines):
        said = phrase("No line says how many games were played.")
    else:
        said = phrase(
            "{count} of {all_lines} lines do not say how many games were played.",
            count=count,
            all_lines=len(lines),
        )
    return [ListFault(0, "games.unknown", said)]


def _in_order(faults: list[ListFault]) -> tuple[ListFault, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.line))
