"""The messages when nothing can be stored: the disk, the folder, the database, each by its name."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from core import tasks
from core.jobs import run
from core.models import Job
from core.trouble import AWAY, BUSY, FULL, LOW, READ_ONLY, Trouble, low_disk, trouble_of
from tests.apps.tournaments.desk_events import SLUG, new_event, publish, signed_in
from tests.contract_calls import refusal
from tests.pages import source_at
from tests.settings import ON_POSTGRES
from tournaments.models import Result

pytestmark = pytest.mark.both_databases("outage")

SQLITE_ONLY = pytest.mark.skipif(ON_POSTGRES, reason="what SQLite itself does")


@contextmanager
def read_only() -> Iterator[None]:
    """Lets SQLite write nothing, as in a folder of which it may not."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = 0")


# What a failure is


def test_a_full_disk_is_known_from_what_sqlite_says(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "kept.sqlite3")) as held:
        held.execute("CREATE TABLE x (y)")
        held.execute("PRAGMA max_page_count = 10")
        with pytest.raises(sqlite3.OperationalError, match="full") as failure:
            held.executemany("INSERT INTO x VALUES (?)", [("y" * 1_000,)] * 1_000)
    handed_on = OperationalError(str(failure.value))
    handed_on.__cause__ = failure.value
    assert trouble_of(handed_on) == FULL


@SQLITE_ONLY
@pytest.mark.django_db
def test_a_database_that_may_not_be_written_is_known_as_django_hands_it_on() -> None:
    with read_only(), pytest.raises(DatabaseError) as failure, transaction.atomic():
        User.objects.create(username="ann")
    assert trouble_of(failure.value) == READ_ONLY


def test_a_file_that_is_read_only_or_cannot_be_opened_is_known(tmp_path: Path) -> None:
    place = tmp_path / "kept.sqlite3"
    sqlite3.connect(place).close()
    with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as held:
        with pytest.raises(sqlite3.OperationalError) as failure:
            held.execute("CREATE TABLE x (y)")
        assert trouble_of(failure.value) == READ_ONLY
    with pytest.raises(sqlite3.OperationalError) as failure:
        sqlite3.connect(tmp_path / "nowhere" / "kept.sqlite3")
    assert trouble_of(failure.value) == READ_ONLY


def test_a_postgresql_that_does_not_answer_is_known() -> None:
    with pytest.raises(psycopg.OperationalError) as failure:
        psycopg.connect("host=127.0.0.1 port=1 connect_timeout=2")
    handed_on = OperationalError(str(failure.value))
    handed_on.__cause__ = failure.value
    assert trouble_of(handed_on) == AWAY


@pytest.mark.parametrize(
    ("failure", "found"),
    [
        (OSError(errno.ENOSPC, "no room"), FULL),
        (OSError(errno.EROFS, "read only"), READ_ONLY),
        (PermissionError(errno.EACCES, "not allowed"), READ_ONLY),
        (psycopg.errors.DiskFull(), FULL),
        (psycopg.errors.ReadOnlySqlTransaction(), READ_ONLY),
        (psycopg.errors.AdminShutdown(), AWAY),
        (psycopg.errors.ConnectionFailure(), AWAY),
        (psycopg.errors.TooManyConnections(), BUSY),
        (psycopg.errors.UniqueViolation(), None),
        (FileNotFoundError(errno.ENOENT, "not there"), None),
        (OperationalError("no such table: x"), None),
        (ValueError("ours"), None),
        (None, None),
    ],
)
def test_every_failure_of_the_machine_is_told_apart_from_ours(
    failure: BaseException | None, found: Trouble | None
) -> None:
    assert trouble_of(failure) == found


# What people and programs are told


@pytest.mark.parametrize("told", [FULL, READ_ONLY, AWAY, BUSY])
def test_nobody_is_told_that_nothing_was_changed_for_it_may_have_failed_after_the_commit(
    told: Trouble,
) -> None:
    assert "othing was changed" not in told.message
    assert told.message.endswith("check whether it was done before you do it again.")


@SQLITE_ONLY
@pytest.mark.django_db
def test_what_fails_after_the_commit_was_done_and_the_sentence_is_still_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    client = signed_in("dora")
    client.raise_request_exception = False

    def fails(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(
        "django.contrib.messages.middleware.MessageMiddleware.process_response", fails
    )
    address = reverse("desk-enter", kwargs={"slug": SLUG})
    answer = client.post(address, {"line": "1 400 380", "key": "0" * 32})
    assert answer.status_code == 503
    assert Result.objects.count() == 1
    assert FULL.message in answer.content.decode()
    assert "othing was changed" not in answer.content.decode()


@SQLITE_ONLY
@pytest.mark.django_db
def test_a_result_that_cannot_be_kept_is_a_503_with_the_sentence_for_whoever_sent_it() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    client = signed_in("dora")
    client.raise_request_exception = False
    address = reverse("desk-enter", kwargs={"slug": SLUG})
    fields = {"line": "1 400 380", "key": "0" * 32}
    with read_only():
        page = client.post(address, fields)
        line = client.post(address, fields, headers={"HX-Request": "true"})
        program = client.post(address, fields, headers={"Accept": "application/json"})
    for answer in (page, line, program):
        assert answer.status_code == 503
        assert READ_ONLY.message in answer.content.decode()
        assert int(answer["Retry-After"]) > 0
        assert answer["X-Request-ID"]
        assert answer["Content-Security-Policy"]
    assert b"<html" in page.content
    assert b"<html" not in line.content
    assert program.json() == {"wrong": READ_ONLY.message, "code": "disk.read_only"}


@SQLITE_ONLY
@pytest.mark.django_db
def test_who_signs_in_where_nothing_can_be_kept_is_told_so() -> None:
    User.objects.create_user("ann", password="a long password")
    client = Client(raise_request_exception=False)
    with read_only():
        answer = client.post(reverse("login"), {"username": "ann", "password": "a long password"})
    assert answer.status_code == 503
    assert READ_ONLY.message in answer.content.decode()


@pytest.mark.parametrize(
    ("failure", "said"),
    [(psycopg.OperationalError("refused"), AWAY), (OSError(errno.ENOSPC, "no room"), FULL)],
)
@pytest.mark.parametrize("path", ["/", "/desk/", "/accounts/login/", "/events/spring/"])
def test_a_page_that_says_so_asks_no_database(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    path: str,
    failure: Exception,
    said: Trouble,
) -> None:
    def away(*_: Any, **__: Any) -> None:
        if isinstance(failure, OSError):
            raise failure
        raise OperationalError("connection refused") from failure

    monkeypatch.setattr(connection, "ensure_connection", away)
    monkeypatch.setattr(connection, "_cursor", away)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "of somebody"
    if path == "/accounts/login/":
        answer = client.post(path, {"username": "ann", "password": "x"})
    else:
        answer = client.get(path)
    if path == "/desk/" and answer.status_code == 302:
        pytest.skip("nobody is known, and nobody was asked")
    assert answer.status_code == 503
    assert said.message in answer.content.decode()
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 1, "one line, and no traceback for every page"
    assert not told[0].exc_info


def test_a_fault_of_ours_is_still_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise OperationalError("no such column: x")

    monkeypatch.setattr(connection, "_cursor", fails)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500


def test_the_console_says_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused") from psycopg.OperationalError("refused")

    monkeypatch.setattr("core.management.commands.backup.write_backup", away)
    told = refusal("backup", tmp_path / "kept")
    assert (told["code"], told["message"]) == (AWAY.code, AWAY.message)


@pytest.mark.django_db
def test_a_job_that_found_the_disk_full_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> dict[str, Any]:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("core.jobs._kinds", {"try": fails})
    job = Job.objects.create(kind="try", subject="x", queued_at="2026-01-01T00:00:00Z")
    run(job.pk)
    job.refresh_from_db()
    assert job.error == FULL.message


# Before it happens


def room(left: int) -> Callable[[object], SimpleNamespace]:
    """Returns a disk with so many bytes left."""
    return lambda _: SimpleNamespace(free=left)


@pytest.mark.django_db
def test_the_desk_warns_before_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    new_event()
    client = signed_in("dora")
    pages = [reverse("desk"), reverse("desk-event", kwargs={"slug": SLUG})]
    monkeypatch.setattr("shutil.disk_usage", room(LOW))
    assert not [page for page in pages if "nearly full" in source_at(client, page)]
    monkeypatch.setattr("shutil.disk_usage", room(300 * 2**20))
    for page in pages:
        assert "is nearly full: 300 MB are left" in source_at(client, page)
    assert "nearly full" not in source_at(client, "/")


def test_the_log_is_told_of_it_once_in_ten_minutes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = iter([0.0, 0.0, 15.0, 599.0, 601.0, 601.0])
    monkeypatch.setattr("core.tasks.time.monotonic", lambda: next(clock))
    monkeypatch.setattr(tasks, "_warned_at", float("-inf"))
    monkeypatch.setattr("shutil.disk_usage", room(300 * 2**20))
    for _ in range(4):
        tasks.warn_of_low_disk()
    assert len([one for one in caplog.records if "disk.low" in str(one.msg)]) == 2


def test_a_disk_that_cannot_be_asked_is_not_warned_of(tmp_path: Path) -> None:
    assert low_disk(tmp_path / "nowhere") == ""
