"""The files of an event folder on disk: the configuration, what it names, nothing outside."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from core.phrases import phrase
from tournaments.formats.tsh.archive import ARCHIVE, CONFIG, is_archive
from tournaments.formats.tsh.config import DivisionStatement
from tournaments.formats.tsh.errors import FileLine, TshError
from tournaments.formats.tsh.limits import MAX_BYTES
from tournaments.formats.tsh.reading import config_of


def folder_files(folder: Path) -> dict[str, bytes]:
    """Returns the bytes of `config.tsh` and of the division files that it names, by name.

    A folder without one may hold the archive `all.tsh` instead. Raises TshError `folder.missing`,
    `folder.no_config`, `file.missing`, `file.outside` for a path or link that leaves the folder,
    and `file.too_large`.
    """
    root = folder.resolve()
    if not root.is_dir():
        raise TshError("folder.missing", phrase("There is no folder {folder}", folder=folder))
    if not (root / CONFIG).is_file():
        if (root / ARCHIVE).is_file():
            return {ARCHIVE: _bytes(root, ARCHIVE, FileLine(ARCHIVE))}
        raise TshError(
            "folder.no_config",
            phrase("The folder {folder} has no {file}", folder=folder, file=CONFIG),
            file=CONFIG,
        )
    files = {CONFIG: _bytes(root, CONFIG, FileLine(CONFIG))}
    if not is_archive(files[CONFIG]):
        for statement in config_of(files[CONFIG]).divisions:
            files[statement.file] = _division_bytes(root, statement)
    return files


def _division_bytes(root: Path, statement: DivisionStatement) -> bytes:
    path = PurePosixPath(statement.file)
    if path.is_absolute() or ".." in path.parts or "\\" in statement.file or ":" in statement.file:
        raise _outside(statement.file, statement.place)
    return _bytes(root, statement.file, statement.place)


def _bytes(root: Path, name: str, place: FileLine) -> bytes:
    try:
        path = (root / name).resolve()
    except (OSError, RuntimeError, ValueError):
        raise _outside(name, place) from None
    if not path.is_relative_to(root):
        raise _outside(name, place)
    if not path.is_file():
        raise place.error(
            "file.missing",
            phrase("the file {name} is missing", name=name),
            field="division",
            expected=phrase("a file in the folder"),
        )
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FileLine(name).error(
            "file.too_large",
            phrase("the file is too large"),
            expected=phrase("at most {most} bytes", most=MAX_BYTES),
        )
    return data


def _outside(name: str, place: FileLine) -> TshError:
    return place.error(
        "file.outside",
        phrase("the file {name} is outside the folder", name=name),
        field="division",
        expected=phrase("a file in the folder"),
    )
