"""Real events through the pipeline: closed, handed to a list, computed there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.jobs import run
from core.models import Job
from ratings.models import EventRating, RatedEvent
from tests.builders.events import give
from tests.builders.rating_lists import a_list
from tests.contract_calls import answer
from tournaments.closing.commands import CloseEvent

EVENTS = ("naspa-01", "naspa-02", "naspa-03", "naspa-04", "naspa-05", "thai-01")
SYSTEMS = ("naspa", "naspa-csw")


def do_all_jobs() -> None:
    """Does every job that waits, and those that these ask for, as a worker does."""
    while (job := Job.objects.filter(state=Job.State.QUEUED).order_by("pk").first()) is not None:
        run(job.pk)
        job.refresh_from_db()
        assert job.state == Job.State.DONE, job.error


@pytest.mark.django_db
@pytest.mark.parametrize("name", EVENTS)
def test_the_lists_have_the_published_ratings_once_the_event_is_closed(
    name: str, real_data: Path
) -> None:
    folder = real_data / "tsh" / name
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text())["divisions"]
    for system in SYSTEMS:
        a_list(system, system=system, counts=[system])
    answer("tsh_import", folder, "--slug", "real")
    give(CloseEvent(event="real", confirmed=True))
    do_all_jobs()
    checked = 0
    for event in RatedEvent.objects.all():
        published = expected[event.key.partition("/")[2]]["new_ratings"]
        rated = dict(EventRating.objects.filter(event=event).values_list("number", "new"))
        assert {number: rated[int(number)] for number in published} == published, event.key
        assert not event.is_stale
        checked += len(published)
    assert checked > 20
