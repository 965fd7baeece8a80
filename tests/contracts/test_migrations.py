"""Expand, then contract: a migration takes nothing that the release before still uses."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests.contracts.migrations import breaks, ours

FIRST = "made before the first release: no program of a release before ran beside it"
EXCUSED = {
    "core.0003_stopped_jobs": FIRST,
    "core.0006_brotli": FIRST,
    "tournaments.0002_check_in_pairing_and_rearranging": FIRST,
    "tournaments.0005_plan_conditions_and_contention": FIRST,
    "tournaments.0007_lexicon_of_a_division": FIRST,
    "tournaments.0008_games_of_a_board": FIRST,
    "tournaments.0009_lots_of_an_event": FIRST,
}
"""Migrations that take something, each with the reason why nobody misses it.

Of one that contracts: since which release no program reads what it takes.
"""


def test_a_migration_adds_only_or_says_why_nobody_misses_what_it_takes() -> None:
    found = {
        name: wrong for name, migration, before in ours() if (wrong := breaks(migration, before))
    }
    told = {name: wrong for name, wrong in found.items() if name not in EXCUSED}
    assert told == {}, "docs/operations.md, Upgrades, says how to do it in two releases"
    assert set(EXCUSED) <= set(found), "an excuse that nobody needs"


def _text(**more: Any) -> models.CharField[str, str]:
    return models.CharField(max_length=80, **more)


class _Planted(migrations.Migration):
    """A migration of the next release, with one operation."""

    def __init__(self, operation: Operation) -> None:
        super().__init__("9999_planted", "core")
        self.operations = [operation]  # type: ignore[misc] # as Django itself does


@pytest.fixture(scope="module")
def today() -> ProjectState:
    """The models that all migrations of today make."""
    return MigrationLoader(None, ignore_no_migrations=True).project_state()


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("job", "error"),
        migrations.RenameField("job", "error", "wrong"),
        migrations.DeleteModel("lease"),
        migrations.RenameModel("lease", "promise"),
        migrations.AlterModelTable("lease", "promises"),
        migrations.AddField("job", "place", _text(blank=True)),
        migrations.AddField("job", "place", _text(default="")),
        migrations.AlterField("job", "heard_at", models.DateTimeField()),
        migrations.AlterField("job", "kind", models.CharField(max_length=30)),
        migrations.AlterField("job", "kind", models.CharField(max_length=60, unique=True)),
        migrations.AlterField("job", "kind", models.IntegerField()),
        migrations.AlterField("job", "request_id", models.CharField(max_length=64)),
        migrations.AddConstraint(
            "job", models.UniqueConstraint(fields=["kind", "subject"], name="planted")
        ),
        migrations.RunSQL("ALTER TABLE core_job DROP COLUMN error"),
        migrations.SeparateDatabaseAndState(),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_takes_something_is_refused(operation: Operation, today: ProjectState) -> None:
    assert len(breaks(_Planted(operation), today)) == 1


@pytest.mark.parametrize(
    "operation",
    [
        migrations.CreateModel("planted", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("job", "place", _text(blank=True, db_default="")),
        migrations.AddField("job", "place", models.DateTimeField(null=True)),
        migrations.AlterField("job", "kind", models.CharField(max_length=90)),
        migrations.AlterField("job", "kind", models.CharField(max_length=60, null=True)),
        migrations.AddIndex("job", models.Index(fields=["kind"], name="planted")),
        migrations.RemoveConstraint("job", "job_state_known"),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_only_adds_is_not(operation: Operation, today: ProjectState) -> None:
    assert breaks(_Planted(operation), today) == []
