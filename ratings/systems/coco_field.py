"""A field as the CoCo system sees it: which games it rates, and everybody with what they did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ratings.systems.coco_newcomers import Newcomer, Settled, settle
from ratings.systems.coco_update import LARGEST_DEVIATION, Strength, Update, after_days, update
from ratings.systems.errors import RatingError
from ratings.systems.field import (
    RATING_LIMIT,
    SCORE_LIMIT,
    RatedField,
    RatedGame,
    RatedPlayer,
    checked_players,
)

UNRATED_BELOW = 100
LEAST_DEVIATION = 0.01


class RatedCard(NamedTuple):
    """A player as the system has rated them.

    `old` is the rating before, 0 for unrated. `games` are those that were rated, `opponents` whom
    they met there as used in the sum. `before` is the player, with the inactivity
    since their last event; a newcomer as the sweeps left them. `listed` are all their rounds,
    `career_games` those of the career with them.
    """

    player: RatedPlayer
    old: int
    games: Sequence[RatedGame]
    before: Strength
    opponents: Sequence[Strength]
    update: Update
    settled: Settled | None
    listed: int
    career_games: int

    @property
    def new(self) -> int:
        """The rating after the event; without rated games the one before it."""
        return self.update.new if self.games else self.old

    @property
    def deviation(self) -> float | None:
        """The deviation after it: 150 for a newcomer, unchanged with nothing listed."""
        if not self.listed:
            return self.player.deviation
        return LARGEST_DEVIATION if self.settled else round(self.update.deviation, 2)


class _Card(NamedTuple):
    """A player before being rated; opponents by position, a spread for each of the games."""

    player: RatedPlayer
    old: int
    games: Sequence[RatedGame]
    opponents: Sequence[int]
    spreads: Sequence[int]
    listed: int
    career_games: int


def rated_cards(field: RatedField) -> list[RatedCard]:
    """Return everybody rated, in order of number: newcomers first, then the others against them.

    Raises `RatingError` for a field that is not whole or has scores or deviations out of range.
    """
    players = _checked(field)
    positions = {player.number: position for position, player in enumerate(players)}
    cards = [_card(player, positions) for player in players]
    strengths = [_strength(card) for card in cards]
    settled = _settled(field, cards, positions, strengths)
    for position, end in settled.items():
        strengths[position] = Strength(end.update.new, LARGEST_DEVIATION)
    return [
        _rated(card, strengths[position], strengths, settled.get(position))
        for position, card in enumerate(cards)
    ]


def _card(player: RatedPlayer, positions: dict[int, int]) -> _Card:
    games = [game for game in player.games if game.own_score and game.other_score]
    listed = max(len(player.games), player.listed_games or 0)
    return _Card(
        player=player,
        old=player.rating if player.rating >= UNRATED_BELOW else 0,
        games=games,
        opponents=[positions[game.opponent] for game in games],
        spreads=[(game.own_score or 0) - (game.other_score or 0) for game in games],
        listed=listed,
        career_games=(player.life_games or 0) + listed,
    )


def _strength(card: _Card) -> Strength:
    """Return a player's state before the event; without a deviation it is the largest."""
    deviation = card.player.deviation
    if not card.old or deviation is None:
        return Strength(card.old, LARGEST_DEVIATION)
    return Strength(card.old, after_days(deviation, card.player.idle_days))


def _settled(
    field: RatedField,
    cards: Sequence[_Card],
    positions: dict[int, int],
    strengths: Sequence[Strength],
) -> dict[int, Settled]:
    """Return how the unrated players with rated games end; they are swept as they appeared.

    Players not among the appearances come after those who are.
    """
    appeared = [positions[number] for number in field.appearances if number in positions]
    newcomers = [
        Newcomer(position, card.career_games, card.opponents, card.spreads)
        for position in dict.fromkeys([*appeared, *range(len(cards))])
        if (card := cards[position]).games and not card.old
    ]
    return settle(newcomers, strengths, [card.old for card in cards if card.listed])


def _rated(
    card: _Card, before: Strength, strengths: Sequence[Strength], settled: Settled | None
) -> RatedCard:
    met = [strengths[position] for position in card.opponents]
    done = settled.update if settled else update(before, card.career_games, met, card.spreads)
    return RatedCard(
        player=card.player,
        old=card.old,
        games=card.games,
        before=before,
        opponents=met,
        update=done,
        settled=settled,
        listed=card.listed,
        career_games=card.career_games,
    )


def _checked(field: RatedField) -> list[RatedPlayer]:
    """Return the players in order of number; raise `RatingError` for what cannot be rated."""
    players = checked_players(field)
    scores = {
        (player.number, game.round): (game.own_score, game.other_score)
        for player in players
        for game in player.games
    }
    for player in players:
        number, deviation = player.number, player.deviation
        if deviation is not None and not LEAST_DEVIATION <= deviation <= RATING_LIMIT:
            raise RatingError("player.deviation", player=number, deviation=str(deviation))
        for game in player.games:
            own = game.own_score
            if own is not None and abs(own) > SCORE_LIMIT:
                raise RatingError("game.score", player=number, round=game.round, score=own)
            if scores[(game.opponent, game.round)] != (game.other_score, own):
                place = {"player": number, "round": game.round, "opponent": game.opponent}
                raise RatingError("game.scores", **place)
    return players
