"""A game on record: who played, and every event in order, with the numbers as they were stated.

This is what the GCG reader gives and the writer takes. It holds what somebody wrote down, right or
wrong; `games.engine.check` says what is right. Tiles are text here, as `Tiling` reads them.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class EventKind(StrEnum):
    """The kinds of event in a game."""

    PLAY = "play"
    PASS = "pass"  # noqa: S105 - a turn passed, no secret
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"
    BONUS = "bonus"
    END_RACK = "end rack"
    RACK_LOST = "rack lost"
    TIME = "time"


LOST_CHALLENGE = "#unsuccessful-challenge"
"""The note of a pass that is a turn lost by a failed challenge (gcg.md section 6)."""


class RecordedPlayer(msgspec.Struct, frozen=True):
    """A player: the nick that events name, and the full name, which may be empty."""

    nick: str
    name: str = ""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One event of a game, by `player` (from 0, in the order of the record's players).

    `line` is where it stands in the file, from 1; 0 where there is no file. `rack` is None where
    none was stated. `row` and `column` (from 0) are the first square of a play's word with its
    leading through-tiles, `across` its direction. `tiles` are a play's word as written (dots or
    letters for through-tiles), the tiles exchanged, or those of a rack at the end; of an exchange
    by number only there are none, and `count` says how many. `score` is signed as it is meant, and
    None where it was not stated; `total` is the player's running total after the event. `extra`
    is the text after the total.
    """

    kind: EventKind
    player: int
    line: int = 0
    rack: str | None = None
    row: int = 0
    column: int = 0
    across: bool = True
    tiles: str = ""
    count: int = 0
    score: int | None = None
    total: int | None = None
    extra: str = ""
    notes: tuple[str, ...] = ()

    @property
    def loses_turn(self) -> bool:
        """Whether this is a pass because a challenge failed."""
        return self.kind is EventKind.PASS and LOST_CHALLENGE in self.notes


class Record(msgspec.Struct, frozen=True):
    """A whole record: two to four players and their turns.

    `descriptions` are as many as were given. `identity` is authority and id, as text. `racks` are
    the tiles held at the end of an unfinished record, one for each player, None where not stated;
    `incomplete` says that the record calls itself unfinished, with `incomplete_rack` as Quackle
    writes it. `tile_letters` are tiles of several letters declared by `#tile`. `unknown` are
    pragmas and lines that the reader keeps without knowing them, with the number of turns before
    them, so that they are written back where they stood.
    """

    players: tuple[RecordedPlayer, ...]
    turns: tuple[Turn, ...] = ()
    title: str | None = None
    descriptions: tuple[str, ...] = ()
    identity: str = ""
    lexicon: str = ""
    game_type: str = ""
    board_layout: str = ""
    tile_distribution: str = ""
    tile_letters: tuple[str, ...] = ()
    racks: tuple[str | None, ...] = ()
    incomplete: bool = False
    incomplete_rack: str = ""
    unknown: tuple[tuple[int, str], ...] = ()
