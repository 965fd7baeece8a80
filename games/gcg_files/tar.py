"""Tar archives, read member by member as they come and never further than a header asks for.

`tarfile` reads them from a stream. It would hold extended headers and lists of sparse members of
any size, so that it gets no more between two members than headers that can be right come to. What
it does with an extended header takes the square of its length (CVE-2024-6232, fixed since 3.11.10
for some of that), so that it gets short ones only, and few. And it takes what it cannot read for
the end, so that what it was given last is looked at.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, cast

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

_PIECE = 4 * 1024
_MOST_HEADERS = 256 * 1024
"""The bytes of a member's headers, including what is read ahead with them."""
MOST_EXTENSION = 4 * 1024
"""Bytes of an extended header: no name is longer."""
_MOST_IN_A_ROW = 4
"""Headers of a member: two long names or two extended headers before its own, and one to spare."""
_MOST_FOR_ALL = 64
"""The statements of extended headers about all members that follow."""
_EXTENSIONS = frozenset(
    (
        *(tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.XGLTYPE),
        *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
    )
)
_PAX = frozenset({tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE})
_END = b""
_NOWHERE = str(Path("/archive"))


class Unreadable(Exception):
    """An archive that cannot be read further, with the sentence that says why."""


class ArchiveMember(NamedTuple):
    """A record of an archive, or the sentence on why it was not read."""

    name: str
    data: bytes | None
    refused: str = ""


class Unpacked:
    """The contents of an archive, read forwards; Unreadable if it is larger than can be right."""

    def __init__(self, unpacking: IO[bytes], packed: IO[bytes]) -> None:
        self._unpacking, self._packed = unpacking, packed
        self._length = 0
        self._most = _MOST_HEADERS

    @property
    def packed_bytes(self) -> int:
        """The bytes of the archive read so far."""
        return self._packed.tell()

    def allow(self, end: int) -> None:
        """Let so much be read, and headers after it."""
        self._most = end + _MOST_HEADERS

    def read(self, length: int) -> bytes:
        """Returns so many bytes, fewer only at the end."""
        if self._length > self._most:
            raise Unreadable(BROKEN)
        data = self._unpacking.read(length)
        self._length += len(data)
        is_bomb = self._length > max(RATIO_COUNTS_FROM, MOST_RATIO * self.packed_bytes)
        if is_bomb or self._length > MOST_UNPACKED:
            raise Unreadable(TOO_MUCH)
        return data


def members(unpacked: Unpacked) -> Iterator[ArchiveMember]:
    """Yield the records of an archive, and every member that cannot be taken; raises Unreadable."""
    headers: list[bytes] = []
    archive = tarfile.open(  # noqa: SIM115 - it is the caller's stream, and has nothing to close
        fileobj=cast("IO[bytes]", unpacked),
        mode="r|",
        bufsize=_PIECE,
        tarinfo=_noting(headers),
        errors="replace",
    )
    count = 0
    while (member := _next(archive, headers)) is not None:
        count += 1
        if count > MOST_MEMBERS:
            raise Unreadable(TOO_MANY)
        unpacked.allow(archive.offset)
        yield from _taken(archive, member)


def _noting(headers: list[bytes]) -> type[tarfile.TarInfo]:
    """Returns a class of members that notes the types of all headers read, `_END` for the last.

    It raises Unreadable at headers that are too long or too many to be right.
    """

    class Header(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            if len(buf) == tarfile.BLOCKSIZE and not buf.strip(b"\0"):
                headers.append(_END)
            header = super().frombuf(buf, encoding, errors)
            headers.append(header.type)
            is_long = header.type in _EXTENSIONS and header.size > MOST_EXTENSION
            if is_long or len(headers) > _MOST_IN_A_ROW:
                raise Unreadable(BROKEN)
            return header

    return Header


def _next(archive: tarfile.TarFile, headers: list[bytes]) -> tarfile.TarInfo | None:
    """Returns the next member, None at the end of the archive."""
    member = archive.next()
    held: Any = archive  # It would hold all of them.
    held.members.clear()
    if len(archive.pax_headers) > _MOST_FOR_ALL:
        raise Unreadable(BROKEN)
    if member is None:
        if not headers or headers[-1] != _END:
            raise Unreadable(BROKEN)
        return None
    is_extended = not _PAX.isdisjoint(headers)
    headers.clear()
    if member.size < 0 or (is_extended and not member.pax_headers):
        raise Unreadable(BROKEN)
    return member


def _taken(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Iterator[ArchiveMember]:
    refused = CLIMBS if climbs(member.name) else ""
    if is_record(member.name) and not member.isdir():
        refused = refused or _refusal(member)
        if not refused:
            file = archive.extractfile(member)
            assert file is not None
            yield ArchiveMember(member.name, file.read())
            return
    if refused:
        yield ArchiveMember(member.name, None, refused)


def _refusal(member: tarfile.TarInfo) -> str:
    """Returns why a record cannot be taken, empty where it can."""
    if not member.isreg() or member.issparse():
        return NO_FILE
    return _filtered(member) or (TOO_LARGE if member.size > MAX_BYTES else "")


def _filtered(member: tarfile.TarInfo) -> str:
    """Returns why the library's own filter refuses a file, empty where it does not.

    Python has the filter since 3.11.4. Nothing is unpacked, and `climbs` was asked before: without
    it the same is refused.
    """
    if not hasattr(tarfile, "data_filter"):
        return ""
    try:
        tarfile.data_filter(member, _NOWHERE)
    except (tarfile.AbsolutePathError, tarfile.OutsideDestinationError):
        return CLIMBS
    except tarfile.FilterError:
        return NO_FILE
    return ""
