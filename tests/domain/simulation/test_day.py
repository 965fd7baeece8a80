"""Late arrivals and departures: as often as said, and never too many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.simulation.day import CALM, Chances, plan_day
from tournaments.simulation.people import invent

CHANCE = st.integers(0, 1000)


@given(st.sets(st.integers(1, 500), max_size=60), st.integers(1, 31), CHANCE, CHANCE, st.integers())
def test_at_most_one_in_ten_is_late_or_leaves_and_nobody_does_both(
    keys: set[int], rounds: int, late: int, leaves: int, seed: int
) -> None:
    chances = Chances(late=late, leaves=leaves)
    day = plan_day(keys, rounds=rounds, chances=chances, seed=str(seed))
    assert not set(day.arrives) & set(day.leaves)
    assert max(len(day.arrives), len(day.leaves)) <= len(keys) // 10
    assert all(2 <= number <= min(3, rounds) for number in day.arrives.values())
    assert all(3 <= number <= rounds for number in day.leaves.values())


def test_on_a_calm_day_nothing_happens() -> None:
    day = plan_day(range(1, 200), rounds=31, chances=CALM, seed="calm")
    assert not day.arrives
    assert not day.leaves


def test_late_players_are_about_as_many_as_said() -> None:
    day = plan_day(range(1, 2001), rounds=7, chances=Chances(late=50), seed="late")
    assert 70 <= len(day.arrives) <= 130


def test_invented_people_have_names_of_their_own_however_many_there_are() -> None:
    people = invent(3000, seed="names")
    assert len({person.name for person in people}) == 3000
    assert all(len(person.name) <= 60 for person in people)


def test_invented_people_come_by_rating_and_some_are_unrated() -> None:
    people = invent(500, seed="ratings", unrated=100)
    ratings = [person.rating for person in people]
    assert ratings == sorted(ratings, reverse=True)
    assert 25 <= ratings.count(0) <= 80
    assert all(350 <= rating <= 2150 for rating in ratings if rating)
