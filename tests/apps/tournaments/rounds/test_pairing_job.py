"""Pairing a large field: a job pairs while others write, and asks on its own page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import jobs
from core.journal.undo import UndoEntry
from core.models import Job
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    give,
    hidden,
    publish,
    signed_in,
)
from tests.apps.tournaments.desks import desk_after_round_1
from tests.pages import source_at
from tournaments.models import Round
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds import jobs as pairing_job
from tournaments.rounds.commands.pairing import PairRound

__all__ = ["desk_after_round_1"]

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db]
PAIR = reverse("desk-pair-round", kwargs={"slug": SLUG})
SWISS = {"method": "swiss fold", "based_on": "1", "repeats": ""}


@pytest.fixture(autouse=True)
def _every_field_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_job, "QUICK_UP_TO", 3)


def _ask(desk: Client, number: int = 2, **typed: str) -> Job:
    address = f"{PAIR}?division=A&round={number}"
    token = hidden(desk.get(address).content)
    sent = desk.post(address, {**SWISS, "token": token, **typed})
    job = Job.objects.latest("pk")
    assert sent["Location"] == reverse("desk-job", kwargs={"number": job.pk})
    return job


def _page(desk: Client, job: Job) -> str:
    return source_at(desk, reverse("desk-job", kwargs={"number": job.pk}))


def _accept(client: Client, job: Job) -> Any:
    return client.post(reverse("desk-accept-pairing", kwargs={"number": job.pk}))


def test_only_the_director_may_accept_what_a_pairing_asked(desk: Client) -> None:
    _publish_round_2()
    job = _ask(desk, 3, based_on="2", method="swiss nearest", together="1-2")
    assert jobs.run(job.pk)
    assert "login" in _accept(Client(), job)["Location"]
    assert _accept(signed_in("otto"), job).status_code == 403
    assert Job.objects.count() == 1
    assert desk.get(reverse("desk-accept-pairing", kwargs={"number": job.pk})).status_code == 405


def test_a_large_field_is_paired_by_a_job_under_the_name_of_who_asked(desk: Client) -> None:
    job = _ask(desk)
    assert not division().rounds.filter(number=2).exists()
    assert jobs.run(job.pk)
    row = division().rounds.get(number=2)
    assert (row.stage, row.boards.count()) == (Round.Stage.DRAFT, 2)
    entry = entries_of()[-1]
    assert (entry.command, entry.actor) == ("round.paired", "dora")
    page = _page(desk, job)
    assert "Pairing no." in page
    assert "Go to round 2" in page


def test_the_same_request_sent_twice_pairs_once(desk: Client) -> None:
    job = _ask(desk)
    jobs.run(job.pk)
    done = len(entries_of())
    again = Job.objects.get(pk=job.pk)
    again.pk, again.state = None, Job.State.QUEUED
    again.save()
    assert jobs.run(again.pk)
    assert len(entries_of()) == done


def test_what_changed_meanwhile_is_paired_anew_and_not_lost(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, pair = _ask(desk), PairRound.paired
    seen: list[int] = []

    def overtaken(self: PairRound, of: Any) -> dict[str, Any]:
        fact = pair(self, of)
        if not seen:
            _correct_the_first_result()
        seen.append(len(entries_of()))
        return fact

    monkeypatch.setattr(PairRound, "paired", overtaken)
    assert jobs.run(job.pk)
    assert len(seen) == 2
    assert entries_of()[-1].command == "round.paired"


def test_results_that_never_stop_coming_end_the_job_with_a_sentence(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, pair = _ask(desk), PairRound.paired
    scores = iter(range(401, 500))

    def overtaken(self: PairRound, of: Any) -> dict[str, Any]:
        fact = pair(self, of)
        _correct_the_first_result(next(scores))
        return fact

    monkeypatch.setattr(PairRound, "paired", overtaken)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "when they are all in" in job.error
    assert not division().rounds.filter(number=2).exists()


def test_a_repeat_that_is_needed_is_asked_on_the_page_of_the_job(desk: Client) -> None:
    _publish_round_2()
    job = _ask(desk, 3, based_on="2", together="1-2")
    jobs.run(job.pk)
    assert not division().rounds.filter(number=3).exists()
    assert "Accept" in _page(desk, job)
    sent = _accept(desk, job)
    again = Job.objects.latest("pk")
    assert sent["Location"] == reverse("desk-job", kwargs={"number": again.pk})
    jobs.run(again.pk)
    assert division().rounds.get(number=3).boards.count() == 2


def test_what_was_accepted_is_asked_anew_where_the_question_is_another(desk: Client) -> None:
    _publish_round_2()
    job = _ask(desk, 3, based_on="2", together="1-2")
    jobs.run(job.pk)
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    _accept(desk, job)
    again = Job.objects.latest("pk")
    jobs.run(again.pk)
    again.refresh_from_db()
    assert again.state == Job.State.FAILED or "asks" in again.result
    assert not division().rounds.filter(number=3).exists()


def test_a_round_that_cannot_be_paired_so_says_why_on_the_page_of_the_job(desk: Client) -> None:
    _publish_round_2()
    job = _ask(desk, 3, based_on="2", repeats="0", together="1-2")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert job.error in _page(desk, job).replace("&#x27;", "'")
    assert not division().rounds.filter(number=3).exists()


def _publish_round_2() -> None:
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 400, 300)
    enter(2, 2, 400, 350)


def _correct_the_first_result(score: int = 410) -> None:
    give(
        CorrectResult(
            event=SLUG,
            division="A",
            round=1,
            entry=1,
            score=score,
            opponent_score=300,
            confirmed=True,
        ),
        reason="misread",
    )
