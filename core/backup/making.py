"""Backs an installation up into one file, while it runs."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.db import connection
from django.utils import timezone

from core.backup.archive import BackupRefused, Manifest, new_archive
from core.backup.folders import kept_folders
from core.backup.tables import (
    applied_migrations,
    field_names,
    kept_models,
    rows_of,
    tables_are_of_today,
)
from core.phrases import phrase
from core.snapshot import one_snapshot

Report = Callable[[int, int], None]


def write_backup(
    path: Path,
    *,
    replace: bool = False,
    report: Report | None = None,
    registry: Apps = apps,
) -> Manifest:
    """Write everything kept, as it is at one moment, into `path`; return what the backup says.

    `registry` holds the models of the tables that are there, where these are of another version.

    Files that rows tell of were there before the rows: the rows are read first. `report` hears how
    many tables of how many are written, the files counting as one. Raises BackupRefused, and then
    the file that was there is still there.
    """
    _need_database()
    kept = kept_models(registry)
    with new_archive(path, replace=replace) as archive, one_snapshot():
        told, total = report or (lambda _done, _total: None), len(kept) + 1
        for done, model in enumerate(kept, start=1):
            archive.write_table(model._meta.label_lower, field_names(model), rows_of(model))
            told(done, total)
        for folder in kept_folders():
            if tables_are_of_today(registry, "core.sharedfile", "core.sharedpiece"):
                folder.gather()
            for file in folder.files():
                archive.write_file(f"{folder.name}/{file.name}", file)
        told(total, total)
        return archive.finish(
            version=program_version(),
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=applied_migrations(),
        )


def _need_database() -> None:
    """Refuses where nothing was ever set up, before a connection makes an empty SQLite file."""
    name = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite" and not name.startswith("file:")
    if (is_file and not Path(name).exists()) or not applied_migrations():
        place = Path(name).parent if is_file else name
        raise BackupRefused(
            phrase(
                "There is no Wallchart database in {place}. If Wallchart is started with another "
                "WALLCHART_VAR or DATABASE_URL, set that here too.",
                place=place,
            ),
            code="backup.no_database",
        )


def program_version() -> str:
    """Return the version of this Wallchart."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])
