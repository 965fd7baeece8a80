"""The NASPA rating system in use since 2009, in segments, with acceleration and feedback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum, inf

from ratings.systems.field import Field, RatedPlayer, RatingChange, checked_players
from ratings.systems.logistic import LogisticCurve
from ratings.systems.naspa_newcomers import Record, initial_ratings

CURVE = LogisticCurve(0.0031879)
BANDS = ((-inf, 1800), (1800, 2000), (2000, inf))
MULTIPLIERS_OF_FEW_GAMES = (30, 24, 15)
MULTIPLIERS = (20, 16, 10)
FEW_GAMES = 50
ACCELERATION_THRESHOLD = 5
FEEDBACK_SHARE = 20


@dataclass(frozen=True, slots=True)
class Naspa:
    """The NASPA system; `floor` is the lowest rating before feedback, None for no floor."""

    key: str
    name: str
    floor: int | None
    proof: str = "proved"
    has_deviation: bool = False
    needs_scores: bool = False

    def rate(self, field: Field) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        `expected` sums over the segments what each one expected, with the rating a player had at
        its start; an unrated player is expected to win what his initial rating promises.
        `performance` is the bisection of an initial rating over all games of the event, with each
        opponent at the rating he had when they met. A rating is rounded as int(0.5 + x), which cuts
        towards zero: without a floor, -3.7 becomes -3. Players without games keep their rating.
        Raises `RatingError` if the field is not whole.
        """
        players = checked_players(field)
        positions = {player.number: position for position, player in enumerate(players)}
        multipliers = [_multipliers(player.life_games) for player in players]
        ratings = [player.rating or None for player in players]
        rated = []
        for rounds in segments(field.scheduled_rounds):
            records = [_record(player, rounds, positions) for player in players]
            segment = _rate_segment(ratings, records, multipliers, self.floor)
            ratings = segment.new
            rated.append(segment)
        return tuple(_change(player, position, rated) for position, player in enumerate(players))

    def idle(self, deviation: float | None, days: int) -> float | None:
        """Return None: the system has no deviations."""
        return None


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


def landing(rating: float, excess: float, multipliers: tuple[int, int, int]) -> float:
    """Return the rating after `excess` wins more than expected.

    Every band that is crossed has its own multiplier. Going up, the next band begins at 1800 or
    2000; going down, at 1999 or 1799.
    """
    while True:
        band = 0 if rating < 1800 else 1 if rating < 2000 else 2
        lowest, above = BANDS[band]
        landed = rating + multipliers[band] * excess
        if landed >= above:
            boundary = above
        elif landed < lowest:
            boundary = lowest - 1
        else:
            return landed
        excess -= (boundary - rating) / multipliers[band]
        rating = boundary


@dataclass(frozen=True, slots=True)
class _Segment:
    """A rated segment, by position in the field."""

    new: list[int | None]
    half_wins: list[int]
    met: list[list[float]]  # the ratings of the opponents, one per game
    expected: list[float]


def _multipliers(life_games: int | None) -> tuple[int, int, int]:
    """Return the multipliers of the three bands; an unknown number of games is 50 or more."""
    if life_games is not None and life_games < FEW_GAMES:
        return MULTIPLIERS_OF_FEW_GAMES
    return MULTIPLIERS


def _record(player: RatedPlayer, rounds: range, positions: dict[int, int]) -> Record:
    first, last = rounds.start, rounds.stop
    games = [game for game in player.games if first <= game.round < last]
    return Record(
        opponents=tuple([positions[game.opponent] for game in games]),
        half_wins=sum([game.half_wins for game in games]),
    )


def _rate_segment(
    ratings: Sequence[int | None],
    records: Sequence[Record],
    multipliers: Sequence[tuple[int, int, int]],
    floor: int | None,
) -> _Segment:
    """Return the segment rated: newcomers first, then changes, acceleration and feedback."""
    initial = initial_ratings(CURVE, ratings, records)
    strengths: list[float] = [
        initial.get(position, 0) if rating is None else rating
        for position, rating in enumerate(ratings)
    ]
    met = [[strengths[opponent] for opponent in record.opponents] for record in records]
    expected = [CURVE.expected_wins(*sides) for sides in zip(strengths, met, strict=True)]
    reached = list(strengths)
    feedback: list[list[float]] = [[] for _ in records]
    for position, record in enumerate(records):
        if ratings[position] is None or not record.opponents:
            continue
        old = strengths[position]
        excess = record.half_wins / 2 - expected[position]
        change = landing(old, excess, multipliers[position]) - old
        acceleration = change - ACCELERATION_THRESHOLD * len(record.opponents)
        reached[position] = old + change
        if acceleration > 0:
            reached[position] += acceleration
            for opponent in record.opponents:
                feedback[opponent].append(acceleration / FEEDBACK_SHARE)
    new = list(ratings)
    for position, record in enumerate(records):
        if record.opponents:
            value = reached[position] if floor is None else max(floor, reached[position])
            if ratings[position] is not None:
                value += fsum(feedback[position])
            new[position] = int(0.5 + value)
    return _Segment(new, [record.half_wins for record in records], met, expected)


def _change(player: RatedPlayer, position: int, rated: Sequence[_Segment]) -> RatingChange:
    """Return what all segments together did to the player."""
    met = list(chain.from_iterable([segment.met[position] for segment in rated]))
    half_wins = sum([segment.half_wins[position] for segment in rated])
    return RatingChange(
        number=player.number,
        old=player.rating,
        new=rated[-1].new[position] or 0,
        games=len(met),
        half_wins=half_wins,
        expected=fsum([segment.expected[position] for segment in rated]),
        performance=CURVE.shown_rating(met, half_wins) if met else None,
        career_games=None if player.life_games is None else player.life_games + len(met),
    )
