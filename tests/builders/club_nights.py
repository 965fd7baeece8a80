"""Invented club nights, before their first game and in the middle."""

from __future__ import annotations

from itertools import combinations
from random import Random

from clubs.nights.arranging.position import (
    LastMet,
    NightPlayer,
    NightPosition,
    NightTerms,
    OwnChoice,
)
from tournaments.pairing.position import Meeting

COLLINS = NightTerms("collins", 25)


def evening(*players: NightPlayer, ordinal: int = 1, **more: object) -> NightPosition:
    """Returns a night with these players, before its first game unless it is said."""
    return NightPosition(ordinal, players, **more)  # type: ignore[arg-type] # by their names


def people(count: int) -> tuple[NightPlayer, ...]:
    """Returns so many players who have not played yet."""
    return tuple(NightPlayer(number) for number in range(1, count + 1))


def a_night(players: int, seed: int) -> NightPosition:
    """Returns an invented night in its fourth game, with some busy and different terms."""
    dice = Random(seed)
    numbers = range(1, players + 1)
    plays = ((NightTerms(),), (NightTerms(), COLLINS), (COLLINS, NightTerms()), (COLLINS,))
    here = tuple(
        NightPlayer(
            number,
            rating=dice.choice((0, 900, 1300, 1700)),
            half_wins=dice.randint(0, 6),
            half_losses=dice.randint(0, 6),
            games=dice.randint(0, 3),
            sit_outs=dice.randint(0, 2),
            sat_out_last=dice.random() < 0.3,
            takes_two=dice.random() < 0.5,
            free_since=dice.randint(0, 3),
            plays=dice.choices(plays, (6, 1, 1, 1))[0],
        )
        for number in numbers
    )
    pairs = list(combinations(range(1, players + 3), 2))  # two have left, and are remembered
    met = tuple(Meeting(dice.randint(1, 3), *pair) for pair in dice.sample(pairs, players))
    ago = tuple(LastMet(*pair, dice.randint(1, 60)) for pair in dice.sample(pairs, players))
    choices = tuple(
        OwnChoice(n, dice.choice([o for o in numbers if o != n])) for n in (1, 2) if players > 1
    )
    apart = tuple(dice.sample(pairs, 1)) if players > 3 else ()
    busy = frozenset(dice.sample(numbers, 2 * dice.randint(0, 1))) if players > 3 else frozenset()
    return NightPosition(4, here, busy, met, ago, choices, (), apart)
