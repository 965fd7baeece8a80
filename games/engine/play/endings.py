"""The endings of a game and its outcome. Everything is for two to four players.

Points are whole numbers and may be negative; racks are given by what their tiles are worth, in the
order of the players. Source: rules.md section 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.rulesets import RuleSet


class Ending(StrEnum):
    """The reason why a game is over."""

    OUT = "out"
    SCORELESS = "scoreless"
    OVERTIME = "overtime"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True)
class GameEnding:
    """The outcome of a game, apart from how it was scored.

    `half_wins` are 2 for a win, 1 for each who shares the highest score, 0 for a loss. `spreads`
    are what each of two players is awarded, empty with more; the winner's can be negative where a
    challenge decided the game.
    """

    ending: Ending
    scores: tuple[int, ...]
    half_wins: tuple[int, ...]
    spreads: tuple[int, ...]


def run_after(rules: RuleSet, run: int, turn: str) -> int:
    """Returns how many scoreless turns there are in a row after one more turn without points.

    `run` is how many there were, `turn` one of `rulesets.SCORELESS_TURNS`. A turn that the rule set
    does not count as scoreless breaks the row, as a play with points does.
    """
    return run + 1 if turn in rules.scoreless_counts else 0


def may_end_scoreless(rules: RuleSet, run: int) -> bool:
    """Whether a player may end the game: nobody has to, and the row may grow longer."""
    return run >= rules.scoreless_limit


def out_points(rules: RuleSet, values: Sequence[int], out: int) -> tuple[int, ...]:
    """Returns the change of each player's score when player `out` has gone out.

    Twice what the others hold for who went out, or what they hold for them and off each of them.
    """
    others = sum(values) - values[out]
    if rules.end_bonus == "plus_minus":
        return tuple(others if n == out else -value for n, value in enumerate(values))
    return tuple(2 * others if n == out else 0 for n in range(len(values)))


def scoreless_points(rules: RuleSet, values: Sequence[int]) -> tuple[int, ...]:
    """Returns the change of each player's score when a game ends without an out-play."""
    times = 1 if rules.stalemate_penalty == "own_rack_once" else 0
    return tuple(-times * value for value in values)


def by_score(ending: Ending, scores: Sequence[int]) -> GameEnding:
    """Returns the outcome by the higher score. A tie is half a win each; no other score counts."""
    best = max(scores)
    winners = [n for n, score in enumerate(scores) if score == best]
    return _outcome(ending, scores, winners, _spreads(scores))


def lost_on_time(rules: RuleSet, scores: Sequence[int], loser: int) -> GameEnding:
    """Returns the outcome of a game that `loser` lost at the overtime limit, whatever the score.

    Of two players the margin is the rule set's least one, or the actual deficit where that is
    larger. Of more, the best of the others wins.
    """
    others = [score for n, score in enumerate(scores) if n != loser]
    winners = [n for n, score in enumerate(scores) if n != loser and score == max(others)]
    margin = max(rules.overtime_limit_margin, max(others) - scores[loser])
    spreads = tuple(-margin if n == loser else margin for n in range(2))
    return _outcome(Ending.OVERTIME, scores, winners, spreads if len(scores) == 2 else ())


def decided(scores: Sequence[int], winner: int) -> GameEnding:
    """Returns the outcome of a game that a challenge decided; the scores stay as they are."""
    return _outcome(Ending.CHALLENGE, scores, [winner], _spreads(scores))


def _outcome(
    ending: Ending, scores: Sequence[int], winners: Sequence[int], spreads: tuple[int, ...]
) -> GameEnding:
    worth = 2 if len(winners) == 1 else 1
    half_wins = tuple(worth if n in winners else 0 for n in range(len(scores)))
    return GameEnding(ending, tuple(scores), half_wins, spreads)


def _spreads(scores: Sequence[int]) -> tuple[int, ...]:
    return (scores[0] - scores[1], scores[1] - scores[0]) if len(scores) == 2 else ()
