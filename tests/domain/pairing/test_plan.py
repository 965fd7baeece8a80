"""Round plans: what is wrong with one, the presets, and the automatic plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.catalogue.method import cycle_of
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.automatic import automatic_plan, joined
from tournaments.pairing.plans.plan import (
    PlanRow,
    plan_from_values,
    plan_to_values,
    renamed_plan,
    row_of,
    same_round,
)
from tournaments.pairing.plans.plan_check import check_plan
from tournaments.pairing.plans.presets import continued, day_starts, presets
from tournaments.pairing.schedule import Schedule, ScheduledGame

FIELDS = st.tuples(st.integers(2, 300), st.integers(1, 40))
GAMES = Schedule(begins=2, rounds=((ScheduledGame(1, 2, 2), ScheduledGame(3)),))


def swiss(first: int, last: int, **how: Any) -> PlanRow:
    return PlanRow(first=first, last=last, method="swiss", **how)


def block(first: int, last: int, **how: Any) -> PlanRow:
    return PlanRow(first=first, last=last, method="roundrobin", **how)


def codes(*rows: PlanRow, rounds: int = 9, players: int | None = None) -> list[tuple[str, int]]:
    return [(problem.code, problem.row) for problem in check_plan(rows, rounds, players)]


def test_a_round_that_no_row_names_is_decided_by_hand() -> None:
    plan = (swiss(1, 3), swiss(6, 9))
    assert codes(*plan) == []
    assert row_of(plan, 4) is None


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (swiss(3, 2), "plan.order"),
        (swiss(0, 2), "plan.order"),
        (swiss(8, 10), "plan.beyond"),
        (PlanRow(first=1, last=1, method="ouija"), "method.unknown"),
        (swiss(1, 1, variant="queen"), "variant.unknown"),
        (swiss(1, 1, opening="loud"), "opening.unknown"),
        (swiss(1, 1, repeats=-1), "repeats.negative"),
        (swiss(1, 1, since=0), "since.round"),
        (swiss(1, 1, options=(("depth", 3),)), "option.unknown"),
        (swiss(2, 5, since=3), "since.late"),
        (swiss(2, 5, lag=10), "lag.range"),
        (swiss(2, 5, lag=-1), "lag.range"),
        (block(2, 5, lag=1), "lag.block"),
        (swiss(2, 2, schedule=GAMES), "schedule.surplus"),
    ],
)
def test_a_row_that_says_nonsense_is_named(row: PlanRow, code: str) -> None:
    assert codes(swiss(1, 1) if row.first > 1 else swiss(9, 9), row) == [(code, 1)]


def test_of_a_row_that_goes_beyond_all_rounds_nothing_else_is_said() -> None:
    far = swiss(2, 3_000_000, lag=1, since=9, variant="queen")
    assert codes(block(1, 9), far) == [("plan.beyond", 1)]


def test_two_rows_for_a_round_are_told_of_at_the_later_one() -> None:
    found = check_plan((swiss(1, 4), swiss(4, 9)), 9)
    assert [(p.code, p.row, dict(p.params)) for p in found] == [
        ("plan.overlap", 1, {"round": 4, "other": 1})
    ]


def test_results_from_the_middle_of_a_block_are_nobodys_to_pair_on() -> None:
    found = check_plan((block(1, 3), swiss(4, 9, lag=1)), 9)
    assert [(p.code, p.row, p.params["round"], p.params["based_on"]) for p in found] == [
        ("lag.into_block", 1, 4, 2)
    ]
    assert codes(block(1, 3), swiss(4, 4), swiss(5, 9, lag=1)) == []


def test_how_many_play_raises_doubts_and_no_refusal() -> None:
    rows = (block(1, 4), swiss(5, 9, repeats=0))
    found = check_plan(rows, 9, players=8)
    assert [(p.code, p.doubtful) for p in found] == [
        ("roundrobin.short", True),
        ("repeats.impossible", True),
    ]
    assert found[1].params["round"] == 8
    assert check_plan(rows, 9) == []


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (PlanRow(first=1, last=1, method="fontes"), "block.length"),
        (PlanRow(first=1, last=6, method="groups"), "block.length"),
        (PlanRow(first=1, last=3, method="groups", options=(("size", 20),)), "option.range"),
        (PlanRow(first=1, last=2, method="schedule"), "schedule.missing"),
        (PlanRow(first=1, last=2, method="schedule", schedule=GAMES), "schedule.round"),
    ],
)
def test_a_block_has_a_length_of_its_own(row: PlanRow, code: str) -> None:
    assert codes(row) == [(code, 0)]


@pytest.mark.parametrize(
    "row",
    [
        PlanRow(first=1, last=6, method="groups", options=(("rounds", 3),)),
        PlanRow(first=1, last=5, method="groups", options=(("size", 6),)),
        PlanRow(first=1, last=4, method="fontes"),
        PlanRow(first=2, last=2, method="schedule", schedule=GAMES),
        block(1, 9, options=(("cycles", 2),)),
    ],
)
def test_a_block_that_knows_its_length_passes(row: PlanRow) -> None:
    assert codes(row) == []


@pytest.mark.parametrize(
    ("row", "players", "code"),
    [
        (PlanRow(first=1, last=1, method="quartiles"), 3, "field.too_few"),
        (PlanRow(first=1, last=3, method="fontes"), 2, "fontes.too_few"),
        (
            PlanRow(first=1, last=1, method="factor", options=(("factor", 4),)),
            7,
            "factor.too_large",
        ),
        (
            PlanRow(first=1, last=1, method="pair1324", options=(("distance", 5),)),
            8,
            "distance.too_large",
        ),
        (PlanRow(first=1, last=4, method="grr"), 12, "grr.cut"),
    ],
)
def test_a_method_that_does_not_fit_the_field_is_a_doubt(
    row: PlanRow, players: int, code: str
) -> None:
    assert codes(row, players=players) == [(code, 0)]
    assert codes(row, players=24) == ([(code, 0)] if code == "grr.cut" else [])


def test_a_round_robin_too_many_stops_half_way() -> None:
    assert codes(block(1, 7), players=6) == [("roundrobin.long", 0)]
    assert codes(block(1, 5), players=6) == codes(block(1, 5), players=5) == []


@pytest.mark.parametrize(("since", "repeats"), [(1, 1), (4, 0)])
def test_repeats_that_are_allowed_or_forgiven_leave_opponents(since: int, repeats: int) -> None:
    rows = (swiss(1, 3), swiss(4, 6, repeats=repeats, since=since))
    assert codes(*rows, players=4) == []
    assert codes(rows[0], swiss(4, 6, repeats=0), players=4) == [("repeats.impossible", 1)]


def test_a_plan_reads_back_from_its_values_with_its_games() -> None:
    plan = (swiss(1, 1, options=(), repeats=0), swiss(2, 2, schedule=GAMES, lag=1, since=2))
    assert plan_from_values(plan_to_values(reversed(plan))) == plan


def test_values_of_before_there_were_schedules_still_read() -> None:
    values = plan_to_values((swiss(1, 2),))
    assert plan_from_values([{k: v for k, v in values[0].items() if k != "schedule"}]) == (
        swiss(1, 2),
    )


def test_the_games_of_a_schedule_go_by_key_or_by_number() -> None:
    plan = (swiss(1, 1), swiss(2, 2, schedule=GAMES))
    keys = {1: 11, 2: 12, 3: 13}
    there = renamed_plan(plan, keys)
    assert there[1].schedule is not None
    assert there[1].schedule.of_round(2) == (ScheduledGame(11, 12, 12), ScheduledGame(13))
    assert renamed_plan(there, {key: number for number, key in keys.items()}) == plan


def test_a_round_is_the_same_whatever_other_rounds_stand_in_its_row() -> None:
    assert same_round((swiss(1, 9),), (swiss(2, 3),), 2)
    assert not same_round((swiss(1, 9),), (swiss(2, 3),), 4)
    assert not same_round((swiss(1, 9),), (swiss(1, 9, lag=1),), 2)
    other = replace(GAMES, rounds=((ScheduledGame(1, 3), ScheduledGame(2)),))
    assert not same_round((swiss(2, 2, schedule=GAMES),), (swiss(2, 2, schedule=other),), 2)


@given(FIELDS)
def test_every_preset_names_every_round_once_and_passes_its_own_check(
    field: tuple[int, int],
) -> None:
    players, rounds = field
    for preset in presets():
        rows = preset.plan(players, rounds)
        assert [n for row in rows for n in row.rounds] == list(range(1, rounds + 1)), preset.key
        assert {row.method for row in rows} <= METHODS.keys()
        assert check_plan(rows, rounds, players) == [], preset.key


@given(FIELDS)
def test_a_national_lags_by_one_but_at_day_starts_and_at_the_end(field: tuple[int, int]) -> None:
    players, rounds = field
    plan = next(preset for preset in presets() if preset.key == "national").plan(players, rounds)
    lags = {number: row.lag for row in plan for number in row.rounds}
    assert set(lags.values()) <= {0, 1}
    fresh = {*day_starts(rounds), *range(max(1, rounds - 2), rounds + 1)}
    assert not any(lags[number] for number in fresh)
    if rounds > 10:
        assert lags[6] == 1


def test_the_days_of_a_national_of_31_rounds() -> None:
    assert list(day_starts(31)) == [1, 9, 17, 25]
    assert list(day_starts(8)) == [1]


def test_a_playoff_is_paired_on_the_ranks_of_the_qualification() -> None:
    plan = next(preset for preset in presets() if preset.key == "playoff").plan(24, 9)
    assert [row_of(plan, n).based_on(n) for n in (7, 8, 9)] == [6, 6, 6]  # type: ignore[union-attr]


@given(FIELDS)
def test_the_automatic_plan_plays_full_round_robins_where_they_fit(field: tuple[int, int]) -> None:
    players, rounds = field
    cycle = cycle_of(players)
    full = rounds // cycle if players > 2 else 0
    tables = [row for row in automatic_plan(players, rounds) if row.method == "roundrobin"]
    assert [len(row.rounds) for row in tables] == ([full * cycle] if full else [])


@given(FIELDS)
def test_the_hill_ends_what_has_rounds_left_for_it(field: tuple[int, int]) -> None:
    players, rounds = field
    last = automatic_plan(players, rounds, hill=True)[-1]
    cycle = cycle_of(players)
    rest = rounds % cycle if rounds >= cycle > 1 else rounds
    if rest and rounds > 1:
        assert (last.first, last.method) == (rounds, "koth")


def test_two_round_robins_in_a_row_stay_two() -> None:
    assert joined([block(1, 3), block(4, 6), swiss(7, 7), swiss(8, 9), swiss(10, 9)]) == (
        block(1, 3),
        block(4, 6),
        swiss(7, 9),
    )


@given(FIELDS, st.integers(0, 40), st.sampled_from(presets()), st.sampled_from(presets()))
def test_a_new_plan_leaves_the_rounds_that_are_published(
    field: tuple[int, int], published: int, old: Any, new: Any
) -> None:
    players, rounds = field
    published = min(published, rounds)
    before = old.plan(players, rounds)
    after = continued(before, new.plan(players, rounds), published)
    assert [n for row in after for n in row.rounds] == list(range(1, rounds + 1))
    assert all(same_round(before, after, number) for number in range(1, published + 1))
