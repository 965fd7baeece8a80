"""The steps of the CoCo system for one player, read off the card that was rated."""

from __future__ import annotations

from math import fsum
from operator import attrgetter

from ratings.systems.coco_field import RatedCard
from ratings.systems.coco_update import FLOOR, game_variance, shown_rating, win_chance
from ratings.systems.steps import GameStep, Inspection, Segment, StepPiece, spread_of


def inspection(card: RatedCard, scheduled_rounds: int) -> Inspection:
    """Return the one segment of a player, with the rules that took part as notes.

    "unrated_games" counts the listed rounds that were not rated, "idle_days" the days that raised
    the deviation, "sweeps" those that settled the newcomers; "mean" is the rating that a newcomer
    was put back to before each of them, "floor" the one that held them up.
    """
    return Inspection(
        number=card.player.number,
        old=card.old,
        new=card.new,
        segments=(_segment(card, scheduled_rounds),),
        notes=tuple(_notes(card)),
    )


def _segment(card: RatedCard, scheduled_rounds: int) -> Segment:
    done, rated = card.update, bool(card.games)
    games = _games(card)
    points = done.reached - done.start
    piece = StepPiece(done.start, done.multiplier, done.target - done.start, points)
    return Segment(
        first=1,
        last=scheduled_rounds,
        old=card.old,
        games=games,
        half_wins=sum([game.half_wins for game in games]),
        expected=fsum([win_chance(card.before, opponent) for opponent in card.opponents]),
        new=card.new,
        pieces=(piece,) if rated else (),
        base=points if rated else 0.0,
        initial=done.reached if card.settled else None,
        target=done.target if rated else None,
        old_deviation=round(card.before.deviation, 2),
        deviation=card.deviation,
    )


def _games(card: RatedCard) -> tuple[GameStep, ...]:
    variance = card.update.deviation**2
    steps = []
    for game, opponent in zip(card.games, card.opponents, strict=True):
        spread = spread_of(game)
        steps.append(
            GameStep(
                round=game.round,
                opponent=game.opponent,
                opponent_rating=opponent.rating,
                half_wins=game.half_wins,
                expected=win_chance(card.before, opponent),
                opponent_deviation=round(opponent.deviation, 2),
                spread=spread,
                weight=variance / game_variance(opponent),
                shown=shown_rating(opponent, spread or 0),
            )
        )
    return tuple(sorted(steps, key=attrgetter("round")))


def _notes(card: RatedCard) -> list[tuple[str, float]]:
    notes: list[tuple[str, float]] = []
    if card.listed > len(card.games):
        notes.append(("unrated_games", float(card.listed - len(card.games))))
    deviation, days = card.player.deviation, card.player.idle_days
    if card.old and deviation is not None and card.before.deviation > deviation:
        notes.append(("idle_days", float(days)))
    if card.settled:
        notes.append(("sweeps", float(card.settled.sweeps)))
        if card.settled.mean is not None:
            notes.append(("mean", card.settled.mean))
    if card.games and round(card.update.reached) < FLOOR:
        notes.append(("floor", float(FLOOR)))
    return notes
