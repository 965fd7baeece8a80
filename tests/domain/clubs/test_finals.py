"""Which games are those of a championship, and what they have come to."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.milestones.finals import FinalFormat, FinalRules, final_games, finals
from clubs.seasons.tables.games import SeasonGame
from core.errors import UserError
from tests.builders.seasons import a_game, a_season, night
from tests.depth import examples

MATCH = FinalRules("match", 3, 2)


def test_its_games_are_those_of_two_of_its_players_in_the_order_of_the_nights() -> None:
    first = night(1, a_game("ann", 400, "bob", 300), a_game("ann", 350, "zoe", 340))
    second = night(2, a_game("bob", 380, "ann", 360), a_game("bob", 500, "zoe", 100))
    games = final_games((second, first), ("ann", "bob"))
    assert [(one.order, one.one, one.two, one.margin) for one in games] == [
        (1, "ann", "bob", 100),
        (2, "bob", "ann", 20),
    ]


@pytest.mark.parametrize("other", [{"rated": False}, {"handicapped": True, "rated": False}])
def test_what_two_play_for_fun_or_with_a_start_is_none_of_its_games(other: dict[str, Any]) -> None:
    played = night(1, replace(a_game("ann", 400, "bob", 300), **other))
    assert final_games((played,), ("ann", "bob")) == []


def test_a_game_of_three_is_none_of_its_games() -> None:
    two = a_game("ann", 200, "bob", 210)
    three = replace(two, sides=(*two.sides, a_game("cy", 1, "dee", 1).sides[0]))
    assert final_games((night(1, three),), ("ann", "bob", "cy")) == []


def test_a_match_has_no_further_game_once_it_is_decided() -> None:
    nights = [night(at, a_game("ann", 400, "bob", 300)) for at in range(1, 5)]
    found = finals(MATCH, ("ann", "bob"), final_games(nights, ("ann", "bob")))
    assert len(found.games) == 2
    assert (found.state.winners, found.state.left) == (("ann",), ())


def test_two_of_a_round_robin_who_play_once_more_than_they_meet_play_that_for_themselves() -> None:
    nights = [
        night(1, a_game("ann", 400, "bob", 300), a_game("bob", 400, "ann", 300)),
        night(2, a_game("ann", 400, "cy", 300)),
    ]
    rules = FinalRules("round_robin", 1, 3)
    found = finals(rules, ("ann", "bob", "cy"), final_games(nights, ("ann", "bob", "cy")))
    assert [(one.one, one.two, one.margin) for one in found.games] == [
        ("ann", "bob", 100),
        ("ann", "cy", 100),
    ]
    assert (found.state.left, found.state.winners) == ((("bob", "cy", 1),), ("ann",))


def test_a_forfeit_is_a_win_without_a_spread() -> None:
    sides = tuple(replace(side, score=None) for side in a_game("ann", 1, "bob", 1).sides)
    lost = SeasonGame("f", 1, sides, half_wins=(0, 2))
    found = finals(MATCH, ("ann", "bob"), final_games((night(1, lost),), ("ann", "bob")))
    assert [(row.player, row.half_wins, row.spread) for row in found.state.rows] == [
        ("bob", 2, 0),
        ("ann", 0, 0),
    ]


@given(st.integers(0, 10**6), st.sampled_from(("round_robin", "match")))
@examples(40)
def test_no_night_makes_a_championship_impossible_and_its_games_add_up(
    seed: int, kind: FinalFormat
) -> None:
    dice = Random(seed)
    nights = a_season(dice, night(1).held_on, weeks=8, members=5)
    players = ("p00", "p01") if kind == "match" else ("p00", "p01", "p02")
    rules = FinalRules(kind, 3, len(players))
    found = finals(rules, players, final_games(nights, players))
    rows = found.state.rows
    assert sum(row.half_wins for row in rows) == 2 * len(found.games)
    assert sum(row.spread for row in rows) == 0
    if kind == "round_robin":
        pairs = len(players) * (len(players) - 1) // 2
        assert len(found.games) + sum(left for *_, left in found.state.left) == 3 * pairs
    assert bool(found.state.winners) or bool(found.state.left)


@pytest.mark.parametrize(
    ("kind", "games", "places", "code", "field"),
    [
        ("swiss", 1, 4, "final.format", "format"),
        ("round_robin", 0, 4, "final.meetings", "games"),
        ("round_robin", 11, 4, "final.meetings", "games"),
        ("round_robin", 1, 1, "final.places", "places"),
        ("round_robin", 1, 31, "final.places", "places"),
        ("match", 2, 2, "final.best_of", "games"),
        ("match", 23, 2, "final.best_of", "games"),
        ("match", 3, 4, "final.places", "places"),
    ],
)
def test_what_is_no_format_is_refused_at_its_field(
    kind: FinalFormat, games: int, places: int, code: str, field: str
) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        FinalRules(kind, games, places)
    assert (refused.value.code, refused.value.field) == (code, field)
