"""Bytes of a file to lines of text and back, in the encoding that the file or its folder names.

tsh reads ISO-8859-1 unless told otherwise. Two kinds of files written on other systems would come
out as wrong letters that way, and are recognised: UTF-8, and Windows' use of the codes 128 to 159.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.formats.tsh.errors import FileLine
from tournaments.formats.tsh.limits import MAX_BYTES, MAX_LINE, MAX_LINES

DEFAULT = "iso8859-1"
_BOM = codecs.BOM_UTF8
_END = re.compile(r"\r\n|\n|\r")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_NAMES = {"windows-874": "cp874", "windows874": "cp874"}
_KNOWN = re.compile(
    r"ascii|utf-8|iso8859-\d+|cp\d+|koi8-[rut]|tis-620|mac-\w+|big5\w*|gb\w+|euc\w+|shift_jis\w*"
)
_PLAIN = "azAZ09 ;:,.#'\"=>[]{}()-+\r\n"


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file with what its bytes said about themselves.

    `undeclared` is the encoding recognised without being named; `newline` the file's line end.
    """

    text: str
    bom: bool = False
    undeclared: str | None = None
    newline: str = "\n"


def codec_of(name: str, place: FileLine, field: str) -> str:
    """Returns Python's name for the encoding that tsh calls `name`.

    Raises TshError `encoding.unknown` for one that is not known or does not contain ASCII.
    """
    try:
        codec = codecs.lookup(_NAMES.get(name.lower(), name)).name
        fits = _KNOWN.fullmatch(codec) and _PLAIN.encode("ascii").decode(codec) == _PLAIN
    except (LookupError, ValueError):
        codec, fits = "", None
    if not fits:
        raise place.error(
            "encoding.unknown",
            phrase("the encoding “{name}” is not known", name=name),
            field=field,
            expected=phrase("a name such as iso-8859-1, utf8 or windows-874"),
        )
    return codec


def decode(data: bytes, declared: str | None, file: str, limit: int = MAX_BYTES) -> FileText:
    """Returns the text of `data`, read as `declared` (a codec), or as the bytes show without it.

    Raises TshError `file.too_large` and, for bytes that the encoding does not know,
    `encoding.invalid` with the line.
    """
    if len(data) > limit:
        raise FileLine(file).error(
            "file.too_large",
            phrase("{count} bytes are too many", count=len(data)),
            expected=phrase("at most {most}", most=limit),
        )
    bom = data.startswith(_BOM)
    if bom:
        data, declared = data[len(_BOM) :], "utf-8"
    newline = "\r\n" if b"\r\n" in data else "\r" if b"\r" in data and b"\n" not in data else "\n"
    undeclared = None if declared else _recognised(data)
    codec = declared or undeclared or DEFAULT
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        line = len(_END.findall(data[: error.start].decode("latin-1"))) + 1
        raise FileLine(file, line).error(
            "encoding.invalid",
            phrase("a byte is not {encoding}", encoding=codec),
            expected=phrase("text in {encoding}", encoding=codec),
        ) from None
    return FileText(text=text, bom=bom, undeclared=undeclared, newline=newline)


def _recognised(data: bytes) -> str | None:
    if data.isascii():
        return None
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    if not any(0x80 <= byte <= 0x9F for byte in set(data)):
        return None
    try:
        data.decode("cp1252")
        return "cp1252"
    except UnicodeDecodeError:
        return None


def carries(text: str, codec: str | None) -> bool:
    """Whether `text` survives being written in `codec`, or in an undeclared file when None."""
    try:
        data = text.encode(codec or DEFAULT)
    except UnicodeEncodeError:
        return False
    return codec is not None or (_recognised(data) is None and not data.startswith(_BOM))


def encode(text: str, codec: str, place: FileLine) -> bytes:
    """Returns the bytes of `text`. Raises TshError `encoding.not_encodable` naming the line."""
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        line = len(_END.findall(text[: error.start])) + 1
        letter = text[error.start]
        raise FileLine(place.file, line).error(
            "encoding.not_encodable",
            phrase("“{letter!a}” cannot be written in {encoding}", letter=letter, encoding=codec),
        ) from None


def numbered_lines(text: str, file: str) -> list[tuple[FileLine, str]]:
    """Returns the lines that are not blank, each with its place; lines count from 1.

    Raises TshError `file.too_many_lines`, `line.too_long` or `line.control_character`.
    """
    if text.count("\n") + text.count("\r") > 2 * MAX_LINES:
        raise FileLine(file).error(
            "file.too_many_lines",
            phrase("the file has too many lines"),
            expected=phrase("at most {most}", most=MAX_LINES),
        )
    lines = []
    for number, line in enumerate(_END.split(text), start=1):
        stripped = line.strip(" \t")
        if not stripped:
            continue
        place = FileLine(file, number)
        if len(stripped) > MAX_LINE:
            raise place.error(
                "line.too_long", phrase("{count} characters are too many", count=len(stripped))
            )
        check_plain(stripped, place)
        lines.append((place, stripped))
    return lines


def check_plain(text: str, place: FileLine, field: str | None = None) -> None:
    """Raises TshError `line.control_character` when `text` holds one other than a tab."""
    found = _CONTROL.search(text)
    if found:
        raise place.error(
            "line.control_character",
            phrase("the text contains the control character {character!a}", character=found[0]),
            field=field,
            expected=phrase("printable text"),
        )


def words(text: str) -> list[str]:
    """Returns the words of `text`, parted by spaces and tabs only."""
    return [word for word in text.replace("\t", " ").split(" ") if word]
