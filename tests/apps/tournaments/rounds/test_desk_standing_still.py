"""The director is told when the work in the background has stopped."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core import jobs
from tests.apps.tournaments.desk_events import SLUG, new_event, signed_in
from tests.pages import words_at

pytestmark = pytest.mark.django_db


def test_the_overview_tells_that_the_clock_has_died_and_writes_nothing_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new_event()
    desk, overview = signed_in("dora"), reverse("desk-event", kwargs={"slug": SLUG})
    monkeypatch.setattr(jobs, "_expected_since", time.monotonic() - 900)
    monkeypatch.setattr(jobs, "_last_sweep", jobs._LastSweep())
    jobs.sweep()
    assert "stood still" not in words_at(desk, overview)
    jobs.sweep(timezone.now() - timedelta(minutes=12))
    monkeypatch.setattr(jobs, "_last_sweep", jobs._LastSweep())  # nobody looked since
    with CaptureQueriesContext(connection) as asked:
        page = words_at(desk, overview)
    assert "Background work stopped 12 minutes ago: ratings, forecasts and" in page
    assert page.index("Look at these first") < page.index("Background work stopped")
    assert not [one for one in asked if not one["sql"].startswith(("SELECT", "SAVEPOINT"))]
