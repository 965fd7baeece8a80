"""Rehearsals over the API: who may ask for one, within the limits of the desk's form."""

from __future__ import annotations

from typing import Any

import pytest

from core import jobs
from core.models import Job
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, new_event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

REHEARSALS = f"events/{SLUG}/rehearsals"


def test_only_those_who_direct_an_event_rehearse_it() -> None:
    new_event()
    assert Program().post(REHEARSALS, {"seed": "7"}).status_code == 401
    assert of("otto").post(REHEARSALS, {"seed": "7"}).status_code == 403
    assert not Job.objects.exists()
    asked = {"seed": "7", "method": "swiss", "complete": 1, "calm": True}
    job = of("dora").post(REHEARSALS, asked).json()["job"]
    assert jobs.run(job)
    played = of("dora").get(f"jobs/{job}").json()["result"]["event"]
    assert Tournament.objects.get(slug=played).rehearsal


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"seed": ""}, "seed"),
        ({"seed": "x" * 31}, "seed"),
        ({"seed": "7", "method": "magic"}, "method"),
        ({"seed": "7", "complete": 4}, "complete"),
    ],
)
def test_what_the_form_would_refuse_is_refused(asked: dict[str, Any], field: str) -> None:
    new_event()
    refused = of("dora").post(REHEARSALS, asked)
    assert (refused.status_code, error(refused)["field"]) == (422, field)
    assert not Job.objects.exists()
