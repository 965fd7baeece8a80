"""A ladder: who may challenge whom, and what a night does to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.tables.games import SeasonGame
from clubs.seasons.tables.ladder import LadderRules, check_challenge, ladder_after
from core.errors import UserError
from tests.builders.seasons import a_game, a_season, night

RULES = LadderRules(start=("ann", "bob", "cy", "dee", "eve"), reach=2)
HERE = ("ann", "bob", "cy", "dee", "eve")


def challenge(challenger: str, challenged: str, own: int = 400, other: int = 300) -> SeasonGame:
    """Returns the game of a challenge, which the challenger wins unless it is said."""
    return replace(a_game(challenger, own, challenged, other), challenger=challenger)


def after(*games: SeasonGame, rules: LadderRules = RULES, here: tuple[str, ...] = HERE) -> str:
    """Returns the initials of the ladder after a night with these games."""
    return "".join(player[0] for player in ladder_after([night(1, *games, here=here)], rules))


def test_a_challenger_who_wins_changes_rungs_with_the_challenged() -> None:
    assert after(challenge("cy", "ann")) == "cbade"
    assert after(challenge("cy", "ann", 300, 400)) == "abcde"
    assert after(challenge("cy", "ann", 300, 300)) == "abcde"


def test_an_ordinary_game_moves_nobody() -> None:
    assert after(a_game("cy", 400, "ann", 300)) == "abcde"


def test_a_game_that_is_no_right_challenge_moves_nobody() -> None:
    assert after(challenge("dee", "ann")) == "abcde"
    assert after(challenge("ann", "bob")) == "abcde"


def test_challenges_of_a_night_are_done_one_after_the_other() -> None:
    assert after(challenge("eve", "cy"), challenge("eve", "ann")) == "ebadc"


def test_who_comes_for_the_first_time_gets_the_lowest_rung() -> None:
    assert after(here=("gus", "fay")) == "abcdefg"


def test_who_stays_away_falls_and_falls_again() -> None:
    rules = replace(RULES, inactive_after=2, drops=2)
    came = ("bob", "cy", "dee", "eve")
    nights = [night(day, here=came) for day in range(1, 5)]
    told = ["".join(p[0] for p in ladder_after(nights[:held], rules)) for held in range(1, 5)]
    assert told == ["abcde", "bcade", "bcade", "bcdea"]


def test_two_neighbours_who_stay_away_both_fall() -> None:
    rules = replace(RULES, inactive_after=1)
    assert after(here=("cy", "dee", "eve"), rules=rules) == "cabde"


@given(st.integers(0, 10**6))
def test_a_ladder_holds_everybody_once_whatever_happens(seed: int) -> None:
    dice = Random(seed)
    nights = [
        replace(
            one, games=tuple(replace(g, challenger=dice.choice(g.sides).player) for g in one.games)
        )
        for one in a_season(dice, date(2026, 1, 5), weeks=5, members=7)
    ]
    rules = LadderRules(reach=dice.randint(1, 3), inactive_after=dice.randint(0, 2), drops=2)
    ladder = ladder_after(nights, rules)
    assert sorted(ladder) == sorted({player for one in nights for player in one.here})
    assert ladder_after(reversed(nights), rules) == ladder


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"),
    [
        ("eve", "bob", "ladder.reach"),
        ("ann", "bob", "ladder.upwards"),
        ("ann", "ann", "ladder.upwards"),
        ("fay", "ann", "ladder.unknown"),
        ("ann", "fay", "ladder.unknown"),
    ],
)
def test_a_challenge_that_is_not_right_is_refused(
    challenger: str, challenged: str, code: str
) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        check_challenge(RULES.start, challenger, challenged, RULES)
    assert refused.value.code == code
    check_challenge(RULES.start, "cy", "ann", RULES)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"start": ("ann", "ann")}, "start"),
        ({"reach": 0}, "reach"),
        ({"inactive_after": -1}, "inactive_after"),
        ({"drops": 0}, "drops"),
    ],
)
def test_rules_that_make_no_sense_are_refused_at_their_field(
    rules: dict[str, Any], field: str
) -> None:
    with pytest.raises(UserError) as refused:
        replace(RULES, **rules)
    assert refused.value.field == field
