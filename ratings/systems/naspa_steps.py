"""The steps of the NASPA system for one player, read off the segments that were rated."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from ratings.systems.field import RatedPlayer, games_in
from ratings.systems.naspa_segment import (
    CURVE,
    FEEDBACK_SHARE,
    LOCAL_CLUB_LIMIT,
    LOCAL_CLUB_SHARE,
    RatedSegment,
    Rules,
    change_of,
)
from ratings.systems.steps import GameStep, Inspection, Segment, spread_of


def inspection(player: RatedPlayer, rated: Sequence[RatedSegment], rules: Rules) -> Inspection:
    """Return all segments of one player, with notes on the rules that held them up or down."""
    parts = tuple([_segment(player, segment) for segment in rated])
    played = [part for part in parts if part.games]
    notes: list[tuple[str, float]] = []
    if rules.local_club and any(part.pieces for part in played):
        notes.append(("local-club", float(LOCAL_CLUB_SHARE)))
        if any(abs(part.new - part.old) == LOCAL_CLUB_LIMIT < abs(part.base) for part in played):
            notes.append(("limit", float(LOCAL_CLUB_LIMIT)))
    if rules.floor is not None and any(_reached(part) < rules.floor for part in played):
        notes.append(("floor", float(rules.floor)))
    return Inspection(player.number, player.rating, parts[-1].new, parts, tuple(notes))


def _reached(part: Segment) -> float:
    """Return the rating before floor, feedback and rounding."""
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
    pieces = segment.changes.get(number, [])
    return Segment(
        first=first,
        last=last,
        old=old,
        games=games,
        half_wins=segment.records[number].half_wins,
        expected=segment.expected[number],
        new=new,
        pieces=tuple(pieces),
        base=change_of(pieces),
        acceleration=segment.accelerations.get(number, 0.0),
        feedback=fsum([game.feedback for game in games]),
        initial=None if initial is None else float(initial.rating),
        cap=None if initial is None or initial.cap is None else float(initial.cap),
    )


def _games(player: RatedPlayer, segment: RatedSegment) -> tuple[GameStep, ...]:
    own = segment.strengths[player.number]
    fed = player.number in segment.changes  # newcomers get no feedback
    steps = []
    for game in games_in(segment.rounds, player):
        opponent = segment.strengths[game.opponent]
        acceleration = segment.accelerations.get(game.opponent, 0.0) if fed else 0.0
        steps.append(
            GameStep(
                round=game.round,
                opponent=game.opponent,
                opponent_rating=float(opponent),
                half_wins=game.half_wins,
                expected=CURVE.chance(own - opponent),
                feedback=acceleration / FEEDBACK_SHARE,
                spread=spread_of(game),
            )
        )
    return tuple(steps)
