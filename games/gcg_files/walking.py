"""From the paths that somebody named to the records below them, in one order, one at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.errors import UserError
from core.phrases import phrase
from games.gcg_files.archives import SUFFIXES, reader_of
from games.gcg_files.found import NO_FILE, UNREADABLE, FoundRecord, is_record

_HEAD = 512


def files_below(paths: Sequence[str]) -> list[Path]:
    """Returns the files that are meant: those named, and the records and archives in folders.

    Raises UserError `file.missing` for the first path that does not exist.
    """
    files: list[Path] = []
    for path in map(Path, paths):
        if "\0" in str(path) or not os.path.lexists(path):
            raise UserError(
                phrase("The file {path} does not exist.", path=path),
                code="file.missing",
                file=str(path),
            )
        files += _in_folder(path) if path.is_dir() else [path]
    return files


def records_in(file: Path) -> Iterator[FoundRecord]:
    """Yield the record that a file is, or those of the archive that it is.

    A file that is not an archive is read by whoever checks it (`Found.data` is None).
    """
    try:
        if not file.is_file():
            yield FoundRecord(str(file), refused=NO_FILE)
            return
        with file.open("rb") as opened:
            head = opened.read(_HEAD)
        size = file.stat().st_size
    except OSError:
        yield FoundRecord(str(file), refused=UNREADABLE)
        return
    reader = reader_of(head)
    if reader is None:
        yield FoundRecord(str(file), read=size)
    else:
        yield from reader(file)


def _in_folder(folder: Path) -> Iterator[Path]:
    """Yield records and archives in a folder and those below it; links to folders are not taken."""
    for place, below, names in os.walk(folder):
        below.sort()
        for name in sorted(names):
            if is_record(name) or name.lower().endswith(SUFFIXES):
                yield Path(place, name)
