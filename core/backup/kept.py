"""The backups that are kept on this machine: listed, taken in, and removed."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from core.backup.archive import BackupRefused, Manifest
from core.backup.restoring import check_backup
from core.phrases import phrase

ENDING = ".backup"
_NAME = re.compile(r"[A-Za-z0-9][-\w. ]{0,100}\.backup", re.ASCII)
"""Such as wallchart-2026-11-22-143205.backup; no other name ever becomes a path."""
_DRAFT = re.compile(r"\.[A-Za-z0-9][-\w. ]{0,100}\.backup\.\d+\.part", re.ASCII)
"""As `archive.new_archive` calls what it writes until it is whole."""


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup on this machine: its name, how large it is in bytes, and when it was written."""

    name: str
    size: int
    written_at: datetime


def kept_backups(folder: Path | None = None) -> list[KeptBackup]:
    """Returns the backups of a folder, else of this machine's own, the newest first."""
    place = settings.BACKUPS_DIR if folder is None else folder
    try:
        paths = [path for path in place.glob(f"*{ENDING}") if _NAME.fullmatch(path.name)]
        kept = [_seen(path) for path in paths if path.is_file()]
    except OSError:
        return []  # the stick was pulled out, or this machine has none yet
    return sorted(kept, key=lambda one: (one.written_at, one.name), reverse=True)


def drafts_in(folder: Path) -> list[KeptBackup]:
    """Returns what was begun to be written into a folder, and is not yet a backup or never will."""
    try:
        paths = [path for path in folder.glob(".*.part") if _DRAFT.fullmatch(path.name)]
        return [_seen(path) for path in paths]
    except OSError:
        return []  # one was just finished


def backup_path(name: str) -> Path | None:
    """Returns the path of a kept backup, None where there is none of this name."""
    path = Path(settings.BACKUPS_DIR) / name
    return path if _NAME.fullmatch(name) and path.is_file() else None


def take_in(chunks: Iterable[bytes], name: str) -> Manifest:
    """Keeps a backup that was sent, under `name`, once all of it was read; returns what it says.

    Raises BackupRefused for what is no backup of this version, or is damaged; nothing is kept then.
    """
    place = Path(settings.BACKUPS_DIR)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = place / f".{secrets.token_hex(8)}.part"
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        manifest = check_backup(draft, called=phrase("This file"))
        draft.replace(place / name)
    except OSError as failure:
        raise BackupRefused(
            phrase("The file cannot be saved: {reason}.", reason=failure.strerror or failure),
            code="backup.unwritable",
        ) from failure
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def remove_backup(name: str) -> bool:
    """Removes a kept backup; returns whether it was there."""
    path = backup_path(name)
    if path is not None:
        path.unlink(missing_ok=True)
    return path is not None


def _seen(path: Path) -> KeptBackup:
    stat = path.stat()
    return KeptBackup(path.name, stat.st_size, datetime.fromtimestamp(stat.st_mtime, UTC))
