"""Text out of the bytes of a file, in the encodings that spreadsheets and older programs write."""

from __future__ import annotations

import codecs
from unicodedata import category

from core.errors import UserError
from core.phrases import phrase

_SPACES = "\t\n\r"


def decoded(data: bytes) -> str:
    """Returns the text of a file in UTF-8, UTF-16 or Latin-1.

    Raises UserError (codes `file.workbook`, `file.binary`) for what is not text.
    """
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UserError(
            phrase("This is a workbook; save its sheet as CSV and send that."), code="file.workbook"
        )
    for encoding in _likely(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _is_text(text):
            return text
    raise UserError(
        phrase("This is not a text file, whatever its name says; save it as text, or paste it."),
        code="file.binary",
    )


def lines_in(text: str) -> list[str]:
    """Returns the lines of a text, empty ones included, so that each keeps its number."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


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
    return all(
        letter in _SPACES or category(letter) not in ("Cc", "Cn", "Co") for letter in set(text)
    )
