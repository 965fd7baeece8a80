"""Archives: zip, and tar as it is or packed with gzip, bzip2 or xz. Nothing is put on the disk."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, cast

from games.engine.gcg.reading import MAX_BYTES
from games.gcg_files.found import (
    BROKEN,
    CLIMBS,
    ENCRYPTED,
    MOST_MEMBERS,
    MOST_UNPACKED,
    TOO_LARGE,
    TOO_MANY,
    TOO_MUCH,
    UNREADABLE,
    FoundRecord,
    climbs,
    is_record,
)
from games.gcg_files.tar import Unpacked, Unreadable, members

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_AT, _TAR = 257, b"ustar"
_PACKED: dict[bytes, Callable[[IO[bytes]], object]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
_ZIP64, _ZIP_TAIL = b"PK\x06\x07", 64 * 1024 + 64
_FAILURES = (
    *(EOFError, NotImplementedError, OSError, RuntimeError, ValueError, zipfile.BadZipFile),
    *(zlib.error, lzma.LZMAError, tarfile.TarError),
)
_IS_ENCRYPTED = 0x1


def reader_of(head: bytes) -> Callable[[Path], Iterator[FoundRecord]] | None:
    """Returns the reader of an archive that begins like this, None for what is not an archive."""
    if head.startswith(_ZIP):
        return zip_members
    packed = any(head.startswith(mark) for mark in _PACKED)
    return tar_members if packed or head[_TAR_AT:].startswith(_TAR) else None


def zip_members(path: Path) -> Iterator[FoundRecord]:
    """Yield the records of a zip file, and what of it cannot be taken."""
    try:
        with path.open("rb") as file:
            if _says_many(file):
                yield FoundRecord(str(path), refused=TOO_MANY)
                return
            with zipfile.ZipFile(file) as archive:
                if len(archive.filelist) > MOST_MEMBERS:
                    yield FoundRecord(str(path), refused=TOO_MANY)
                    return
                yield from _zip_members(str(path), archive)
    except _FAILURES:
        yield FoundRecord(str(path), refused=BROKEN)


def tar_members(path: Path) -> Iterator[FoundRecord]:
    """Yield the records of a tar file, packed or not, and what of it cannot be taken."""
    try:
        with path.open("rb") as file:
            unpacked = Unpacked(_unpacking(file), file)
            read = 0
            for member in members(unpacked):
                passed = unpacked.packed_bytes - read
                read += passed
                yield FoundRecord(f"{path}/{member.name}", member.data, member.refused, passed)
    except Unreadable as why:
        yield FoundRecord(str(path), refused=str(why))
    except _FAILURES:
        yield FoundRecord(str(path), refused=BROKEN)


def _unpacking(file: IO[bytes]) -> IO[bytes]:
    head = file.read(8)
    file.seek(0)
    for mark, unpack in _PACKED.items():
        if head.startswith(mark):
            return cast("IO[bytes]", unpack(file))
    return file


def _says_many(file: IO[bytes]) -> bool:
    """Returns whether a zip file says at its end that it has far more members than are read.

    Its directory is held in memory whole; one of that many members has the end of another form.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _ZIP_TAIL))
    tail = file.read()
    file.seek(0)
    return _ZIP64 in tail


def _zip_members(name: str, archive: zipfile.ZipFile) -> Iterator[FoundRecord]:
    unpacked = 0
    for member in archive.filelist:
        called = f"{name}/{member.filename}"
        if member.is_dir():
            continue
        if climbs(member.filename):
            yield FoundRecord(called, refused=CLIMBS)
        elif is_record(member.filename):
            found = _zip_member(called, archive, member)
            unpacked += len(found.data or b"")
            if unpacked > MOST_UNPACKED:
                yield FoundRecord(name, refused=TOO_MUCH)
                return
            yield found


def _zip_member(called: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> FoundRecord:
    read = member.compress_size
    if member.flag_bits & _IS_ENCRYPTED:
        return FoundRecord(called, None, ENCRYPTED, read)
    if member.file_size > MAX_BYTES:
        return FoundRecord(called, None, TOO_LARGE, read)
    try:
        with archive.open(member) as file:
            return FoundRecord(called, file.read(MAX_BYTES + 1), "", read)
    except _FAILURES:
        return FoundRecord(called, None, UNREADABLE, read)
