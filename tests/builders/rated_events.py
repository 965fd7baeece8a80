"""Invented events as a rating list takes them: players of known strength, paired at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedGame


@dataclass(frozen=True, slots=True)
class Invented:
    """An invented event: its key in the list, its cards, and the players' names."""

    key: str
    event: EventCards
    names: tuple[str, ...]


def invented_history(
    events: int,
    *,
    players: int = 60,
    field: int = 12,
    rounds: int = 8,
    seed: int = 1,
    begins_on: date = date(2015, 1, 3),
    every_days: int = 7,
) -> Iterator[Invented]:
    """Yields so many events in order of date, each with `field` of the players.

    Most players are rated when they first come, every tenth is not. Odd rounds leave one out when
    `field` is odd.
    """
    dice = Random(seed)
    strengths = {f"p{number:05}": dice.gauss(1300, 300) for number in range(1, players + 1)}
    for number in range(events):
        held_on = begins_on + timedelta(days=every_days * number)
        chosen = dice.sample(list(strengths), field)
        event = _event(chosen, strengths, held_on, rounds, dice)
        yield Invented(f"event-{number:05}/A", event, tuple(f"Player {key}" for key in chosen))


def _event(
    chosen: Sequence[str], strengths: dict[str, float], held_on: date, rounds: int, dice: Random
) -> EventCards:
    games: dict[int, list[RatedGame]] = {number: [] for number in range(1, len(chosen) + 1)}
    for round_number in range(1, rounds + 1):
        order = dice.sample(list(games), len(games))
        for one, two in zip(order[::2], order[1::2], strict=False):
            lead = (strengths[chosen[one - 1]] - strengths[chosen[two - 1]]) / 5
            score = max(150, round(dice.gauss(400 + lead / 2, 60)))
            other = max(150, round(dice.gauss(400 - lead / 2, 60)))
            credit = 1 + (score > other) - (score < other)
            games[one].append(RatedGame(round_number, two, credit, score, other))
            games[two].append(RatedGame(round_number, one, 2 - credit, other, score))
    cards = tuple(
        EventCard(
            player=key,
            number=number,
            rating=0 if key.endswith("7") else max(300, round(strengths[key])),
            life_games=None if key.endswith("3") else 200 if key.endswith("5") else 20,
            listed=len(games[number]),
            games=tuple(games[number]),
        )
        for number, key in enumerate(chosen, start=1)
    )
    return EventCards(held_on, rounds, cards)
