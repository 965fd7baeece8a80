"""The handicap table of a season, in parallel to its own: by net scores, and handicap ratings.

Every game of two that the season knows counts in it, because two of one rating begin with nothing
and are rated all the same. It changes neither the season's table nor its ratings nor any record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from clubs.seasons.tables.games import SeasonGame, SeasonNight
from clubs.seasons.tables.handicaps import (
    NSW_HANDICAP,
    HandicapRules,
    moved_ratings,
    net_result,
)
from clubs.seasons.tables.rules import SeasonRules


@dataclass(frozen=True, slots=True)
class HandicapRow:
    """A player in the handicap table; `rank` is None below the minimum of games.

    `half_wins` and `spread` are those of net scores, `rating` is the one from which the points
    starts of the next night follow.
    """

    rank: int | None
    player: str
    games: int
    half_wins: int
    spread: int
    rating: int


@dataclass
class _Sums:
    half_wins: list[int] = field(default_factory=list)
    spread: int = 0


def has_handicaps(nights: Iterable[SeasonNight]) -> bool:
    """Returns whether somebody began with points on one of these nights."""
    return any(game.handicapped for night in nights for game in night.games)


def handicap_table(
    nights: Iterable[SeasonNight],
    rules: SeasonRules,
    *,
    begun: Mapping[str, int],
    handicaps: HandicapRules = NSW_HANDICAP,
    listed: Callable[[str], bool] = lambda _: True,
) -> tuple[HandicapRow, ...]:
    """Returns the rows of a season's nights, best first; ratings go on from the `begun` ones.

    Only who is `listed` has a row. More net wins by games rank first, then more wins, then the
    higher net spread; who has fewer games than the season asks for is listed last.
    """
    in_order = sorted(nights, key=lambda night: night.moment)
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for night in in_order:
        for game in _counted(night, rules):
            _add(sums, game, handicaps)
    ratings = handicap_ratings(in_order, rules, begun=begun, handicaps=handicaps)
    rows = [
        HandicapRow(
            None, player, len(one.half_wins), sum(one.half_wins), one.spread, ratings[player]
        )
        for player, one in sums.items()
        if listed(player)
    ]
    enough = [row for row in rows if row.games >= rules.minimum_games]
    few = [row for row in rows if row.games < rules.minimum_games]
    ranked: list[HandicapRow] = []
    for _, group in groupby(sorted(enough, key=_in_order), key=_order):
        rank = len(ranked) + 1
        ranked += [
            HandicapRow(rank, row.player, row.games, row.half_wins, row.spread, row.rating)
            for row in group
        ]
    return *ranked, *sorted(few, key=_in_order)


def handicap_ratings(
    nights: Iterable[SeasonNight],
    rules: SeasonRules,
    *,
    begun: Mapping[str, int],
    handicaps: HandicapRules = NSW_HANDICAP,
) -> dict[str, int]:
    """Returns the handicap ratings after these nights, moved at the end of each of them."""
    ratings = dict(begun)
    for night in sorted(nights, key=lambda night: night.moment):
        outcomes = [
            (side.player, credit)
            for game in _counted(night, rules)
            for side, credit in zip(game.sides, game.credits, strict=True)
        ]
        ratings = moved_ratings(ratings, outcomes, handicaps)
    return ratings


def _counted(night: SeasonNight, rules: SeasonRules) -> Iterable[SeasonGame]:
    for game in night.in_order:
        counts = game.rated or game.handicapped or rules.counts_unrated
        if counts and not game.is_three_handed:
            yield game


def _add(sums: dict[str, _Sums], game: SeasonGame, handicaps: HandicapRules) -> None:
    one, two = game.sides
    spread = 0
    if one.score is not None and two.score is not None:
        spread = net_result(one.score, two.score, game.starts, handicaps).spread
    for side, credit, margin in zip(game.sides, game.credits, (spread, -spread), strict=True):
        sums[side.player].half_wins.append(credit)
        sums[side.player].spread += margin


def _order(row: HandicapRow) -> tuple[Fraction, int, int]:
    return -Fraction(row.half_wins, 2 * row.games), -row.half_wins, -row.spread


def _in_order(row: HandicapRow) -> tuple[tuple[Fraction, int, int], str]:
    return _order(row), row.player
