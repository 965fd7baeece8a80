"""The outcome of a challenge under every challenge rule."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from games.engine.play.challenges import Effect, effect_of, rule_of
from games.engine.play.errors import MoveError
from games.engine.rulesets import RuleSet, ruleset, with_overrides


def rules(**overrides: object) -> RuleSet:
    return with_overrides(ruleset("naspa"), overrides)


@pytest.mark.parametrize("kind", ["double", "single", "points"])
def test_a_phoney_goes_back_to_the_rack_and_its_player_scores_nothing_for_the_turn(
    kind: str,
) -> None:
    effect = effect_of(rules(challenge_type=kind), acceptable=False, words=1, play_score=76)
    assert effect == Effect(
        acceptable=False,
        tiles_back=True,
        score_taken=76,
        turn_lost_by="player",
        scoreless_turns=1,
    )


def test_a_failed_double_challenge_costs_the_next_turn_which_counts_as_scoreless() -> None:
    effect = effect_of(rules(), acceptable=True, words=3, play_score=20)
    assert effect == Effect(acceptable=True, turn_lost_by="challenger", scoreless_turns=1)


def test_a_lost_turn_counts_as_scoreless_only_where_the_rule_set_counts_it() -> None:
    only_passes = rules(scoreless_counts=["pass"])
    assert effect_of(only_passes, acceptable=True, words=1, play_score=9).scoreless_turns == 0
    assert effect_of(only_passes, acceptable=False, words=1, play_score=9).scoreless_turns == 0


def test_a_failed_single_challenge_costs_nothing() -> None:
    effect = effect_of(rules(challenge_type="single"), acceptable=True, words=1, play_score=9)
    assert effect == Effect(acceptable=True)


@pytest.mark.parametrize(
    ("points", "per", "words", "expected"),
    [(5, "word", 1, 5), (5, "word", 3, 15), (5, "play", 3, 5), (10, "word", 2, 20)],
)
def test_a_failed_points_challenge_gives_points_for_each_word_or_for_the_play(
    points: int, per: str, words: int, expected: int
) -> None:
    to_player = rules(challenge_type="points", challenge_points=points, challenge_per=per)
    effect = effect_of(to_player, acceptable=True, words=words, play_score=30)
    assert (effect.points, effect.points_to, effect.turn_lost_by) == (expected, "player", "")
    debit = with_overrides(to_player, {"challenge_direction": "debit_challenger"})
    effect = effect_of(debit, acceptable=True, words=words, play_score=30)
    assert (effect.points, effect.points_to) == (-expected, "challenger")


@pytest.mark.parametrize(("acceptable", "winner"), [(True, "player"), (False, "challenger")])
def test_a_triple_challenge_decides_the_game_even_when_the_play_went_out(
    acceptable: bool, winner: str
) -> None:
    triple = rules(challenge_type="triple")
    effect = effect_of(triple, acceptable=acceptable, words=1, play_score=9, went_out=True)
    assert effect.decided_for == winner
    assert not effect.game_goes_on


def test_a_phoney_that_went_out_did_not_end_the_game() -> None:
    for key in ("naspa", "wespa", "club"):
        effect = effect_of(ruleset(key), acceptable=False, words=1, play_score=9, went_out=True)
        assert effect.game_goes_on
        effect = effect_of(ruleset(key), acceptable=True, words=1, play_score=9, went_out=True)
        assert not effect.game_goes_on


def test_where_illegal_plays_cannot_be_made_one_is_as_if_it_had_not_been_made() -> None:
    void = rules(challenge_type="void")
    effect = effect_of(void, acceptable=False, words=1, play_score=9)
    assert effect == Effect(acceptable=False, tiles_back=True, score_taken=9)
    assert effect_of(void, acceptable=True, words=1, play_score=9) == Effect(acceptable=True)


def test_a_challenge_names_at_least_one_word() -> None:
    with pytest.raises(MoveError) as caught:
        effect_of(rules(), acceptable=True, words=0, play_score=9)
    assert (caught.value.code, caught.value.params) == ("challenge.words", {"words": 0})


def test_the_rule_is_kept_as_plain_values_and_points_only_where_they_count() -> None:
    assert asdict(rule_of(ruleset("wespa"))) == {
        "type": "points",
        "points": 5,
        "per": "word",
        "direction": "bonus_to_player",
    }
    assert rule_of(ruleset("naspa")).points == 0
