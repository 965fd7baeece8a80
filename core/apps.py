"""The core app: the journal, jobs and stored pages that every other app uses."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.core.signals import request_started
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.utils.translation import get_language, gettext, ngettext

from core.journal.guard import watch
from core.kept_sql import keep_sql
from core.phrases import install
from core.registrars import CHECKS, COMMANDS, JOBS
from core.replaced import close_if_replaced, note_file


class CoreConfig(AppConfig):
    name = "core"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core import rows  # noqa: PLC0415 - needs loaded models
        from core.journal.ledger import register_rows  # noqa: PLC0415 - needs loaded models

        install(gettext, ngettext, get_language)
        keep_sql()
        register_rows(*rows.KINDS)
        COMMANDS.name("core.journal.undo", "core.roles.commands")
        JOBS.name("core.backup.job", "core.backup.automatic_job")
        CHECKS.name(
            *(
                "core.doctor.of_database",
                "core.doctor.of_machine",
                "core.doctor.of_several",
                "core.doctor.of_backups",
            ),
        )
        post_migrate.connect(_keep_key_of_invitations, sender=self, dispatch_uid="invitations")
        connection_created.connect(_guard, dispatch_uid="journal guard")
        connection_created.connect(_close_to_others, dispatch_uid="files of our own")
        connection_created.connect(note_file, dispatch_uid="files that are open")
        request_started.connect(close_if_replaced, dispatch_uid="files that are open")


def _keep_key_of_invitations(using: str, apps: Apps = apps, **_: object) -> None:
    from core.kept_keys import keep_key  # noqa: PLC0415 - needs loaded models
    from core.roles.secrets import KEY  # noqa: PLC0415 - needs loaded models

    keep_key(KEY, apps, using)


def _guard(connection: BaseDatabaseWrapper, **_: object) -> None:
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)


def _close_to_others(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Leaves the files of SQLite to their owner, whoever made the folder that they are in."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name.startswith("file:") or os.name != "posix":
        return
    for path in map(Path, (name, f"{name}-wal", f"{name}-shm")):
        # A file that somebody else owns, or that is not there, is not ours to close.
        with suppress(OSError):
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(0o600)
