"""A ruling at a board, and a verdict of a judge, as the desk and the log tell them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Game
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class BoardRuling:
    """A ruling on a play at a board. `by` is whose play it was, `against` who challenged it.

    `rule` and `effect` are as `RulePlay` keeps them. `game` is the recorded game, None without one,
    and `turn` (from 1) its turn; `station` and `station_seq` the entry of the judge's
    log that gave the verdict, empty and 0 where none did. `is_contradicted` says that the ruling
    decided the game, and its result has no such winner.
    """

    number: int
    board: int
    division: str
    round: int
    label: int
    by: Entry
    against: Entry | None
    words: tuple[str, ...]
    play: str
    acceptable: bool
    lexicon: str
    rule: Mapping[str, Any]
    effect: Mapping[str, Any]
    game: Game | None
    turn: int | None
    station: str
    station_seq: int
    at: datetime
    is_contradicted: bool

    @property
    def winner(self) -> Entry | None:
        """The entry that the ruling gave the game to, None where it decided none."""
        return {"player": self.by, "challenger": self.against}.get(self.effect["decided_for"])


@dataclass(frozen=True, slots=True)
class JudgesRuling:
    """A ruling of a judge of the event: the entry of its log, and what it said."""

    station: str
    station_name: str
    seq: int
    division: str
    words: tuple[str, ...]
    acceptable: bool
    at: datetime
