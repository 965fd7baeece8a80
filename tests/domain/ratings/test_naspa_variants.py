"""The variants of the NASPA system: life games that advance, and local club events."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.field import RatedField
from ratings.systems.registry import SYSTEMS, rating_system
from tests.domain.ratings.fields import Result, a_field, against_equals, fields, rated

LOCAL = st.sampled_from([key for key in SYSTEMS if key.endswith("-lct")])


def two_players(rounds: int, wins: int) -> list[Result]:
    """Return games of 1 against 2: so many won by 1, then as many lost, and so on."""
    return [(n + 1, 1, 2, 2 if n // wins % 2 == 0 else 0) for n in range(rounds)]


def test_games_of_the_first_segment_count_among_the_life_games_in_the_second() -> None:
    wins = [(round_, 1, 2, 2) for round_ in range(10, 18)]
    ties = [(round_, 1, 2, 1) for round_ in range(1, 10)]
    field = a_field({1: 1500, 2: 1500}, ties + wins, rounds=17, life_games={1: 45, 2: 45})
    # The nine ties change nothing but the games: 54. Eight wins are 4 too many.
    assert rated(field, "naspa")[1].new == 1500 + 120 + 80
    assert rated(field, "naspa2024")[1].new == 1500 + 80 + 40


def test_one_segment_is_rated_alike_with_and_without_the_advance() -> None:
    field = against_equals(1500, [2, 2, 2, 2, 2, 0, 0], life_games=45)
    assert rated(field, "naspa2024") == rated(field, "naspa")


def test_an_unknown_number_of_life_games_stays_unknown_in_every_segment() -> None:
    field = a_field(
        {1: 1500, 2: 1500}, two_players(40, 9), rounds=40, life_games={1: None, 2: None}
    )
    assert rated(field, "naspa2024") == rated(field, "naspa")


def test_without_a_floor_who_comes_to_exactly_0_is_a_newcomer_at_the_next_event() -> None:
    won: Result = (1, 1, 2, 2)
    after = {old: rated(a_field({1: 10, 2: old}, [won]), "naspa-csw")[2].new for old in (10, 6)}
    assert after == {10: 0, 6: -3}
    # A newcomer is at most 400 above whom he beat; -3 is a rating, which gains 10.4 and 5.4 more.
    again = {new: rated(a_field({1: new, 2: 20}, [won]), "naspa-csw")[1].new for new in (0, -3)}
    assert again == {0: 420, -3: 13}


def test_0_is_a_rating_between_the_segments_of_an_event() -> None:
    games = [(9, 1, 2, 0), (17, 1, 2, 2)]
    field = a_field({1: 10, 2: 10}, games, rounds=17)
    # 10 lost, then 10.4 won from 0 with 5.4 more: a newcomer would be in the hundreds.
    assert rated(field, "naspa-csw")[1].new == 16


def test_a_local_club_event_counts_a_third_and_accelerates_nothing() -> None:
    changes = rated(against_equals(1500, [2] * 7), "naspa-lct")
    assert changes[1].new == 1523  # 70 / 3, without the 35 that would be added
    assert changes[2].new == 1497  # -10 / 3, and no feedback


def test_a_local_club_event_takes_a_third_after_the_bands_are_crossed() -> None:
    field = against_equals(1790, [2, 2, 2, 2, 2, 1, 0])
    assert rated(field, "naspa")[1].new == 1824
    assert rated(field, "naspa-lct")[1].new == 1790 + 11  # (10 + 24) / 3 = 11.33


def test_a_local_club_event_moves_nobody_by_more_than_fifty_points() -> None:
    field = against_equals(1500, [2] * 12, life_games=10)
    assert rated(field, "naspa-lct")[1].new == 1550  # 180 / 3 = 60
    lost = against_equals(1500, [0] * 12, life_games=10)
    assert rated(lost, "naspa-lct")[1].new == 1450
    (inspection, *_) = rating_system("naspa-lct").explain(lost)
    assert inspection.notes == (("local-club", 3.0), ("limit", 50.0))


def test_a_newcomer_to_a_local_club_event_gets_his_initial_rating_whole() -> None:
    ratings = {1: 0, 2: 1400, 3: 1500, 4: 1600, 5: 1700}
    field = a_field(ratings, [(i, 1, i + 1, 2) for i in range(1, 5)])
    assert rated(field, "naspa-lct")[1].new == 2100


@given(fields(), LOCAL)
def test_the_limit_of_a_local_club_event_holds_in_every_segment(
    field: RatedField, key: str
) -> None:
    for inspection in rating_system(key).explain(field):
        for part in inspection.segments:
            if part.initial is None:
                assert abs(part.new - part.old) <= 50
                assert part.acceleration == part.feedback == 0
