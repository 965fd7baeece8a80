"""From the bytes of a record to its text (gcg.md section 1).

Latin-1, unless the first line declares UTF-8. What declares nothing and is UTF-8 beyond ASCII is
read as UTF-8, which a notice says. A declaration that nobody knows, or that does not fit, is a
fault ENC, and the text is read as if nothing had been declared.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.engine.report import Deviation, Notice

ASCII, UTF_8, LATIN_1 = "ascii", "utf-8", "iso-8859-1"
PRAGMA = "#character-encoding"

_BOM = b"\xef\xbb\xbf"
_OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DECLARED = re.compile(rb"[ \t]*#character-encoding[ \t]+([^\r\n]{1,200})", re.IGNORECASE)
_KNOWN = {"utf8": UTF_8, "iso88591": LATIN_1, "latin1": LATIN_1}
_SEPARATORS = str.maketrans("", "", "-_ \t")
# Tabs and line ends are all that a line needs; a few of the others make no binary file.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
_FEW_CONTROLS, _CONTROL_SHARE = 2, 0.01
_UNSHOWN = dict.fromkeys(_CONTROLS, "\ufffd") | dict.fromkeys(b"\v\f", " ")
_OLD_END_OF_FILE = " \r\n\x1a"


class Text(NamedTuple):
    """The text of a record without byte-order mark, and what there is to say about its encoding."""

    text: str
    encoding: str
    fault: Deviation | None = None
    notice: Notice | None = None


def decoded(data: bytes) -> Text | None:
    """Returns the text of a record, None for bytes that are not text: binary files, UTF-16.

    A control character becomes U+FFFD, which is not part of any name, word or blank.
    """
    controls = len(data) - len(data.translate(None, _CONTROLS))
    few = max(_FEW_CONTROLS, len(data) * _CONTROL_SHARE)
    if b"\0" in data or data.startswith(_OTHER_MARKS) or controls > few:
        return None
    said = _decoded(data)
    if not controls:
        return said
    text = shown(said.text.rstrip(_OLD_END_OF_FILE))
    return Text(text, said.encoding, said.fault, said.notice)


def shown(text: str) -> str:
    """Returns text with a replacement character for each control character that no line needs."""
    return text.translate(_UNSHOWN)


def _decoded(data: bytes) -> Text:
    marked = data.startswith(_BOM)
    if marked:
        data = data[len(_BOM) :]
    declared = _DECLARED.match(data)
    if declared is None:
        return _guessed(data, marked=marked)
    # Printable, whatever was declared: the name is shown to people.
    name = shown(declared[1].decode("latin-1")).strip()
    encoding = _KNOWN.get(name.lower().translate(_SEPARATORS))
    if encoding is None:
        return _guessed(data, fault=Deviation(1, "ENC", "encoding.unknown", {"name": name[:40]}))
    try:
        return Text(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        return _guessed(data, fault=Deviation(1, "ENC", "encoding.wrong", {"name": name[:40]}))


def _guessed(data: bytes, *, marked: bool = False, fault: Deviation | None = None) -> Text:
    if data.isascii():
        return Text(data.decode("ascii"), UTF_8 if marked else ASCII, fault)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Text(data.decode("latin-1"), LATIN_1, fault)
    said = marked or fault is not None
    return Text(text, UTF_8, fault, None if said else Notice(0, "encoding.undeclared"))
