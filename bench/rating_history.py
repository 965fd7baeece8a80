"""Simulated history for the benchmarks of ratings: ten years of events in one growing pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedGame

BEGINS_ON = date(2015, 1, 1)
YEARS = 10
FIRST_PLAYERS = 200
NEWCOMERS = 0.05
OPENS_UNRATED = 0.5
LONG_EVENTS = 0.15
"""The share of events of more than 16 rounds, which NASPA rates in parts."""


class SimulatedEvent(NamedTuple):
    """An event as a list takes it, with the true strengths of its players by their keys."""

    key: str
    event: EventCards
    games: int
    strengths: dict[str, float]


def simulated_history(games: int, seed: int = 1) -> Iterator[SimulatedEvent]:
    """Yields events in order of date, of `games` games or a few more altogether.

    Fields are of 8 to 60 players over 7 to 31 rounds, paired at random; one in twenty has never
    played before, half of them with a rating from somewhere. The better the player of the two, the
    more spread he may expect. The dates are spread over ten years, however many games there are.
    """
    dice = Random(seed)
    strengths = {f"p{number:06}": dice.gauss(1300, 300) for number in range(FIRST_PLAYERS)}
    known = list(strengths)
    days, played, number = YEARS * 365, 0, 0
    while played < games:
        number += 1
        players = 2 * round(dice.triangular(4, 30, 8))
        rounds = dice.randint(17, 31) if dice.random() < LONG_EVENTS else dice.randint(7, 16)
        chosen = dice.sample(known, players)
        for place in range(players):
            if dice.random() < NEWCOMERS:
                chosen[place] = newcomer = f"p{len(known):06}"
                strengths[newcomer] = dice.gauss(1100, 300)
                known.append(newcomer)
        here = {key: strengths[key] for key in chosen}
        held_on = BEGINS_ON + timedelta(days=days * played // games)
        count = players * rounds // 2
        event = _event(here, held_on, rounds, dice)
        yield SimulatedEvent(f"event-{number:06}/A", event, count, here)
        played += count


def games_of(event: EventCards) -> list[tuple[str, str, int]]:
    """Returns each game once, in order of the rounds: the two players, and half wins of the first.

    This is what the loops of other programs are given.
    """
    players = {card.number: card.player for card in event.cards}
    once = (
        (game.round, card.player, players[game.opponent], game.half_wins)
        for card in event.cards
        for game in card.games
        if card.number < game.opponent
    )
    return [(one, two, half_wins) for _, one, two, half_wins in sorted(once)]


def corrected(event: EventCards) -> EventCards:
    """Returns the event with the first decided game of its first player won by the other one."""
    cards = {card.number: card for card in event.cards}
    first = event.cards[0]
    wrong = next(game for game in first.games if game.half_wins != 1)
    for number in (first.number, wrong.opponent):
        card = cards[number]
        games = (_turned(game) if game.round == wrong.round else game for game in card.games)
        cards[number] = EventCard(*card[:-1], tuple(games))
    return replace(event, cards=tuple(cards.values()))


def _turned(game: RatedGame) -> RatedGame:
    return RatedGame(
        game.round, game.opponent, 2 - game.half_wins, game.other_score, game.own_score
    )


def _event(here: dict[str, float], held_on: date, rounds: int, dice: Random) -> EventCards:
    values = [0.0, *here.values()]
    games: list[list[RatedGame]] = [[] for _ in values]
    order = list(range(1, len(values)))
    for round_number in range(1, rounds + 1):
        dice.shuffle(order)
        for one, two in zip(order[::2], order[1::2], strict=True):
            lead = (values[one] - values[two]) / 5
            score = round(400 + lead / 2 + dice.normalvariate(0, 60))
            other = round(400 - lead / 2 + dice.normalvariate(0, 60))
            credit = 1 + (score > other) - (score < other)
            games[one].append(RatedGame(round_number, two, credit, score, other))
            games[two].append(RatedGame(round_number, one, 2 - credit, other, score))
    cards = tuple(
        EventCard(
            player=key,
            number=number,
            rating=0 if dice.random() < OPENS_UNRATED else max(300, round(strength)),
            life_games=None,
            listed=rounds,
            games=tuple(games[number]),
        )
        for number, (key, strength) in enumerate(here.items(), start=1)
    )
    return EventCards(held_on, rounds, cards)
