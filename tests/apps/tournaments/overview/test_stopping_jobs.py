"""The button that stops a job, and what a stopped job leaves: nothing that is half done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core import jobs
from core.backup.job import ask_to_back_up
from core.models import Job
from lexicon.import_job import ask_to_import
from lexicon.words.bringing import ReadingOptions
from ratings.commands.lists import AddRatingList
from ratings.models import RatingList
from ratings.recompute_job import ask_to_recompute
from tests.apps.tournaments.desk_events import (
    SLUG,
    entries_of,
    four_played,
    give,
    signed_in,
)
from tests.pages import words
from tournaments.contention.jobs import ask_to_forecast
from tournaments.event_ratings.jobs.rating import ask_to_hand_over, ask_to_rate
from tournaments.models import DivisionContention, DivisionRating, Round, Tournament
from tournaments.public.jobs.mirroring import ask_to_mirror
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.jobs import ask_to_pair

pytestmark = [pytest.mark.both_databases("transactions"), pytest.mark.django_db]


@pytest.fixture
def event() -> Tournament:
    return four_played()


def _stop(client: Client, job: Job) -> Any:
    return client.post(reverse("desk-stop-job", args=(job.pk,)), follow=True)


def test_nobody_but_who_may_see_a_job_stops_it_and_nobody_by_a_link(event: Tournament) -> None:
    job = ask_to_rate(event, ["A"])
    address = reverse("desk-stop-job", args=(job.pk,))
    assert Client().post(address).status_code == 302
    assert signed_in("otto").post(address).status_code == 403
    assert signed_in("dora").get(address).status_code == 405
    job.refresh_from_db()
    assert job.state == "queued"


@pytest.mark.parametrize("kind", ["hand over", "lists", "recompute", "import", "mirror", "backup"])
def test_what_is_everybodys_is_stopped_by_an_operator_and_by_no_director(
    event: Tournament, tmp_path: Path, kind: str
) -> None:
    give(AddRatingList(rating_list="north", name="North"))
    asks: dict[str, Callable[[], Job]] = {
        "hand over": lambda: ask_to_hand_over(["north"], []),
        "lists": lambda: jobs.enqueue("hand_over", "lists", {"lists": [], "events": []}),
        "recompute": lambda: ask_to_recompute(RatingList.objects.get(key="north")),
        "import": lambda: ask_to_import([b"zap"], file_name="zap.txt", options=ReadingOptions()),
        "mirror": lambda: ask_to_mirror(event, tmp_path),
        "backup": lambda: ask_to_back_up(tmp_path, timezone.now()),
    }
    job = asks[kind]()
    stop, dora = reverse("desk-stop-job", args=(job.pk,)), signed_in("dora")
    name = "desk-confirm-lexicon" if kind == "import" else "desk-job"
    page = reverse(name, args=(job.pk,))
    assert f'action="{stop}"' not in dora.get(page).text
    refused = dora.post(stop)
    assert refused.status_code == 403
    assert "it is for operators only" in words(refused)
    job.refresh_from_db()
    assert job.state == "queued"
    boss = signed_in("boss", operator=True)
    assert f'action="{stop}"' in boss.get(page).text
    boss.post(stop)
    job.refresh_from_db()
    assert job.state == "stopped"


def test_a_job_is_stopped_by_the_button_on_its_page(event: Tournament) -> None:
    job = ask_to_rate(event, ["A"])
    client = signed_in("dora")
    page = client.get(reverse("desk-job", args=(job.pk,)))
    assert f'action="{reverse("desk-stop-job", args=(job.pk,))}"' in page.content.decode()
    stopped = _stop(client, job)
    assert "stopped: finished work is kept, and nothing is left half done" in words(stopped)
    assert "Stop it" not in words(stopped)
    assert "Refresh" not in stopped
    assert "It ended before it could be stopped." in words(_stop(client, job))
    assert not jobs.run(job.pk)
    assert not DivisionRating.objects.exists()


@pytest.mark.parametrize("kind", ["rate", "forecast", "pair"])
def test_a_job_that_is_stopped_while_it_runs_leaves_nothing_half_done(
    event: Tournament, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind == "rate":
        job = ask_to_rate(event, ["A"])
    elif kind == "forecast":
        job = ask_to_forecast(event, ["A"])
    else:
        command = PairRound(event=SLUG, division="A", round=2, method="koth")
        job = ask_to_pair(command, key="once", asked_by="dora")
        signed_in("dora")
    before = len(entries_of())
    tell = jobs.Progress.__call__

    def stopping(self: jobs.Progress, done: int, total: int) -> None:
        if 0 < done < total:
            jobs.stop(job.pk)
            self._told = -1e9
        tell(self, done, total)

    monkeypatch.setattr(jobs.Progress, "__call__", stopping)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("stopped", "")
    assert len(entries_of()) == before
    assert not Round.objects.filter(number=2).exists()
    assert not DivisionRating.objects.exists()
    assert not DivisionContention.objects.exists()
