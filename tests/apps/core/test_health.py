"""What proxies ask: who may, what is answered, and when a machine is not to be sent anybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from core.web import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_tables_were_right", False)


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_anybody_may_ask_and_nobody_may_send(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert client.post(address).status_code == 405


def test_a_process_that_lives_says_so_and_asks_nothing(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert client.get("/healthz").content == b"ok\n"


def test_a_machine_is_ready_and_later_asks_for_one_row_only(
    client: Client, django_assert_num_queries: Any
) -> None:
    assert client.get("/readyz").json() == {"ready": True, "wrong": []}
    with django_assert_num_queries(1):
        assert client.get("/readyz").json() == {"ready": True, "wrong": []}


def test_a_machine_whose_tables_are_older_is_not_ready_and_one_whose_are_newer_is(
    client: Client,
) -> None:
    recorder = MigrationRecorder(connection)
    (newest,) = recorder.migration_qs.filter(app="core").order_by("-name")[:1]
    newest.delete()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["database.old"])
    recorder.record_applied("core", newest.name)
    recorder.record_applied("core", "9999_of_the_future")
    assert client.get("/readyz").status_code == 200, "it goes on while another is upgraded"


def test_a_machine_whose_database_went_away_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200

    def away() -> Any:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"ready": False, "wrong": ["database.away"]},
    )


def test_behind_tls_machines_are_asked_without_it_and_pages_are_not(
    client: Client, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    assert client.get("/healthz").status_code == client.get("/readyz").status_code == 200
    assert client.get("/metrics").status_code == 403
    for path in ("/", "/desk/", "/healthz/more"):
        sent_on = client.get(path)
        assert (sent_on.status_code, sent_on["Location"][:8]) == (301, "https://")
    answer = client.get("/", secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
