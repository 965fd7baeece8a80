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
# All but tab, line ends, form feed, the old end-of-file mark and escape.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
_MOST_CONTROLS = 0.01


class Text(NamedTuple):
    """The text of a record without byte-order mark, and what there is to say about its encoding."""

    text: str
    encoding: str
    fault: Deviation | None = None
    notice: Notice | None = None


def decoded(data: bytes) -> Text | None:
    """Returns the text of a record, None for bytes that are no text: binary files, UTF-16."""
    if _is_binary(data):
        return None
    marked = data.startswith(_BOM)
    if marked:
        data = data[len(_BOM) :]
    declared = _DECLARED.match(data)
    if declared is None:
        return _guessed(data, marked=marked)
    # Printable, whatever was declared: the name is shown to people.
    name = declared[1].decode("latin-1").strip()
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


def _is_binary(data: bytes) -> bool:
    if b"\0" in data or data.startswith(_OTHER_MARKS):
        return True
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return controls > len(data) * _MOST_CONTROLS
