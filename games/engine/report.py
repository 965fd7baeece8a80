"""The result of checking a record: its verdict, its faults, and every turn as it really counts.

Verdicts, codes and what they mean: gcg.md section 9 and the codes of its data. `what` names the
finding for those who word it (`games.wording`); `params` are plain values.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from games.engine.record import Record, Turn


class RecordVerdict(StrEnum):
    """The word for a record as a whole."""

    CLEAN = "clean"
    ALTERNATIVE = "clean-altboard"
    SOFT = "soft"
    DEVIATES = "deviates"
    EMPTY = "empty"
    NOT_GCG = "not-gcg"


class Deviation(msgspec.Struct, frozen=True):
    """Something wrong in a record. `line` 0 is the whole file.

    `code` is one of ENC, HEADER, PLAYER, SYNTAX, PLAY, SCORE, CUM, WITHDRAW, BONUS, ENDRACK, TURN,
    RACK, BAG, ORDER; RACK, BAG and TURN are soft. `stated` and `right` are points, None where the
    matter is not a number.
    """

    line: int
    code: str
    what: str
    params: dict[str, Any] = {}
    stated: int | None = None
    right: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """Something accepted that a reader should know of; `what` and `params` as in a Deviation."""

    line: int
    what: str
    params: dict[str, Any] = {}


class CountedTurn(msgspec.Struct, frozen=True, gc=False):
    """A turn as it really counts.

    `score` is what it adds to the player's points, `total` the player's points after it, both
    recomputed. `laid` are the squares that a play covers with the codes of its tiles, `words` the
    words it makes in codes, the main word first; both are empty for what is not a play or cannot be
    laid. `missing` are those of its words that the lexicon does not have, None where none was
    asked. `stands` is false for a play that was withdrawn.
    """

    turn: Turn
    score: int
    total: int
    laid: tuple[tuple[int, str], ...] = ()
    words: tuple[str, ...] = ()
    missing: tuple[str, ...] | None = None
    is_bingo: bool = False
    stands: bool = True


class GameReport(msgspec.Struct, frozen=True):
    """A checked record. Scores are points, one for each player, in the order of the record.

    `record` is None where nothing could be read. `complete` says that the game is over in the
    record. `board` and `tiles` are keys; `tiles_inferred` that nothing in the file named them.
    `scores` are recomputed, `stated_scores` as the file adds up. `end` is "rack", "rack-pragma" or
    "open". `plays` are all that were laid on the board, `bingos` those that stand.
    """

    verdict: RecordVerdict
    record: Record | None
    complete: bool = False
    board: str = ""
    tiles: str = ""
    tiles_inferred: bool = False
    encoding: str = ""
    scores: tuple[int, ...] = ()
    stated_scores: tuple[int, ...] = ()
    plays: int = 0
    bingos: int = 0
    end: str = "open"
    turns: tuple[CountedTurn, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    notices: tuple[Notice, ...] = ()
