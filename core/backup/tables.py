"""The tables in a backup: which ones, how their rows are read, and how they are put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from core.models import Job

NOT_KEPT: dict[str, str] = {
    "axes.": "counts failed sign-ins before anybody is known",
    "core.lease": "a lock of a worker that will no longer run",
    "core.machine": "what that installation was; where it is put back is another one",
    "core.spare": "a secret of that installation; spares get new ones",
    "core.shared": "the files themselves are in the backup, and are shared again",
    "core.storedpage": "a page rendered once; it is made again",
    "sessions.": "who is signed in: they sign in again",
    "tournaments.phonetally": "counts what phones tried of late",
}
ONLY: dict[str, Q] = {
    # What was done is done. What waited or ran begins again, wherever the backup is restored,
    # unless it is of its moment (`core.jobs.job_kind`).
    "core.job": Q(state__in=(Job.State.QUEUED, Job.State.RUNNING, Job.State.STOPPING)),
}
MADE_BY_MIGRATIONS = ("auth.permission", "contenttypes.contenttype", "core.keptkey")
ENTERED_BY_NOBODY = (*MADE_BY_MIGRATIONS, "core.job")
"""Rows that an installation has before anybody used it: a worker asks for a job of the night."""
BATCH = 500

Model = type[models.Model]


def all_models(registry: Apps = apps) -> list[Model]:
    """Return every model that has a table, the tables between two others included.

    `registry` holds the models: those of today, or those of an earlier version.
    """
    found = registry.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def kept_models(registry: Apps = apps) -> list[Model]:
    """Return the models whose rows a backup holds."""
    return [
        model for model in all_models(registry) if not model._meta.label_lower.startswith(_NOT_KEPT)
    ]


_NOT_KEPT = tuple(NOT_KEPT)


def field_names(model: Model) -> tuple[str, ...]:
    """Return the columns of a model by the names of their attributes."""
    return tuple(field.attname for field in model._meta.concrete_fields)


def applied_migrations() -> tuple[str, ...]:
    """Return the migrations that made the tables of this database, in alphabetical order."""
    applied = MigrationRecorder(connection).applied_migrations()
    return tuple(sorted(f"{app}.{name}" for app, name in applied))


def tables_are_of_today(registry: Apps, *labels: str) -> bool:
    """Returns whether these tables are, in `registry`, as the models of today know them."""
    there = {model._meta.label_lower: field_names(model) for model in all_models(registry)}
    return all(there.get(label) == field_names(apps.get_model(label)) for label in labels)


def is_empty(registry: Apps = apps) -> bool:
    """Return whether nobody ever entered anything into this database."""
    return not any(
        model._base_manager.exists()
        for model in kept_models(registry)
        if model._meta.label_lower not in ENTERED_BY_NOBODY
    )


def rows_of(model: Model, names: Sequence[str] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that a backup keeps of a model, in order of their key, a few at a time.

    `names` are the columns in another order than the model's.
    """
    rows = model._base_manager.filter(ONLY.get(model._meta.label_lower, Q())).order_by("pk")
    yield from rows.values_list(*(names or field_names(model))).iterator(chunk_size=BATCH)


def lock_tables(registry: Apps = apps) -> None:
    """Let nobody else write until the transaction ends; SQLite's did so when it began."""
    if connection.vendor == "postgresql":
        tables = [model._meta.db_table for model in all_models(registry)]
        names = ", ".join(map(connection.ops.quote_name, tables))
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def empty_tables(registry: Apps = apps) -> None:
    """Delete every row, those that no backup keeps too: they speak of what was here."""
    with connection.cursor() as cursor:
        for model in all_models(registry):
            name = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - the name of a table of ours


def put_rows(model: Model, names: Sequence[str], rows: Iterable[list[Any]]) -> None:
    """Write the rows of a table with the keys that they had; `names` says whose values they are.

    Models that migrations tell have their columns in the order in which these came.
    """
    known = {field.attname: field for field in model._meta.concrete_fields}
    fields = [known[name] for name in names]
    batch: list[models.Model] = []
    for row in rows:
        values = zip(fields, row, strict=True)
        batch.append(model(**{field.attname: field.to_python(value) for field, value in values}))
        if len(batch) == BATCH:
            _put(model, batch)
            batch = []
    _put(model, batch)


def _put(model: Model, batch: Sequence[models.Model]) -> None:
    """Writes rows as they are; those that Django would date anew, such as tokens, one by one."""
    if not any(_is_dated(field) for field in model._meta.concrete_fields):
        model._base_manager.bulk_create(batch)
        return
    for one in batch:
        one.save_base(raw=True, force_insert=True)


def _is_dated(field: models.Field[Any, Any]) -> bool:
    return bool(getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False))


def number_on(registry: Apps = apps) -> None:
    """Have new rows numbered after those that were put back with their keys."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), all_models(registry)):
            cursor.execute(statement)
