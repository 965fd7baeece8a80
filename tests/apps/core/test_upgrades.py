"""Upgrades: what every earlier version left is brought up to date, after a backup and a rehearsal.

`releases` holds backups of the demonstration event, each made by a program of that time and named
by its newest migration; a release adds one that is named by its version.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.backup import upgrading
from core.backup.archive import BackupRefused, checked_archive
from core.backup.earlier import earlier_tables
from core.backup.trials import Trial
from core.backup.upgrading import Upgrade, upgrade_tables
from tests.apps.tournaments.desk_events import new_event
from tests.contract_calls import refusal
from tests.postgres import ROLE
from tests.processes import ROOT
from tests.settings import ON_POSTGRES, POSTGRES_DIR

RELEASES = Path(__file__).with_name("releases")
USUAL = ("tournaments-0001", "tournaments-0003", "core-0006")
"""The first tables, those before rows were changed, and the last: the others are for `deep`."""

UPGRADING = "tests.apps.core.upgrading"
EACH = "One after the other, all versions take half a minute."

pytestmark = pytest.mark.django_db(transaction=True)
on_both = pytest.mark.both_databases("migrations")


@pytest.fixture
def own_database(tmp_path: Path) -> dict[str, str]:
    """The environment of a program with a database of its own, without tables."""
    url = ""
    if ON_POSTGRES:
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE IF EXISTS wallchart_upgraded")
            cursor.execute("CREATE DATABASE wallchart_upgraded")
        url = f"postgres://{ROLE}@{quote(str(POSTGRES_DIR), safe='')}/wallchart_upgraded"
    own = {"DATABASE_URL": url, "WALLCHART_VAR": str(tmp_path / "var")}
    return {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "config.settings"}


def _upgraded(paths: list[Path], environment: dict[str, str]) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", UPGRADING, *map(str, paths)]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


def _check(names: list[str], environment: dict[str, str]) -> None:
    found = _upgraded([RELEASES / f"{name}.backup" for name in names], environment)
    told = dict(zip(names, found, strict=True))
    players = {name: one.pop("players") for name, one in told.items()}
    right: dict[str, list[str]] = {"wrong": [], "troubles": [], "differences": []}
    assert told == dict.fromkeys(names, right)
    assert min(players.values()) >= 8


@on_both
@pytest.mark.timeout(120)
def test_what_earlier_versions_wrote_is_brought_up_to_date_and_replays_to_the_same(
    own_database: dict[str, str],
) -> None:
    _check(list(USUAL), own_database)


@on_both
@pytest.mark.deep(EACH)
@pytest.mark.timeout(300)
def test_so_is_what_every_version_wrote(own_database: dict[str, str]) -> None:
    _check([path.stem for path in sorted(RELEASES.glob("*.backup"))], own_database)


def test_every_release_and_every_state_of_the_tables_before_it_left_a_backup() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", log, flags=re.MULTILINE)
    kept = {path.stem for path in RELEASES.glob("*.backup")}
    assert set(released) <= kept
    assert {f"tournaments-{number:04}" for number in (1, 3, 4, 5, 6, 7, 8, 9)} <= kept


# The upgrade itself


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Has one migration seem to be missing; yields what was asked for in its place."""
    asked: list[str] = []
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["a migration"])
    monkeypatch.setattr(upgrading, "call_command", lambda name, **_: asked.append(name))
    return asked


@on_both
def test_before_an_upgrade_everything_is_backed_up_and_the_upgrade_rehearsed(
    settings: Any, tmp_path: Path, pending: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event()
    tried = []

    def good(path: Path, **_: object) -> Trial:
        tried.append(path.name)
        return Trial(bytes=1, tried_at=timezone.now())

    monkeypatch.setattr(upgrading, "try_backup", good)
    settings.BACKUPS = True
    done = upgrade_tables(tmp_path / "backups")
    assert (done.migrations, [done.backup], pending) == (1, tried, ["migrate"])
    assert re.fullmatch(r"before-upgrade-[-\d]{17}\.backup", done.backup)
    with checked_archive(tmp_path / "backups" / done.backup) as archive:
        (events,) = (t for t in archive.manifest.tables if t.model == "tournaments.tournament")
        assert events.rows == 1


def test_an_upgrade_whose_rehearsal_fails_changes_nothing_and_says_what_to_do(
    settings: Any, tmp_path: Path, pending: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event()
    settings.BACKUPS = True
    bad = Trial(bytes=1, tried_at=timezone.now(), wrong="A row is missing.")
    monkeypatch.setattr(upgrading, "try_backup", lambda *_, **__: bad)
    with pytest.raises(BackupRefused) as refused:
        upgrade_tables(tmp_path)
    assert "failed: A row is missing. Nothing was changed" in str(refused.value.message)
    assert pending == []


@pytest.mark.parametrize("is_on", [True, False])
def test_nothing_is_backed_up_where_nothing_is_kept_or_nobody_wants_it(
    settings: Any, tmp_path: Path, pending: list[str], *, is_on: bool
) -> None:
    settings.BACKUPS = is_on
    if not is_on:
        new_event()
    assert upgrade_tables(tmp_path / "backups") == Upgrade(1)
    assert pending == ["migrate"]
    assert not (tmp_path / "backups").exists()


def test_tables_that_are_up_to_date_are_left_alone(settings: Any, tmp_path: Path) -> None:
    new_event()
    settings.BACKUPS = True
    assert upgrade_tables(tmp_path / "backups") == Upgrade(0)
    assert not (tmp_path / "backups").exists()


def test_a_backup_of_older_tables_does_not_replace_those_that_are_there() -> None:
    with checked_archive(RELEASES / "core-0006.backup") as archive:
        assert earlier_tables(archive.manifest.migrations) is None
    new_event()
    said = refusal("restore", RELEASES / "core-0006.backup", "--force")
    assert said["code"] == "restore.other_version"
    assert "restore it into an empty installation" in said["message"]
