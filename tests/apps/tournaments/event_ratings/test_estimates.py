"""Ratings estimated while a division is played: asked for after results, made by a worker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client

from core.jobs import run
from core.models import Job
from tests.apps.tournaments.board_games.handed_events import done
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.builders.grounds import built_once
from tests.pages import words_at
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.event_ratings.jobs.rating import (
    ESTIMATE,
    ask_for_estimates,
    ask_to_rate,
    rate_event,
)
from tournaments.models import DivisionRating, EntryRating

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db]

A = f"/events/{SLUG}/A/"
Committed = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


@pytest.fixture
@built_once
def event() -> None:
    """An event of four whose first round has one of two results."""
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)


def jobs() -> list[Job]:
    return list(Job.objects.filter(kind=ESTIMATE))


def test_a_result_asks_for_an_estimate_and_computes_none_itself(
    event: None, django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enter(1, 3, 410, 390)
    assert [job.arguments for job in jobs()] == [{"event": SLUG, "divisions": ["A"]}]
    assert not DivisionRating.objects.exists()


def test_a_burst_of_results_makes_one_job(event: None) -> None:
    ask_for_estimates(SLUG, ["A"])
    enter(1, 3, 410, 390)
    ask_for_estimates(SLUG, ["A"])
    assert len(jobs()) == 1
    done(ESTIMATE)
    assert DivisionRating.objects.get().version == division().version


def test_an_estimate_that_still_holds_is_not_asked_for_again(event: None) -> None:
    ask_for_estimates(SLUG)
    assert done(ESTIMATE) == {"divisions": 1}
    ask_for_estimates(SLUG)
    assert len(jobs()) == 1


def test_what_was_rated_meanwhile_is_not_computed_again(event: None) -> None:
    ask_for_estimates(SLUG)
    waiting = Job.objects.get()
    ask_to_rate(division().tournament, ["A"])
    done("rate_event")
    at = DivisionRating.objects.get().rated_at
    run(waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.result) == ("done", {"divisions": 0})
    assert DivisionRating.objects.get().rated_at == at


def test_a_rating_of_an_earlier_state_never_replaces_a_later_one(
    event: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_to_rate(division().tournament, ["A"])
    done("rate_event")
    DivisionRating.objects.update(version=division().version + 1)
    before = list(EntryRating.objects.order_by("pk").values_list("pk", flat=True))
    rate_event(lambda *_: None, {"event": SLUG, "divisions": ["A"], "system": ""})  # type: ignore[arg-type] # told to nobody
    assert list(EntryRating.objects.order_by("pk").values_list("pk", flat=True)) == before


@pytest.mark.parametrize("without", ["result", "system", "rehearsal", "closed"])
def test_nothing_is_estimated_without_anything_to_estimate(without: str) -> None:
    if without == "rehearsal":
        give(CreateEvent(event="practice", name="Practice", rehearsal=True))
        give(CreateDivision(event="practice", name="A", planned_rounds=3))
        ask_for_estimates("practice")
    else:
        new_event()
        publish(1, (1, 2), (3, 4))
        if without != "result":
            enter(1, 1, 400, 300)
        if without == "system":
            give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
        if without == "closed":
            give(CloseEvent(event=SLUG, confirmed=True))
        ask_for_estimates(SLUG)
    assert jobs() == []


def test_the_page_says_that_it_is_an_estimate_and_of_how_much(event: None, client: Client) -> None:
    assert "An estimate comes with the first results." in words_at(client, f"{A}ratings/")
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    page = words_at(client, f"{A}ratings/")
    assert (
        "Estimate with 1 of 2 games of round 1 in. By NASPA since 2024 (not checked against" in page
    )
    enter(1, 3, 410, 390)
    page = words_at(client, f"{A}ratings/")
    assert "Out of date: the division was changed after it was rated. A new estimate" in page
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    assert "Estimate after round 1 of 3. By NASPA" in words_at(client, f"{A}ratings/")
    publish(2, (1, 3), (2, 4))
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    assert "Estimate after round 1 of 3, with 0 of 2 games of round 2 in." in words_at(
        client, f"{A}ratings/"
    )


def test_an_event_that_is_over_has_ratings_by_a_proved_system_and_no_estimates(
    event: None, client: Client
) -> None:
    give(ChangeRules(event=SLUG, division="A", rating_system="naspa", confirmed=True))
    give(CloseEvent(event=SLUG, confirmed=True))
    done("rate_event")
    page = words_at(client, f"{A}ratings/")
    assert "Estimate" not in page
    assert "Old and new ratings." in page
    assert "Estimate" not in words_at(client, f"{A}standings/1/")


def test_standings_show_the_estimate_once_there_is_one_and_in_the_latest_table_only(
    event: None, client: Client
) -> None:
    assert "Estimate" not in words_at(client, f"{A}standings/1/")
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    shown = words_at(client, f"{A}standings/1/")
    won = EntryRating.objects.get(entry__number=1)
    assert "Estimate: each player’s rating by the results so far" in shown
    assert f"{won.new} +{won.new - won.old}" in shown
    enter(1, 3, 410, 390)
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 400, 390)
    enter(2, 2, 400, 390)
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    assert "Estimate" in words_at(client, f"{A}standings/2/")
    assert "Estimate" not in words_at(client, f"{A}standings/1/")


def test_the_scorecard_heads_an_estimate_as_the_table_of_ratings_does(
    event: None, client: Client
) -> None:
    give(ChangeRules(event=SLUG, division="A", rating_system="naspa", confirmed=True))
    ask_for_estimates(SLUG)
    done(ESTIMATE)
    new = EntryRating.objects.get(entry__number=1).new
    assert f"Estimate {new}" in words_at(client, f"{A}player/1/")
    give(CloseEvent(event=SLUG, confirmed=True))
    done("rate_event")
    new = EntryRating.objects.get(entry__number=1).new
    assert f"New {new}" in words_at(client, f"{A}player/1/")


def test_the_desk_does_not_list_estimates_unless_one_failed(event: None) -> None:
    ask_for_estimates(SLUG)
    desk = signed_in("dora").get(f"/desk/{SLUG}/")
    assert "Estimate" not in desk.text
    assert "Refresh" not in desk
    Job.objects.update(state="failed", error="The rating broke.")
    assert "The rating broke." in signed_in("eve", operator=True).get(f"/desk/{SLUG}/").text
