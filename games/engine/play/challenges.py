"""The outcome of a challenge under a rule set, once the judge has ruled on it.

A challenge is to a play. The challenger names any of the play's words, all of them are judged
together, and the answer is one bit. Nothing here looks a word up. Source: rules.md section 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.play.errors import MoveError
from games.engine.rulesets import RuleSet

Side = Literal["player", "challenger", ""]
"""One of the two sides of a challenge: who made the play, or who challenged it; '' is neither."""


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """The challenge rule of a rule set in plain values, as a ruling keeps it.

    `points`, `per` and `direction` mean something with the type `points` only; `points` is 0 with
    any other.
    """

    type: str
    points: int
    per: str
    direction: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a ruling on the game.

    `tiles_back` says that the play is taken off the board and its tiles go back to the rack;
    `score_taken` are the points that the player then loses again. `turn_lost_by` made this turn
    for nothing (the player) or misses the next one (the challenger). `points` are signed and an
    event of their own for `points_to`, never part of the play's score. `scoreless_turns` is how
    many scoreless turns the ruling adds to those in a row. `game_goes_on` says that a play that
    went out did not end the game after all. `decided_for` has won the game, whatever the score.
    """

    acceptable: bool
    tiles_back: bool = False
    score_taken: int = 0
    turn_lost_by: Side = ""
    points: int = 0
    points_to: Side = ""
    scoreless_turns: int = 0
    game_goes_on: bool = False
    decided_for: Side = ""


def rule_of(rules: RuleSet) -> ChallengeRule:
    """Returns the challenge rule of `rules` as plain values for storing."""
    points = rules.challenge_points if rules.challenge_type == "points" else 0
    return ChallengeRule(
        rules.challenge_type, points, rules.challenge_per, rules.challenge_direction
    )


def effect_of(
    rules: RuleSet, *, acceptable: bool, words: int, play_score: int, went_out: bool = False
) -> Effect:
    """Returns the effect of a challenge to a play, `words` of whose words were challenged.

    `play_score` are the points of the play, with the bingo; `went_out` says that it emptied the
    rack with the bag empty. Raises MoveError `challenge.words` where no word was challenged. Under
    `void` an illegal play cannot be made: if one is ruled on all the same, it is taken back as if
    it had not been made, and the player moves again.
    """
    if words < 1:
        raise MoveError("challenge.words", words=words)
    if acceptable:
        return _failed(rules, words)
    counted = rules.challenge_type != "void"
    return Effect(
        acceptable=False,
        tiles_back=True,
        score_taken=play_score,
        turn_lost_by="player" if counted else "",
        scoreless_turns=int(counted and "phony_removed" in rules.scoreless_counts),
        game_goes_on=went_out and rules.challenge_type != "triple",
        decided_for="challenger" if rules.challenge_type == "triple" else "",
    )


def _failed(rules: RuleSet, words: int) -> Effect:
    """Returns the effect of a challenge when every word challenged is good."""
    if rules.challenge_type == "double":
        counted = "lost_turn_by_failed_challenge" in rules.scoreless_counts
        return Effect(acceptable=True, turn_lost_by="challenger", scoreless_turns=int(counted))
    if rules.challenge_type == "points":
        points = rules.challenge_points * (words if rules.challenge_per == "word" else 1)
        if rules.challenge_direction == "debit_challenger":
            return Effect(acceptable=True, points=-points, points_to="challenger")
        return Effect(acceptable=True, points=points, points_to="player")
    if rules.challenge_type == "triple":
        return Effect(acceptable=True, decided_for="player")
    return Effect(acceptable=True)
