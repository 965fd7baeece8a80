"""The requests of one line of the entry page, as frozen dataclasses of plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ending = Literal["played", "left", "time", "void"]


class EntryLineError(ValueError):
    """A line that says nothing that can be done; `code` and `params` tell which part is wrong."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Whom:
    """The game meant: that of an entry, whose score comes first, or of a board.

    Of a board, the first player's score is first, as on the slip. A line in slip order names
    none: it is of the board that the page names, which is known by its `slot`.
    """

    kind: Literal["entry", "board", "slot"]
    number: int


@dataclass(frozen=True, slots=True)
class GameIntent:
    """A game's scores and how it ended; None where the line gives none.

    `opponent` is named in tsh order only. `tie` is set where the line says that it is one. `reason`
    is the text after `!`: None without one, empty when nothing follows it.
    `over` are the seconds by which each of the two, in the order of the scores, was over time.
    """

    whom: Whom
    score: int | None = None
    opponent_score: int | None = None
    opponent: int | None = None
    ending: Ending = "played"
    tie: bool = False
    reason: str | None = None
    over: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class SitOut:
    """An entry that meets nobody had a bye or was absent."""

    entry: int
    outcome: Literal["bye", "absent"]


@dataclass(frozen=True, slots=True)
class NoShow:
    """The one or the two who did not come."""

    absent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PenaltyIntent:
    """Points added to an entry's spread; `reason` empty where none is given."""

    entry: int
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WentFirst:
    """The entry that really went first."""

    entry: int


@dataclass(frozen=True, slots=True)
class GoToRound:
    """Show another round."""

    round: int


@dataclass(frozen=True, slots=True)
class GoToDivision:
    """Show another division."""

    name: str


@dataclass(frozen=True, slots=True)
class SlipOrder:
    """Take the slips in the order of the boards from this one on, None for the first missing."""

    board: int | None


@dataclass(frozen=True, slots=True)
class ClaimOf:
    """The claim of the players on a board is right."""

    whom: Whom


@dataclass(frozen=True, slots=True)
class GoToDispute:
    """Show what two say differently of a board."""

    whom: Whom


Word = Literal["missing", "undo", "help", "again", "numbers", "correct", "drop"]


@dataclass(frozen=True, slots=True)
class Simple:
    """A word on its own.

    It lists what is missing, undoes, helps, brings the last line again, ends slip order, or deals
    with the newest line that was not entered: corrects by it, or drops it.
    """

    word: Word


Record = GameIntent | ClaimOf | SitOut | NoShow | PenaltyIntent | WentFirst
Intent = Record | GoToDispute | GoToRound | GoToDivision | SlipOrder | Simple
