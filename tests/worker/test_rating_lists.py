"""Rating lists through a real worker: computed when asked, looked over when beat says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.celery import app
from config.schedule import SCHEDULE
from core.models import Job
from ratings.models import ListState
from ratings.recompute_job import ask_to_recompute
from tests.apps.ratings.lists import computed, in_force, new_list, record, standings
from tests.builders.rated_events import invented_history
from tests.processes import PATIENCE_S, wait_until

pytestmark = [pytest.mark.timeout(2 * PATIENCE_S)]


def ended(job: Job) -> bool:
    job.refresh_from_db()
    return job.ended_at is not None


@pytest.mark.parametrize("system", ["naspa", "coco"])
def test_a_worker_computes_the_list_that_this_process_would(worker: Path, system: str) -> None:
    history = list(invented_history(40, players=30, field=8))
    rating_list = new_list("by-worker", system=system)
    record(rating_list, history)
    job = ask_to_recompute(rating_list)
    wait_until(lambda: ended(job), what="the list", log=worker)
    assert (job.state, job.done, job.total, job.error) == ("done", 40, 40, "")
    here = new_list("here", system=system)
    record(here, history)
    computed(here)
    assert in_force(rating_list) == in_force(here)
    assert standings(rating_list) == standings(here)


def test_what_beat_sends_every_hour_has_the_lists_looked_over(worker: Path) -> None:
    rating_list = new_list(system="coco")
    record(rating_list, invented_history(5, players=12, field=8))
    computed(rating_list)
    task = SCHEDULE["look over the rating lists"]["task"]
    app.send_task(str(task))
    wait_until(
        lambda: Job.objects.filter(kind="look_over_lists", state="done").exists(),
        what="the lists",
        log=worker,
    )
    assert ListState.objects.get().looked_over_on is not None
    assert set(rating_list.standings.values_list("deviation_now", flat=True)) == {150.0}
