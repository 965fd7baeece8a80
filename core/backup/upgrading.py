"""An upgrade of the tables: backed up and rehearsed first, by one program at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.backup import tables
from core.backup.archive import BackupRefused
from core.backup.before import before_upgrade_name, remove_older
from core.backup.earlier import tables_of_this_database
from core.backup.making import write_backup
from core.backup.room import check_room
from core.backup.trying import try_backup
from core.phrases import phrase

_LOCK = 0x57616C6C63686172
"""The number of PostgreSQL's lock: "Wallchar"."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What was done: how many migrations, and the backup made first, "" where nothing was there."""

    migrations: int
    backup: str = ""


def upgrade_tables(folder: Path) -> Upgrade:
    """Brings the tables of this database up to date, and returns what was done.

    If anything is kept in it, and BACKUPS is not 0, it is backed up into `folder` first, and the
    upgrade rehearsed: that backup is restored in a temporary place, compared, brought up to date
    there, and the event that was changed last is replayed. Raises BackupRefused where any of it
    fails; nothing was changed then. Other programs may go on with the tables meanwhile.
    """
    with _alone():
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        is_new = not executor.loader.applied_migrations
        backup = _backed_up(folder) if missing and not is_new and settings.BACKUPS else ""
        # Also where none is missing: it makes what follows a migration, such as permissions.
        call_command("migrate", verbosity=0, interactive=False)
    if backup:
        remove_older(folder, datetime.now(UTC), spared={backup})
    return Upgrade(missing, backup)


def _backed_up(folder: Path) -> str:
    """Returns the name of the backup of what is here, "" where nothing is."""
    models = tables_of_this_database().models()
    if tables.is_empty(models):
        return ""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_room(folder)
    path = folder / before_upgrade_name(timezone.localtime())
    write_backup(path, replace=True, registry=models)
    trial = try_backup(path, beside=folder)
    if trial.wrong:
        raise BackupRefused(
            phrase(
                "The upgrade was rehearsed on a copy and failed: {wrong} Nothing was changed; "
                "{name} is the backup. Go on with the version before.",
                wrong=trial.wrong,
                name=path.name,
            ),
            code="upgrade.rehearsal_failed",
        )
    return path.name


@contextmanager
def _alone() -> Iterator[None]:
    """Has the other programs that would upgrade the same database wait.

    Of an SQLite file only one program does so: the supervisor holds the lock of its folder.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
