"""The rules of a season, and by which rating it ranks, made of its row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from clubs.days import is_usual
from clubs.models import Season
from clubs.seasons.tables.handicaps import HandicapRules
from clubs.seasons.tables.ladder import LadderRules
from clubs.seasons.tables.rating import RateNight, by_moves, by_system
from clubs.seasons.tables.rules import RankedBy, SeasonRules
from core.errors import UserError
from core.phrases import phrase
from people.merging import meant_once, standing_for
from ratings.systems.registry import SYSTEMS

RANKINGS: tuple[RankedBy, ...] = get_args(RankedBy)
MOST_PLACES = 60
MOST_POINTS = 1000


def rules_of(season: Season) -> SeasonRules:
    """Returns the rules of a season; raises UserError at the field of the season that is wrong."""
    if season.ranked_by not in RANKINGS:
        sentence = phrase("A season does not rank by {word}.", word=season.ranked_by)
        raise UserError(sentence, code="season.ranked_by", field="ranked_by")
    for field in ("begins_on", "ends_on"):
        if not is_usual(getattr(season, field)):
            sentence = phrase("A season is in the years from 1900 to 2999.")
            raise UserError(sentence, code="season.dates", field=field)
    if len(season.place_points) > MOST_PLACES or max((*season.place_points, 0)) > MOST_POINTS:
        sentence = phrase(
            "At most {places} places earn points, and none more than {points}.",
            places=MOST_PLACES,
            points=MOST_POINTS,
        )
        raise UserError(sentence, code="season.points", field="place_points")
    return SeasonRules(
        begins_on=season.begins_on,
        ends_on=season.ends_on,
        minimum_games=season.minimum_games,
        ranked_by=season.ranked_by,
        best_nights=season.best_nights,
        place_points=tuple(season.place_points),
        attendance_points=season.attendance_points,
        counts_unrated=season.counts_unrated,
        counts_handicapped=season.counts_handicapped,
        ladder=_ladder(season),
    )


def rating_of(season: Season) -> RateNight:
    """Returns the rating of a season; raises UserError for a system that clubs cannot use."""
    if not season.rating_system:
        return by_moves(HandicapRules(begins_at=season.newcomer_rating))
    try:
        return by_system(SYSTEMS[season.rating_system], newcomer=season.newcomer_rating)
    except KeyError as unknown:
        sentence = phrase("There is no rating system {key}.", key=season.rating_system)
        raise UserError(sentence, code="season.rating", field="rating_system") from unknown
    except UserError as wrong:
        raise UserError(wrong.message, code=wrong.code, field="rating_system") from wrong


def _ladder(season: Season) -> LadderRules:
    try:
        return LadderRules(
            start=_ladder_start(season.ladder_start),
            reach=season.ladder_reach,
            inactive_after=season.ladder_inactive_after,
            drops=season.ladder_drops,
        )
    except UserError as wrong:
        field = f"ladder_{wrong.field}"
        raise UserError(wrong.message, code=wrong.code, field=field) from wrong


def _ladder_start(keys: Sequence[str]) -> tuple[str, ...]:
    """Returns who begins where; whom it names twice by one key is left for the ladder to refuse."""
    if not keys or len(set(keys)) < len(keys):
        return tuple(keys)
    return meant_once(keys, standing_for())
