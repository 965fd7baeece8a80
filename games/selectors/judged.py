"""The list for looking up the words of a game, and whether the game was played by it."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.phoneys import same_list
from games.engine.report import GameReport
from games.models import Game
from lexicon.places import Chosen
from lexicon.selectors.judging import is_casual


@dataclass(frozen=True, slots=True)
class Judged:
    """The list frozen with a game, and what the record says of one; codes, empty for none."""

    by: str
    said: str
    is_casual: bool

    @property
    def differs(self) -> bool:
        """Whether the record names another list than the one used to look words up."""
        return bool(self.by and self.said) and not same_list(self.by, self.said)

    @property
    def is_sure(self) -> bool:
        """Whether a word that the list lacks was not valid in the game either."""
        return not self.is_casual and not self.differs


def judged_by(game: Game, report: GameReport) -> Judged:
    """Returns by which list the words of a game are looked up; `report` is that of its record."""
    said = report.record.lexicon.strip() if report.record else ""
    casual = bool(game.lexicon) and is_casual(Chosen(game.lexicon, game.lexicon_hash))
    return Judged(game.lexicon, said, casual)
