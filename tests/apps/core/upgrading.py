"""Installations of earlier versions, each put back as it was, upgraded, and replayed: a program.

Its arguments are backups that those versions' tables hold; for each it prints what came of it as a
line of JSON. Its database is its own, and begins anew with every backup.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import django

LAY = """
import json, sys
from pathlib import Path
import django
django.setup()
from django.db import transaction
from core.backup import tables
from core.backup.archive import checked_archive
from core.backup.earlier import earlier_tables
from core.journal.guard import writing
with checked_archive(Path(sys.argv[1])) as archive:
    registry = earlier_tables(archive.manifest.migrations).make()
    models = {model._meta.label_lower: model for model in tables.kept_models(registry)}
    with transaction.atomic(), writing():
        tables.empty_tables(registry)
        for table in archive.manifest.tables:
            tables.put_rows(models[table.model], table.fields, archive.rows(table))
        tables.number_on(registry)
events = registry.get_model("tournaments", "tournament").objects.values_list("slug", flat=True)
print(json.dumps({"events": list(events)}))
"""
"""A program that leaves the tables and rows of an earlier version, as that version left them."""


def main() -> None:
    """Upgrade each backup of the command line."""
    django.setup()
    for word in sys.argv[1:]:
        _forget_everything()
        sys.stdout.write(json.dumps(_upgraded(Path(word))) + "\n")


def _forget_everything() -> None:
    from django.contrib.contenttypes.models import ContentType  # noqa: PLC0415 - needs the apps
    from django.db import connection  # noqa: PLC0415 - needs the apps

    ContentType.objects.clear_cache()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE")
            cursor.execute("CREATE SCHEMA public")
    connection.close()
    if connection.vendor == "sqlite":
        Path(connection.settings_dict["NAME"]).unlink(missing_ok=True)


def _upgraded(backup: Path) -> dict[str, Any]:
    """Return what differs from the backup, from today's tables, and after a replay."""
    from django.db import transaction  # noqa: PLC0415 - needs the apps

    from core.backup import tables  # noqa: PLC0415 - needs the apps
    from core.backup.restoring import restore_backup  # noqa: PLC0415 - needs the apps
    from core.doctor.of_database import look_at_tables  # noqa: PLC0415 - needs the apps
    from core.journal import stream_file  # noqa: PLC0415 - needs the apps
    from core.journal.guard import writing  # noqa: PLC0415 - needs the apps
    from tournaments.failover.queries.replay_digest import (  # noqa: PLC0415 - needs the apps
        differences,
        project,
        stored_systems,
    )
    from tournaments.failover.queries.replaying import (  # noqa: PLC0415 - needs the apps
        replay_into_this_database,
    )

    restored = restore_backup(backup, compare=True)
    troubles = [finding.code for finding in look_at_tables() if finding.state != "ok"]
    before = {event.slug: (project(event), stored_systems(event)) for event in _events()}
    different: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for slug in before:
            with (Path(folder) / slug).open("wb") as file:
                file.writelines(stream_file.written(f"event:{slug}"))
        for slug, (projected, systems) in before.items():
            with transaction.atomic(), writing():
                tables.empty_tables()
            after = replay_into_this_database(Path(folder) / slug, slug, systems)
            here = json.loads(json.dumps(projected))
            different += differences(here, json.loads(json.dumps(after)))
    return {
        "wrong": list(restored.wrong),
        "troubles": troubles,
        "differences": different,
        "players": sum(_players(projected) for projected, _ in before.values()),
    }


def _events() -> list[Any]:
    from tournaments.models import Tournament  # noqa: PLC0415 - needs the apps

    return list(Tournament.objects.order_by("slug"))


def _players(projected: dict[str, Any]) -> int:
    return sum(len(division["keys"]) for division in projected["divisions"].values())


if __name__ == "__main__":
    main()
