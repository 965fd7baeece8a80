"""The one file of a backup: a zip of tables as JSON lines, files, and a manifest to vouch for them.

Format 2: `manifest.json`, one `rows/<app>.<model>.jsonl` per table, and `files/<folder>/<name>`.
Each line of a table is an array of the values of one row, in the order of the table's `fields` in
the manifest, which also tells how many rows and bytes a table has and their SHA-256; of a file it
tells the bytes and the SHA-256. Format 1 had no files. Reading trusts none of it before all was
checked.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from core.errors import UserError
from core.phrases import phrase

FORMAT = 2
MANIFEST = "manifest.json"
LONGEST_MANIFEST = 1_000_000
LONGEST_ROW = 64_000_000
LARGEST = 4_000_000_000
PIECE = 1 << 20

_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    UnicodeDecodeError,
    ValueError,
)


class ArchivedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The entry of one table in the manifest."""

    model: str
    fields: tuple[str, ...]
    rows: int
    bytes: int
    sha256: str

    @property
    def member(self) -> str:
        """The name of its rows in the zip."""
        return f"rows/{self.model}.jsonl"


class KeptFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The entry of one file in the manifest; `name` is its folder and its name, with a slash."""

    name: str
    bytes: int
    sha256: str

    @property
    def member(self) -> str:
        """The name of its bytes in the zip."""
        return f"files/{self.name}"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The manifest of a backup. `migrations` are the names of those that made its tables."""

    wallchart_backup: int
    version: str
    made_at: str
    database: str
    migrations: tuple[str, ...]
    tables: tuple[ArchivedTable, ...]
    files: tuple[KeptFile, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(table.rows for table in self.tables)


class BackupRefused(UserError):
    """A backup that cannot be written or taken as it is; the message says why."""


class ArchiveWriter:
    """Writes the tables of a backup one after another, a row at a time."""

    def __init__(self, zipped: zipfile.ZipFile) -> None:
        self._zipped = zipped
        self._tables: list[ArchivedTable] = []
        self._files: list[KeptFile] = []

    def write_table(
        self, model: str, fields: tuple[str, ...], rows: Iterable[tuple[Any, ...]]
    ) -> None:
        """Write a table; values may be whatever JSON has, bytes, dates, times and decimals."""
        digest, count, size = hashlib.sha256(), 0, 0
        with self._zipped.open(f"rows/{model}.jsonl", "w", force_zip64=True) as member:
            for row in rows:
                line = msgspec.json.encode(row) + b"\n"
                digest.update(line)
                count, size = count + 1, size + len(line)
                member.write(line)
        self._tables.append(
            ArchivedTable(
                model=model, fields=fields, rows=count, bytes=size, sha256=digest.hexdigest()
            )
        )

    def write_file(self, name: str, path: Path) -> None:
        """Write the bytes of a file under `name`, its folder and its name with a slash."""
        digest, size = hashlib.sha256(), 0
        with (
            path.open("rb") as source,
            self._zipped.open(f"files/{name}", "w", force_zip64=True) as member,
        ):
            while piece := source.read(PIECE):
                digest.update(piece)
                size += len(piece)
                member.write(piece)
        self._files.append(KeptFile(name=name, bytes=size, sha256=digest.hexdigest()))

    def finish(
        self, *, version: str, made_at: str, database: str, migrations: tuple[str, ...]
    ) -> Manifest:
        """Write the manifest, last, and return it."""
        manifest = Manifest(
            wallchart_backup=FORMAT,
            version=version,
            made_at=made_at,
            database=database,
            migrations=migrations,
            tables=tuple(self._tables),
            files=tuple(self._files),
        )
        self._zipped.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        return manifest


@contextmanager
def new_archive(path: Path, *, replace: bool) -> Iterator[ArchiveWriter]:
    """Open a backup for writing; `path` gets it whole and safe on disk, or is left as it was.

    Raises BackupRefused when the file exists and is not to be replaced, or cannot be written.
    """
    if path.exists() and (not replace or not path.is_file()):
        raise BackupRefused(
            phrase("{path} already exists; choose another name or use --force.", path=path),
            code="backup.exists",
            file=str(path),
        )
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        # It holds what log-ins are checked against: only its owner may read it.
        draft.unlink(
            missing_ok=True
        )  # of a process that was killed, or laid there by somebody else
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
                yield ArchiveWriter(zipped)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as problem:
        raise BackupRefused(
            phrase(
                "{path} cannot be written: {reason}.", path=path, reason=problem.strerror or problem
            ),
            code="backup.unwritable",
            file=str(path),
        ) from problem
    finally:
        draft.unlink(missing_ok=True)


class ArchiveReader:
    """A backup that was checked: its manifest and its rows."""

    def __init__(self, zipped: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zipped = zipped
        self.manifest = manifest

    def rows(self, table: ArchivedTable) -> Iterator[list[Any]]:
        """Yield the rows of a table, each a list of JSON values."""
        for line in _lines(self._zipped, table):
            row = msgspec.json.decode(line)
            if not isinstance(row, list) or len(row) != len(table.fields):
                raise ValueError(
                    phrase(
                        "a row of {table} does not have {count} values",
                        table=table.model,
                        count=len(table.fields),
                    )
                )
            yield row

    def pieces(self, kept: KeptFile) -> Iterator[bytes]:
        """Yield the bytes of a file, a piece at a time."""
        return _pieces(self._zipped, kept)


@contextmanager
def checked_archive(path: Path, called: str = "") -> Iterator[ArchiveReader]:
    """Open a backup after reading all of it once: every size, count and hash holds.

    `called` is what sentences name it by; left empty, its path.

    Raises BackupRefused when it is not a backup, is of a newer format, or is damaged; whatever goes
    wrong with its rows inside the block is told in the same way.
    """
    called = called or str(path)
    if not path.is_file():
        raise BackupRefused(
            phrase("The file {path} does not exist.", path=path),
            code="backup.missing",
            file=str(path),
        )
    try:
        # Opened here, the file is closed here, whoever still holds an iterator over its rows.
        with path.open("rb") as file, zipfile.ZipFile(file) as zipped:
            manifest = _manifest(zipped, called)
            for table in manifest.tables:
                _check(zipped, table)
            for kept in manifest.files:
                _check_file(zipped, kept)
            yield ArchiveReader(zipped, manifest)
    except _UNREADABLE as wrong:
        raise BackupRefused(
            phrase(
                "{called} is damaged or is not a Wallchart backup ({reason}).",
                called=called,
                reason=_short(wrong),
            ),
            code="backup.damaged",
            file=called,
        ) from wrong


def _manifest(zipped: zipfile.ZipFile, called: str) -> Manifest:
    names = zipped.namelist()
    if MANIFEST not in names:
        raise ValueError(phrase("it has no manifest"))
    with zipped.open(MANIFEST) as member:
        text = member.read(LONGEST_MANIFEST + 1)
    if len(text) > LONGEST_MANIFEST:
        raise ValueError(phrase("its manifest is too long"))
    said = msgspec.json.decode(text)
    written = said.get("wallchart_backup") if isinstance(said, dict) else None
    if isinstance(written, int) and written > FORMAT:
        raise BackupRefused(
            phrase(
                "{called} was written by a newer Wallchart (format {written}); this "
                "one reads up to "
                "format {format}. Update it first.",
                called=called,
                written=written,
                format=FORMAT,
            ),
            code="backup.newer",
            file=called,
        )
    manifest = msgspec.convert(said, Manifest)
    kept: tuple[ArchivedTable | KeptFile, ...] = (*manifest.tables, *manifest.files)
    members = [MANIFEST, *(one.member for one in kept)]
    if manifest.wallchart_backup < 1 or sorted(names) != sorted(members):
        raise ValueError(phrase("its contents do not match its manifest"))
    if sum(one.bytes for one in kept) > LARGEST:
        raise ValueError(phrase("it unpacks to more than {most} GB", most=LARGEST // 10**9))
    return manifest


def _check(zipped: zipfile.ZipFile, table: ArchivedTable) -> None:
    _check_size(zipped, table)
    digest, count = hashlib.sha256(), 0
    for line in _lines(zipped, table):
        digest.update(line)
        count += 1
    if (count, digest.hexdigest()) != (table.rows, table.sha256):
        raise ValueError(phrase("the rows of {table} do not match the manifest", table=table.model))


def _check_file(zipped: zipfile.ZipFile, kept: KeptFile) -> None:
    _check_size(zipped, kept)
    digest = hashlib.sha256()
    for piece in _pieces(zipped, kept):
        digest.update(piece)
    if digest.hexdigest() != kept.sha256:
        raise ValueError(phrase("the file {name} does not match the manifest", name=kept.name))


def _check_size(zipped: zipfile.ZipFile, kept: ArchivedTable | KeptFile) -> None:
    # The size is compared before anything is unpacked, so a bomb is not even begun.
    if zipped.getinfo(kept.member).file_size != kept.bytes:
        raise ValueError(phrase("the size of {name} does not match the manifest", name=kept.member))


def _pieces(zipped: zipfile.ZipFile, kept: KeptFile) -> Iterator[bytes]:
    with zipped.open(kept.member) as member:
        while piece := member.read(PIECE):
            yield piece


def _lines(zipped: zipfile.ZipFile, table: ArchivedTable) -> Iterator[bytes]:
    with zipped.open(table.member) as member:
        yield from _limited_lines(member, table)


def _limited_lines(member: IO[bytes], table: ArchivedTable) -> Iterator[bytes]:
    while line := member.readline(LONGEST_ROW + 1):
        if len(line) > LONGEST_ROW:
            raise ValueError(phrase("a row of {table} is too long", table=table.model))
        yield line


def _short(wrong: Exception) -> str:
    return (str(wrong) or type(wrong).__name__).splitlines()[0].rstrip(".")[:200]
