"""The input and output of a rating system: players with their rated games, and their records."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from ratings.systems.errors import RatingError

RATING_LIMIT = 20_000
"""Twice what lists and entries may contain, so that everybody who was accepted can be rated."""

SCORE_LIMIT = 10_000
"""No game has ever seen a tenth of this score, of either sign."""


class RatedGame(NamedTuple):
    """One game of a player that counts for ratings, seen from their side.

    `half_wins` is the player's credit: 2 for a win, 1 for a tie, 0 for a loss. It is given and not
    computed from scores, because a director may rule an outcome that the scores do not show. Byes,
    forfeits and missed rounds are not games. The scores are None where a system without need of
    them is asked.
    """

    round: int
    opponent: int
    half_wins: int
    own_score: int | None = None
    other_score: int | None = None


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player with their games.

    `rating` 0 is unrated; `life_games` are those before this event, None if unknown. `deviation`
    is the one after their last event, None without one; `idle_days` have passed since then.
    `listed_games` also counts byes and forfeits of this event, None for as many as `games`.
    """

    number: int
    rating: int
    life_games: int | None
    games: tuple[RatedGame, ...]
    deviation: float | None = None
    idle_days: int = 0
    listed_games: int | None = None


@dataclass(frozen=True, slots=True)
class RatedField:
    """All players of a division, in any order, and the rounds scheduled, played or not.

    `appearances` are the numbers of the players in the order in which they first appear in the
    results, for systems that follow it; empty for the order of their numbers.
    """

    players: tuple[RatedPlayer, ...]
    scheduled_rounds: int
    appearances: tuple[int, ...] = ()


class RatingChange(NamedTuple):
    """The effect of one event on the rating of one player.

    `old` and `new` are ratings, 0 for unrated; `half_wins` counts 2 for a win and 1 for a tie.
    `expected` are the wins that the system expected, in whole wins. `performance` is the rating
    that would have expected just the wins that were made (the spreads, where spreads rate), None
    without games. `old_deviation` is
    the one with which the event was begun, `deviation` the one after it, None where the system has
    none. `career_games` are those after the event, None while unknown.
    """

    number: int
    old: int
    new: int
    games: int
    half_wins: int
    expected: float
    performance: int | None
    deviation: float | None = None
    old_deviation: float | None = None
    career_games: int | None = None


def checked_players(field: RatedField) -> list[RatedPlayer]:
    """Return the players in order of number, their games by round, once the field is whole.

    Raises `RatingError` for the fault of the lowest number: a number, rating or count out of range,
    a number used twice, or a game that its opponent does not show in the same round with the rest
    of the credit.
    """
    if field.scheduled_rounds < 0:
        raise RatingError("rounds.range", rounds=field.scheduled_rounds)
    players = sorted(field.players, key=attrgetter("number"))
    last = 0
    for player in players:
        _check_player(player)
        if player.number == last:
            raise RatingError("player.duplicate", player=last)
        last = player.number
    if _games_agree(players, field.scheduled_rounds):
        return players
    cards = {player.number: {game.round: game for game in player.games} for player in players}
    for player in players:
        _check_games(player, cards, field.scheduled_rounds)
    return [replace(player, games=tuple(sorted(player.games))) for player in players]


def _games_agree(players: Sequence[RatedPlayer], scheduled_rounds: int) -> bool:
    """Return whether the games of players of different numbers are whole and in order of round.

    Most are, and this takes half as long as finding out what is wrong. Players come in order of
    number: the lower number of a game announces it to the higher, who must show all that was
    announced to them and nothing else. An announcement is four times the number, plus the credit: a
    whole number is made faster than a pair.
    """
    announced: dict[int, dict[int, int]] = {player.number: {} for player in players}
    try:
        for player in players:
            number = player.number
            owed = announced[number]
            last_round = 0
            for round_, opponent, half_wins, _, _ in player.games:
                if round_ <= last_round or not 0 <= half_wins <= 2:
                    return False
                last_round = round_
                if opponent > number:
                    announced[opponent][round_] = 4 * number + half_wins
                elif owed.pop(round_) != 4 * opponent + 2 - half_wins:
                    return False
            if owed or last_round > scheduled_rounds:
                return False
    except KeyError:  # nobody has the opponent's number, or they do not show the game
        return False
    return True


def _check_player(player: RatedPlayer) -> None:
    """Raise `RatingError` unless the numbers of the player are possible."""
    if player.number < 1:
        raise RatingError("player.number", player=player.number)
    if abs(player.rating) > RATING_LIMIT:
        raise RatingError("player.rating", player=player.number, rating=player.rating)
    if player.life_games is not None and player.life_games < 0:
        raise RatingError("player.life_games", player=player.number, life_games=player.life_games)


def _check_games(
    player: RatedPlayer, cards: dict[int, dict[int, RatedGame]], scheduled_rounds: int
) -> None:
    """Raise `RatingError` unless every game has its other half on the opponent's card."""
    number = player.number
    if len(cards[number]) != len(player.games):
        raise RatingError("game.twice", player=number, round=_round_played_twice(player))
    for game in player.games:
        card = cards.get(game.opponent)
        if card is not None:
            mirror = card.get(game.round)
            if (
                mirror is not None
                and mirror.opponent == number != game.opponent
                and mirror.half_wins + game.half_wins == 2
                and 0 <= game.half_wins <= 2
                and 1 <= game.round <= scheduled_rounds
            ):
                continue
        raise _fault(number, game, card, scheduled_rounds)


def _round_played_twice(player: RatedPlayer) -> int:
    rounds = sorted(game.round for game in player.games)
    return next(here for here, after in pairwise(rounds) if here == after)


def _fault(
    number: int, game: RatedGame, card: dict[int, RatedGame] | None, scheduled_rounds: int
) -> RatingError:
    """Return the error that says what is wrong with a game of player `number`."""
    place: dict[str, int | str] = {
        "player": number,
        "round": game.round,
        "opponent": game.opponent,
    }
    if not 1 <= game.round <= scheduled_rounds:
        return RatingError("game.round", rounds=scheduled_rounds, **place)
    if game.opponent == number:
        return RatingError("game.self", **place)
    if not 0 <= game.half_wins <= 2:
        return RatingError("game.credit", half_wins=game.half_wins, **place)
    if card is None:
        return RatingError("game.opponent", **place)
    mirror = card.get(game.round)
    if mirror is None or mirror.opponent != number:
        return RatingError("game.mirror", **place)
    return RatingError("game.credits", **place)


class RatedRecord(NamedTuple):
    """A player's rated games in some rounds: the opponents' numbers, and the credit of all."""

    opponents: Sequence[int]
    half_wins: int


def records_by_part(
    parts: Sequence[range], players: Sequence[RatedPlayer]
) -> list[dict[int, RatedRecord]]:
    """Return for each part of an event the records of the players with games in it, by number.

    The games must be in order of round.
    """
    records: list[dict[int, RatedRecord]] = [{} for _ in parts]
    for player in players:
        if not player.games:
            continue
        rounds, opponents, half_wins, _, _ = zip(*player.games, strict=True)
        for part, there in zip(parts, records, strict=True):
            begin, end = bisect_left(rounds, part.start), bisect_left(rounds, part.stop)
            if begin < end:
                there[player.number] = RatedRecord(opponents[begin:end], sum(half_wins[begin:end]))
    return records


def games_in(rounds: range, player: RatedPlayer) -> list[RatedGame]:
    """Return the player's games of these rounds."""
    first, last = rounds.start, rounds.stop
    return [game for game in player.games if first <= game.round < last]
