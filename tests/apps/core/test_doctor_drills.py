"""`manage.py doctor` on backups and several machines: each thing is broken here, and found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection
from django.utils import timezone

from config.broker import Broker
from core.backup import room
from core.backup.automatic import automatic_name
from core.backup.automatic_job import AUTOMATIC
from core.backup.trials import Trial, keep_trial
from core.doctor import of_database
from core.jobs import sweep
from core.journal.guard import writing
from core.models import Job, JournalEntry, Lease
from tests.apps.tournaments.desk_events import new_event
from tests.contract_calls import answer, leaves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder of backups of an installation in which all is well."""
    settings.VAR_DIR = settings.LEXICA_DIR = tmp_path
    settings.UPLOADS_DIR = tmp_path / "uploads"
    settings.BACKUPS = True
    settings.BACKUPS_DIR = tmp_path / "backups"
    settings.BACKUPS_DIR.mkdir(mode=0o700)
    sweep()
    return tmp_path / "backups"


@pytest.fixture
def old_event() -> None:
    """An event that was entered nine days ago."""
    new_event()
    with writing():
        JournalEntry.objects.update(at=timezone.now() - timedelta(days=9))


def tried(folder: Path, at: datetime, wrong: str = "") -> Path:
    """Leaves a backup of a moment that was restored on trial then."""
    path = folder / automatic_name(at)
    path.write_bytes(b"12345")
    keep_trial(folder, path.name, Trial(bytes=5, tried_at=at, wrong=wrong))
    return path


def codes(document: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {one["code"]: one for one in document["findings"]}


@pytest.mark.usefixtures("old_event")
def test_no_backup_and_one_that_is_too_old_or_no_good_is_trouble(folder: Path) -> None:
    told = codes(leaves("doctor", code=1))["backup.old"]
    assert told["message"].startswith("No backup was ever restored on trial")
    assert "See whether a worker runs" in told["remedy"]
    tried(folder, timezone.now(), wrong="A row is missing.")
    tried(folder, timezone.now() - timedelta(days=3))
    told = codes(leaves("doctor", code=1))["backup.old"]
    assert told["message"].startswith("The last backup that was restored on trial is of ")
    tried(folder, timezone.now() - timedelta(hours=30))
    found = codes(answer("doctor"))
    assert found["backup"]["state"] == "ok"
    assert "backup.old" not in found


def test_where_nothing_was_entered_yet_no_backup_is_missed() -> None:
    assert codes(answer("doctor"))["backup"]["state"] == "ok"
    new_event()
    assert "still to come" in codes(answer("doctor"))["backup"]["message"]


def test_one_that_failed_is_trouble_until_another_is_made(folder: Path) -> None:
    now = timezone.now()
    Job.objects.create(kind=AUTOMATIC, state=Job.State.FAILED, error="No room.", queued_at=now)
    told = codes(leaves("doctor", code=1))["backup.failed"]
    assert told["message"] == "The last automatic backup failed: No room."
    Job.objects.create(
        kind=AUTOMATIC, state="done", result={"tried_at": now.isoformat()}, queued_at=now
    )
    assert "backup.failed" not in codes(answer("doctor"))


@pytest.mark.usefixtures("old_event")
def test_where_they_are_switched_off_that_is_told_and_their_age_is_not(settings: Any) -> None:
    settings.BACKUPS = False
    found = codes(answer("doctor"))
    assert found["backup.off"]["state"] == "warning"
    assert "backup.old" not in found


def test_no_room_for_the_next_one_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "size_of_everything", lambda: 2**60)
    told = codes(leaves("doctor", code=1))["backup.no_room"]
    assert told["message"].startswith("There is no room for a backup in ")


@pytest.mark.skipif(os.name != "posix", reason="only there a file has a mode")
def test_a_backup_that_others_can_read_is_told(folder: Path) -> None:
    path = tried(folder, timezone.now())
    path.chmod(0o644)
    assert "backup.open" not in codes(answer("doctor")), "nobody else may enter the folder"
    folder.chmod(0o755)
    assert codes(answer("doctor"))["backup.open"]["remedy"] == f"Run chmod 600 {path}."


def test_shared_files_that_cannot_be_reached_are_trouble(settings: Any, tmp_path: Path) -> None:
    settings.UPLOADS_DIR = tmp_path / "unplugged" / "uploads"
    told = codes(leaves("doctor", code=1))["folder.unreachable"]
    assert told["message"] == (
        f"{settings.UPLOADS_DIR} cannot be reached or written: No such file or directory."
    )
    settings.UPLOADS_DIR = tmp_path / "file"
    settings.UPLOADS_DIR.write_bytes(b"")
    assert "folder.unreachable" in codes(leaves("doctor", code=1))


@pytest.mark.both_databases("statements")
def test_a_database_whose_clock_says_something_else_is_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "clock.apart" not in codes(answer("doctor"))

    class Slow:
        @staticmethod
        def now() -> datetime:
            return timezone.now() - timedelta(minutes=2)

    monkeypatch.setattr(of_database, "timezone", Slow)
    found = list(of_database.look_at_clock_of_database())
    if connection.vendor == "postgresql":
        assert [(one.code, one.state) for one in found] == [("clock.apart", "trouble")]
        assert "120 seconds" in found[0].message
    else:
        assert found == [], "a file has no clock of its own"


@pytest.mark.usefixtures("worker")
def test_where_a_worker_answers_and_nobody_rings_the_clock_process_is_away() -> None:
    Lease.objects.all().delete()
    found = codes(leaves("doctor", code=1))
    assert "config.clock" in found["beat.away"]["remedy"]
    assert "worker.away" not in found


def test_a_broker_that_may_throw_keys_away_is_told(broker: Broker) -> None:
    assert "broker.evicts" not in codes(answer("doctor"))
    with redis.Redis(unix_socket_path=str(broker.socket)) as client:
        client.config_set("maxmemory", "100mb")
        client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            told = codes(answer("doctor"))["broker.evicts"]
        finally:
            client.config_set("maxmemory", "0")
            client.config_set("maxmemory-policy", "noeviction")
    assert "maxmemory-policy allkeys-lru" in told["message"]
