"""Invented GCG: a small game, and a way to put any lines into one."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.gcg.reading import Reading, read_gcg
from games.engine.record import Record, Turn

PLAYERS = "#player1 Ann Ann Bee\n#player2 Col Colin Dee\n"
GAME = f"""#character-encoding UTF-8
{PLAYERS}#title A game
#lexicon CSW24
>Ann: QUANTEE 8D QUANT +48 48
>Col: ALIENOS 8A ALI..... +51 51
#note what a start
>Ann: EEIOSTR -EE +0 48
"""


def reading_of(text: str, encoding: str = "utf-8") -> Reading:
    """Returns the reading of a text."""
    return read_gcg(text.encode(encoding))


def with_lines(*lines: str) -> Reading:
    """Returns the reading of these lines after those of two players."""
    return reading_of(PLAYERS + "\n".join(lines) + "\n")


def turn_of(line: str) -> Turn:
    """Returns the one turn that a line is, which has no fault."""
    reading = with_lines(line)
    assert reading.faults == ()
    (turn,) = recorded(reading).turns
    return turn


def recorded(reading: Reading) -> Record:
    """Returns the record of a reading that has one."""
    assert reading.record is not None
    return reading.record


def faults_of(reading: Reading) -> list[tuple[int, str, str]]:
    """Returns line, code and name of each fault."""
    return [(fault.line, fault.code, fault.what) for fault in reading.faults]


def notices_of(reading: Reading) -> list[tuple[int, str]]:
    """Returns line and name of each notice."""
    return [(notice.line, notice.what) for notice in reading.notices]


def without_lines(record: Record) -> Record:
    """Returns a record that does not say on which lines its turns stood."""
    return replace(record, turns=tuple([replace(turn, line=0) for turn in record.turns]))
