"""Files that a person sends to be imported: a zipped folder, an archive, or the files themselves.

Nothing is ever unpacked to disk, and nothing is read but the configuration and what it names.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.errors import UserError
from core.phrases import phrase
from tournaments.formats.tsh import TshError
from tournaments.formats.tsh.archive import ARCHIVE, CONFIG, is_archive
from tournaments.formats.tsh.limits import MAX_BYTES
from tournaments.formats.tsh.reading import config_of

MAX_UPLOAD = 32 * 1024 * 1024
MAX_UNPACKED = 64 * 1024 * 1024
MAX_MEMBERS = 5000
_MEMBER_MARK = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Sent:
    """One file as it was sent."""

    name: str
    data: bytes


def event_files(sent: Sequence[Sent]) -> dict[str, bytes]:
    """Returns the files of an event folder by name, as `read_tsh` takes them.

    Raises UserError (TshError where it names a place) for what is too large, broken, or leaves
    its folder.
    """
    if sum(len(one.data) for one in sent) > MAX_UPLOAD:
        raise UserError(
            phrase("Send at most {size} at once.", size=_mb(MAX_UPLOAD)), code="upload.too_large"
        )
    if len(sent) == 1 and sent[0].data.startswith(b"PK"):
        return _unzipped(sent[0])
    return {one.name: one.data for one in sent}


def _unzipped(sent: Sent) -> dict[str, bytes]:
    if sent.data.count(_MEMBER_MARK) > MAX_MEMBERS:
        raise TshError(
            "zip.members",
            phrase("contains more than {most} files", most=MAX_MEMBERS),
            file=sent.name,
        )
    try:
        with zipfile.ZipFile(io.BytesIO(sent.data)) as opened:
            return _Folder(opened, sent.name).files()
    except _BROKEN as broken:
        raise TshError(
            "zip.broken", phrase("cannot be unpacked: {fault}", fault=broken), file=sent.name
        ) from broken


class _Folder:
    """The folder inside a zip file that holds the configuration."""

    def __init__(self, opened: zipfile.ZipFile, name: str) -> None:
        self._zip = opened
        self._name = name
        self._left = MAX_UNPACKED
        self._members = {
            info.filename.replace("\\", "/"): info
            for info in opened.infolist()
            if not info.is_dir() and not info.filename.startswith("__MACOSX/")
        }

    def files(self) -> dict[str, bytes]:
        """Returns the configuration and the division files that it names."""
        head = self._head()
        data = self._read(head)
        if head.name == ARCHIVE or is_archive(data):
            return {head.name: data}
        files = {CONFIG: data}
        for statement in config_of(data).divisions:
            path = PurePosixPath(statement.file)
            if path.is_absolute() or ".." in path.parts or "\\" in statement.file:
                raise statement.place.error(
                    "file.outside",
                    phrase("the file {file} is outside the folder", file=statement.file),
                    field="division",
                    expected=phrase("a file in the folder"),
                )
            if str(head.parent / path) in self._members:
                files[statement.file] = self._read(head.parent / path)
        return files

    def _head(self) -> PurePosixPath:
        """Returns the path of the configuration nearest to the top; two there are a question."""
        for wanted in (CONFIG, ARCHIVE):
            paths = [p for p in map(PurePosixPath, self._members) if p.name == wanted]
            depth = min((len(path.parts) for path in paths), default=0)
            nearest = [path for path in paths if len(path.parts) == depth]
            if len(nearest) > 1:
                places = ", ".join(map(str, sorted(nearest)[:3]))
                raise TshError(
                    "zip.several",
                    phrase("contains several events: {places}", places=places),
                    file=self._name,
                )
            if nearest:
                return nearest[0]
        raise TshError(
            "folder.no_config", phrase("contains no {file}", file=CONFIG), file=self._name
        )

    def _read(self, path: PurePosixPath) -> bytes:
        info = self._members[str(path)]
        if info.compress_type not in _METHODS:
            raise TshError(
                "zip.method", phrase("is compressed in a way that cannot be read"), file=str(path)
            )
        limit = min(MAX_BYTES, self._left)
        # What a header claims may be a lie, so it is the bytes read that are counted.
        with self._zip.open(info) as member:
            data = member.read(limit + 1)
        if len(data) > limit:
            raise TshError(
                "file.too_large",
                phrase("the file is too large"),
                file=str(path),
                expected=phrase("at most {size}", size=_mb(limit)),
            )
        self._left -= len(data)
        return data


def _mb(count: int) -> str:
    return phrase("{count} MB", count=count // (1024 * 1024))
