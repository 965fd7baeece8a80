"""The ratings that would follow if games still to come ended in a given way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatedGame, RatedPlayer, RatingChange
from ratings.systems.registry import RatingSystem
from ratings.systems.steps import spread_of

WIN, TIE, LOSS = 2, 1, 0
SPREADS = (150, 50, 0, -50, -150)
"""The spreads that are shown where spreads rate, the best first."""

WIDEST_SPREAD = 600
"""Points; no larger spread is considered."""

_LOSER_SCORE = 400


class WhatIfOutcome(NamedTuple):
    """One way in which a game can end, and what it would do. `spread` None where wins rate."""

    half_wins: int
    spread: int | None
    change: RatingChange


def game_with_credit(round_number: int, opponent: int, half_wins: int) -> RatedGame:
    """Return a game of which only the credit is assumed."""
    return RatedGame(round_number, opponent, half_wins)


def game_with_spread(round_number: int, opponent: int, spread: int) -> RatedGame:
    """Return a game that ends with this spread of the player's; its credit follows."""
    credit = 1 + (spread > 0) - (spread < 0)
    own, other = _LOSER_SCORE + max(spread, 0), _LOSER_SCORE + max(-spread, 0)
    return RatedGame(round_number, opponent, credit, own, other)


def with_games(field: RatedField, number: int, games: Sequence[RatedGame]) -> RatedField:
    """Return the field after player `number` has played these games too.

    `games` are seen from one side and written on both cards; they count among the listed games, and
    who appears in them first appears last in the order of appearances. Raises `RatingError`
    "player.unknown" where nobody has the number.
    """
    if all(player.number != number for player in field.players):
        raise RatingError("player.unknown", player=number)
    added: dict[int, list[RatedGame]] = {number: list(games)}
    for game in games:
        mirror = RatedGame(game.round, number, 2 - game.half_wins, game.other_score, game.own_score)
        added.setdefault(game.opponent, []).append(mirror)
    return replace(
        field,
        players=tuple(_with(player, added.get(player.number, ())) for player in field.players),
        appearances=_appearances(field, number, games),
    )


def what_if(
    system: RatingSystem, field: RatedField, number: int, games: Sequence[RatedGame]
) -> RatingChange:
    """Return the change of player `number` if they had played these games too.

    Games of others that are still to come are left out. A better result never gives a lower rating
    where all are rated, but for one case: in the NASPA system a win also takes from what an
    accelerating opponent gives back, for every game with them, which outweighs it after seven
    meetings in one segment. Raises what `with_games` and the system raise.
    """
    changes = system.rate(with_games(field, number, games))
    return next(change for change in changes if change.number == number)


def outcomes(
    system: RatingSystem,
    field: RatedField,
    number: int,
    *,
    round_number: int,
    opponent: int,
    spreads: Sequence[int] = SPREADS,
) -> tuple[WhatIfOutcome, ...]:
    """Return the possible outcomes of a game for player `number`, the best result first.

    Win, tie and loss where wins alone rate; the `spreads` where spreads do.
    """
    if system.needs_scores:
        games = [game_with_spread(round_number, opponent, spread) for spread in spreads]
    else:
        games = [game_with_credit(round_number, opponent, credit) for credit in (WIN, TIE, LOSS)]
    return tuple(
        WhatIfOutcome(game.half_wins, spread_of(game), what_if(system, field, number, (game,)))
        for game in games
    )


def least_spread(
    system: RatingSystem,
    field: RatedField,
    number: int,
    *,
    round_number: int,
    opponent: int,
    target: int,
    known: Sequence[WhatIfOutcome] = (),
) -> int | None:
    """Return the least spread with which player `number` reaches the rating `target`.

    None where no spread up to `WIDEST_SPREAD` does, or where the worst loss does. `known` outcomes
    narrow the search.
    """

    def reached(spread: int) -> bool:
        game = game_with_spread(round_number, opponent, spread)
        return what_if(system, field, number, (game,)).new >= target

    seen = {o.spread: o.change.new >= target for o in known if o.spread is not None}
    low = max((s for s, enough in seen.items() if not enough), default=-WIDEST_SPREAD)
    high = min((s for s, enough in seen.items() if enough), default=WIDEST_SPREAD)
    if (low not in seen and reached(low)) or (high not in seen and not reached(high)):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if reached(middle):
            high = middle
        else:
            low = middle
    return high


def _with(player: RatedPlayer, games: Sequence[RatedGame]) -> RatedPlayer:
    """Return the player with more games, which are listed as well."""
    if not games:
        return player
    listed = player.listed_games
    return replace(
        player,
        games=(*player.games, *games),
        listed_games=None if listed is None else listed + len(games),
    )


def _appearances(field: RatedField, number: int, games: Sequence[RatedGame]) -> tuple[int, ...]:
    """Return the order of appearances after the games; empty stays empty."""
    if not field.appearances:
        return ()
    order = dict.fromkeys([*field.appearances, number, *(game.opponent for game in games)])
    return tuple(order)
