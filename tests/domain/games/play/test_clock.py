"""The cost of overtime."""

from __future__ import annotations

import pytest

from games.engine.play.clock import breaks_limit, loses_on_time, penalty, seconds_over
from games.engine.rulesets import RULESETS
from tests.domain.games.play.tables import rules_of


@pytest.mark.parametrize(
    ("over_s", "points"),
    [(-5, 0), (0, 0), (1, 10), (60, 10), (61, 20), (125, 30), (600, 100), (601, 100), (9999, 100)],
)
def test_a_minute_over_or_part_of_one_costs_ten_points_up_to_ten_minutes(
    over_s: int, points: int
) -> None:
    for rules in RULESETS.values():
        assert penalty(rules, over_s) == points


def test_units_points_and_rounding_are_those_of_the_rule_set() -> None:
    halves = rules_of(overtime_unit_s=30, overtime_points=5)
    assert [penalty(halves, s) for s in (1, 30, 31)] == [5, 5, 10]
    seconds = rules_of(overtime_unit_s=1, overtime_points=1, overtime_max_minutes=None)
    assert penalty(seconds, 4321) == 4321
    floor = rules_of(overtime_rounding="floor")
    assert [penalty(floor, s) for s in (59, 60, 119, 120)] == [0, 10, 10, 20]
    assert penalty(rules_of(overtime_points=0), 300) == 0


@pytest.mark.parametrize(
    ("when", "at_600", "at_601"), [("exceeded", False, True), ("reached", True, True)]
)
def test_ten_minutes_to_the_second_break_the_limit_only_where_it_is_broken_by_reaching_it(
    when: str, at_600: bool, at_601: bool
) -> None:
    rules = rules_of(overtime_limit_when=when)
    assert (breaks_limit(rules, 600), breaks_limit(rules, 601)) == (at_600, at_601)
    assert not breaks_limit(rules, 599)
    assert (loses_on_time(rules, 600), loses_on_time(rules, 601)) == (at_600, at_601)


def test_a_limit_may_only_stop_the_counting_or_not_be_there() -> None:
    stops = rules_of(overtime_at_limit="stop_counting")
    assert breaks_limit(stops, 601)
    assert not loses_on_time(stops, 601)
    assert penalty(stops, 3000) == 100
    none = rules_of(overtime_max_minutes=None)
    assert not loses_on_time(none, 100_000)


def test_where_no_overtime_is_allowed_a_clock_within_time_breaks_nothing() -> None:
    for when in ("exceeded", "reached"):
        rules = rules_of(overtime_max_minutes=0, overtime_limit_when=when)
        assert not breaks_limit(rules, 0)
        assert breaks_limit(rules, 1)


def test_time_over_is_what_was_used_beyond_the_base_time_and_its_increments() -> None:
    rules = rules_of(base_time_s=1500)
    assert [seconds_over(rules, s) for s in (1400, 1500, 1561)] == [0, 0, 61]
    assert seconds_over(rules_of(base_time_s=1200, increment_s=10), 1561, turns=30) == 61
