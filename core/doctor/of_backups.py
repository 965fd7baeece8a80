"""The checks of backups: how old the last good one is, whether it was tried, and room for more."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from core.backup.archive import BackupRefused
from core.backup.room import check_room
from core.backup.status import BackupStatus, backup_status
from core.doctor.findings import Finding, check
from core.phrases import phrase
from core.wording import moment

OLD = timedelta(days=2)
"""A night may have found the machine off; two have not."""


@check
def look_at_backups() -> Iterator[Finding]:
    """Yields how old the last backup is that was restored on trial, and what went wrong since."""
    status = backup_status()
    if not settings.BACKUPS:
        yield Finding(
            "backup.off",
            "warning",
            phrase("No automatic backups are made, because BACKUPS is 0."),
            phrase("Set BACKUPS to 1, or make backups by hand."),
        )
    elif not status.failure and not status.is_due(OLD):
        yield _last(status)
    if status.failure:
        yield Finding(
            "backup.failed",
            "trouble",
            phrase("The last automatic backup failed: {why}", why=status.failure),
            phrase("Do what it says, then make one at the desk, under This installation."),
        )
    if settings.BACKUPS and status.is_due(OLD):
        yield Finding(
            "backup.old",
            "trouble",
            phrase(
                "The last backup that was restored on trial is of {at}.", at=moment(status.tried_at)
            )
            if status.tried_at
            else phrase("No backup was ever restored on trial, though there are data to lose."),
            phrase(
                "See whether a worker runs; then make one at the desk, under This installation."
            ),
        )
    yield from _room()


def _last(status: BackupStatus) -> Finding:
    if status.tried_at is None:
        return Finding("backup", "ok", phrase("The first automatic backup is still to come."))
    at = moment(status.tried_at)
    return Finding("backup", "ok", phrase("A backup of {at} was restored on trial.", at=at))


def _room() -> Iterator[Finding]:
    try:
        check_room(Path(settings.BACKUPS_DIR))
    except BackupRefused as refused:
        remedy = phrase("Until then no automatic backup is made.")
        yield Finding("backup.no_room", "trouble", refused.message, remedy)


@check
def look_at_who_reads_backups() -> Iterator[Finding]:
    """Yields whether other accounts of this machine can read the backups."""
    folder = Path(settings.BACKUPS_DIR)
    if os.name != "posix" or not folder.exists() or not _mode(folder) & 0o005:
        return  # who may not enter a folder can read nothing in it
    for path in (one for one in folder.glob("*.backup") if _mode(one) & 0o044):
        yield Finding(
            "backup.open",
            "warning",
            phrase("Every account of this machine can read {path}.", path=path),
            phrase("Run chmod 600 {path}.", path=path),
        )


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
