"""Tar archives, read member by member as they come and never further than a header asks for.

The headers are parsed here: the library holds extended headers and lists of members of any size.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from typing import IO, NamedTuple

from games.engine.gcg.reading import MAX_BYTES
from games.gcg_files.found import (
    BROKEN,
    CLIMBS,
    MOST_MEMBERS,
    MOST_RATIO,
    MOST_UNPACKED,
    NO_FILE,
    RATIO_COUNTS_FROM,
    TOO_LARGE,
    TOO_MANY,
    TOO_MUCH,
    climbs,
    is_record,
)

_BLOCK = tarfile.BLOCKSIZE
_PIECE = 64 * 1024
_PAX = frozenset({tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE})
_FILES = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE})


class Unreadable(Exception):
    """An archive that cannot be read further, with the sentence that says why."""


class Member(NamedTuple):
    """A record of an archive, or the sentence on why it was not read."""

    name: str
    data: bytes | None
    refused: str = ""


class Unpacked:
    """What an archive unpacks to, read forwards; Unreadable where it is more than can be right."""

    def __init__(self, unpacking: IO[bytes], packed: IO[bytes]) -> None:
        self._unpacking, self._packed = unpacking, packed
        self._length = 0

    @property
    def packed_bytes(self) -> int:
        """How many bytes of the archive have been read."""
        return self._packed.tell()

    def read(self, length: int) -> bytes:
        """Returns so many bytes; Unreadable where there are fewer."""
        data = self._unpacking.read(length)
        self._length += len(data)
        is_bomb = self._length > max(RATIO_COUNTS_FROM, MOST_RATIO * self.packed_bytes)
        if is_bomb or self._length > MOST_UNPACKED:
            raise Unreadable(TOO_MUCH)
        if len(data) < length:
            raise Unreadable(BROKEN)
        return data

    def skip(self, length: int) -> None:
        """Pass over so many bytes."""
        while length > 0:
            length -= len(self.read(min(length, _PIECE)))


def members(unpacked: Unpacked) -> Iterator[Member]:
    """Yield the records of an archive, and every member that cannot be taken; raises Unreadable."""
    extended: dict[str, str] = {}
    count = 0
    while (header := _header(unpacked)) is not None:
        if header.type == tarfile.GNUTYPE_LONGNAME:
            extended["path"] = _text(_extension(unpacked, header.size).rstrip(b"\0"))
        elif header.type in _PAX:
            extended |= _pax(_extension(unpacked, header.size))
        elif header.type in (tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE):
            unpacked.skip(_whole(header.size))
        else:
            count += 1
            if count > MOST_MEMBERS:
                raise Unreadable(TOO_MANY)
            yield from _member(unpacked, header, extended)
            extended = {}


def _header(unpacked: Unpacked) -> tarfile.TarInfo | None:
    """Returns the next header, None at the end of the archive."""
    block = unpacked.read(_BLOCK)
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "replace")
    except tarfile.HeaderError as broken:
        if not block.strip(b"\0"):
            return None
        raise Unreadable(BROKEN) from broken


def _member(
    unpacked: Unpacked, header: tarfile.TarInfo, extended: dict[str, str]
) -> Iterator[Member]:
    name = extended.get("path", header.name)
    size = _number(extended["size"]) if "size" in extended else header.size
    is_file = header.type in _FILES
    if header.type in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE):
        size = 0
    if size < 0:
        raise Unreadable(BROKEN)
    refused = CLIMBS if climbs(name) else ""
    if is_record(name) and header.type != tarfile.DIRTYPE:
        refused = refused or ("" if is_file else NO_FILE) or (TOO_LARGE if size > MAX_BYTES else "")
        if not refused:
            yield Member(name, unpacked.read(size))
            unpacked.skip(_whole(size) - size)
            return
    if refused:
        yield Member(name, None, refused)
    unpacked.skip(_whole(size))


def _extension(unpacked: Unpacked, size: int) -> bytes:
    if not 0 <= size <= _PIECE:
        raise Unreadable(BROKEN)
    data = unpacked.read(size)
    unpacked.skip(_whole(size) - size)
    return data


def _pax(data: bytes) -> dict[str, str]:
    """Returns name and size of the next member, where the records `length keyword=value` say so."""
    said: dict[str, str] = {}
    while data:
        length, _, rest = data.partition(b" ")
        end = _number(_text(length))
        keyword, _, value = rest[: end - len(length) - 2].partition(b"=")
        if keyword in (b"path", b"size"):
            said[_text(keyword)] = _text(value)
        if end <= 0:
            raise Unreadable(BROKEN)
        data = data[end:]
    return said


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Unreadable(BROKEN)
    return int(text)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _whole(size: int) -> int:
    """Returns a size in whole blocks."""
    return -(-size // _BLOCK) * _BLOCK
