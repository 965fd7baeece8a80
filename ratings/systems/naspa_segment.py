"""One segment of an event in the NASPA system: newcomers, changes, acceleration and feedback."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf
from typing import NamedTuple

from ratings.systems.field import RatedGame, RatedPlayer
from ratings.systems.logistic import LogisticCurve
from ratings.systems.naspa_newcomers import Initial, Record, initial_ratings

CURVE = LogisticCurve(0.0031879)
BANDS = ((-inf, 1800), (1800, 2000), (2000, inf))
MULTIPLIERS_OF_FEW_GAMES = (30, 24, 15)
MULTIPLIERS = (20, 16, 10)
FEW_GAMES = 50
ACCELERATION_THRESHOLD = 5
FEEDBACK_SHARE = 20


class BandPart(NamedTuple):
    """A part of a change inside one band: `excess` wins took the rating from `start` to `end`."""

    start: float
    end: float
    multiplier: float
    excess: float


@dataclass(frozen=True, slots=True)
class RatedSegment:
    """A rated segment, by the number of each player with games in it; all players in old and new.

    `strengths` are the ratings reckoned with, a newcomer's initial one included; `met` has those of
    the opponents, one per game. `changes` and `accelerations` are of veterans only.
    """

    rounds: range
    old: Mapping[int, int | None]
    new: dict[int, int | None]
    records: Mapping[int, Record]
    initial: Mapping[int, Initial]
    strengths: Mapping[int, float]
    met: Mapping[int, list[float]]
    expected: Mapping[int, float]
    changes: Mapping[int, list[BandPart]]
    accelerations: Mapping[int, float]


def segments(scheduled_rounds: int) -> tuple[range, ...]:
    """Return the rounds, from 1, of each part of an event that is rated for itself.

    Two parts from 17 scheduled rounds, three from 36.
    """
    last = scheduled_rounds - 1
    if scheduled_rounds <= 16:
        ends = [scheduled_rounds]
    elif scheduled_rounds <= 35:
        ends = [last // 2 + 1, scheduled_rounds]
    else:
        ends = [last // 3 + 1, (2 * last + 1) // 3 + 1, scheduled_rounds]
    starts = [1, *(end + 1 for end in ends)]
    return tuple(range(start, end + 1) for start, end in zip(starts, ends, strict=False))


def multipliers_after(life_games: int | None) -> tuple[int, int, int]:
    """Return the multipliers of the three bands; an unknown number of games is 50 or more."""
    if life_games is not None and life_games < FEW_GAMES:
        return MULTIPLIERS_OF_FEW_GAMES
    return MULTIPLIERS


def change_by_bands(
    rating: float, excess: float, multipliers: tuple[int, int, int]
) -> list[BandPart]:
    """Return the parts of the change that `excess` wins more than expected make, at least one.

    Every band that is crossed has its own multiplier. Going up, the next band begins at 1800 or
    2000; going down, at 1999 or 1799.
    """
    parts = []
    while True:
        band = 0 if rating < 1800 else 1 if rating < 2000 else 2
        lowest, above = BANDS[band]
        multiplier = multipliers[band]
        landed = rating + multiplier * excess
        if landed >= above:
            boundary = above
        elif landed < lowest:
            boundary = lowest - 1
        else:
            parts.append(BandPart(rating, landed, multiplier, excess))
            return parts
        used = (boundary - rating) / multiplier
        parts.append(BandPart(rating, boundary, multiplier, used))
        excess -= used
        rating = boundary


def games_in(rounds: range, games: Iterable[RatedGame]) -> list[RatedGame]:
    """Return the games of these rounds."""
    first, last = rounds.start, rounds.stop
    return [game for game in games if first <= game.round < last]


def records_in(rounds: range, players: Sequence[RatedPlayer]) -> dict[int, Record]:
    """Return what every player did in these rounds who played in them."""
    records = {}
    for player in players:
        if games := games_in(rounds, player.games):
            opponents = tuple([game.opponent for game in games])
            records[player.number] = Record(opponents, sum([game.half_wins for game in games]))
    return records


def rate_segment(
    rounds: range,
    ratings: Mapping[int, int | None],
    players: Sequence[RatedPlayer],
    floor: int | None,
) -> RatedSegment:
    """Return the segment rated; in `ratings`, None is unrated."""
    records = records_in(rounds, players)
    initial = initial_ratings(CURVE, ratings, records)
    strengths: dict[int, float] = {
        number: initial[number].rating if number in initial else ratings[number] or 0
        for number in records
    }
    met = {
        number: [strengths[opponent] for opponent in record.opponents]
        for number, record in records.items()
    }
    expected = {
        number: CURVE.expected_wins(strengths[number], others) for number, others in met.items()
    }
    changes: dict[int, list[BandPart]] = {}
    accelerations: dict[int, float] = {}
    feedback: dict[int, list[float]] = {number: [] for number in records}
    for player in players:
        number = player.number
        if number not in records or ratings[number] is None:
            continue
        record, old = records[number], strengths[number]
        multipliers = multipliers_after(player.life_games)
        parts = change_by_bands(old, record.half_wins / 2 - expected[number], multipliers)
        changes[number] = parts
        acceleration = parts[-1].end - old - ACCELERATION_THRESHOLD * len(record.opponents)
        if acceleration > 0:
            accelerations[number] = acceleration
            for opponent in record.opponents:
                feedback[opponent].append(acceleration / FEEDBACK_SHARE)
    new = dict(ratings)
    for number, old in strengths.items():
        value = old
        if number in changes:
            value += changes[number][-1].end - old + accelerations.get(number, 0.0)
        if floor is not None:
            value = max(floor, value)
        if number in changes:
            value += fsum(feedback[number])
        new[number] = int(0.5 + value)
    return RatedSegment(
        rounds, ratings, new, records, initial, strengths, met, expected, changes, accelerations
    )
