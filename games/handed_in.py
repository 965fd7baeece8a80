"""The record in the bytes that were handed in, or one sentence why nobody could show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.journal.errors import Refused
from core.phrases import phrase, phrase_count
from games.engine.gcg.header import LATIN_1, decoded
from games.engine.gcg.reading import MAX_BYTES, Reading, read_gcg
from games.engine.record import Record
from games.engine.report import Deviation
from games.wording import in_words

LARGEST = MAX_BYTES
"""Bytes of a record that can be handed in; the largest real ones have some 10,000."""

FEWEST, MOST = 2, 4
"""How many players a game has."""

MOST_TURNS = 400
"""Turns of a record that can be handed in: the longest games, of four on the large board with
every exchange and challenge that its 200 tiles allow, stay far below, and a page shows them all.
"""


def bytes_of(text: str) -> bytes:
    """Returns the bytes that are read as this text: its first line may declare Latin-1."""
    content = text.encode()
    read = decoded(content)
    if read is None or read.encoding != LATIN_1:
        return content
    try:
        return text.encode(LATIN_1)
    except UnicodeEncodeError:
        return content


def check_size(content: bytes) -> None:
    """Refuses bytes that are more than a record can have."""
    if len(content) > LARGEST:
        raise refused(
            phrase(
                "A record can have at most {largest} KB; this one has {size:,}.",
                largest=LARGEST // 1024,
                size=-(-len(content) // 1024),
            ),
            "game.large",
        )


def record_in(content: bytes) -> Record:
    """Returns the record in the bytes; Refused for what nobody could show (gcg.md section 9)."""
    if not content.strip():
        raise refused(phrase("It is empty."), "game.empty")
    if b"\0" in content:
        line = len(re.split(rb"\r\n?|\n", content[: content.index(b"\0")]))
        raise refused(
            phrase("Line {line} is not text: it contains a NUL character.", line=line),
            "game.not_text",
            line,
        )
    reading = read_gcg(content)
    wrong_encoding = [fault for fault in reading.faults if fault.code == "ENC"]
    if not reading.is_text or reading.record is None or wrong_encoding:
        raise _no_game(reading, wrong_encoding)
    record = reading.record
    if not record.turns:
        raise _no_game(reading, [])
    if len(record.turns) > MOST_TURNS:
        raise refused(
            phrase(
                "It has {count:,} turns; a game can have at most {most_turns}.",
                count=len(record.turns),
                most_turns=MOST_TURNS,
            ),
            "game.turns",
            record.turns[MOST_TURNS].line,
        )
    if not FEWEST <= len(record.players) <= MOST:
        raise refused(
            phrase_count(
                "It names {count} player; a game has {fewest} to {most}.",
                "It names {count} players; a game has {fewest} to {most}.",
                count=len(record.players),
                fewest=FEWEST,
                most=MOST,
            ),
            "game.players",
        )
    return record


def _no_game(reading: Reading, faults: Sequence[Deviation]) -> Refused:
    """Returns why there is no game in what was handed in, with the first line that says so."""
    first = next(iter(faults or reading.faults), None)
    if first is None:
        return refused(phrase("It contains no turn of a game."), "game.no_turns")
    if faults:
        return refused(_at(first.line, in_words(first)), "game.encoding", first.line)
    return refused(
        phrase("It contains no turn of a game. {at}", at=_at(first.line, in_words(first))),
        "game.no_turns",
        first.line,
    )


def _at(line: int, said: str) -> str:
    return phrase("Line {line}: {said}", line=line, said=said) if line else said


def refused(said: str, code: str, line: int | None = None) -> Refused:
    """Returns the refusal of what was handed in, with the line of it that is wrong."""
    return Refused(said, code=code, field="content", line=line or None)
