"""The bytes of a file, decompressed as they are read, and never more of them than a list has.

Plain files, gzip, bzip2, xz, and zip archives that hold one file. The kind is seen from the first
bytes, never believed from the name.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from core.phrases import phrase
from lexicon.words.reading.refusals import ListRefused

MOST_BYTES = 96 * 1024 * 1024
"""As sent, and again as decompressed: three million Polish words are 42 MB."""

MAGIC = {"gzip": b"\x1f\x8b", "bzip2": b"BZh", "xz": b"\xfd7zXZ\x00", "zip": b"PK\x03\x04"}
_ENDINGS = (".gz", ".bz2", ".xz", ".zip")
_REFUSED = {
    "list.quackle": (
        (".dawg", ".lex", ".dwg"),
        phrase("is a Quackle dictionary, which cannot be read; export the list as text"),
    ),
    "list.kbwg": (
        (".kbwg",),
        phrase("KBWG files are not supported; export the list as text or .kwg"),
    ),
}
"""Dictionaries that are not read, by the code of the error: how their names end, and what to do."""
_CHUNK = 64 * 1024
_XZ_MEMORY = 80 * 1024 * 1024  # `xz -9` needs 65 MB to decompress
_MOST_DIRECTORY = 64 * 1024
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_BROKEN = (
    EOFError,
    NotImplementedError,
    OSError,
    ValueError,
    lzma.LZMAError,
    zipfile.BadZipFile,
    zlib.error,
)


class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Source:
    """A file that may be read: what it is called, how it is compressed, its size and hash.

    `inside` is the name of what is in it, `compression` a key of MAGIC or empty.
    """

    path: Path
    name: str
    inside: str
    compression: str
    size: int
    sha256: str

    @contextmanager
    def opened(
        self, told: Callable[[int], None] | None = None, most: int = MOST_BYTES
    ) -> Iterator[io.BufferedReader]:
        """Gives the decompressed bytes; `told` hears how many of the file are read.

        Raises ListRefused `list.large` past `most`, and `list.damaged` for what does not
        decompress, while they are read.
        """
        with ExitStack() as stack:
            try:
                raw = stack.enter_context(self.path.open("rb"))
                inner = self._decompressed(raw, stack)
            except _BROKEN as fault:
                raise _damaged(self.name) from fault
            yield io.BufferedReader(_Bounded(self.name, raw, inner, told, most), _CHUNK)

    def _decompressed(self, raw: io.BufferedReader, stack: ExitStack) -> _Readable:
        if self.compression == "gzip":
            return gzip.GzipFile(fileobj=raw)
        if self.compression == "bzip2":
            return bz2.BZ2File(raw)
        if self.compression == "xz":
            return io.BufferedReader(_Xz(raw), _CHUNK)
        if self.compression == "zip":
            archive = stack.enter_context(zipfile.ZipFile(raw))
            return archive.open(self.inside)
        return raw


def source(path: Path, name: str = "") -> Source:
    """Returns a file that may be read, having looked at its name, size and first bytes.

    Raises ListRefused for what is no file, is empty or too large, for an archive that does not hold
    one file, and for the dictionaries of programs that are not read here.
    """
    name = name or path.name
    _refuse_dictionary(name, name)
    try:
        if not path.exists():
            raise ListRefused("list.missing", phrase("does not exist"), file=name)
        if not path.is_file():
            raise ListRefused("list.no_file", phrase("is not a file"), file=name)
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise _too_large(name, MOST_BYTES)
        with path.open("rb") as opened:
            first = opened.read(8)
            opened.seek(0)
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
            kind = next((kind for kind, magic in MAGIC.items() if first.startswith(magic)), "")
            inside = _member(name, opened, size) if kind == "zip" else _without_ending(name)
    except (OSError, ValueError) as fault:  # ValueError: a NUL in the path
        raise ListRefused("list.unreadable", phrase("cannot be read"), file=name) from fault
    if not size:
        raise ListRefused("list.empty", phrase("is empty"), file=name)
    _refuse_dictionary(name, inside)
    return Source(path, name, inside, kind, size, digest)


def _refuse_dictionary(name: str, inside: str) -> None:
    for code, (endings, sentence) in _REFUSED.items():
        if _without_ending(inside).lower().endswith(endings):
            raise ListRefused(code, sentence, file=name)


def _without_ending(name: str) -> str:
    ending = next((ending for ending in _ENDINGS if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def _too_large(name: str, most: int) -> ListRefused:
    return ListRefused(
        "list.large",
        phrase("has more than {most} MB, more than any list", most=most // 1024 // 1024),
        file=name,
    )


def _damaged(name: str) -> ListRefused:
    return ListRefused("list.damaged", phrase("is damaged and cannot be decompressed"), file=name)


def _member(name: str, opened: IO[bytes], size: int) -> str:
    """Returns the name of the one file in a zip archive."""
    _check_directory(name, opened, size)
    try:
        with zipfile.ZipFile(opened) as archive:
            members = [info for info in archive.infolist() if not _is_left_over(info)]
    except _BROKEN as fault:
        raise _damaged(name) from fault
    if len(members) != 1:
        raise ListRefused(
            "list.archive",
            phrase(
                "the archive has {count} files; send one with only the list", count=len(members)
            ),
            file=name,
        )
    member = members[0]
    if member.flag_bits & 1:
        raise ListRefused("list.encrypted", phrase("the archive is encrypted"), file=name)
    if member.compress_type not in _ZIP_METHODS:
        raise ListRefused(
            "list.compression",
            phrase("the archive is compressed in a way that cannot be read"),
            file=name,
        )
    return member.filename


def _is_left_over(info: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(info.filename).parts
    return info.is_dir() or any(part.startswith((".", "__MACOSX")) for part in parts)


def _check_directory(name: str, opened: IO[bytes], size: int) -> None:
    """Refuses an archive whose directory is long, which would all be held in memory."""
    opened.seek(max(0, size - 22 - 0xFFFF - 20))
    tail = opened.read()
    end = len(tail) - 22
    if not (end >= 0 and tail.startswith(b"PK\x05\x06", end) and tail.endswith(b"\0\0")):
        end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        raise _damaged(name)
    is_zip64 = tail.startswith(b"PK\x06\x07", max(0, end - 20))
    if is_zip64 or int.from_bytes(tail[end + 12 : end + 16], "little") > _MOST_DIRECTORY:
        raise ListRefused(
            "list.archive", phrase("the archive has several files; send only the list"), file=name
        )


class _Bounded(io.RawIOBase):
    """Decompressed bytes up to a bound, telling how far the file itself is read."""

    def __init__(
        self,
        name: str,
        raw: io.BufferedReader,
        inner: _Readable,
        told: Callable[[int], None] | None,
        most: int,
    ) -> None:
        super().__init__()
        self._name, self._raw, self._inner, self._told = name, raw, inner, told
        self._most = self._left = most

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]  # always a memoryview
        try:
            data = self._inner.read(min(len(into), _CHUNK))
        except _BROKEN as fault:
            raise _damaged(self._name) from fault
        self._left -= len(data)
        if self._left < 0:
            raise _too_large(self._name, self._most)
        into[: len(data)] = data
        if self._told:
            self._told(self._raw.tell())
        return len(data)


class _Xz(io.RawIOBase):
    """Streams of xz one after the other, decompressed in bounded memory.

    `lzma.LZMAFile` takes no bound, and a few bytes can ask for four gigabytes.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        super().__init__()
        self._raw = raw
        self._start()

    def _start(self) -> None:
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]  # always a memoryview
        while True:
            data = b""
            if self._stream.eof:
                data = self._stream.unused_data or self._raw.read(_CHUNK)
                if not data:
                    return 0
                self._start()
            elif self._stream.needs_input:
                data = self._raw.read(_CHUNK)
                if not data:
                    raise EOFError
            out = self._stream.decompress(data, len(into))
            if out:
                into[: len(out)] = out
                return len(out)
