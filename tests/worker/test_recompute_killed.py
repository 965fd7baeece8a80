"""A worker that is killed while it computes a list: nothing is lost and nothing is half done."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from config.broker import Broker
from core import jobs
from core.models import Job
from ratings.models import ProposedRating, RatedEvent, RatingList, Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from ratings.selectors.standings import standings_of
from ratings.systems.career import EventCards
from ratings.systems.field import RatedGame
from tests.apps.ratings.lists import computed, in_force, record, standings
from tests.builders.rated_events import Invented, invented_history
from tests.builders.rating_lists import a_list, registered
from tests.depth import size, times
from tests.processes import PATIENCE_S, wait_until
from tests.worker.rated_lists import (
    ratings_from_scratch,
    ratings_in_force,
    record_at_once,
)
from tests.worker.workers import kill, own_worker, share_done, two_minutes_pass

pytestmark = [
    pytest.mark.both_databases("transactions"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3 * PATIENCE_S),
]

EVENTS = size(500, deep=2_000)
TODAY = date(2026, 1, 1)


@pytest.mark.parametrize("turn", range(times(1)))
def test_a_worker_killed_in_the_middle_leaves_the_old_list_and_the_next_ends_with_the_right_one(
    broker: Broker, tmp_path: Path, turn: int
) -> None:
    history = list(invented_history(EVENTS, players=120, field=4, rounds=3, every_days=1))
    registered(card.player for one in history for card in one.event.cards)
    rating_list = a_list()
    record_at_once(rating_list, history)
    computed(rating_list)
    before = everything_read(rating_list)
    history[0] = won_by_the_others(history[0])
    record(rating_list, history[:1])
    distrust_from(rating_list, history[0].event.held_on)

    job = ask_to_recompute(rating_list, apply=True)
    killed_in_the_middle(job, tmp_path / "first.log", share_done(turn, usual=0.2))
    assert Recompute.objects.get(number=2).stage == "computing"
    assert ProposedRating.objects.exists()
    assert everything_read(rating_list) == before

    two_minutes_pass()
    done_by_the_next(job, tmp_path / "second.log")
    assert (job.state, job.attempts, job.result["stage"]) == ("done", 2, "applied")
    assert job.result["events"] == RatedEvent.objects.count() == EVENTS
    right = ratings_from_scratch(history)
    assert ratings_in_force(rating_list) == right
    last = {player: rating for (_, player), rating in right.items()}
    assert {row[0]: row[1] for row in standings(rating_list)} == last
    assert everything_read(rating_list) != before
    stages = Recompute.objects.order_by("number").values_list("stage", flat=True)
    assert list(stages) == ["applied", "outdated", "applied"]
    assert not ProposedRating.objects.exclude(recompute__number=3).exists()


def killed_in_the_middle(job: Job, log: Path, share: float) -> None:
    """Has a worker begin with a job, and kills it once a share is done."""
    gate = log.with_suffix(".gate")
    gate.touch()
    held = {"GATE": str(gate), "GATE_AT": str(share)}
    with own_worker(log, held, loads="tests.worker.gate") as worker:
        wait_until(
            lambda: Job.objects.get(pk=job.pk).done >= share * EVENTS,
            what="a share of the work",
            log=log,
        )
        kill(worker)
    job.refresh_from_db()
    assert job.state == "running"
    assert share * EVENTS <= job.done < EVENTS == job.total


def done_by_the_next(job: Job, log: Path) -> None:
    """Has another worker find the job and end it."""
    with own_worker(log):
        assert jobs.sweep() == [job.pk]
        wait_until(
            lambda: Job.objects.get(pk=job.pk).ended_at is not None,
            what="the end of the computation",
            log=log,
        )
    job.refresh_from_db()


def everything_read(rating_list: RatingList) -> tuple[object, ...]:
    """Returns all that can be read of a list: ratings, standings, and the lines of its page."""
    return in_force(rating_list), standings(rating_list), standings_of(rating_list, TODAY)


def won_by_the_others(invented: Invented) -> Invented:
    """Returns the event with every game won by who lost it."""

    def turned(game: RatedGame) -> RatedGame:
        round_, opponent, credit, own, other = game
        return RatedGame(round_, opponent, 2 - credit, other, own)

    event: EventCards = invented.event
    cards = tuple(
        type(card)(*card[:-1], tuple(turned(game) for game in card.games)) for card in event.cards
    )
    return replace(invented, event=replace(event, cards=cards))
