"""Backups made before another one is put back, or before an upgrade: the newest few are kept."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.backup.asking import backup_name

KEPT = 5
YOUNG = timedelta(days=1)
_RESTORE, _UPGRADE = "before", "before-upgrade"
_MOMENT = r"-\d{4}-\d\d-\d\d-\d{6}\.backup"
"""Made by Wallchart itself: a file that somebody else called "before" is theirs to remove."""


def before_name(at: datetime) -> str:
    """Returns the name of what is backed up first; `at` is in the zone of whoever reads it."""
    return backup_name(at, _RESTORE)


def before_upgrade_name(at: datetime) -> str:
    """Returns the name of what is backed up before an upgrade; `at` as for `before_name`."""
    return backup_name(at, _UPGRADE)


def remove_older(folder: Path, now: datetime, *, spared: Collection[str] = ()) -> list[str]:
    """Removes all but the newest `KEPT` of each kind and those younger than a day.

    Returns the names removed.
    Those of `spared` stay, and so does one that cannot be removed.
    """
    removed = []
    for path in (path for why in (_RESTORE, _UPGRADE) for path in _by_age(folder, why)[KEPT:]):
        try:
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            if path.name not in spared and now - written >= YOUNG:
                path.unlink()
                removed.append(path.name)
        except OSError:
            continue
    return removed


def _by_age(folder: Path, why: str) -> list[Path]:
    """Returns those of a folder, the newest first; their names tell when they were made."""
    name = re.compile(re.escape(why) + _MOMENT, re.ASCII)
    try:
        paths = [path for path in folder.glob(f"{why}-*") if name.fullmatch(path.name)]
    except OSError:
        return []  # a disk that cannot be read
    return sorted(paths, key=lambda path: path.name, reverse=True)
