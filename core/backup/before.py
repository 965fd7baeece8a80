"""Backups made before another one is put back: only the newest few of them are kept."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.backup.asking import backup_name

KEPT = 5
YOUNG = timedelta(days=1)
_WHY = "before"
_NAME = re.compile(rf"{_WHY}-\d{{4}}-\d\d-\d\d-\d{{6}}\.backup", re.ASCII)
"""Made by Wallchart itself: a file that somebody else called "before" is theirs to remove."""


def before_name(at: datetime) -> str:
    """Returns the name of what is backed up first; `at` is in the zone of whoever reads it."""
    return backup_name(at, _WHY)


def remove_older(folder: Path, now: datetime, *, spared: Collection[str] = ()) -> list[str]:
    """Removes all but the newest `KEPT` and those younger than a day; returns the names removed.

    Those of `spared` stay, and so does one that cannot be removed.
    """
    removed = []
    for path in _by_age(folder)[KEPT:]:
        try:
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            if path.name not in spared and now - written >= YOUNG:
                path.unlink()
                removed.append(path.name)
        except OSError:
            continue
    return removed


def _by_age(folder: Path) -> list[Path]:
    """Returns those of a folder, the newest first; their names tell when they were made."""
    try:
        paths = [path for path in folder.glob(f"{_WHY}-*") if _NAME.fullmatch(path.name)]
    except OSError:
        return []  # a disk that cannot be read
    return sorted(paths, key=lambda path: path.name, reverse=True)
