"""`manage.py doctor`: it finds each kind of trouble, says what to do, and changes nothing."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.broker import Broker
from core import trouble
from core.backup.job import ask_to_back_up
from core.doctor import of_database
from core.jobs import sweep
from core.journal.guard import writing
from core.models import Job, JournalEntry, Lease
from lexicon.models import Lexicon
from lexicon.selectors import health as of_lexica
from tests.apps.tournaments.desk_events import new_event
from tests.contract_calls import answer, leaves
from tournaments.models import Lifeboat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def healthy(settings: Any, tmp_path: Path) -> None:
    """An installation in which all is well: its folder, a broker, and a worker that looked."""
    settings.VAR_DIR = settings.LEXICA_DIR = tmp_path
    settings.BROKER = Broker(url="filesystem://localhost/", transport_options={})
    settings.BACKUPS = True
    settings.BACKUPS_DIR = tmp_path / "backups"
    sweep()


def found(document: Mapping[str, Any], code: str) -> Mapping[str, Any]:
    """Return the finding of this code; it has to be there once."""
    (one,) = [finding for finding in document["findings"] if finding["code"] == code]
    return dict(one)


def test_where_all_is_well_every_check_says_so() -> None:
    document = answer("doctor")
    assert document["troubles"] == 0
    assert {one["state"] for one in document["findings"]} == {"ok"}
    assert {one["code"] for one in document["findings"]} == {
        *("database", "tables", "clock", "worker", "disk", "folder", "broker"),
        *("lexica", "lifeboats", "slips", "backup"),
    }


def test_a_person_reads_a_line_for_each_and_the_sum_of_it() -> None:
    out = io.StringIO()
    call_command("doctor", stdout=out)
    text = out.getvalue()
    assert "ok       The database answers.\n" in text
    assert text.endswith("No trouble was found.\n")


def test_it_writes_nothing() -> None:
    counts = [model.objects.count() for model in (Job, JournalEntry)]
    answer("doctor")
    assert [model.objects.count() for model in (Job, JournalEntry)] == counts


def test_a_full_disk_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "LOW", 2**80)
    finding = found(leaves("doctor", code=1), "disk.low")
    assert finding["state"] == "trouble"
    assert "nearly full" in finding["message"]
    assert finding["remedy"] == "Remove or move files that nobody needs."


def test_a_folder_that_cannot_be_written_is_trouble(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "gone"
    finding = found(leaves("doctor", code=1), "folder.unwritable")
    assert (
        finding["message"] == f"{tmp_path / 'gone'} cannot be written: No such file or directory."
    )


@pytest.mark.skipif(os.name != "posix", reason="only there a file has a mode")
def test_a_secret_that_others_can_read_is_told(tmp_path: Path) -> None:
    secret = tmp_path / "secret_key"
    secret.write_text("x")
    secret.chmod(0o644)
    finding = found(answer("doctor"), "folder.open")
    assert (finding["state"], finding["remedy"]) == ("warning", f"Run chmod 600 {secret}.")


def test_a_clock_that_was_set_back_is_trouble() -> None:
    new_event()
    later = timezone.now() + timedelta(days=1)
    newest = JournalEntry.objects.latest("pk")
    with writing():
        JournalEntry.objects.filter(pk=newest.pk).update(at=later)
    assert "Set the clock" in found(leaves("doctor", code=1), "clock.behind")["remedy"]


def test_tables_of_another_version_are_trouble() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("core", "9999_of_the_future")
    assert found(leaves("doctor", code=1), "database.newer")["remedy"].startswith("Update")
    recorder.migration_qs.filter(app="core", name="9999_of_the_future").delete()
    recorder.record_unapplied(
        "ratings", recorder.migration_qs.filter(app="ratings").latest("pk").name
    )
    old = found(leaves("doctor", code=1), "database.old")
    assert "is missing" in old["message"]
    assert "manage.py upgrade" in old["remedy"], "which backs up first"


def test_a_database_that_is_away_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_: object) -> Any:
        raise DatabaseError("connection refused\n")

    monkeypatch.setattr(of_database, "MigrationExecutor", away)
    finding = found(leaves("doctor", code=1), "database.away")
    assert finding["message"] == "The database does not answer: connection refused."


def test_the_rest_is_looked_at_where_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> Any:
        raise OperationalError("connection refused\n")

    monkeypatch.setattr(connection, "cursor", away)
    document = leaves("doctor", code=1)
    assert document["troubles"] == 1
    assert [one["code"] for one in document["findings"]] == [
        *("database.away", "disk", "folder", "broker")
    ]


def test_a_table_that_cannot_be_read_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_: object) -> Any:
        raise DatabaseError("database disk image is malformed")

    monkeypatch.setattr(of_lexica, "words_of", damaged)
    with writing():
        Lexicon.objects.create(
            code="INV26", name="Invented", tile_set="english", sha256="0" * 64, words=1
        )
    finding = found(leaves("doctor", code=1), "database.away")
    assert "malformed" in finding["message"]


def test_a_worker_that_never_looked_or_stopped_looking_is_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The worker that other tests of this run have would answer here.
    monkeypatch.setattr(of_database, "_workers_answer", lambda: False)
    sweep(timezone.now() - timedelta(hours=1))
    finding = found(leaves("doctor", code=1), "worker.away")
    assert finding["message"].startswith("No worker has looked for work since ")
    Lease.objects.all().delete()
    finding = found(leaves("doctor", code=1), "worker.away")
    assert finding["message"] == "No worker has ever looked for work."


def test_a_job_that_waits_for_long_is_told(tmp_path: Path) -> None:
    job = ask_to_back_up(tmp_path, timezone.now())
    Job.objects.filter(pk=job.pk).update(queued_at=timezone.now() - timedelta(minutes=6))
    finding = found(answer("doctor"), "jobs.waiting")
    assert finding["message"].startswith("1 job is waiting, since ")


def test_a_broker_that_does_not_answer_is_told(settings: Any, tmp_path: Path) -> None:
    settings.BROKER = Broker(
        url=f"redis+socket://{tmp_path}/none.sock", transport_options={"socket_timeout": 1}
    )
    finding = found(answer("doctor"), "broker.away")
    assert finding["state"] == "warning"


def test_words_that_are_gone_are_trouble() -> None:
    with writing():
        Lexicon.objects.create(
            code="INV26", name="Invented", tile_set="english", sha256="0" * 64, words=1
        )
    finding = found(leaves("doctor", code=1), "lexicon.missing")
    assert finding["message"].startswith("The words of INV26 are not in ")


def test_a_lifeboat_that_was_not_written_is_trouble(tmp_path: Path) -> None:
    new_event()
    event = Tournament.objects.get()
    told = {"failed_at": timezone.now(), "error": "The stick is full.", "folder": str(tmp_path)}
    with writing():
        Lifeboat.objects.update_or_create(event=event, defaults=told)
    finding = found(leaves("doctor", code=1), "lifeboat.behind")
    assert finding["message"].startswith(f"{event.name}: Nothing has been saved in the lifeboat")
