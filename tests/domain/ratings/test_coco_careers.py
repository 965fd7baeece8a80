"""The state that players carry from one event to the next where spreads rate."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.career import Career, EventCard, EventCards
from ratings.systems.chain import rate_in_turn
from ratings.systems.errors import RatingError
from ratings.systems.field import RatedGame
from ratings.systems.registry import rating_system

COCO = rating_system("coco")
FIRST_DAY = date(2025, 1, 4)


class Visit(NamedTuple):
    """A player at an event: his score against his opponent, or byes and forfeits only."""

    player: str
    score: int | None = None
    listed: int = 1


def event(day: date, *visits: Visit) -> EventCards:
    """Return an event of one round in which those with scores meet in pairs as they stand."""
    numbers = range(1, len(visits) + 1)
    games: dict[int, tuple[RatedGame, ...]] = dict.fromkeys(numbers, ())
    playing = [number for number in numbers if visits[number - 1].score is not None]
    for one, two in zip(playing[::2], playing[1::2], strict=True):
        own, other = visits[one - 1].score or 0, visits[two - 1].score or 0
        credit = 1 + (own > other) - (own < other)
        games[one] = (RatedGame(1, two, credit, own, other),)
        games[two] = (RatedGame(1, one, 2 - credit, other, own),)
    cards = [
        EventCard(visit.player, number, 1500, None, visit.listed, games[number])
        for number, visit in enumerate(visits, 1)
    ]
    return EventCards(day, 1, tuple(cards), tuple(numbers))


def careers(*events: EventCards, openings: dict[str, Career] | None = None) -> dict[str, Career]:
    """Return where everybody stands after these events."""
    turns = rate_in_turn(events, openings or {}, COCO)
    return {step.player: step.after for steps in turns for step in steps}


def test_an_event_begins_where_the_one_before_ended() -> None:
    later = FIRST_DAY + timedelta(days=90)
    first = event(FIRST_DAY, Visit("ann", 450), Visit("ben", 400))
    second = event(later, Visit("ann", 400), Visit("ben", 400))
    before, after = careers(first), careers(first, second)
    assert before["ann"].rating > 1500 > before["ben"].rating
    assert before["ann"].deviation == 143.02
    (_, steps) = rate_in_turn([first, second], {}, COCO)
    assert [step.change.old_deviation for step in steps] == [150.0, 150.0]
    assert [step.opens for step in steps] == [False, False]
    assert after["ann"].played_on == later
    assert (before["ann"].games, after["ann"].games) == (1, 2)


def test_an_opening_rating_comes_before_that_of_the_event() -> None:
    known = Career(1800, 60.0, 400, FIRST_DAY - timedelta(days=90))
    day = event(FIRST_DAY, Visit("ann", 450), Visit("ben", 400))
    ((ann, _),) = rate_in_turn([day], {"ann": known}, COCO)
    assert (ann.change.old, ann.change.old_deviation, ann.change.career_games) == (
        1800,
        112.25,
        401,
    )


@given(st.integers(0, 300), st.integers(0, 300))
def test_days_without_an_event_go_on_for_who_has_no_result(there: int, then: int) -> None:
    known = {"ann": Career(1700, 60.0, 400, FIRST_DAY)}
    middle = FIRST_DAY + timedelta(days=there)
    absent = event(middle, Visit("ann", listed=0))
    assert careers(absent, openings=known)["ann"] == known["ann"]
    last = event(middle + timedelta(days=then), Visit("ann", 450), Visit("ben", 400))
    assert careers(absent, last, openings=known) == careers(last, openings=known)


@given(st.integers(0, 300), st.integers(0, 300))
def test_byes_move_the_day_and_count_but_give_no_rating(there: int, then: int) -> None:
    known = {"ann": Career(1700, 60.0, 400, FIRST_DAY)}
    middle = FIRST_DAY + timedelta(days=there)
    byes = event(middle, Visit("ann", listed=3))
    after = careers(byes, openings=known)["ann"]
    assert (after.rating, after.games, after.played_on) == (1700, 403, middle)
    # Days add up in the variance, so a stop on the way makes no more of them, but for rounding.
    days = there + then
    assert COCO.idle(after.deviation, then) == pytest.approx(COCO.idle(60.0, days), abs=0.011)


def test_a_newcomer_who_only_had_byes_is_a_newcomer_again() -> None:
    byes = event(FIRST_DAY, Visit("cas", listed=2))
    unrated = {"cas": Career(0)}
    after = careers(byes, openings=unrated)["cas"]
    assert (after.rating, after.games, after.played_on) == (0, 2, FIRST_DAY)
    game = event(FIRST_DAY + timedelta(days=7), Visit("cas", 450), Visit("ann", 400))
    (_, (cas, _)) = rate_in_turn([byes, game], unrated, COCO)
    assert (cas.opens, cas.change.old, cas.change.deviation) == (False, 0, 150.0)
    assert cas.change.new > 1500


def test_the_events_before_one_that_is_not_whole_are_rated() -> None:
    broken = EventCards(FIRST_DAY, 1, (EventCard("ann", 0, 1500, None, 1, ()),))
    turns = rate_in_turn([event(FIRST_DAY, Visit("ann")), broken], {}, COCO)
    assert next(turns)[0].player == "ann"
    with pytest.raises(RatingError):
        next(turns)
