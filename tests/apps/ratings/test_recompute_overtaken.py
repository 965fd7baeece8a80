"""A computation that something overtakes: another worker, a lost lock, an event that goes."""

from __future__ import annotations

from typing import Any

import pytest

from core import jobs
from core.holding import Hold, Lost
from core.locks import exclusive
from core.models import Job
from ratings import recompute_job
from ratings.applying import Outdated, apply_recompute
from ratings.models import ProposedRating, RatedEvent, Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import record_event, remove_event
from tests.apps.ratings.lists import computed, in_force, new_list, record
from tests.apps.ratings.test_recompute import HISTORY, from_scratch, moved, other_way_round

pytestmark = [pytest.mark.both_databases("locks"), pytest.mark.django_db]


@pytest.mark.parametrize("days", [-80, 40])
def test_an_event_that_moved_and_then_left_leaves_where_it_was_rated(days: int) -> None:
    rating_list = new_list()
    record(rating_list, HISTORY)
    computed(rating_list)
    record(rating_list, [moved(HISTORY[15], days)])
    assert computed(rating_list).result["stage"] == "ready"
    remove_event(rating_list, HISTORY[15].key)
    assert computed(rating_list, apply=True).result["stage"] == "applied"
    assert in_force(rating_list) == in_force(from_scratch([*HISTORY[:15], *HISTORY[16:]]))


def test_an_event_that_left_before_it_was_rated_changes_nothing() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:9])
    computed(rating_list)
    before = in_force(rating_list)
    record(rating_list, [moved(HISTORY[9], -30)])
    remove_event(rating_list, HISTORY[9].key)
    assert computed(rating_list).result["rows"] == 0
    assert in_force(rating_list) == before
    assert RatedEvent.objects.count() == 9


def test_who_finds_the_list_taken_waits_and_rings_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:3])
    one, two = ask_to_recompute(rating_list), ask_to_recompute(rating_list, propose=True)
    rung: list[int] = []
    monkeypatch.setattr(recompute_job, "ring", rung.append)
    with exclusive(f"rating-list:{rating_list.pk}"):
        assert not jobs.run(one.pk)
        assert not jobs.run(two.pk)
    assert rung == []
    assert set(Job.objects.values_list("state", "attempts")) == {("queued", 0)}
    assert jobs.run(one.pk)
    assert rung == [two.pk]


def test_a_computation_that_was_closed_meanwhile_is_not_put_in_force() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:3])
    late = ask_to_recompute(rating_list, propose=True)
    jobs.run(late.pk)
    first = Recompute.objects.get()
    computed(rating_list, propose=True)
    with pytest.raises(Outdated):
        apply_recompute(first)
    assert RatedEvent.objects.filter(is_stale=True).count() == 3
    assert computed(rating_list).result["stage"] == "applied"


def test_a_lock_that_is_lost_lets_the_job_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:3])
    job = ask_to_recompute(rating_list)

    def lost(recompute: Recompute, progress: Any, hold: Hold) -> Recompute:
        raise Lost("rating-list")

    with monkeypatch.context() as patch:
        patch.setattr(recompute_job, "_computed", lost)
        assert not jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error) == ("queued", 0, "")
    assert jobs.run(job.pk)


def test_an_event_that_is_only_called_otherwise_outdates_no_proposal() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:9])
    computed(rating_list)
    record(rating_list, [other_way_round(HISTORY[2])])
    assert computed(rating_list).result["stage"] == "ready"
    state = rating_list.state
    state.refresh_from_db()
    before = state.edition
    invented = HISTORY[5]
    assert not record_event(
        rating_list,
        invented.key,
        name="Called otherwise",
        held_on=invented.event.held_on,
        event=invented.event,
        names=invented.names,
    )
    state.refresh_from_db()
    assert state.edition != before
    apply_recompute(Recompute.objects.get(stage=Recompute.Stage.READY))


def test_the_differences_of_long_ago_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute_job, "DIFFERENCES_KEPT", 2)
    rating_list = new_list()
    record(rating_list, HISTORY[:4])
    computed(rating_list)
    for place in (0, 1, 2, 3):
        record(rating_list, [other_way_round(HISTORY[place])])
        computed(rating_list, apply=True)
    computed(rating_list)
    kept = ProposedRating.objects.values_list("recompute__number", flat=True).distinct()
    assert sorted(kept.order_by()) == [4, 5]
