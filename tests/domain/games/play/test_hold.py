"""The right to challenge a play: held, released, used, expired."""

from __future__ import annotations

import pytest

from games.engine.play.errors import MoveError
from games.engine.play.hold import (
    Right,
    Stage,
    challenged,
    draw_wait,
    drawn,
    hold,
    lapsed,
    may_challenge,
    release,
)
from tests.domain.games.play.tables import rules_of

NASPA, WESPA = rules_of("naspa"), rules_of("wespa")


def test_the_right_is_gone_once_the_player_has_drawn() -> None:
    right = drawn(NASPA, Right(), at=3)
    assert right.stage is Stage.EXPIRED
    with pytest.raises(MoveError) as caught:
        challenged(NASPA, right, at=4)
    assert (caught.value.code, caught.value.params) == ("challenge.too_late", {"stage": "expired"})


def test_a_play_can_be_challenged_without_a_hold_and_once_only() -> None:
    right = challenged(NASPA, Right(), at=900)
    assert right.stage is Stage.CHALLENGED
    assert not may_challenge(NASPA, right, at=901)


def test_a_hold_keeps_the_right_for_as_long_as_the_own_clock_runs_under_naspa_rules() -> None:
    held = hold(NASPA, Right(), at=100)
    assert held.held_for(1100) == 1000
    assert not lapsed(NASPA, held, at=1100)
    assert may_challenge(NASPA, held, at=1100)
    assert challenged(NASPA, held, at=1100).stage is Stage.CHALLENGED


def test_during_a_hold_the_player_draws_after_the_courtesy_time_and_keeps_the_tiles_apart() -> None:
    held = hold(NASPA, Right(), at=100)
    assert draw_wait(NASPA, held, at=110) == 5
    with pytest.raises(MoveError) as caught:
        drawn(NASPA, held, at=110)
    assert (caught.value.code, caught.value.params) == ("draw.held", {"wait_s": 5})
    apart = drawn(NASPA, held, at=115)
    assert (apart.stage, apart.apart) == (Stage.HELD, True)
    assert may_challenge(NASPA, apart, at=500)


def test_where_there_is_no_courtesy_draw_a_held_player_waits_for_the_end_of_the_hold() -> None:
    rules = rules_of(courtesy_draw_s=None)
    held = hold(rules, Right(), at=0)
    assert draw_wait(rules, held, at=1000) is None
    with pytest.raises(MoveError):
        drawn(rules, held, at=1000)
    assert draw_wait(rules, release(held), at=1000) == 0


def test_a_hold_past_its_limit_protects_nothing_and_the_draw_ends_the_right() -> None:
    held = hold(WESPA, Right(), at=0)
    assert [lapsed(WESPA, held, at) for at in (60, 61)] == [False, True]
    assert may_challenge(WESPA, held, at=61)
    assert drawn(WESPA, held, at=61).stage is Stage.EXPIRED


def test_tiles_drawn_apart_end_the_right_when_the_hold_has_passed_its_limit() -> None:
    apart = drawn(WESPA, hold(WESPA, Right(), at=0), at=60)
    assert may_challenge(WESPA, apart, at=60)
    assert not may_challenge(WESPA, apart, at=61)


def test_a_released_play_can_be_neither_held_again_nor_challenged() -> None:
    released = release(hold(NASPA, Right(), at=0))
    assert released.stage is Stage.RELEASED
    assert not may_challenge(NASPA, released, at=1)
    with pytest.raises(MoveError) as caught:
        hold(NASPA, released, at=1)
    assert caught.value.code == "hold.not_now"
    assert drawn(NASPA, released, at=1).stage is Stage.RELEASED


def test_only_a_held_play_can_be_released() -> None:
    with pytest.raises(MoveError) as caught:
        release(Right())
    assert (caught.value.code, caught.value.params) == ("hold.not_held", {"stage": "none"})


def test_a_rule_set_may_know_no_hold() -> None:
    with pytest.raises(MoveError) as caught:
        hold(rules_of(hold_limit_s=0), Right(), at=0)
    assert caught.value.code == "hold.none"
