"""Ratings of an event over the API: anybody reads them, its director has them made."""

from __future__ import annotations

import pytest

from core import jobs
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, four_played, give, new_event
from tests.builders.events import HIDDEN, a_played_event, hidden_players
from tournaments.event.commands.event import ChangeRules
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

RATE, RATINGS = f"events/{SLUG}/ratings", f"events/{SLUG}/divisions/A/ratings"


def test_only_those_who_direct_an_event_have_it_rated_and_anybody_reads_it() -> None:
    four_played()
    assert Program().post(RATE, {}).status_code == 401
    assert of("otto").post(RATE, {}).status_code == 403
    assert Program().get(RATINGS).json()["rated_at"] is None
    job = of("dora").post(RATE, {}).json()
    assert jobs.run(job["job"])
    shown = Program().get(RATINGS).json()
    assert (shown["system"], shown["estimated"], shown["behind"]) == ("naspa2024", True, False)
    ada = next(row for row in shown["rows"] if row["entry"] == 1)
    assert (ada["name"], ada["old"], ada["games"], ada["wins"]) == ("Ada", 1600, 1, 1.0)
    assert ada["new"] > 1600 > ada["expected"]


def test_a_division_that_nobody_rates_has_no_ratings() -> None:
    new_event()
    give(ChangeRules(event=SLUG, division="A", rating_system=""))
    assert Program().get(RATINGS).status_code == 404
    refused = of("dora").post(RATE, {})
    assert (refused.status_code, error(refused)["code"]) == (422, "system.none")


def test_ratings_tell_nobodys_hidden_name() -> None:
    a_played_event(players=6, rounds=1, registered=hidden_players(), rating_system="naspa")
    job = ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"])
    assert jobs.run(job.pk)
    shown = Program().get(RATINGS)
    assert len(shown.json()["rows"]) == 6
    assert not any(name in shown.content.decode() for name in HIDDEN)


def test_anybody_reads_the_steps_of_an_entrys_rating() -> None:
    four_played()
    path = f"events/{SLUG}/divisions/A/entries/1/rating_steps"
    answer = Program().get(path)
    shown = answer.json()
    assert (shown["system"], shown["name"], shown["estimated"]) == ("naspa2024", "Ada", True)
    steps = shown["steps"]
    assert steps["old"] == 1600 < steps["new"]
    assert {one["entry"] for one in shown["field"]} == {1, 2, 3, 4}
    assert Program().get(path, **{"If-None-Match": answer["ETag"]}).status_code == 304
    for missing in (path.replace("/1/", "/9/"), path.replace("/A/", "/Z/")):
        assert Program().get(missing).status_code == 404
    give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
    assert Program().get(path).status_code == 404


def test_steps_tell_nobodys_hidden_name() -> None:
    a_played_event(players=6, rounds=1, registered=hidden_players(), rating_system="naspa")
    shown = Program().get(f"events/{SLUG}/divisions/A/entries/1/rating_steps")
    assert len(shown.json()["field"]) == 6
    assert not any(name in shown.content.decode() for name in HIDDEN)
