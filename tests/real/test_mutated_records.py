"""Real records with something broken in them: never an exception, never a hang.

`DEPTH=100 pytest tests/real/test_mutated_records.py` tries 150,000; a usual run a few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from games.engine.checking import check_gcg
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.report import RecordVerdict
from games.wording import in_words
from tests.depth import chance, times

INPUTS = times(1500)
MOST_CHANGES = 4
TOKENS = (
    b"8H", b"h8", b"O15", b"P16", b"-", b"--", b"-7", b"+0", b"+999999999999999999999999", b"-1",
    b"(challenge)", b"(time)", b"(A)", b"?", b"???????", b"[CH]", b".", b"......", b"zzz", b">",
    b":", b"#", b"#note", b"#player1 a A", b"#player3 c C", b"#rack1 ABCDEFG", b"#incomplete",
    b"#character-encoding UTF-8", b"#lexicon OSPS44", b"#tile-distribution german",
    b"#game-type classic_super", b"\xef\xbb\xbf", b"\xff", b"\0", b"\r", b"\r\n", b"\n\n", b"\t",
    "\u0141\u00f3\u00dc".encode(), b"\x85", b"\x0b",
)  # fmt: skip

Change = Callable[[Random, list[bytes]], None]


def _drop(dice: Random, lines: list[bytes]) -> None:
    del lines[dice.randrange(len(lines))]


def _double(dice: Random, lines: list[bytes]) -> None:
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))


def _swap(dice: Random, lines: list[bytes]) -> None:
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _cut(dice: Random, lines: list[bytes]) -> None:
    at = dice.randrange(len(lines))
    lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]


def _put_token(dice: Random, lines: list[bytes]) -> None:
    at = dice.randrange(len(lines))
    words = lines[at].split(b" ")
    words[dice.randrange(len(words))] = dice.choice(TOKENS)
    lines[at] = b" ".join(words)


def _put_byte(dice: Random, lines: list[bytes]) -> None:
    at = dice.randrange(len(lines))
    line = bytearray(lines[at] or b" ")
    line[dice.randrange(len(line))] = dice.randrange(256)
    lines[at] = bytes(line)


def _lengthen(dice: Random, lines: list[bytes]) -> None:
    at = dice.randrange(len(lines))
    lines[at] = lines[at] * dice.choice((2, 3, 50))


CHANGES: tuple[Change, ...] = (_drop, _double, _swap, _cut, _put_token, _put_byte, _lengthen)


def _mutated(files: list[bytes], dice: Random) -> bytes:
    lines = dice.choice(files).split(b"\n")
    for _ in range(dice.randint(1, MOST_CHANGES)):
        dice.choice(CHANGES)(dice, lines)
        lines = lines or [b""]
    return b"\n".join(lines)


def _inputs(folder: Path) -> Iterator[bytes]:
    files = [path.read_bytes() for path in sorted(folder.rglob("*.gcg"))]
    assert files
    dice = chance(20261121)
    return (_mutated(files, dice) for _ in range(INPUTS))


@pytest.mark.timeout(7200)
def test_a_broken_record_gets_a_report_in_words_and_never_an_exception(real_data: Path) -> None:
    verdicts = set()
    for data in _inputs(real_data / "gcg"):
        try:
            report = check_gcg(data)
            sentences = [*map(in_words, report.deviations), *map(in_words, report.notices)]
        except Exception as fault:  # the input is what tells how to mend it
            raise AssertionError(data) from fault
        assert all(sentences), data
        assert bool(report.deviations) or report.verdict not in (
            RecordVerdict.DEVIATES,
            RecordVerdict.SOFT,
        )
        verdicts.add(report.verdict)
    assert verdicts >= {RecordVerdict.CLEAN, RecordVerdict.DEVIATES, RecordVerdict.SOFT}


@pytest.mark.timeout(7200)
def test_what_was_read_of_a_broken_record_is_written_and_read_back_equal(real_data: Path) -> None:
    read = 0
    for data in _inputs(real_data / "gcg"):
        reading = read_gcg(data)
        record = reading.record
        # Whose an event is that nobody has signed depends on the lines around it.
        if record is None or any(fault.what == "player.unknown" for fault in reading.faults):
            continue
        text = write_gcg(record)
        again = read_gcg(text.encode()).record
        assert again is not None, data
        assert write_gcg(again) == text, data
        read += 1
    assert read > INPUTS // 2
