"""Any bytes at all: the reader answers, and what it read can be written and read again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.gcg.reading import MAX_BYTES, Reading, read_gcg
from games.engine.gcg.writing import write_gcg
from tests.domain.games.gcg.invented_games import GAME, PLAYERS, without_lines

SCRAPS = """
    #note #rack1 #incomplete #tile #wind #player2 #player3 #- #orientation lettered-rows
    > : >Hugo: >ann: -- - -2 ( (time) (challenge) (QI) (QI +-10 +5 7 [CH] [ 99Z 0A é
"""
BREAKS = ["\n", "\n>", "\n#", "\r\n", " ", "\t", "\xa0", "\u2028", "\x85", "#note\n", "\n>Ann: "]
PIECES = [*GAME.split(), *SCRAPS.split(), *BREAKS]
scraps = st.lists(st.sampled_from(PIECES), max_size=60)


def assert_keeps_its_word(reading: Reading) -> None:
    """Whatever was read is written in one form, which is read as the same."""
    lines = [finding.line for finding in reading.faults]
    assert lines == sorted(lines)
    if reading.record is None:
        return
    players = range(len(reading.record.players))
    assert all(turn.player in players for turn in reading.record.turns)
    written = write_gcg(reading.record)
    back = read_gcg(written.encode()).record
    assert back is not None
    assert without_lines(back) == without_lines(reading.record)
    assert write_gcg(back) == written


@given(data=st.binary(max_size=2000))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert_keeps_its_word(read_gcg(data))


@given(text=st.text(max_size=500))
def test_any_text_is_answered(text: str) -> None:
    assert_keeps_its_word(read_gcg((PLAYERS + text).encode("utf-8", "ignore")))


@given(pieces=scraps)
def test_any_scraps_of_a_game_are_answered(pieces: list[str]) -> None:
    assert_keeps_its_word(read_gcg((PLAYERS + " ".join(pieces)).encode()))


@given(seed=st.integers(0, 2**32), changes=st.integers(1, 12))
def test_a_game_with_any_bytes_changed_is_answered(seed: int, changes: int) -> None:
    rng = random.Random(seed)
    data = bytearray(GAME.encode())
    for _ in range(changes):
        at = rng.randrange(len(data))
        data[at : at + rng.randrange(3)] = rng.choice(
            (b"", b"\n", b">", b"#", b"\xe9", bytes([at % 256]))
        )
    assert_keeps_its_word(read_gcg(bytes(data)))


def test_what_is_too_large_is_not_read() -> None:
    reading = read_gcg(GAME.encode() + b" " * MAX_BYTES)
    assert [fault.what for fault in reading.faults] == ["syntax.too_large"]
    assert (reading.record, reading.is_text, reading.event_lines) == (None, True, 3)
    assert not read_gcg(bytes(2 * MAX_BYTES)).is_text


HOSTILE = {
    "one long line": b">Ann: " + b"(" * (MAX_BYTES - 100),
    "one long word": b">Ann: AB 8D " + b"[" * (MAX_BYTES - 100),
    "one long number": b">Ann: AB 8D BA +" + b"9" * (MAX_BYTES - 100),
    "many empty lines": b"\n" * (MAX_BYTES - 100),
    "many strays": b"x\n" * (MAX_BYTES // 2 - 100),
    "many pragmas": b"#x\n" * (MAX_BYTES // 3 - 100),
    "many nobodies": b">H: -\n" * (MAX_BYTES // 6 - 100),
    "a long note": b">Ann: - +0 0\n#note a\n" + b"x\n" * (MAX_BYTES // 2 - 100),
    "many notes": b">Ann: - +0 0\n" + b"#note\n" * (MAX_BYTES // 6 - 100),
    "many times": b">Ann: (time) -1 0\n" * (MAX_BYTES // 18 - 100),
    "glued notes": b">Ann: - +0 0" + b"#note" * (MAX_BYTES // 5 - 100),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_once_and_its_findings_are_few(name: str) -> None:
    reading = read_gcg(PLAYERS.encode() + HOSTILE[name])
    assert reading.is_text
    assert len(reading.faults) + len(reading.notices) < 1010
    assert_keeps_its_word(reading)


def test_after_too_much_that_cannot_be_read_reading_stops_and_says_where() -> None:
    reading = read_gcg(PLAYERS.encode() + b"stray\n" * 5000)
    assert (reading.faults[-1].what, reading.faults[-1].line) == ("syntax.too_many", 1003)
