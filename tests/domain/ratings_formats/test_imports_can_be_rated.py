"""Whatever an import lets through, every installed system can rate, and rate again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.formats.lines import (
    HIGHEST_DEVIATION,
    HIGHEST_RATING,
    LEAST_DEVIATION,
    MOST_GAMES,
    ListLine,
    impossible,
)
from ratings.systems.career import Career, EventCard, EventCards, rate_event
from ratings.systems.field import RatedGame
from ratings.systems.registry import SYSTEMS, rating_system
from tests.depth import examples

RATINGS = st.sampled_from([0, 1, 99, 100, 1500, HIGHEST_RATING, HIGHEST_RATING + 1])
DEVIATIONS = st.sampled_from([None, 0.0, LEAST_DEVIATION, 150.0, HIGHEST_DEVIATION])
GAMES = st.sampled_from([None, 0, 49, MOST_GAMES])
LINES = st.builds(
    lambda rating, deviation, games: ListLine(1, "Ann", rating, deviation=deviation, games=games),
    RATINGS,
    DEVIATIONS,
    GAMES,
).filter(lambda line: not list(impossible(line)))
ROUNDS = 15


def a_match(day: date, half_wins: Sequence[int]) -> EventCards:
    """Returns an event in which two people play each other all day."""
    games = [
        (n, won, 340 + 30 * (1 + won), 340 + 30 * (3 - won)) for n, won in enumerate(half_wins, 1)
    ]
    one = tuple(RatedGame(n, 2, won, own, other) for n, won, own, other in games)
    two = tuple(RatedGame(n, 1, 2 - won, other, own) for n, won, own, other in games)
    cards = (EventCard("ann", 1, 0, None, ROUNDS, one), EventCard("bea", 2, 0, None, ROUNDS, two))
    return EventCards(day, ROUNDS, cards)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@examples(60)
@given(
    lines=st.tuples(LINES, LINES),
    results=st.lists(
        st.lists(st.integers(0, 2), min_size=ROUNDS, max_size=ROUNDS), min_size=1, max_size=4
    ),
)
def test_whatever_an_import_lets_through_can_be_rated_again_and_again(
    key: str, lines: tuple[ListLine, ListLine], results: list[list[int]]
) -> None:
    openings = {
        player: Career(line.rating, line.deviation, line.games)
        for player, line in zip(("ann", "bea"), lines, strict=True)
    }
    careers: dict[str, Career] = {}
    for number, half_wins in enumerate(results):
        event = a_match(date(2026, 1, 3) + timedelta(weeks=number), half_wins)
        steps = rate_event(event, careers, openings, rating_system(key))
        careers |= {step.player: step.after for step in steps}
    assert set(careers) == set(openings)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_the_highest_rating_of_a_list_can_be_won_beyond_and_rated_on(key: str) -> None:
    openings = {player: Career(HIGHEST_RATING, 150.0, 0) for player in ("ann", "bea")}
    careers: dict[str, Career] = {}
    for number in range(4):
        event = a_match(date(2026, 1, 3) + timedelta(weeks=number), [2] * ROUNDS)
        steps = rate_event(event, careers, openings, rating_system(key))
        careers |= {step.player: step.after for step in steps}
    assert careers["ann"].rating > HIGHEST_RATING
