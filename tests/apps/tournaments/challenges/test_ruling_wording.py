"""The effect of a ruling in words: every rule with every verdict, by pure functions."""

from __future__ import annotations

from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

from games.engine.play.challenges import effect_of, rule_of
from games.engine.rulesets import RULESETS, RuleSet, ruleset, with_overrides
from tournaments.challenges.wording import effect_words
from tournaments.kernel.wording.challenge_rules import hold_words, rule_words, rules_line

RULES = st.builds(
    lambda kind, points, per, direction: with_overrides(
        ruleset("naspa"),
        {
            "challenge_type": kind,
            "challenge_points": points,
            "challenge_per": per,
            "challenge_direction": direction,
        },
    ),
    st.sampled_from(["double", "single", "points", "triple"]),
    st.integers(0, 20),
    st.sampled_from(["word", "play"]),
    st.sampled_from(["bonus_to_player", "debit_challenger"]),
)


def told(rules: RuleSet, *, acceptable: bool, words: int = 1, score: int = 0) -> str:
    effect = effect_of(rules, acceptable=acceptable, words=words, play_score=score)
    return effect_words(asdict(effect), player="ADA", challenger="BEA")


@given(rules=RULES, words=st.integers(1, 8), score=st.integers(0, 400))
def test_a_good_play_stands_and_costs_who_challenged_it_at_most(
    rules: RuleSet, words: int, score: int
) -> None:
    said = told(rules, acceptable=True, words=words, score=score)
    assert said.startswith("The play stands")
    assert ("BEA loses the next turn" in said) == (rules.challenge_type == "double")
    assert ("ADA wins the game" in said) == (rules.challenge_type == "triple")
    is_counted = rules.challenge_type == "points" and rules.challenge_points > 0
    assert ("point" in said) == is_counted
    if is_counted:
        points = rules.challenge_points * (words if rules.challenge_per == "word" else 1)
        assert f" {points} point" in said
        assert ("ADA gets" in said) == (rules.challenge_direction == "bonus_to_player")
    assert ("costs nothing" in said) == (
        rules.challenge_type == "single" or (rules.challenge_type == "points" and not is_counted)
    )


@given(rules=RULES, score=st.integers(0, 400))
def test_a_phoney_goes_back_whatever_the_rule(rules: RuleSet, score: int) -> None:
    said = told(rules, acceptable=False, score=score)
    lost = f"loses the {score} point" if score else "scores 0 for the turn"
    assert said.startswith(f"The tiles go back to ADA, who {lost}")
    assert ("BEA wins the game" in said) == (rules.challenge_type == "triple")


def test_every_rule_set_tells_its_rule_and_its_hold_in_a_sentence() -> None:
    for rules in RULESETS.values():
        line = rules_line(rules)
        assert line == f"{rule_words(rule_of(rules))} {hold_words(rules)}"
        assert line.endswith(".")
        assert "None" not in line


def test_one_point_is_no_points() -> None:
    one = with_overrides(ruleset("naspa"), {"challenge_type": "points", "challenge_points": 1})
    assert told(one, acceptable=True) == "The play stands; ADA gets 1 point."
