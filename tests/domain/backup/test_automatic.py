"""Automatic backups are kept by their age, and nothing that a person made is ever among them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.backup.automatic import (
    AutomaticBackup,
    Keeping,
    automatic_name,
    is_automatic,
    outlived,
)

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)  # a Sunday
KEEPING = Keeping(all_days=1, daily=14, weekly=12)


def made(age: timedelta, *, is_bad: bool = False) -> AutomaticBackup:
    return AutomaticBackup(automatic_name(NOW - age), NOW - age, is_bad=is_bad)


def removed(*backups: AutomaticBackup) -> set[str]:
    return set(outlived(backups, NOW, KEEPING, PARIS))


def test_every_one_of_the_last_day_is_kept() -> None:
    assert removed(*(made(timedelta(minutes=20 * one)) for one in range(72))) == set()


def test_of_earlier_days_the_newest_of_each_is_kept_and_days_are_those_of_the_hall() -> None:
    # 23:30 in Paris is still the same day there as noon; half past midnight is the next.
    evening, noon = made(timedelta(days=2, hours=-2, minutes=-30)), made(timedelta(days=2, hours=9))
    night = made(timedelta(days=2, hours=-3, minutes=-30))
    assert removed(evening, noon, night) == {noon.name}


def test_after_a_fortnight_one_a_week_is_kept_and_after_twelve_weeks_none() -> None:
    daily = [made(timedelta(days=days)) for days in range(1, 200)]
    left = [one for one in daily if one.name not in removed(*daily)]
    ages = [(NOW - one.written_at).days for one in left]
    assert ages == [*range(1, 14), *range(14, 84, 7)]
    assert {one.written_at.astimezone(PARIS).weekday() for one in left[13:]} == {6}


def test_the_newest_stays_whatever_its_age_and_one_from_the_future_too() -> None:
    ancient = [made(timedelta(days=days)) for days in (900, 901)]
    assert removed(*ancient) == {ancient[1].name}
    ahead = made(timedelta(days=-3))
    assert removed(ahead) == set()


def test_a_bad_one_takes_no_place_of_a_good_one_and_goes_after_a_day() -> None:
    good, bad = made(timedelta(days=3, minutes=5)), made(timedelta(days=3), is_bad=True)
    fresh = made(timedelta(hours=2), is_bad=True)
    assert removed(good, bad, fresh) == {bad.name}


@pytest.mark.parametrize(
    "name",
    [
        "automatic-of-mine.backup",
        "automatic-2026-11-22-090000.backup.zip",
        "before-2026-11-22-090000.backup",
        "brought-2026-11-22-090000.backup",
        "wallchart-2026-11-22-090000.backup",
        "automatic-2026-11-22-090000.backup\n",
    ],
)
def test_what_a_person_made_or_named_is_none_of_them(name: str) -> None:
    assert not is_automatic(name)
    assert is_automatic(automatic_name(NOW))


@given(st.lists(st.integers(min_value=-100_000, max_value=40_000_000), unique=True))
def test_removing_twice_removes_nothing_more_and_the_newest_good_one_is_never_among_them(
    ages: list[int],
) -> None:
    backups = [made(timedelta(seconds=age)) for age in ages]
    gone = removed(*backups)
    left = [one for one in backups if one.name not in gone]
    assert removed(*left) == set()
    if backups:
        newest = max(backups, key=lambda one: one.written_at)
        assert newest.name not in gone
