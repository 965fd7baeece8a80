"""Rule sets: presets, overrides and caps."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import (
    RETIRED,
    RULESETS,
    Parameter,
    RuleSet,
    RuleSetError,
    cap_for,
    parameters,
    ruleset,
    with_overrides,
)
from games.engine.tie_breaks.registry import TIE_BREAKS


def test_there_is_a_preset_for_every_association_and_one_to_change_freely() -> None:
    assert set(RULESETS) == {"naspa", "naspa-csw", "wespa", "absp", "coco", "club", "custom"}
    assert all(preset.key == key for key, preset in RULESETS.items())


def test_every_preset_carries_an_edition() -> None:
    assert all(preset.edition for preset in RULESETS.values())


def test_an_unknown_rule_set_is_named_with_the_known_ones() -> None:
    with pytest.raises(RuleSetError) as caught:
        ruleset("fide")
    assert caught.value.code == "ruleset.unknown"
    assert caught.value.params["key"] == "fide"
    assert "naspa" in str(caught.value.params["known"])


@pytest.mark.parametrize(
    "names",
    [
        ["base_time_s", "increment_s"],
        ["overtime_unit_s", "overtime_points", "overtime_rounding", "overtime_max_minutes"],
        ["overtime_limit_when", "overtime_at_limit", "overtime_limit_margin"],
        ["challenge_type", "challenge_points", "challenge_per", "challenge_direction"],
        ["hold_limit_s", "courtesy_draw_s"],
        ["rack_size", "bingo_tiles", "bingo_points", "exchange_min_bag"],
        ["scoreless_limit", "scoreless_counts", "end_bonus", "stalemate_penalty"],
        ["start_mode", "start_tie", "bye_credit", "bye_spread", "spread_cap"],
        ["forfeit_loss_spread", "forfeit_win_spread", "forfeit_rated"],
    ],
)
def test_every_rule_that_differs_between_associations_is_a_parameter(names: list[str]) -> None:
    assert set(names) <= {p.name for p in parameters()}


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        ("naspa", "bye_spread", 50),
        ("naspa", "forfeit_loss_counts", "alternate"),
        ("naspa", "start_mode", "naspa"),
        ("naspa", "challenge_type", "double"),
        ("naspa", "overtime_limit_when", "exceeded"),
        ("coco", "overtime_limit_when", "reached"),
        ("naspa-csw", "challenge_type", "points"),
        ("naspa", "hold_limit_s", None),
        ("naspa", "courtesy_draw_s", 15),
        ("naspa", "exchange_min_bag", 7),
        ("naspa", "scoreless_limit", 6),
        ("wespa", "hold_limit_s", 60),
        ("wespa", "overtime_limit_margin", 100),
        ("club", "challenge_type", "single"),
        ("wespa", "bye_spread", 100),
        ("wespa", "forfeit_loss_counts", "alternate"),
        ("absp", "bye_spread", 100),
        ("absp", "forfeit_loss_counts", "ignore"),
        ("club", "missed_round_spread", None),
        ("custom", "bye_spread", 50),
    ],
)
def test_a_preset_has_the_value_of_its_association(key: str, name: str, value: object) -> None:
    assert getattr(ruleset(key), name) == value


def test_what_a_journal_of_earlier_days_says_of_rules_that_went_is_passed_over() -> None:
    kept = {"late_forfeit_remaining_s": 900, "grace_minutes": "soon", "bye_spread": 60}
    kept["score_ends_challenge"] = True
    assert with_overrides(ruleset("naspa"), kept) == with_overrides(
        ruleset("naspa"), {"bye_spread": 60}
    )
    assert not RETIRED & {parameter.name for parameter in parameters()}


def test_a_failed_challenge_is_a_scoreless_turn_only_where_it_loses_the_turn() -> None:
    assert "lost_turn_by_failed_challenge" in ruleset("naspa").scoreless_counts
    assert "lost_turn_by_failed_challenge" not in ruleset("wespa").scoreless_counts


def test_every_field_but_the_identity_of_a_rule_set_is_described() -> None:
    described = [p.name for p in parameters()]
    stated = [name for name in described if name not in TIE_BREAKS]
    assert stated == [f.name for f in fields(RuleSet) if f.name != "tie_breaks"][2:]
    assert all(p.meaning for p in parameters())


def test_every_preset_obeys_the_limits_that_its_parameters_state() -> None:
    for preset in RULESETS.values():
        values = {p.name: getattr(preset, p.name) for p in parameters()}
        assert with_overrides(preset, values) == preset


def test_the_default_of_a_parameter_is_the_naspa_value() -> None:
    assert all(p.default == getattr(ruleset("naspa"), p.name) for p in parameters())


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    changed = with_overrides(ruleset("naspa"), {"bye_spread": 1, "final_draw": True})
    assert (changed.bye_spread, changed.final_draw) == (1, True)
    assert with_overrides(changed, {"bye_spread": 50, "final_draw": False}) == ruleset("naspa")


def test_a_rule_set_survives_the_trip_through_json() -> None:
    original = with_overrides(ruleset("wespa"), {"spread_cap": [200, 700]})
    values = json.loads(json.dumps({p.name: getattr(original, p.name) for p in parameters()}))
    overrides = {p.name: values[p.name] for p in parameters()}
    assert with_overrides(ruleset("wespa"), overrides) == original


def test_a_single_cap_stands_for_a_list_of_one() -> None:
    assert with_overrides(ruleset("naspa"), {"spread_cap": 250}).spread_cap == (250,)


def test_the_kinds_of_scoreless_turn_are_kept_in_one_order_and_once() -> None:
    changed = with_overrides(
        ruleset("naspa"), {"scoreless_counts": ["exchange", "pass", "exchange"]}
    )
    assert changed.scoreless_counts == ("pass", "exchange")


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("bye_points", 50, "ruleset.parameter_unknown"),
        ("key", "mine", "ruleset.parameter_unknown"),
        ("bye_spread", "50", "ruleset.value_type"),
        ("bye_spread", True, "ruleset.value_type"),
        ("bye_spread", None, "ruleset.value_type"),
        ("bye_spread", -1, "ruleset.value_range"),
        ("bye_spread", 1001, "ruleset.value_range"),
        ("forfeit_loss_spread", 1, "ruleset.value_range"),
        ("final_draw", 1, "ruleset.value_type"),
        ("start_mode", "coin", "ruleset.value_choice"),
        ("start_mode", 1, "ruleset.value_type"),
        ("scoreless_counts", ["pass", "sneeze"], "ruleset.value_choice"),
        ("scoreless_counts", "pass", "ruleset.value_type"),
        ("spread_cap", [0], "ruleset.value_range"),
        ("spread_cap", [1.5], "ruleset.value_type"),
        ("spread_cap", True, "ruleset.value_type"),
        ("rating_system", 7, "ruleset.value_type"),
    ],
)
def test_a_wrong_override_is_refused_by_name(name: str, value: object, code: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        with_overrides(ruleset("naspa"), {name: value})
    assert caught.value.code == code
    assert caught.value.params["name"] == name


WHOLES = [p for p in parameters() if p.kind == "whole"]


@given(st.sampled_from(WHOLES), st.integers(-100_000, 100_000))
def test_a_whole_number_is_taken_exactly_within_its_limits(
    parameter: Parameter, value: int
) -> None:
    assert parameter.minimum is not None
    assert parameter.maximum is not None
    if parameter.minimum <= value <= parameter.maximum:
        changed = with_overrides(ruleset("naspa"), {parameter.name: value})
        assert getattr(changed, parameter.name) == value
    else:
        with pytest.raises(RuleSetError, match=r"ruleset\.value_range"):
            with_overrides(ruleset("naspa"), {parameter.name: value})


def test_the_last_cap_repeats_for_later_rounds() -> None:
    assert [cap_for((200, 700), r) for r in (1, 2, 3, 18)] == [200, 700, 700, 700]


def test_without_caps_no_round_has_one() -> None:
    assert cap_for((), 3) is None
