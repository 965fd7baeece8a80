"""Whether a disk has room for a backup and its trial: none is begun that could fill it."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection

from core.backup.archive import BackupRefused
from core.backup.folders import kept_folders
from core.phrases import phrase
from core.trouble import LOW

_COPIES = 3
"""How often everything is on the disk at most: as a backup, restored on trial, and replayed."""


def check_room(folder: Path) -> None:
    """Raises BackupRefused where a folder has no room for a backup and its trial.

    What has to stay free afterwards is what the desk warns of. A backup is never larger than what
    it holds, for it is packed.
    """
    needed = _COPIES * size_of_everything() + LOW
    place = next(one for one in (folder, *folder.parents) if one.exists())
    free = shutil.disk_usage(place).free
    if free < needed:
        raise BackupRefused(
            phrase(
                "There is no room for a backup in {folder}: {free} MB are free, and {needed} MB "
                "have to be. Remove or move files that nobody needs.",
                folder=folder,
                free=free // 2**20,
                needed=-(-needed // 2**20),
            ),
            code="backup.no_room",
        )


def size_of_everything() -> int:
    """Returns how many bytes the database and the folders of a backup have."""
    files = (file for folder in kept_folders() for file in folder.files())
    return _size_of_database() + sum(map(_size, files))


def _size_of_database() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    name = str(settings.DATABASES["default"]["NAME"])
    return sum(_size(Path(name + end)) for end in ("", "-wal"))


def _size(path: Path) -> int:
    with suppress(OSError):  # it went away meanwhile
        return path.stat().st_size
    return 0
