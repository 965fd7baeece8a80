"""The text of a roster: out of bytes in the encodings that spreadsheets write, and its limits."""

from __future__ import annotations

import codecs
from unicodedata import category

from tournaments.formats.roster.errors import RosterError

MAX_BYTES = 1024 * 1024
MAX_LINES = 500
_SPACES = "\t\n\r"


def decoded(data: bytes) -> str:
    """Returns the text of a file in UTF-8, UTF-16 or Latin-1.

    Raises RosterError (codes `too_large`, `workbook`, `binary`) for what is no text.
    """
    if len(data) > MAX_BYTES:
        raise _too_large()
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise RosterError("workbook", "That is a workbook; save its sheet as CSV and send that.")
    for encoding in _likely(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _is_text(text):
            return text
    raise RosterError("binary", "That is no text; send a roster as CSV, or paste it.")


def lines_of(text: str) -> list[str]:
    """Returns the lines of a roster, empty ones included, so that each keeps its number.

    Raises RosterError (codes `too_large`, `nul`, `empty`, `too_long`) for what is no roster.
    """
    if len(text) > MAX_BYTES:
        raise _too_large()
    if "\0" in text:
        raise RosterError("nul", "The roster holds a character that cannot be stored (NUL).")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    count = sum(bool(line.strip()) for line in lines)
    if not count:
        raise RosterError("empty", "The roster is empty: type or paste a line for each person.")
    if count > MAX_LINES:
        raise RosterError(
            "too_long", f"A roster has at most {MAX_LINES} lines at once; this one has {count}."
        )
    return lines


def _likely(data: bytes) -> tuple[str, ...]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ("utf-16",)
    if b"\0" in data[1:200:2]:
        return ("utf-16-le",)
    if b"\0" in data[0:200:2]:
        return ("utf-16-be",)
    # What Windows calls Latin-1 has quotation marks where the standard has control characters.
    return ("utf-8-sig", "cp1252", "latin-1")


def _is_text(text: str) -> bool:
    return all(letter in _SPACES or category(letter) not in ("Cc", "Cn", "Co") for letter in text)


def _too_large() -> RosterError:
    return RosterError("too_large", f"A roster has at most {MAX_BYTES // 2**20} MB.")
