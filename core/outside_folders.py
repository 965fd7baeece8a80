"""Folders outside of the program that can hold copies, and the drives that are offered."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from django.conf import settings

from core.drives import Drive, drives_here
from core.errors import UserError
from core.phrases import phrase

_FAILURES = {
    errno.ENOSPC: phrase("the disk is full"),
    errno.EDQUOT: phrase("the disk is full"),
    errno.EACCES: phrase("writing there is not permitted"),
    errno.EPERM: phrase("writing there is not permitted"),
    errno.EROFS: phrase("the disk is read-only"),
    errno.ENOENT: phrase("the folder does not exist"),
    errno.ENOTDIR: phrase("part of the path is a file"),
    errno.EEXIST: phrase("a file with that name already exists"),
    errno.ENODEV: phrase("the disk was unplugged"),
    errno.ENXIO: phrase("the disk was unplugged"),
    errno.EIO: phrase("the disk does not answer"),
}


def check_folder(folder: Path, slug: str) -> bool:
    """Returns whether the folder was made; raises UserError where it cannot be used.

    It is made only in a folder that is there: a stick that is not plugged in is not a folder.
    """
    if not folder.is_absolute():
        raise _unusable(
            phrase("Give the full path of the folder; {folder} is not one.", folder=folder)
        )
    place = (folder / slug).resolve()
    for own in _own_folders():
        if place.is_relative_to(own) or own.is_relative_to(place):
            raise _unusable(
                phrase(
                    "{folder} belongs to Wallchart itself; choose a folder on another disk.",
                    folder=folder,
                )
            )
    is_new = not folder.exists()
    if is_new and not folder.parent.exists():
        raise _unusable(
            phrase(
                "Neither {folder} nor {parent} exists. Is the memory stick plugged in? "
                "Choose an existing folder, or a new one in it.",
                folder=folder,
                parent=folder.parent,
            )
        )
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"\0")
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as failure:
        raise _unusable(
            phrase("{folder} cannot be written to: {why}.", folder=folder, why=why(failure))
        ) from failure
    return is_new


def plugged_in() -> list[Drive]:
    """Returns the drives that are plugged in just now and are not the program's own."""
    return drives_here(_own_folders())


def shares_the_disk(folder: Path) -> bool:
    """Returns whether a folder is on the disk of the program's database; False where it is gone."""
    try:
        return folder.stat().st_dev == _own_folders()[1].stat().st_dev
    except OSError:
        return False


def _own_folders() -> tuple[Path, Path]:
    # The static files are collected into the folder that holds the database and the secret key.
    var = Path(str(settings.STATIC_ROOT)).parent
    return Path(settings.BASE_DIR).resolve(), var.resolve()


def _unusable(message: str) -> UserError:
    return UserError(message, code="lifeboat.folder", field="folder")


def why(failure: OSError) -> str:
    """Returns why a disk failed, in words that end a sentence."""
    return _FAILURES.get(failure.errno or 0, failure.strerror or str(failure))
