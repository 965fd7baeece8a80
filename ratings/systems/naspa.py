"""The NASPA rating system in use since 2009, in segments, with acceleration and feedback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from ratings.systems.curve import Value
from ratings.systems.field import (
    RatedField,
    RatedPlayer,
    RatedRecord,
    RatingChange,
    checked_players,
    records_by_part,
)
from ratings.systems.naspa_segment import CURVE, RatedSegment, Rules, rate_segment, segments
from ratings.systems.naspa_steps import inspection
from ratings.systems.steps import Inspection


@dataclass(frozen=True, slots=True)
class Naspa:
    """The NASPA system with the rules of one of its variants."""

    key: str
    name: str
    rules: Rules
    proof: str
    has_deviation: bool = False
    needs_scores: bool = False

    def rate(self, field: RatedField) -> tuple[RatingChange, ...]:
        """Return the change of every player's rating, in order of number.

        `expected` sums over the segments what each one expected, with the rating a player had at
        its start; an unrated player is expected to win what their initial rating promises.
        `performance` is the bisection of an initial rating over all games of the event, with each
        opponent at the rating of that day. A rating is rounded as int(0.5 + x), which cuts
        towards zero: without a floor, -3.7 becomes -3. Players without games keep their rating.
        Raises `RatingError` if the field is not whole.
        """
        players = checked_players(field)
        rated = self._segments(players, field.scheduled_rounds)
        return tuple([_change(player, rated) for player in players])

    def explain(self, field: RatedField) -> tuple[Inspection, ...]:
        """Return the steps that `rate` takes for every player, in order of number.

        Every segment of the event is there, also one in which the player had no game. Raises what
        `rate` raises.
        """
        players = checked_players(field)
        rated = self._segments(players, field.scheduled_rounds)
        return tuple([inspection(player, rated, self.rules) for player in players])

    def idle(self, deviation: float | None, days: int) -> float | None:
        """Return None: the system has no deviations."""
        return None

    def _segments(self, players: Sequence[RatedPlayer], rounds: int) -> list[RatedSegment]:
        ratings: Mapping[int, int | None] = {p.number: p.rating or None for p in players}
        life_games = {player.number: player.life_games for player in players}
        rated = []
        parts = segments(rounds)
        for part, records in zip(parts, records_by_part(parts, players), strict=True):
            segment = rate_segment(part, ratings, records, life_games, self.rules)
            ratings = segment.new
            if self.rules.life_games_advance:
                life_games = _after(records, life_games)
            rated.append(segment)
        return rated


def _after(
    records: Mapping[int, RatedRecord], life_games: Mapping[int, int | None]
) -> dict[int, int | None]:
    """Return the life games once those of the records count too; unknown ones stay unknown."""
    played = {number: len(record.opponents) for number, record in records.items()}
    return {
        number: None if games is None else games + played.get(number, 0)
        for number, games in life_games.items()
    }


def _change(player: RatedPlayer, rated: Sequence[RatedSegment]) -> RatingChange:
    """Return the change that all segments together made to the player."""
    number = player.number
    met: list[Value] = []
    half_wins, expected = 0, []
    for segment in rated:
        if record := segment.records.get(number):
            met += segment.met[number]
            half_wins += record.half_wins
            expected.append(segment.expected[number])
    return RatingChange(
        number=number,
        old=player.rating,
        new=rated[-1].new[number] or 0,
        games=len(met),
        half_wins=half_wins,
        expected=fsum(expected),
        performance=CURVE.shown_rating(met, half_wins) if met else None,
        career_games=None if player.life_games is None else player.life_games + len(met),
    )
