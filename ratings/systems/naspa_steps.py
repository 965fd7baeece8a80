"""The steps of the NASPA system for one player, read off the segments that were rated."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import attrgetter

from ratings.systems.field import RatedPlayer
from ratings.systems.naspa_segment import CURVE, FEEDBACK_SHARE, RatedSegment, games_in
from ratings.systems.steps import GameStep, Inspection, Piece, Segment, spread_of


def inspection(player: RatedPlayer, rated: Sequence[RatedSegment], floor: int | None) -> Inspection:
    """Return all segments of one player; the note "floor" where the floor held him up."""
    parts = tuple([_segment(player, segment) for segment in rated])
    held = floor is not None and any(part.games and _before_floor(part) < floor for part in parts)
    return Inspection(
        number=player.number,
        old=player.rating,
        new=parts[-1].new,
        segments=parts,
        notes=(("floor", float(floor)),) if held and floor is not None else (),
    )


def _before_floor(part: Segment) -> float:
    if part.initial is not None:
        return part.initial
    return part.old + part.base + part.acceleration


def _segment(player: RatedPlayer, segment: RatedSegment) -> Segment:
    number = player.number
    old, new = segment.old[number] or 0, segment.new[number] or 0
    first, last = segment.rounds.start, segment.rounds.stop - 1
    if number not in segment.records:
        return Segment(first, last, old, (), 0, 0.0, new)
    games = _games(player, segment)
    initial = segment.initial.get(number)
    parts = segment.changes.get(number, ())
    return Segment(
        first=first,
        last=last,
        old=old,
        games=games,
        half_wins=segment.records[number].half_wins,
        expected=segment.expected[number],
        new=new,
        pieces=tuple([Piece(p.start, p.multiplier, p.excess, p.end - p.start) for p in parts]),
        base=parts[-1].end - parts[0].start if parts else 0.0,
        acceleration=segment.accelerations.get(number, 0.0),
        feedback=fsum([game.feedback for game in games]),
        initial=initial.rating if initial else None,
        cap=initial.cap if initial else None,
    )


def _games(player: RatedPlayer, segment: RatedSegment) -> tuple[GameStep, ...]:
    own = segment.strengths[player.number]
    fed = player.number in segment.changes  # newcomers get no feedback
    steps = []
    for game in sorted(games_in(segment.rounds, player.games), key=attrgetter("round")):
        opponent = segment.strengths[game.opponent]
        acceleration = segment.accelerations.get(game.opponent, 0.0) if fed else 0.0
        steps.append(
            GameStep(
                round=game.round,
                opponent=game.opponent,
                opponent_rating=opponent,
                half_wins=game.half_wins,
                expected=CURVE.chance(own - opponent),
                feedback=acceleration / FEEDBACK_SHARE,
                spread=spread_of(game),
            )
        )
    return tuple(steps)
