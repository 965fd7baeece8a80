"""Real records of games: what is read of them is written, and read again as the same."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from games.engine.checking import check_gcg, check_record
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.record import Record


def without_lines(record: Record) -> Record:
    """Returns a record that does not say on which lines its turns stood."""
    return replace(record, turns=tuple([replace(turn, line=0) for turn in record.turns]))


def test_every_record_is_written_and_read_again_as_the_same(real_data: Path) -> None:
    files = sorted((real_data / "gcg").rglob("*.gcg"))
    assert files
    for file in files:
        record = read_gcg(file.read_bytes()).record
        assert record is not None
        written = write_gcg(record)
        back = read_gcg(written.encode()).record
        assert back is not None
        assert without_lines(back) == without_lines(record), file
        assert write_gcg(back) == written, file


def test_a_clean_record_is_written_with_the_same_moves_and_totals(real_data: Path) -> None:
    for file in sorted((real_data / "gcg" / "clean").glob("*.gcg")):
        before = check_gcg(file.read_bytes())
        assert before.record is not None
        after = check_gcg(write_gcg(before.record).encode())
        assert (after.verdict, after.scores, after.stated_scores) == (
            before.verdict,
            before.scores,
            before.stated_scores,
        ), file
        assert check_record(before.record).scores == before.scores
