"""Properties of every field that the CoCo system rates."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from ratings.systems.registry import rating_system
from tests.domain.ratings.coco_fields import rated, renumbered, scored, scored_fields

COCO = rating_system("coco")
RANDOM = st.randoms(use_true_random=False)


def with_games(player: RatedPlayer, games: list[RatedGame]) -> RatedPlayer:
    return replace(player, games=tuple(games))


@given(scored_fields(), RANDOM)
def test_the_order_of_players_and_games_changes_nothing(field: RatedField, random: Random) -> None:
    players = [with_games(p, random.sample(p.games, len(p.games))) for p in field.players]
    random.shuffle(players)
    assert rated(replace(field, players=tuple(players))) == rated(field)


@given(scored_fields(), RANDOM)
def test_the_order_of_the_rounds_changes_nothing(field: RatedField, random: Random) -> None:
    rounds = range(1, field.scheduled_rounds + 1)
    moved = dict(zip(rounds, random.sample(rounds, len(rounds)), strict=True))
    players = [
        with_games(p, [game._replace(round=moved[game.round]) for game in p.games])
        for p in field.players
    ]
    assert rated(replace(field, players=tuple(players))) == rated(field)


@given(scored_fields(), RANDOM)
def test_other_numbers_with_the_same_appearances_change_nothing(
    field: RatedField, random: Random
) -> None:
    old = [player.number for player in field.players]
    numbers = dict(zip(old, random.sample(range(1, 1000), len(old)), strict=True))
    expected = {
        numbers[number]: change._replace(number=numbers[number])
        for number, change in rated(field).items()
    }
    assert rated(renumbered(field, numbers)) == expected


@given(scored_fields())
def test_no_rating_falls_below_the_floor(field: RatedField) -> None:
    for change in rated(field).values():
        assert change.new >= 300 or not change.games


@given(scored_fields())
def test_a_deviation_is_never_above_150_and_does_not_rise_through_play(field: RatedField) -> None:
    for change in rated(field).values():
        assert change.deviation is None or change.old_deviation is not None
        if change.deviation is not None and change.old_deviation is not None:
            assert change.deviation <= max(change.old_deviation, 0.01)
            assert change.old_deviation <= 150


@given(scored_fields())
def test_byes_and_zero_scores_change_no_rating(field: RatedField) -> None:
    players = [
        replace(
            with_games(player, [g for g in player.games if g.own_score and g.other_score]),
            listed_games=max(len(player.games), player.listed_games or 0),
        )
        for player in field.players
    ]
    assert rated(replace(field, players=tuple(players))) == rated(field)
    for change in rated(field).values():
        assert change.games or change.new == change.old


@given(scored_fields())
def test_who_has_nothing_listed_disturbs_nobody(field: RatedField) -> None:
    absent = RatedPlayer(number=1000, rating=1234, life_games=5, games=(), listed_games=0)
    changes = rated(replace(field, players=(*field.players, absent)))
    assert changes.pop(1000).new == 1234
    assert changes == rated(field)


@given(scored_fields())
def test_outcomes_ruled_against_the_scores_count_by_the_scores(field: RatedField) -> None:
    players = [
        with_games(player, [game._replace(half_wins=1) for game in player.games])
        for player in field.players
    ]
    ruled = rated(replace(field, players=tuple(players)))
    assert {n: c.new for n, c in ruled.items()} == {n: c.new for n, c in rated(field).items()}


@given(scored_fields())
def test_the_changes_come_in_order_of_number_and_count_what_was_rated(field: RatedField) -> None:
    changes = rated(field)
    assert list(changes) == sorted(changes)
    for player in field.players:
        change = changes[player.number]
        games = [game for game in player.games if game.own_score and game.other_score]
        assert change.games == len(games)
        assert change.half_wins == sum(game.half_wins for game in games)
        assert (change.performance is None) == (not games)
        listed = max(len(player.games), player.listed_games or 0)
        before = player.life_games or 0
        assert change.career_games == (before + listed if listed else player.life_games)


@given(scored_fields())
def test_the_wins_expected_of_all_players_add_up_to_the_games(field: RatedField) -> None:
    changes = rated(field).values()
    total = sum(change.expected for change in changes)
    assert total == pytest.approx(sum(change.games for change in changes) / 2)


@given(scored_fields())
def test_the_steps_lead_to_the_rating(field: RatedField) -> None:
    changes = rated(field)
    steps = COCO.explain(field)
    assert [inspection.number for inspection in steps] == list(changes)
    for inspection in steps:
        change, segment = changes[inspection.number], inspection.segments[-1]
        assert (inspection.old, inspection.new) == (change.old, change.new)
        assert (segment.new, segment.deviation) == (change.new, change.deviation)
        assert segment.expected == change.expected
        if not segment.games or segment.target is None:
            assert change.games == 0
            continue
        (piece,) = segment.pieces
        own = 1 - sum(game.weight or 0 for game in segment.games)
        target = own * piece.rating + sum((g.weight or 0) * (g.shown or 0) for g in segment.games)
        assert target == pytest.approx(segment.target)
        assert segment.base == piece.points == pytest.approx(piece.multiplier * piece.excess)
        assert abs(max(piece.rating + segment.base, 300) - segment.new) <= 0.5 + 1e-9


def test_the_order_in_which_newcomers_appear_is_part_of_the_definition() -> None:
    games = [(1, 1, 412, 3, 400), (2, 1, 352, 3, 400), (3, 2, 410, 3, 400), (4, 2, 400, 3, 468)]
    field = scored({1: 0, 2: 0, 3: 1600}, [*games, (5, 1, 430, 2, 400)])
    first = rated(replace(field, appearances=(1, 2, 3)))
    second = rated(replace(field, appearances=(2, 1, 3)))
    assert [change.new for change in first.values()] == [1536, 1434, 1601]
    assert [change.new for change in second.values()] == [1534, 1433, 1600]


@given(scored_fields())
def test_without_appearances_newcomers_are_swept_by_number(field: RatedField) -> None:
    numbers = tuple(sorted(player.number for player in field.players))
    assert rated(replace(field, appearances=())) == rated(replace(field, appearances=numbers))
