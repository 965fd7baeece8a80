"""Handicap starts of a club: points before the game for the lower rated, from ratings of its own.

Source: the club handicap of New South Wales. Everybody begins at 1200, a win moves a rating up by
20 and a loss down by 20 at the end of the night, and the lower rated of two starts with a tenth of
what lies between them. A handicap is for the club's table of handicap games alone: ratings and
records go by the raw scores, and handicapped games are no part of either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from core.errors import UserError
from core.phrases import phrase

SpreadBy = Literal["net", "raw"]


@dataclass(frozen=True, slots=True)
class HandicapRules:
    """The numbers of a club's handicap. Raises UserError `handicap.range` (field).

    `share` is what part of the difference in handicap ratings the lower rated starts with, rounded
    down to whole points, up to `most` where there is a limit. `spread_by` says whether the spread
    of a handicapped game is the net or the raw one.
    """

    begins_at: int = 1200
    win: int = 20
    loss: int = -20
    share: Fraction = Fraction(1, 10)
    most: int | None = None
    spread_by: SpreadBy = "net"

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise _out_of_range("share", phrase("The share of a handicap goes from 0 to 1."))
        if self.win < 0:
            raise _out_of_range("win", phrase("A win cannot lower a handicap rating."))
        if self.loss > 0:
            raise _out_of_range("loss", phrase("A loss cannot raise a handicap rating."))
        if self.most is not None and self.most < 0:
            raise _out_of_range("most", phrase("A points start cannot be below 0."))


NSW_HANDICAP = HandicapRules()


@dataclass(frozen=True, slots=True)
class NetResult:
    """A handicapped game: the scores with the starts, and what is derived from them.

    `half_wins` are those of player one and two, 2 for a win and 1 for a tie; `spread` is that of
    player one, net or raw as the rules say.
    """

    net_one: int
    net_two: int
    half_wins: tuple[int, int]
    spread: int


def points_start(one: int, two: int, rules: HandicapRules = NSW_HANDICAP) -> tuple[int, int]:
    """Returns with how many points each of two handicap ratings starts; one of them is always 0."""
    points = int(abs(one - two) * rules.share)
    if rules.most is not None:
        points = min(points, rules.most)
    return (points, 0) if one < two else (0, points)


def net_result(
    score_one: int,
    score_two: int,
    starts: tuple[int, int],
    rules: HandicapRules = NSW_HANDICAP,
) -> NetResult:
    """Returns the result of a game by its raw scores and the points starts of both."""
    net_one, net_two = score_one + starts[0], score_two + starts[1]
    net = net_one - net_two
    credit = 1 + (net > 0) - (net < 0)
    spread = net if rules.spread_by == "net" else score_one - score_two
    return NetResult(net_one, net_two, (credit, 2 - credit), spread)


def moved_ratings(
    ratings: Mapping[str, int],
    outcomes: Iterable[tuple[str, int]],
    rules: HandicapRules = NSW_HANDICAP,
) -> dict[str, int]:
    """Returns the handicap ratings after a night, by player, of all who had one or played.

    `outcomes` are the players with the half wins of each of their games, in any order: the ratings
    move at the end of the night, so that every start of it is counted from the same ones. A tie
    moves nothing. Raises UserError `handicap.half_wins` for what is neither 0, 1 nor 2.
    """
    moves: Counter[str] = Counter()
    move_of = {2: rules.win, 1: 0, 0: rules.loss}
    for player, half_wins in outcomes:
        if half_wins not in move_of:
            sentence = phrase("A game is a loss, a tie or a win: 0, 1 or 2 half wins.")
            raise UserError(sentence, code="handicap.half_wins", field="half_wins")
        moves[player] += move_of[half_wins]
    return {
        player: ratings.get(player, rules.begins_at) + moves[player]
        for player in sorted({*ratings, *moves})
    }


def _out_of_range(field: str, sentence: str) -> UserError:
    return UserError(sentence, code="handicap.range", field=field)
