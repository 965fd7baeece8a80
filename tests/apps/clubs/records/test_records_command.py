"""`records` and `recompute_records` at the console, as other programs read them."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import date

import pytest

from clubs.management.commands import recompute_records
from clubs.records.jobs.kept_book import forget_book
from core import jobs
from core.models import Job
from tests.apps.clubs.records.book_events import correct, fold, played
from tests.apps.tournaments.desk_events import SLUG, five_playing
from tests.builders.clubs import found
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db

KEYS = {
    *("category", "family", "value", "holders", "opponents", "scores", "division", "round"),
    *("tournament", "date", "status", "flags"),
}


@pytest.fixture(autouse=True)
def _no_book_in_memory() -> None:
    forget_book()


def test_the_records_of_an_event_are_made_from_its_results_at_once() -> None:
    played(SLUG, (450, 300), (410, 410), on=date(2026, 1, 5))
    told = answer("records", "--scope", f"event:{SLUG}")
    assert told["scope"] == f"event:{SLUG}"
    assert {frozenset(one) for one in told["records"]} == {frozenset(KEYS)}
    best = {one["category"]: one for one in told["records"]}
    assert best["high_game"] == {
        "category": "high_game",
        "family": "any",
        "value": 450,
        "holders": [{"name": "Ada", "number": 1}],
        "opponents": [{"name": "Bea", "number": 2}],
        "scores": [450, 300],
        "division": "A",
        "round": 1,
        "tournament": SLUG,
        "date": "2026-01-05",
        "status": "computed",
        "flags": [],
    }
    assert best["high_tie"]["holders"] == [
        {"name": "Cem", "number": 3},
        {"name": "Dov", "number": 4},
    ]
    streak = best["longest_streak"]
    assert (streak["value"], streak["scores"], streak["round"]) == (1, None, None)
    correct(SLUG, 1, 350, 300)
    again = answer("records", "--scope", f"event:{SLUG}")["records"]
    assert [one["value"] for one in again if one["category"] == "high_game"] == [350]


def test_who_shares_a_record_is_told_one_by_one() -> None:
    played(SLUG, (450, 300), (450, 320))
    told = answer("records", "--scope", f"event:{SLUG}")["records"]
    high = [one["holders"] for one in told if one["category"] == "high_game"]
    assert high == [[{"name": "Ada", "number": 1}], [{"name": "Cem", "number": 3}]]
    assert {one["date"] for one in told} == {None}


def test_a_bye_holds_no_record_of_an_event() -> None:
    five_playing()
    assert answer("records", "--scope", f"event:{SLUG}")["records"] == []


def test_the_records_of_a_club_of_tournaments_and_of_all_are_those_that_are_stored() -> None:
    found("oak")
    played(SLUG, (450, 300), on=date(2026, 1, 5))
    played("night", (500, 310), on=date(2026, 1, 12), club="oak")
    assert answer("records", "--scope", "all")["records"] == []
    for slug in (SLUG, "night"):
        fold(slug)
    high = {
        scope: [
            (one["value"], one["tournament"], one["holders"])
            for one in answer("records", "--scope", scope, "--family", "ANY")["records"]
            if one["category"] == "high_game"
        ]
        for scope in ("tournaments", "club:oak", "all")
    }
    ada = [{"name": "Ada", "number": None}]
    assert high == {
        "tournaments": [(450, SLUG, ada)],
        "club:oak": [(500, "night", ada)],
        "all": [(500, "night", ada)],
    }
    attendance = answer("records", "--scope", "club:oak")["records"][0]
    assert (attendance["category"], attendance["family"]) == ("nights_attended", "")
    assert answer("records", "--scope", "all", "--family", "CSW")["records"] == []


def test_no_losing_streak_is_told_to_anybody() -> None:
    played(SLUG, (450, 300))
    fold()
    for scope in ("all", f"event:{SLUG}"):
        told = answer("records", "--scope", scope)["records"]
        assert "longest_losing_streak" not in {one["category"] for one in told}


def test_a_scope_that_there_is_not_is_refused_by_its_name() -> None:
    assert refusal("records", "--scope", "event:nowhere")["code"] == "event.unknown"
    assert refusal("records", "--scope", "club:nowhere")["code"] == "club.unknown"
    assert refusal("records", "--scope", "moon")["code"] == "scope.unknown"
    assert refusal("records", "--scope", "all:more")["code"] == "scope.unknown"


def test_the_book_made_again_says_how_many_places_it_has_and_how_many_differed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def done_here(job: Job, _: object) -> Job:
        jobs.run(job.pk)
        job.refresh_from_db()
        return job

    monkeypatch.setattr(recompute_records, "worker_at_hand", nullcontext)
    monkeypatch.setattr(recompute_records, "job_done", done_here)
    played(SLUG, (450, 300))
    first = answer("recompute_records", "--wait")
    assert first["records"] == first["changed"] > 0
    assert answer("recompute_records", "--wait") == {**first, "changed": 0}
    assert answer("recompute_records")["state"] == Job.State.QUEUED
