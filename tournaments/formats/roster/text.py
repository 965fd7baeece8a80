"""The text of a roster, its limits, and what it is refused for."""

from __future__ import annotations

from dataclasses import dataclass

from core import text as file_text
from core.errors import UserError
from core.phrases import phrase
from core.sheets import sheet_as_text
from core.workbooks import SIGNATURE

MAX_BYTES = 1024 * 1024
MAX_LINES = 500


class RosterError(UserError):
    """A roster that cannot be read at all; `field` is always `roster`."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence, code=f"roster.{code}", field="roster")


@dataclass(frozen=True, slots=True)
class RosterFault:
    """A fault of one line: the column it is about, and one sentence."""

    column: str
    code: str
    sentence: str


def decoded(data: bytes) -> str:
    """Returns the text of a file in UTF-8, UTF-16 or Latin-1, or the cells of a workbook.

    Raises RosterError (codes `too_large`, `workbook`, `binary`, those of `core.sheets`) for what is
    neither.
    """
    if len(data) > MAX_BYTES:
        raise _too_large()
    try:
        return sheet_as_text(data) if data.startswith(SIGNATURE) else file_text.decoded(data)
    except UserError as wrong:
        raise RosterError(wrong.code.rpartition(".")[2], wrong.message) from wrong


def lines_of(text: str) -> list[str]:
    """Returns the lines of a roster, empty ones included, so that each keeps its number.

    Raises RosterError (codes `too_large`, `nul`, `empty`, `too_long`) for what is not a roster.
    """
    if len(text) > MAX_BYTES:
        raise _too_large()
    if "\0" in text:
        raise RosterError(
            "nul", phrase("The roster contains a character that cannot be stored (NUL).")
        )
    lines = file_text.lines_in(text)
    count = sum(bool(line.strip()) for line in lines)
    if not count:
        raise RosterError(
            "empty", phrase("The roster is empty. Type or paste a line for each player.")
        )
    if count > MAX_LINES:
        raise RosterError(
            "too_long",
            phrase(
                "A roster can have at most {most} lines at once; this one has {count}.",
                most=MAX_LINES,
                count=count,
            ),
        )
    return lines


def _too_large() -> RosterError:
    return RosterError(
        "too_large",
        phrase("A roster can have at most {most} MB.", most=MAX_BYTES // 2**20),
    )
