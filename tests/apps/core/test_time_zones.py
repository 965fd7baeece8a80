"""The time zone of shown times: that of the machine, and every page says so."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
import tzlocal
from django.urls import reverse
from django.utils import timezone

from config import machine
from core.wording import moment, time_zone
from tests.apps.tournaments.desk_events import SLUG, new_event, publish, signed_in
from tests.pages import source_at

JANUARY, JULY = (datetime(2031, month, 3, 9, 5, tzinfo=UTC) for month in (1, 7))
SLUGGED = {"slug": SLUG}
PAGES = (
    *(reverse(f"desk-{name}", kwargs=SLUGGED) for name in ("event", "log", "players", "judges")),
    *(reverse(f"desk-{name}") for name in ("register", "lists")),
    reverse("desk-document", kwargs={**SLUGGED, "document": "standings"}),
    reverse("desk-document", kwargs={**SLUGGED, "document": "pairings"}),
    "/",
    f"/events/{SLUG}/",
    *(f"/events/{SLUG}/A/{page}/" for page in ("standings", "pairings", "results", "wallchart")),
)


@pytest.mark.parametrize(
    ("zone", "at", "said"),
    [
        ("Europe/Warsaw", JANUARY, "10:05 CET (Warsaw), 3 January 2031"),
        ("Europe/Warsaw", JULY, "11:05 CEST (Warsaw), 3 July 2031"),
        ("America/Argentina/Buenos_Aires", JULY, "06:05 UTC-3 (Buenos Aires), 3 July 2031"),
        ("Asia/Kathmandu", JULY, "14:50 UTC+5:45 (Kathmandu), 3 July 2031"),
        ("UTC", JULY, "09:05 UTC, 3 July 2031"),
        ("Etc/UTC", JULY, "09:05 UTC, 3 July 2031"),
    ],
)
def test_a_moment_says_its_zone_as_it_is_called_then(zone: str, at: datetime, said: str) -> None:
    with timezone.override(zone):
        assert moment(at) == said
        assert time_zone(at) in said


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_every_page_says_which_times_it_shows(address: str, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Warsaw"
    with time_machine.travel(JANUARY):
        new_event()
        publish(1, (1, 2), (3, 4))
        page = source_at(signed_in("dora"), f"{address}?division=A&round=1")
    assert "CET (Warsaw)" in page


def test_the_zone_is_that_of_the_machine_unless_the_environment_says_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TIME_ZONE", raising=False)
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: "Europe/Warsaw")
    assert machine.time_zone() == "Europe/Warsaw"
    monkeypatch.setenv("TIME_ZONE", "Asia/Tokyo")
    assert machine.time_zone() == "Asia/Tokyo"


@pytest.mark.parametrize("name", [None, "", "Nowhere/Atall", "../../etc/passwd"])
def test_a_machine_that_does_not_say_its_zone_has_universal_time(
    monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    monkeypatch.delenv("TIME_ZONE", raising=False)
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: name)
    assert machine.time_zone() == "UTC"
