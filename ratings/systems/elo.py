"""Ratings that move by one multiplier: plain Elo and its kin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import NamedTuple

from ratings.systems.curve import Curve, Value
from ratings.systems.field import (
    RatedField,
    RatedPlayer,
    RatedRecord,
    RatingChange,
    checked_players,
    records_by_part,
)
from ratings.systems.naspa_newcomers import Initial, initial_ratings
from ratings.systems.steps import GameStep, Inspection, Segment, StepPiece, spread_of

ELO_RATE = log(10) / 400
"""Of the logistic curve on which 400 points are ten to one."""

HALF = Fraction(1, 2)


class _Rated(NamedTuple):
    """The effect of the event on a player with games; `strengths` are everybody's, by number."""

    strengths: Mapping[int, Value]
    record: RatedRecord
    met: list[Value]
    expected: Value
    excess: Value
    points: Value
    reached: Value
    new: int
    initial: Initial | None


@dataclass(frozen=True, slots=True)
class Elo:
    """All games of an event against the ratings before it, one multiplier for everybody.

    Unrated players begin with `first_rating` and are then rated as all others are; where it is None
    they get the rating that they showed. `floor` is the lowest rating, None for no floor.
    """

    key: str
    name: str
    proof: str
    curve: Curve
    first_rating: int | None
    floor: int | None = None
    multiplier: int = 20
    has_deviation: bool = False
    needs_scores: bool = False

    def rate(self, field: RatedField) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        An unrated player is expected to win what their first rating promises. `performance` is the
        rating that `curve` shows for the wins. A rating is rounded as int(0.5 + x). Players without
        games keep their rating. Raises `RatingError` if the field is not whole.
        """
        players = checked_players(field)
        rated = self._rated(field, players)
        return tuple([self._change(player, rated.get(player.number)) for player in players])

    def explain(self, field: RatedField) -> tuple[Inspection, ...]:
        """Return the steps that `rate` takes for every player, in order of number: one segment.

        Raises what `rate` raises.
        """
        players = checked_players(field)
        rated = self._rated(field, players)
        rounds = field.scheduled_rounds
        return tuple([self._inspection(p, rated.get(p.number), rounds) for p in players])

    def idle(self, deviation: float | None, days: int) -> float | None:
        """Return None: the system has no deviations."""
        return None

    def _rated(self, field: RatedField, players: Sequence[RatedPlayer]) -> dict[int, _Rated]:
        """Return the rating of everybody with games by the event, by number."""
        (records,) = records_by_part([range(1, field.scheduled_rounds + 1)], players)
        ratings = {player.number: player.rating or self.first_rating for player in players}
        initial = initial_ratings(self.curve, ratings, records)
        strengths: dict[int, Value] = {
            number: initial[number].rating if number in initial else ratings[number] or 0
            for number in records
        }
        return {
            number: self._rate(strengths, number, record, initial.get(number))
            for number, record in records.items()
        }

    def _rate(
        self,
        strengths: Mapping[int, Value],
        number: int,
        record: RatedRecord,
        initial: Initial | None,
    ) -> _Rated:
        own, met = strengths[number], [strengths[opponent] for opponent in record.opponents]
        expected = self.curve.expected_wins(own, met)
        excess = record.half_wins * HALF - expected
        points = self.multiplier * excess if initial is None else Fraction(0)
        reached = own + points
        new = int((reached if self.floor is None else max(self.floor, reached)) + HALF)
        return _Rated(strengths, record, met, expected, excess, points, reached, new, initial)

    def _change(self, player: RatedPlayer, rated: _Rated | None) -> RatingChange:
        games, half_wins = len(player.games), rated.record.half_wins if rated else 0
        return RatingChange(
            number=player.number,
            old=player.rating,
            new=rated.new if rated else player.rating,
            games=games,
            half_wins=half_wins,
            expected=float(rated.expected) if rated else 0.0,
            performance=self.curve.shown_rating(rated.met, half_wins) if rated else None,
            career_games=None if player.life_games is None else player.life_games + games,
        )

    def _inspection(self, player: RatedPlayer, rated: _Rated | None, rounds: int) -> Inspection:
        old = player.rating
        if rated is None:
            return Inspection(player.number, old, old, (Segment(1, rounds, old, (), 0, 0.0, old),))
        start = rated.strengths[player.number]
        piece = StepPiece(float(start), self.multiplier, float(rated.excess), float(rated.points))
        initial = rated.initial
        segment = Segment(
            first=1,
            last=rounds,
            old=old,
            games=self._games(player, rated),
            half_wins=rated.record.half_wins,
            expected=float(rated.expected),
            new=rated.new,
            pieces=(piece,) if initial is None else (),
            base=float(rated.points),
            initial=None if initial is None else float(initial.rating),
            cap=None if initial is None or initial.cap is None else float(initial.cap),
        )
        notes = []
        if old == 0 and initial is None:
            notes.append(("start", float(start)))
        if self.floor is not None and rated.reached < self.floor:
            notes.append(("floor", float(self.floor)))
        return Inspection(player.number, old, rated.new, (segment,), tuple(notes))

    def _games(self, player: RatedPlayer, rated: _Rated) -> tuple[GameStep, ...]:
        strengths = rated.strengths
        own = strengths[player.number]
        return tuple(
            [
                GameStep(
                    round=game.round,
                    opponent=game.opponent,
                    opponent_rating=float(strengths[game.opponent]),
                    half_wins=game.half_wins,
                    expected=self.curve.chance(own - strengths[game.opponent]),
                    spread=spread_of(game),
                )
                for game in player.games
            ]
        )
