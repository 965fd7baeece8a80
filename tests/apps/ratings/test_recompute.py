"""A list computed from its events: what is put in force, what waits, what stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import CONSOLE, Actor
from core.errors import UserError
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from ratings.commands.applying import ApplyRatings, DiscardRatings
from ratings.models import ProposedRating, RatedEvent, RatingList, Recompute, Standing
from ratings.recording import distrust_from, record_event, remove_event
from ratings.systems.career import EventCards
from tests.apps.ratings.lists import computed, in_force, new_list, record, standings
from tests.builders.grounds import built_once
from tests.builders.rated_events import Invented, invented_history

pytestmark = pytest.mark.django_db
on_both = pytest.mark.both_databases("events", "statements")

HISTORY = list(invented_history(30, players=40, field=8, rounds=6))


def other_way_round(invented: Invented) -> Invented:
    """Returns the event with the winner of its first game turned about."""
    one, *others = invented.event.cards
    game = one.games[0]
    turned = game._replace(
        half_wins=2 - game.half_wins, own_score=game.other_score, other_score=game.own_score
    )
    cards = [one._replace(games=(turned, *one.games[1:]))]
    for card in others:
        games = tuple(
            g._replace(half_wins=2 - g.half_wins, own_score=g.other_score, other_score=g.own_score)
            if card.number == game.opponent and g.round == game.round
            else g
            for g in card.games
        )
        cards.append(card._replace(games=games))
    return replace(invented, event=replace(invented.event, cards=tuple(cards)))


def moved(invented: Invented, days: int) -> Invented:
    """Returns the event so many days later."""
    held_on = invented.event.held_on + timedelta(days=days)
    return replace(invented, event=replace(invented.event, held_on=held_on))


@built_once
def a_list_of_history(system: str = "naspa") -> RatingList:
    """Returns a list in which the whole history is computed and in force."""
    rating_list = new_list(system=system)
    record(rating_list, HISTORY)
    assert computed(rating_list).result["stage"] == "applied"
    return rating_list


def from_scratch(events: list[Invented], **rules: str) -> RatingList:
    """Returns another list in which these events were computed at once."""
    scratch = new_list("scratch", **rules)
    record(scratch, events)
    assert computed(scratch).result["stage"] == "applied"
    return scratch


def test_only_staff_and_the_console_may_apply_or_discard() -> None:
    rating_list = new_list()
    for command in (ApplyRatings, DiscardRatings):
        with pytest.raises(NotAllowed):
            execute(command(rating_list=rating_list.key, recompute=1), actor=Actor(name="anybody"))


@on_both
def test_new_events_are_put_in_force_without_asking() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY)
    job = computed(rating_list)
    assert (job.state, job.result["stage"], job.result["events"]) == ("done", "applied", 30)
    assert len(in_force(rating_list)) == job.result["rows"] == 30 * 8
    assert not RatedEvent.objects.filter(is_stale=True).exists()
    assert ProposedRating.objects.count() == 0
    assert {row[0] for row in standings(rating_list)} == {
        card.player for invented in HISTORY for card in invented.event.cards
    }


@on_both
def test_a_list_rated_event_by_event_is_the_list_rated_at_once() -> None:
    rating_list = new_list()
    for invented in HISTORY:
        record(rating_list, [invented])
        assert computed(rating_list).result["events"] == 1
    scratch = from_scratch(HISTORY)
    assert in_force(rating_list) == in_force(scratch)
    assert standings(rating_list) == standings(scratch)


@on_both
def test_the_same_event_again_changes_nothing() -> None:
    rating_list = a_list_of_history()
    before, version = in_force(rating_list), rating_list.state.version
    record(rating_list, HISTORY)
    assert computed(rating_list).result["events"] == 0
    assert in_force(rating_list) == before
    rating_list.state.refresh_from_db()
    assert rating_list.state.version >= version


@on_both
def test_a_corrected_result_waits_with_all_that_follows_from_it() -> None:
    rating_list = a_list_of_history()
    before = in_force(rating_list)
    corrected = [*HISTORY[:4], other_way_round(HISTORY[4]), *HISTORY[5:]]
    record(rating_list, corrected)
    job = computed(rating_list)
    assert job.result["stage"] == "ready"
    assert in_force(rating_list) == before
    proposal = Recompute.objects.get(rating_list=rating_list, number=job.result["recompute"])
    rows = ProposedRating.objects.filter(recompute=proposal)
    assert rows.count() == proposal.rows > 8
    assert rows.earliest("held_on").event.key == HISTORY[4].key
    kept = sum(row.was == row.new for row in rows)
    moved, players = proposal.rows - kept, len({row.player for row in rows if row.was != row.new})
    done = execute(ApplyRatings(rating_list="club", recompute=proposal.number), actor=CONSOLE)
    assert done.answer == {
        "rows": proposal.rows,
        "changed": moved,
        "players": players,
        "kept": kept,
    }
    assert in_force(rating_list) == in_force(from_scratch(corrected))
    assert ProposedRating.objects.filter(recompute=proposal).count() == proposal.rows


Change = Callable[[list[Invented]], list[Invented]]

CHANGES: dict[str, Change] = {
    "corrected": lambda events: [*events[:9], other_way_round(events[9]), *events[10:]],
    "inserted": lambda events: [
        *events,
        replace(moved(events[3], 2), key="inserted/A"),
        replace(moved(events[20], 1), key="inserted/B"),
    ],
    "moved to later": lambda events: [*events[:5], moved(events[5], 71), *events[6:]],
    "moved to earlier": lambda events: [*events[:15], moved(events[15], -80), *events[16:]],
    "moved and corrected": lambda events: [
        *events[:5],
        other_way_round(moved(events[5], 40)),
        moved(events[6], -3),
        *events[7:],
    ],
}


@pytest.mark.parametrize(
    "system", [pytest.param("naspa", marks=on_both), "naspa2024-lct", "coco", "elo", "aus"]
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_history_becomes_what_it_would_be_from_scratch(change: str, system: str) -> None:
    rating_list = a_list_of_history(system)
    changed = CHANGES[change](HISTORY)
    record(rating_list, [invented for invented in changed if invented not in HISTORY])
    assert computed(rating_list, apply=True).result["stage"] == "applied"
    scratch = from_scratch(changed, system=system)
    assert in_force(rating_list) == in_force(scratch)
    assert standings(rating_list) == standings(scratch)


@on_both
def test_an_event_that_leaves_takes_what_followed_from_it_along() -> None:
    rating_list = a_list_of_history()
    assert remove_event(rating_list, HISTORY[0].key)
    assert not remove_event(rating_list, HISTORY[0].key)
    assert computed(rating_list, apply=True).result["stage"] == "applied"
    assert not RatedEvent.objects.filter(key=HISTORY[0].key).exists()
    assert in_force(rating_list) == in_force(from_scratch(HISTORY[1:]))


@on_both
def test_a_player_of_whom_nothing_is_left_stands_nowhere() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:1])
    computed(rating_list)
    remove_event(rating_list, HISTORY[0].key)
    computed(rating_list, apply=True)
    assert (in_force(rating_list), standings(rating_list)) == ([], [])


@on_both
def test_what_was_tampered_with_is_found_when_the_past_is_not_trusted() -> None:
    rating_list = a_list_of_history()
    right = in_force(rating_list)
    rating_list.ratings.filter(event__key=HISTORY[10].key).update(new=9)
    assert computed(rating_list).result["rows"] == 0
    distrust_from(rating_list, date.min)
    job = computed(rating_list, apply=True)
    assert (job.result["events"], job.result["rows"]) == (30, 8)
    assert in_force(rating_list) == right


@on_both
def test_an_event_before_others_is_reported_and_waits_where_it_changes_them() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[1:])
    computed(rating_list)
    record(rating_list, HISTORY[:1])
    job = computed(rating_list)
    assert job.result["stage"] == "ready"
    assert job.result["report"] == [
        f"{HISTORY[0].key} is dated 2015-01-03, before 29 events that were already rated."
    ]


@on_both
def test_a_proposal_is_outdated_by_what_is_recorded_after_it() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:9])
    computed(rating_list)
    record(rating_list, [other_way_round(HISTORY[2])])
    proposal = computed(rating_list).result["recompute"]
    record(rating_list, [HISTORY[9]])
    with pytest.raises(Refused) as refused:
        execute(ApplyRatings(rating_list="club", recompute=proposal), actor=CONSOLE)
    assert refused.value.code == "recompute.outdated"
    assert computed(rating_list).result["stage"] == "ready"
    assert Recompute.objects.get(number=proposal).stage == Recompute.Stage.OUTDATED


@on_both
def test_what_was_let_go_stays_to_be_computed() -> None:
    rating_list = new_list()
    record(rating_list, HISTORY[:9])
    computed(rating_list)
    before = in_force(rating_list)
    record(rating_list, [other_way_round(HISTORY[2])])
    proposal = computed(rating_list).result["recompute"]
    execute(DiscardRatings(rating_list="club", recompute=proposal), actor=CONSOLE)
    assert in_force(rating_list) == before
    assert RatedEvent.objects.get(is_stale=True).key == HISTORY[2].key
    with pytest.raises(Refused):
        execute(ApplyRatings(rating_list="club", recompute=proposal), actor=CONSOLE)


@on_both
def test_an_event_that_cannot_be_rated_is_refused_and_nothing_written() -> None:
    rating_list = new_list()
    event = HISTORY[0].event
    cards = (event.cards[0]._replace(games=event.cards[0].games[1:]), *event.cards[1:])
    given: dict[str, Any] = {
        "name": "Spring Open, division A",
        "held_on": event.held_on,
        "names": (),
    }
    with pytest.raises(UserError, match="Spring Open, division A cannot be rated: Player"):
        record_event(rating_list, "x/A", event=replace(event, cards=cards), **given)
    empty = EventCards(event.held_on, 6, tuple(c._replace(games=()) for c in event.cards))
    with pytest.raises(UserError, match="Spring Open, division A has no rated games"):
        record_event(rating_list, "x/A", event=empty, **given)
    assert not RatedEvent.objects.exists()


@on_both
def test_provisional_and_expired_players_are_marked() -> None:
    rating_list = new_list(provisional_games=60, expires_after_days=365)
    record(rating_list, HISTORY)
    computed(rating_list)
    rows = Standing.objects.filter(rating_list=rating_list)
    assert {row.is_provisional for row in rows} == {True, False}
    assert all(row.is_expired for row in rows), "it is years ago"


@on_both
def test_the_queries_grow_with_the_chunks_and_not_with_the_events() -> None:
    def queries(events: int) -> int:
        rating_list = new_list(f"list-{events}")
        record(rating_list, invented_history(events, players=40, field=8, rounds=6))
        with CaptureQueriesContext(
            connection,
        ) as caught:
            computed(rating_list)
        # Rows are inserted in batches of as many values as the database takes.
        return sum(not query["sql"].startswith("INSERT") for query in caught)

    assert queries(80) == queries(20)
