"""What a migration may do while programs of the release before still run: it only adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, ManyToManyField
from django.db.models.fields import NOT_PROVIDED

from tests.contracts.house import ROOMS

_ADDS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.RunPython,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterOrderWithRespectTo,
)
"""What a program of the release before does not notice."""

_TAKES = {
    operations.RemoveField: "removes a column that it may still read",
    operations.DeleteModel: "removes a table that it may still read",
    operations.RenameField: "renames a column that it reads by its old name",
    operations.RenameModel: "renames a table that it reads by its old name",
    operations.AlterModelTable: "renames a table that it reads by its old name",
    operations.AddConstraint: "refuses rows that it may still write",
    operations.AlterUniqueTogether: "refuses rows that it may still write",
    operations.RunSQL: "says in SQL what nobody can read from its models",
    operations.SeparateDatabaseAndState: "does something else than it tells the models",
}


def ours() -> Iterator[tuple[str, Migration, ProjectState]]:
    """Yield each migration of this project by its name, with the models before it."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    for key, migration in sorted(loader.disk_migrations.items()):
        if key[0] in ROOMS:
            yield f"{key[0]}.{key[1]}", migration, loader.project_state([key], at_end=False)


def breaks(migration: Migration, before: ProjectState) -> list[str]:
    """Return what a program of the release before would stumble over, in words.

    `before` are the models before it. What happens to a table that it makes itself is its own.
    """
    found, there = [], set(before.models)
    for operation in migration.operations:
        after = before.clone()
        operation.state_forwards(migration.app_label, after)
        model = getattr(operation, "model_name_lower", None)
        is_new = model is not None and (migration.app_label, model) not in there
        wrong = "" if is_new else _wrong(operation, migration.app_label, before, after)
        if wrong:
            found.append(f"{operation.describe()}: {wrong}")
        before = after
    return found


def _wrong(operation: Operation, app: str, before: ProjectState, after: ProjectState) -> str:
    if isinstance(operation, _ADDS):
        return ""
    if isinstance(operation, operations.AddField):
        return _added(operation.field)
    if isinstance(operation, operations.AlterField):
        model = app, operation.model_name_lower
        old = before.models[model].fields[operation.name]
        return _altered(old, after.models[model].fields[operation.name])
    for kind, wrong in _TAKES.items():
        if isinstance(operation, kind):
            return wrong
    return "is of a kind that nobody has thought of"


def _added(field: Field[Any, Any]) -> str:
    if field.null or isinstance(field, ManyToManyField) or field.db_default is not NOT_PROVIDED:
        return ""
    return "adds a column that it leaves out of its rows; give it db_default, or null"


def _altered(old: Field[Any, Any], new: Field[Any, Any]) -> str:
    if (old.null and not new.null) or (new.unique and not old.unique):
        return "refuses rows that it may still write"
    if old.db_default is not NOT_PROVIDED and new.db_default is NOT_PROVIDED:
        return "takes the default of a column that it may leave out"
    if old.get_internal_type() != new.get_internal_type():
        return "changes the type of a column"
    was, becomes = old.max_length, new.max_length
    if becomes is not None and (was is None or becomes < was):
        return "has no room for what it may still write"
    return ""
