"""Properties of every field in every installed system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.field import RatedField, RatedPlayer
from ratings.systems.naspa_segment import segments
from ratings.systems.registry import SYSTEMS, rating_system
from tests.depth import examples
from tests.domain.ratings.fields import a_field, fields, rated, renumbered, with_scores

FLOORS = {"naspa": 1, "naspa-lct": 1, "naspa2024": 1, "naspa2024-lct": 1, "pak": 500, "coco": 300}
IN_ORDER_OF_APPEARANCE = {"coco"}
"""Systems that rate newcomers one after another."""

COUNTS_LISTED_ROUNDS = {"coco"}
COUNTS_SPREADS, SMALLEST_RATED = {"coco"}, 100
"""Systems in which byes and forfeits lengthen a career, and a long career slows."""

SCORED = fields(most_rounds=20).map(with_scores)
RANDOM = st.randoms(use_true_random=False)

Property = Callable[..., None]


def of_every_system(test: Property) -> Property:
    """Return the property, to be held for each installed system."""
    return pytest.mark.parametrize("key", list(SYSTEMS))(examples(10)(test))


@of_every_system
@given(field=SCORED, random=RANDOM)
def test_the_order_of_players_and_games_changes_nothing(
    key: str, field: RatedField, random: Random
) -> None:
    players = [
        replace(player, games=tuple(random.sample(player.games, len(player.games))))
        for player in field.players
    ]
    random.shuffle(players)
    shuffled = replace(field, players=tuple(players))
    assert rated(shuffled, key) == rated(field, key)
    assert rating_system(key).explain(shuffled) == rating_system(key).explain(field)


@of_every_system
@given(field=SCORED, random=RANDOM)
def test_the_numbers_of_the_players_change_nothing(
    key: str, field: RatedField, random: Random
) -> None:
    old = [player.number for player in field.players]
    numbers = dict(zip(old, random.sample(range(1, 1000), len(old)), strict=True))
    if key in IN_ORDER_OF_APPEARANCE:
        numbers = dict(zip(old, sorted(numbers.values()), strict=True))
    expected = {
        numbers[number]: change._replace(number=numbers[number])
        for number, change in rated(field, key).items()
    }
    assert rated(renumbered(field, numbers), key) == expected


@of_every_system
@given(field=SCORED, random=RANDOM)
def test_the_order_of_the_rounds_inside_a_segment_changes_nothing(
    key: str, field: RatedField, random: Random
) -> None:
    moved: dict[int, int] = {}
    for part in segments(field.scheduled_rounds):
        moved |= zip(part, random.sample(part, len(part)), strict=True)
    players = tuple(
        replace(
            player, games=tuple(game._replace(round=moved[game.round]) for game in player.games)
        )
        for player in field.players
    )
    assert rated(replace(field, players=players), key) == rated(field, key)


@of_every_system
@given(field=SCORED)
def test_a_player_without_games_keeps_his_rating_and_disturbs_nobody(
    key: str, field: RatedField
) -> None:
    idle = RatedPlayer(number=1000, rating=1234, life_games=5, games=())
    changes = rated(replace(field, players=(*field.players, idle)), key)
    alone = changes.pop(1000)
    assert (alone.new, alone.games, alone.expected, alone.performance) == (1234, 0, 0.0, None)
    assert changes == rated(field, key)


@of_every_system
@given(field=SCORED, byes=st.integers(1, 5))
def test_byes_and_forfeits_are_no_games(key: str, field: RatedField, byes: int) -> None:
    listed = replace(
        field,
        scheduled_rounds=field.scheduled_rounds,
        players=tuple(
            replace(player, listed_games=len(player.games) + byes) for player in field.players
        ),
    )
    for number, change in rated(listed, key).items():
        before = rated(field, key)[number]
        assert (change.games, change.half_wins) == (before.games, before.half_wins)
        if key not in COUNTS_LISTED_ROUNDS:
            assert change == before


@of_every_system
@given(one=st.integers(0, 2400), two=st.integers(0, 2400))
def test_two_ties_are_a_win_and_a_loss(key: str, one: int, two: int) -> None:
    if key in COUNTS_SPREADS:
        # A win by some points and a loss by as many: the same sum but for its last bit, which may
        # round to the next point. A newcomer's sweeps add that up.
        one, two = max(one, SMALLEST_RATED), max(two, SMALLEST_RATED)
    tied = a_field({1: one, 2: two}, [(1, 1, 2, 1), (2, 1, 2, 1)])
    shared = a_field({1: one, 2: two}, [(1, 1, 2, 2), (2, 1, 2, 0)])
    in_ties, in_wins = rated(with_scores(tied), key), rated(with_scores(shared), key)
    if key in COUNTS_SPREADS:
        assert all(abs(in_ties[n].new - in_wins[n].new) <= 1 for n in (1, 2))
    else:
        assert in_ties == in_wins


@pytest.mark.parametrize("key", list(FLOORS))
@examples(10)
@given(field=SCORED)
def test_the_floor_holds_for_everyone_with_games(key: str, field: RatedField) -> None:
    low = replace(field, players=tuple(replace(p, rating=min(p.rating, 3)) for p in field.players))
    for change in [*rated(low, key).values(), *rated(field, key).values()]:
        assert change.new >= FLOORS[key] or change.games == 0


@of_every_system
@given(field=SCORED)
def test_the_changes_come_in_order_of_number_and_count_every_game(
    key: str, field: RatedField
) -> None:
    changes = rated(field, key)
    assert list(changes) == sorted(changes)
    for player in field.players:
        change = changes[player.number]
        assert change.games == len(player.games)
        assert change.half_wins == sum(game.half_wins for game in player.games)
        assert (change.performance is None) == (not player.games)
        assert -1e-9 <= change.expected <= change.games + 1e-9
        assert (change.deviation is not None) <= rating_system(key).has_deviation
        if player.life_games is not None and player.rating:
            assert change.career_games == player.life_games + change.games


@of_every_system
@given(field=SCORED)
def test_the_wins_expected_of_all_players_add_up_to_the_games(key: str, field: RatedField) -> None:
    changes = rated(field, key).values()
    total = fsum(change.expected for change in changes)
    assert total == pytest.approx(sum(change.games for change in changes) / 2)
