"""The environment, and what Wallchart makes of it."""

import stat
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from kombu.exceptions import OperationalError

from config import broker as brokers
from config.broker import LONGEST_SOCKET_PATH, Broker, broker_settings, socket_path
from config.database import database_hash, database_settings
from config.secret import kept_secret
from core.web.request_id import HEADER, RequestIdMiddleware
from tests.settings import ON_POSTGRES


def test_a_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    secret = kept_secret(path)
    assert len(secret) >= 50
    assert kept_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_every_connection_to_sqlite_keeps_what_it_acknowledged(db: None) -> None:
    if ON_POSTGRES:
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        values = {}
        for name in ("journal_mode", "synchronous", "foreign_keys"):
            cursor.execute(f"PRAGMA {name}")
            values[name] = cursor.fetchone()[0]
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False


def test_postgresql_is_chosen_by_its_address(tmp_path: Path) -> None:
    chosen = database_settings("postgres://me:secret@db.example:5433/events", var_dir=tmp_path)
    assert chosen["ENGINE"] == "django.db.backends.postgresql"
    assert (chosen["HOST"], chosen["PORT"], chosen["NAME"]) == ("db.example", 5433, "events")
    assert chosen["CONN_HEALTH_CHECKS"] is True


def test_nothing_stays_on_a_connection_that_a_pooler_gives_out(tmp_path: Path) -> None:
    def kept(*, pooled: bool) -> tuple[object, object]:
        chosen = database_settings("postgres://me@db/events", var_dir=tmp_path, pooled=pooled)
        return chosen["OPTIONS"]["prepare_threshold"], chosen["DISABLE_SERVER_SIDE_CURSORS"]

    assert (kept(pooled=False), kept(pooled=True)) == ((0, False), (None, True))


def test_a_database_has_one_hash_whatever_its_password_and_another_has_another(
    tmp_path: Path,
) -> None:
    def hashed(url: str) -> str:
        return database_hash(database_settings(url, var_dir=tmp_path))

    assert hashed("postgres://me:old@db/events") == hashed("postgres://me:new@db/events")
    addresses = [
        "",
        f"sqlite:///{tmp_path}/other.sqlite3",
        "postgres://me@db/events",
        "postgres://me@db/others",
        "postgres://me@db2/events",
        "postgres://me@db:5433/events",
        "postgres://me@/events?host=/run/a",
    ]
    assert len({hashed(url) for url in addresses}) == len(addresses)


def test_a_named_broker_comes_before_one_of_our_own(tmp_path: Path) -> None:
    named = broker_settings("redis://broker.example:6379/0", var_dir=tmp_path)
    assert named.url == "redis://broker.example:6379/0"
    assert named.server is None
    with pytest.raises(LookupError):
        named.server_command(tmp_path)


def test_a_server_on_the_path_comes_before_the_one_in_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_wheel = broker_settings("", var_dir=tmp_path).server
    program = tmp_path / "valkey-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    ours = broker_settings("", var_dir=tmp_path)
    assert ours.server == program != from_wheel
    assert ours.url == f"redis+socket://{tmp_path}/run/valkey.sock"


def test_without_any_server_a_folder_is_the_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brokers, "find_server", lambda: None)
    folder = broker_settings("", var_dir=tmp_path)
    folder.make_folders()
    app = Celery("sender", broker=folder.url, set_as_current=False)
    app.conf.broker_transport_options = folder.transport_options
    app.send_task("core.jobs.sweep", queue="wallchart-test")
    app.close()
    assert len(list((tmp_path / "broker" / "messages").iterdir())) == 1


def test_a_socket_whose_path_is_too_long_for_the_kernel_lies_in_a_short_folder(
    tmp_path: Path,
) -> None:
    long = tmp_path / ("folder" * 20)
    assert socket_path(tmp_path) == tmp_path / "run" / "valkey.sock"
    assert len(str(socket_path(long))) <= LONGEST_SOCKET_PATH
    assert socket_path(long) != socket_path(long / "other")


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "redis+socket:///nowhere/valkey.sock"])
def test_ringing_a_dead_broker_fails_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    for library in ("kombu.utils.functional", "redis.retry"):
        monkeypatch.setattr(f"{library}.sleep", paused.append)
    dead = broker_settings(url, var_dir=Path("/nowhere"))
    app = Celery("sender", broker=dead.url, set_as_current=False)
    app.conf.update(
        broker_transport_options=dead.transport_options,
        broker_connection_timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT,
        task_publish_retry=settings.CELERY_TASK_PUBLISH_RETRY,
    )
    with pytest.raises(OperationalError):
        app.send_task("core.jobs.run", (1,))
    app.close()
    assert paused == []


def test_the_folder_of_the_broker_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Broker(url="filesystem://", transport_options={}, folders=(folder,)).make_folders()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_request_gets_a_number_of_ours_whatever_the_client_sends() -> None:
    seen = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append(request.request_id)  # type: ignore[attr-defined]
        return HttpResponse()

    handle = RequestIdMiddleware(answer)
    request = RequestFactory().get("/", headers={HEADER: "forged"})
    numbers = {handle(request)[HEADER], handle(request)[HEADER]}
    assert numbers == set(seen)
    assert len(numbers) == 2
    assert "forged" not in numbers
