"""What a club says of a season: its dates, what counts, and what its table ranks by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from clubs.seasons.tables.ladder import USUAL_LADDER, LadderRules
from core.errors import UserError
from core.phrases import phrase

RankedBy = Literal[
    "win_share", "wins", "points_a_night", "best_nights", "average_spread", "ladder", "rating"
]


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season, from one day to another, both included; raises UserError.

    Who has fewer than `minimum_games` is listed apart. On every night the places earn
    `place_points`, the first the most, those who share places share their points, and everybody who
    came gets `attendance_points` besides. `best_nights` is how many nights count where it ranks by
    those. Unrated and handicapped games count if so said, the latter with their raw scores.

    Codes: `season.dates`, `season.minimum`, `season.best_nights`, `season.points`.
    """

    begins_on: date
    ends_on: date
    minimum_games: int = 0
    ranked_by: RankedBy = "win_share"
    best_nights: int = 10
    place_points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    attendance_points: int = 1
    counts_unrated: bool = True
    counts_handicapped: bool = False
    ladder: LadderRules = USUAL_LADDER

    def __post_init__(self) -> None:
        if self.ends_on < self.begins_on:
            sentence = phrase("The season ends before it begins.")
            raise UserError(sentence, code="season.dates", field="ends_on")
        if self.minimum_games < 0:
            sentence = phrase("Nobody has fewer than 0 games.")
            raise UserError(sentence, code="season.minimum", field="minimum_games")
        if self.best_nights < 1:
            sentence = phrase("At least one night must count.")
            raise UserError(sentence, code="season.best_nights", field="best_nights")
        if list(self.place_points) != sorted(self.place_points, reverse=True):
            sentence = phrase("A lower place cannot earn more points than a higher one.")
            raise UserError(sentence, code="season.points", field="place_points")
        if min((*self.place_points, self.attendance_points), default=0) < 0:
            sentence = phrase("Points cannot be below 0.")
            raise UserError(sentence, code="season.points", field="place_points")
