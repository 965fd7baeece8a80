"""The stages of a division: what is said of it at every moment, with and without a clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tournaments.timing.moves import (
    ClockError,
    continued,
    lengthened,
    paused,
    started,
    stopped,
)
from tournaments.timing.now import clock_now
from tournaments.timing.records import ClockState, DayPhase, RoundsProgress, StageKind

ONE = datetime(2026, 5, 3, 13, 0, tzinfo=UTC)
PLAYED = RoundsProgress(planned=5, published=2)
HALF_HOUR = 1800


def after(minutes: float) -> datetime:
    return ONE + timedelta(minutes=minutes)


def running() -> ClockState:
    """Return the clock of round 2, started at one for half an hour."""
    return started(ClockState(known_at=ONE), 2, ONE, HALF_HOUR)


def kind_at(progress: RoundsProgress, state: ClockState | None, minutes: float) -> StageKind:
    return clock_now("A", progress, state, after(minutes)).stage.kind


@pytest.mark.parametrize(
    ("progress", "phase"),
    [
        (RoundsProgress(planned=5), DayPhase.CHECK_IN),
        (RoundsProgress(planned=5, draft=1), DayPhase.PAIRING),
        (RoundsProgress(planned=5, published=1), DayPhase.RUNNING),
        (RoundsProgress(planned=5, published=1, complete=True), DayPhase.BETWEEN),
        (RoundsProgress(planned=5, published=1, complete=True, draft=2), DayPhase.PAIRING),
        (RoundsProgress(planned=5, published=5), DayPhase.RUNNING),
        (RoundsProgress(planned=5, published=5, complete=True), DayPhase.FINISHED),
        (RoundsProgress(planned=5, published=2, closed=True), DayPhase.FINISHED),
    ],
)
def test_without_a_clock_the_phase_is_what_rounds_and_results_say(
    progress: RoundsProgress, phase: DayPhase
) -> None:
    assert clock_now("A", progress, None, ONE).stage.phase == phase


def test_an_announced_round_starts_runs_and_goes_over_by_itself() -> None:
    state = started(ClockState(known_at=ONE), 2, after(10), HALF_HOUR)
    told = [kind_at(PLAYED, state, minutes) for minutes in (0, 9.9, 10, 39.9, 40, 300)]
    assert told == ["starts", "starts", "left", "left", "over", "over"]
    assert clock_now("A", PLAYED, state, after(15)).left_s == 25 * 60


def test_a_round_that_is_not_published_does_not_run_and_one_that_is_played_is_timed_no_more() -> (
    None
):
    state = started(ClockState(known_at=ONE), 3, after(10), HALF_HOUR)
    before = replace(PLAYED, complete=True)
    assert [kind_at(before, state, minutes) for minutes in (5, 15)] == ["starts", "soon"]
    assert kind_at(replace(PLAYED, published=3, complete=True), state, 15) == "next"


def test_a_break_comes_first_and_ends_by_itself_or_with_the_start() -> None:
    lunch = replace(ClockState(known_at=ONE), break_kind="lunch", break_until=after(30))
    between = replace(PLAYED, complete=True)
    assert [kind_at(between, lunch, minutes) for minutes in (0, 29, 30)] == [
        *("lunch", "lunch", "next")
    ]
    announced = started(lunch, 3, after(20), HALF_HOUR)
    assert [kind_at(between, announced, minutes) for minutes in (19, 21)] == ["lunch", "soon"]
    assert started(lunch, 3, ONE, HALF_HOUR).break_kind == ""


def test_a_clock_that_rests_keeps_what_is_left_and_more_time_moves_the_end() -> None:
    resting = paused(replace(running(), known_at=after(10)), PLAYED)
    assert clock_now("A", PLAYED, resting, after(25)).left_s == 20 * 60
    going = continued(replace(resting, known_at=after(25)), PLAYED)
    longer = lengthened(going, PLAYED, 300)
    assert longer.ends_at == after(30 + 15 + 5)
    assert clock_now("A", PLAYED, longer, after(45)).left_s == 5 * 60
    assert lengthened(longer, PLAYED, 60, board=7).boards_s == {7: 60}
    assert not clock_now("A", PLAYED, stopped(longer, PLAYED), after(45)).is_timed


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (lambda: paused(ClockState(known_at=ONE), PLAYED), "clock.none"),
        (lambda: paused(running(), replace(PLAYED, complete=True)), "clock.none"),
        (lambda: paused(paused(running(), PLAYED), PLAYED), "clock.paused"),
        (lambda: paused(started(running(), 2, after(1), 60), PLAYED), "clock.not_begun"),
        (lambda: continued(running(), PLAYED), "clock.not_paused"),
        (lambda: lengthened(running(), PLAYED, -HALF_HOUR), "clock.added"),
        (lambda: lengthened(running(), PLAYED, 10**12), "clock.added"),
        (lambda: lengthened(running(), PLAYED, -60, board=3), "clock.added"),
        (lambda: started(running(), 2, ONE, 59), "clock.length"),
    ],
)
def test_what_cannot_be_is_refused(move, code: str) -> None:  # type: ignore[no-untyped-def] # a lambda
    with pytest.raises(ClockError) as caught:
        move()
    assert caught.value.code == code
