"""The figures of an installation: who may read them, what is counted, and what is never told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client import generate_latest

from core import metering
from core.meters import JobFigures, PrometheusMeters
from core.models import Job, Lease
from core.web.at_once import VIEW
from tests.asked_site import Site
from tests.builders.events import a_played_event, give
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

pytestmark = pytest.mark.django_db

TOKEN = "a long secret of the scraper"


@pytest.fixture
def meters(monkeypatch: pytest.MonkeyPatch) -> PrometheusMeters:
    ours = PrometheusMeters()
    monkeypatch.setattr(metering, "_meters", ours)
    return ours


def told(meters: PrometheusMeters) -> list[str]:
    return generate_latest(meters.registry).decode().splitlines()


def test_nobody_may_read_them_but_an_operator_and_who_brings_the_token(
    client: Client, settings: Any
) -> None:
    assert client.get("/metrics").status_code == 403
    director = User.objects.create_user("dora", is_staff=True)
    client.force_login(director)
    assert client.get("/metrics").status_code == 403
    client.force_login(User.objects.create_superuser("ann"))
    assert client.get("/metrics").status_code == 200
    client.logout()

    def by(header: str) -> int:
        return client.get("/metrics", headers={"Authorization": header}).status_code

    assert by("Bearer ") == by(f"Bearer {TOKEN}") == 403, "no token is set"
    settings.METRICS_TOKEN = TOKEN
    assert by(f"Bearer {TOKEN}") == 200
    wrong = ("", "Bearer", "Bearer ", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é")
    assert {by(one) for one in wrong} == {403}
    assert client.post("/metrics").status_code == 405


def test_requests_are_counted_by_view_and_status_and_addresses_are_no_labels(
    client: Client, meters: PrometheusMeters
) -> None:
    client.get("/healthz")
    client.get("/healthz")
    client.get("/nowhere/at/all/")
    lines = told(meters)
    assert 'wallchart_requests_total{status="200",view="healthz"} 2.0' in lines
    assert 'wallchart_requests_total{status="404",view="none"} 1.0' in lines
    assert 'wallchart_request_seconds_count{view="healthz"} 2.0' in lines
    assert not any("nowhere" in line for line in lines)


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_is_given_at_once_is_counted_as_such(meters: PrometheusMeters) -> None:
    slug, site = a_played_event(rounds=1), Site()
    answers = [site.ask(f"/events/{slug}/") for _ in range(4)]
    at_once = sum(not answer.by_django for answer in answers)
    assert at_once
    counted = f'wallchart_requests_total{{status="200",view="{VIEW}"}} {float(at_once)}'
    assert counted in told(meters)


def test_commands_are_counted_by_code_and_outcome_and_no_name_is_told(
    meters: PrometheusMeters,
) -> None:
    a_played_event(rounds=1, open_games=1)
    late = AddEntry(
        event="spring", division="A", members=(Member(name="Late Arrival"),), confirmed=True
    )
    give(late, key="k1")
    give(late, key="k1")
    lines = told(meters)
    assert 'wallchart_commands_total{command="entry.added",outcome="repeated"} 1.0' in lines
    assert any('outcome="done"' in line for line in lines)
    assert not any("Late" in line or "spring" in line for line in lines)


def figures() -> dict[str, float]:
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in JobFigures().collect()
        for sample in family.samples
    }


def test_jobs_are_told_by_kind_and_state_with_the_age_of_the_oldest_that_waits() -> None:
    now = timezone.now()
    for state, age in (("queued", 90), ("queued", 30), ("failed", 600)):
        queued = now - timedelta(seconds=age)
        Job.objects.create(kind="rate", subject="s", state=state, queued_at=queued)
    Lease.objects.create(name="sweep", until=now + timedelta(minutes=2))
    found = figures()
    assert found["wallchart_jobs['queued', 'rate']"] == 2
    assert found["wallchart_jobs['failed', 'rate']"] == 1
    assert 90 <= found["wallchart_queue_age_seconds[]"] < 150
    assert 60 <= found["wallchart_sweep_age_seconds[]"] < 120


def test_where_nothing_waits_its_age_is_none_and_no_sweep_is_not_an_old_one() -> None:
    assert figures() == {"wallchart_queue_age_seconds[]": 0}


def test_without_a_database_they_are_unavailable_and_say_so(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN

    def away(_: JobFigures) -> None:
        from psycopg import OperationalError  # noqa: PLC0415 - as the driver says it

        raise DatabaseError("gone") from OperationalError("gone")

    monkeypatch.setattr(JobFigures, "collect", away)
    client.raise_request_exception = False
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
