"""The text of a roster, and its limits."""

from __future__ import annotations

from core import text as file_text
from core.errors import UserError
from tournaments.formats.roster.errors import RosterError

MAX_BYTES = 1024 * 1024
MAX_LINES = 500


def decoded(data: bytes) -> str:
    """Returns the text of a file in UTF-8, UTF-16 or Latin-1.

    Raises RosterError (codes `too_large`, `workbook`, `binary`) for what is not text.
    """
    if len(data) > MAX_BYTES:
        raise _too_large()
    try:
        return file_text.decoded(data)
    except UserError as wrong:
        raise RosterError(wrong.code.removeprefix("file."), wrong.message) from wrong


def lines_of(text: str) -> list[str]:
    """Returns the lines of a roster, empty ones included, so that each keeps its number.

    Raises RosterError (codes `too_large`, `nul`, `empty`, `too_long`) for what is not a roster.
    """
    if len(text) > MAX_BYTES:
        raise _too_large()
    if "\0" in text:
        raise RosterError("nul", "The roster contains a character that cannot be stored (NUL).")
    lines = file_text.lines_in(text)
    count = sum(bool(line.strip()) for line in lines)
    if not count:
        raise RosterError("empty", "The roster is empty. Type or paste a line for each player.")
    if count > MAX_LINES:
        raise RosterError(
            "too_long",
            f"A roster can have at most {MAX_LINES} lines at once; this one has {count}.",
        )
    return lines


def _too_large() -> RosterError:
    return RosterError("too_large", f"A roster can have at most {MAX_BYTES // 2**20} MB.")
