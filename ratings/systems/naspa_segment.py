"""One segment of an event in the NASPA system: newcomers, changes, acceleration and feedback."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, inf

from ratings.systems.curve import LogisticCurve, Value
from ratings.systems.field import RatedRecord
from ratings.systems.naspa_newcomers import Initial, initial_ratings
from ratings.systems.steps import StepPiece

CURVE = LogisticCurve(0.0031879)
BANDS = ((-inf, 1800), (1800, 2000), (2000, inf))
MULTIPLIERS_OF_FEW_GAMES = (30, 24, 15)
MULTIPLIERS = (20, 16, 10)
FEW_GAMES = 50
ACCELERATION_THRESHOLD = 5
FEEDBACK_SHARE = 20
LOCAL_CLUB_SHARE = 3
LOCAL_CLUB_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Rules:
    """The differences between the variants of the system.

    `floor` is the lowest rating before feedback, None for no floor. `life_games_advance`: the games
    of a segment count among the life games in the next. `local_club`: a third of the change, none
    of it accelerated, and at most 50 points after rounding.
    """

    floor: int | None
    life_games_advance: bool = False
    local_club: bool = False


@dataclass(frozen=True, slots=True)
class RatedSegment:
    """A rated segment, by the number of each player with games in it; all players in old and new.

    `strengths` are the ratings used, a newcomer's initial one included; `met` has those of
    the opponents, one per game. `changes` and `accelerations` are of veterans only.
    """

    rounds: range
    old: Mapping[int, int | None]
    new: Mapping[int, int | None]
    records: Mapping[int, RatedRecord]
    initial: Mapping[int, Initial]
    strengths: Mapping[int, Value]
    met: Mapping[int, list[Value]]
    expected: Mapping[int, float]
    changes: Mapping[int, list[StepPiece]]
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
) -> list[StepPiece]:
    """Return the pieces of the change that `excess` wins more than expected make, at least one.

    Every band that is crossed has its own multiplier. Going up, the next band begins at 1800 or
    2000; going down, at 1999 or 1799.
    """
    pieces = []
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
            pieces.append(StepPiece(rating, multiplier, excess, landed - rating))
            return pieces
        used = (boundary - rating) / multiplier
        pieces.append(StepPiece(rating, multiplier, used, boundary - rating))
        excess -= used
        rating = boundary


def change_of(pieces: list[StepPiece]) -> float:
    """Return the points of all pieces together."""
    return pieces[0].points if len(pieces) == 1 else fsum([piece.points for piece in pieces])


def rate_segment(
    rounds: range,
    ratings: Mapping[int, int | None],
    records: Mapping[int, RatedRecord],
    life_games: Mapping[int, int | None],
    rules: Rules,
) -> RatedSegment:
    """Return the segment rated; in `ratings`, None is unrated."""
    initial = initial_ratings(CURVE, ratings, records)
    strengths: dict[int, Value] = {
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
    changes = {
        number: _change(
            ratings[number] or 0,
            record.half_wins / 2 - expected[number],
            multipliers_after(life_games[number]),
            rules,
        )
        for number, record in records.items()
        if number not in initial
    }
    accelerations = {} if rules.local_club else _accelerations(changes, records)
    new = _new_ratings(ratings, strengths, changes, accelerations, records, rules)
    return RatedSegment(
        rounds, ratings, new, records, initial, strengths, met, expected, changes, accelerations
    )


def _change(
    rating: float, excess: float, multipliers: tuple[int, int, int], rules: Rules
) -> list[StepPiece]:
    pieces = change_by_bands(rating, excess, multipliers)
    if not rules.local_club:
        return pieces
    share = LOCAL_CLUB_SHARE
    return [StepPiece(p.rating, p.multiplier / share, p.excess, p.points / share) for p in pieces]


def _accelerations(
    changes: Mapping[int, list[StepPiece]], records: Mapping[int, RatedRecord]
) -> dict[int, float]:
    """Return the points added to the changes of more than 5 a game, by number, if any."""
    accelerations = {}
    for number, pieces in changes.items():
        points = change_of(pieces) - ACCELERATION_THRESHOLD * len(records[number].opponents)
        if points > 0:
            accelerations[number] = points
    return accelerations


def _new_ratings(
    ratings: Mapping[int, int | None],
    strengths: Mapping[int, Value],
    changes: Mapping[int, list[StepPiece]],
    accelerations: Mapping[int, float],
    records: Mapping[int, RatedRecord],
    rules: Rules,
) -> dict[int, int | None]:
    """Return everybody's rating after the segment: floor, then feedback, then rounding."""
    feedback: dict[int, list[float]] = defaultdict(list)
    for number, points in accelerations.items():
        for opponent in records[number].opponents:
            feedback[opponent].append(points / FEEDBACK_SHARE)
    new = dict(ratings)
    for number, strength in strengths.items():
        old, value = ratings[number], strength
        if old is not None:
            value += change_of(changes[number])
            value += accelerations.get(number, 0.0)
        if rules.floor is not None:
            value = max(rules.floor, value)
        if old is not None and number in feedback:
            value += fsum(feedback[number])
        after = int(0.5 + value)
        if old is not None and rules.local_club:
            after = max(old - LOCAL_CLUB_LIMIT, min(old + LOCAL_CLUB_LIMIT, after))
        new[number] = after
    return new
