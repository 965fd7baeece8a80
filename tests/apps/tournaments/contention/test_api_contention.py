"""Who can still win over the API: the public's forecast, the director's, and asking for one."""

from __future__ import annotations

import pytest

from core import jobs
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.contention.contention_events import show_to_all, two_rounds_played
from tests.apps.tournaments.desk_events import SLUG

pytestmark = pytest.mark.django_db

CONTENTION = f"events/{SLUG}/divisions/A/contention"
FORECAST = f"events/{SLUG}/divisions/A/forecast"


def test_the_public_sees_a_forecast_only_where_it_is_shown_to_all() -> None:
    two_rounds_played()
    otto = of("otto")
    assert Program().get(CONTENTION).status_code == 404
    assert (Program().get(FORECAST).status_code, otto.get(FORECAST).status_code) == (401, 403)
    for program, status in ((Program(), 401), (otto, 403)):
        assert program.post(FORECAST, {}).status_code == status
    show_to_all()
    shown = Program().get(CONTENTION).json()
    assert (shown["made_at"], shown["rows"]) == (None, [])


def test_a_forecast_is_asked_for_made_by_a_job_and_read() -> None:
    two_rounds_played()
    show_to_all()
    program = of("dora")
    certain = program.get(FORECAST).json()
    assert (certain["simulations"], certain["through_round"], certain["rounds_left"]) == (0, 2, 1)
    assert certain["rows"][0]["name"] == "Ada"
    job = program.post(FORECAST, {}).json()
    assert (job["kind"], job["state"]) == ("forecast", "queued")
    jobs.run(job["job"])
    shown = program.get(FORECAST).json()
    assert (shown["current"], shown["simulations"]) == (True, 10_000)
    top = shown["rows"][0]
    assert (top["rank"], top["state"], len(top["places"])) == (1, "in_control", 2)
    assert sum(row["places"][0] for row in shown["rows"]) == 10_000
    assert Program().get(CONTENTION).json()["rows"] == shown["rows"]
