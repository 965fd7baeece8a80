"""A machine's clock that is set back: no time is negative, and what was played stays played."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.timing.moves import continued, jump_in, paused, rebased, started
from tournaments.timing.now import clock_now
from tournaments.timing.records import ClockState, RoundsProgress

ONE = datetime(2026, 5, 3, 13, 0, tzinfo=UTC)
PLAYED = RoundsProgress(planned=5, published=2)
STEPS = st.lists(st.integers(-7200, 7200).filter(lambda s: s >= 0 or s <= -2), max_size=12)


@given(STEPS, STEPS)
def test_elapsed_time_is_the_sum_of_the_steps_forward_in_the_order_of_the_journal(
    first: list[int], second: list[int]
) -> None:
    state, now = started(ClockState(known_at=ONE), 2, ONE, 43_200), ONE
    for steps in (first, second):
        instants = [now]
        for step in steps:
            instants.append(instants[-1] + timedelta(seconds=step))
        now = instants[-1]
        before = state.elapsed_s(state.known_at)
        state = rebased(state, now, jump_in(instants))
        passed = sum(step for step in steps if step > 0)
        assert state.elapsed_s(now) == before + passed


@given(st.integers(-86_400, 86_400))
def test_no_reader_sees_time_run_backwards(offset: int) -> None:
    state = replace(started(ClockState(known_at=ONE), 2, ONE, 1800), known_at=ONE)
    told = clock_now("A", PLAYED, state, ONE + timedelta(seconds=offset))
    assert told.left_s is not None
    assert told.left_s <= 1800
    assert told.is_set_back == (offset <= -2)


def test_what_was_announced_for_a_time_of_day_stays_and_what_rested_goes_on() -> None:
    back = ONE - timedelta(hours=1)
    jump = jump_in([ONE, ONE + timedelta(minutes=5), back])
    announced = started(ClockState(known_at=ONE), 2, ONE + timedelta(minutes=40), 1800)
    assert rebased(announced, back, jump).starts_at == announced.starts_at
    resting = paused(started(ClockState(known_at=ONE), 2, ONE, 1800), PLAYED)
    later = continued(rebased(resting, back, jump), PLAYED)
    assert (later.elapsed_s(back), later.paused_s) == (0, 300)
