"""Who is here, for entries that were made before anybody was ticked off.

As a replay of their journals would have it: an import knew who plays, and whoever was entered after
a publication was here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.journal.guard import writing

HERE = "here"
IMPORTED = "event.imported"
ADDED = ("entry.added", "roster.added")
BATCH = 500


def know_who_is_here(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Sets the presence of entries that nobody has ticked or cleared since."""
    journal = apps.get_model("core", "JournalEntry").objects
    entries = apps.get_model("tournaments", "Entry").objects
    for event in apps.get_model("tournaments", "Tournament").objects.all():
        log = journal.filter(stream__key=f"event:{event.slug}").order_by("seq")
        keys = sorted(set(_came_here(log)) - set(_ticked(log)))
        for start in range(0, len(keys), BATCH):
            batch = keys[start : start + BATCH]
            with writing():
                entries.filter(tournament=event, key__in=batch, presence="").update(presence=HERE)


def _came_here(log: Any) -> Iterator[int]:
    """Yields the keys of the entries that an import made, or that came after a publication."""
    for answer in log.filter(command=IMPORTED).values_list("answer", flat=True):
        yield from range(1, 1 + sum(division["players"] for division in answer["divisions"]))
    added = log.filter(command__in=ADDED).values_list("answer", "changes")
    for answer, changes in added.iterator():
        if answer["published"]:
            yield from (key for key, change in _entries(changes) if change["before"] is None)


def _ticked(log: Any) -> Iterator[int]:
    """Yields the keys of the entries whose presence a command changed."""
    for changes in log.values_list("changes", flat=True).iterator():
        for key, change in _entries(changes):
            if change["after"] and change["before"] and "presence" in change["after"]:
                yield key


def _entries(changes: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for change in changes:
        kind, key = change["row"]
        if kind == "entry":
            yield key[0], change


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0001_initial"),
        ("tournaments", "0003_lifeboat"),
    ]

    operations = [migrations.RunPython(know_who_is_here, migrations.RunPython.noop)]
