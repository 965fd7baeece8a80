"""How long wrong PINs lock a number, and what somebody who guesses comes to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.pin_locks import (
    CAREFUL_TRIES,
    FREE_TRIES,
    FROM_ADDRESS,
    OF_EVENT,
    locked_until,
    tries_allowed,
)

NOW = datetime(2026, 7, 4, 12, tzinfo=UTC)
PINS = 10**6


@pytest.mark.parametrize(
    ("wrong", "minutes"), [(0, 0), (4, 0), (5, 15), (6, 30), (7, 60), (9, 240), (99, 240)]
)
def test_a_lock_is_of_15_minutes_and_doubles_up_to_four_hours(wrong: int, minutes: int) -> None:
    assert locked_until(wrong, NOW, FREE_TRIES) - NOW == timedelta(minutes=minutes)


def test_fewer_tries_are_allowed_once_an_address_or_all_of_them_tried_many() -> None:
    assert tries_allowed(FROM_ADDRESS - 1, OF_EVENT - 1) == FREE_TRIES
    assert tries_allowed(FROM_ADDRESS, 0) == tries_allowed(0, OF_EVENT) == CAREFUL_TRIES


def test_whoever_guesses_all_day_at_500_numbers_finds_a_pin_less_than_once_in_a_hundred() -> None:
    clock, wrong, last = NOW, 0, NOW
    while clock < NOW + timedelta(days=1):
        wrong, last = wrong + 1, clock
        clock = locked_until(wrong, last, FREE_TRIES)
    assert wrong * 500 < PINS / 100
