"""The encoding of a file: a mark, strict UTF-8, and then the usual one of the language.

`lexicon.md` section 10. A single-byte encoding reads nearly anything, so it proves nothing: it is
reported, and words with the letters in question are shown before anybody agrees.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from core.phrases import phrase
from lexicon.words.reading.compression import Source
from lexicon.words.reading.lines import numbered
from lexicon.words.reading.refusals import ListRefused, shown

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "latin-1": "Latin-1",
    "windows-1252": "Windows-1252",
    "iso-8859-2": "ISO-8859-2",
    "iso-8859-9": "ISO-8859-9",
}
"""The encodings that can be chosen for a file, with their names."""

_BY_CODEC = {codecs.lookup(key).name: key for key in ENCODINGS}
_OF_LANGUAGE = {"pl": "iso-8859-2", "hu": "iso-8859-2", "sl": "iso-8859-2", "tr": "iso-8859-9"}
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_UTF_32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_LOOKED_AT = 8192
_NO_TEXT = re.compile(rb"[\0-\x08\x0b\x0e-\x19\x1c-\x1f\x7f]")
_ONLY_IN_1252 = re.compile("[\x80-\x9f]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding, a key of ENCODINGS, and whether it was guessed from the language alone."""

    key: str
    is_guessed: bool = False

    @property
    def label(self) -> str:
        """The name of the encoding."""
        return ENCODINGS[self.key]

    @property
    def codec(self) -> str:
        """The codec that reads it, past a mark of byte order."""
        return "utf-8-sig" if self.key == "utf-8" else self.key


def checked_encoding(named: str) -> str:
    """Returns the key of an encoding that was asked for; ListRefused for one not read here."""
    if not named.strip():
        return ""
    try:
        return _BY_CODEC[codecs.lookup(named.strip()).name]
    except (LookupError, ValueError) as unknown:
        raise ListRefused(
            "list.encoding_unknown",
            phrase(
                "{given!r} is not one of the encodings {known}",
                given=shown(named),
                known=", ".join(ENCODINGS.values()),
            ),
            field="encoding",
        ) from unknown


def encoding_of(
    source: Source, named: str, tile_set: str, told: Callable[[int], None] | None = None
) -> Encoding:
    """Returns the encoding that all of a file is in.

    Raises ListRefused: `list.binary` for what is not text, `list.mixed` where lines in UTF-8 and
    others stand in one file, `list.encoding` where a line is not in the encoding that was asked
    for, each of these two with the line.
    """
    with source.opened(told) as opened:
        first = opened.peek(_LOOKED_AT)[:_LOOKED_AT]
        if not first:
            raise ListRefused("list.empty", phrase("is empty"), file=source.name)
        mark = next((key for mark, key in _MARKS.items() if first.startswith(mark)), "")
        key = named or mark or "utf-8"
        if first.startswith(_UTF_32) or (key != "utf-16" and _NO_TEXT.search(first)):
            raise ListRefused("list.binary", phrase("is not a text file"), file=source.name)
        is_whole = _decodes(opened, Encoding(key).codec)
    if is_whole:
        return Encoding(key)
    if named or mark:
        raise _not_in(source, Encoding(key))
    return _single_byte(source, _OF_LANGUAGE.get(tile_set.partition("-")[0], "windows-1252"))


def _decodes(opened: io.BufferedReader, codec: str) -> bool:
    decoder = codecs.getincrementaldecoder(codec)()
    try:
        while data := opened.read1():
            decoder.decode(data)
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return True


def _single_byte(source: Source, key: str) -> Encoding:
    """Returns the language's own encoding, having looked at each line that is not ASCII."""
    in_utf_8 = other = 0
    is_latin_1 = True
    for number, line in numbered(source, "latin-1"):
        if line.isascii():
            continue
        raw = line.encode("latin-1")
        is_latin_1 = is_latin_1 and not _ONLY_IN_1252.search(line)
        if _says_utf_8(raw, key):
            in_utf_8 = in_utf_8 or number
        elif not _is_in(raw, key):
            raise _refused_line(
                source,
                number,
                phrase("is neither in UTF-8 nor in {encodings}", encodings=ENCODINGS[key]),
            )
        else:
            other = other or number
        if in_utf_8 and other:
            raise ListRefused(
                "list.mixed",
                phrase(
                    "is not in UTF-8, while line {in_utf_8} is; save the file in one encoding",
                    in_utf_8=in_utf_8,
                ),
                file=source.name,
                line=other,
                field="encoding",
            )
    if key == "windows-1252" and is_latin_1:
        key = "latin-1"
    return Encoding(key, is_guessed=True)


def _says_utf_8(raw: bytes, key: str) -> bool:
    """Returns whether a line can hardly be anything but UTF-8.

    Polish ÓŁ in ISO-8859-2 happens to be UTF-8 as well, for a letter that Polish does not have: the
    characters must be some that the language's own encoding knows.
    """
    try:
        characters = {c for c in raw.decode("utf-8") if not c.isascii()}
        return bool("".join(characters).encode(key)) and min(characters) > "\x9f"
    except UnicodeError:
        return False


def _is_in(raw: bytes, key: str) -> bool:
    try:
        raw.decode(key)
    except UnicodeError:
        return False
    return True


def _not_in(source: Source, encoding: Encoding) -> ListRefused:
    """Returns the refusal of the first line that is not in an encoding."""
    line_ends = io.IncrementalNewlineDecoder(None, translate=True)
    number = 1 + sum(line_ends.decode(text).count("\n") for text in _sound(source, encoding))
    number += line_ends.decode("", final=True).count("\n")
    return _refused_line(source, number, phrase("is not in {label}", label=encoding.label))


def _sound(source: Source, encoding: Encoding) -> Iterator[str]:
    """Yields the text of a file up to the first byte that is not in the encoding."""
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    with source.opened() as opened, suppress(UnicodeError):
        while data := opened.read1():
            before = decoder.getstate()
            try:
                yield decoder.decode(data)
            except UnicodeError:
                # What was refused at once is refused byte by byte too: this is the end of it.
                decoder.setstate(before)
                yield from (decoder.decode(bytes((byte,))) for byte in data)


def _refused_line(source: Source, number: int, what: str) -> ListRefused:
    return ListRefused("list.encoding", what, file=source.name, line=number, field="encoding")
