"""tsh folders of real events: read, counted, written and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tournaments.formats.content import DivisionContent
from tournaments.formats.tsh import (
    TshReading,
    folder_files,
    read_tsh,
    write_archive,
    write_tsh,
)


def events(real_data: Path) -> Iterator[tuple[Path, TshReading, dict[str, Any]]]:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
    assert folders
    for folder in folders:
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        yield folder, read_tsh(folder_files(folder)), expected["divisions"]


def facts_of(division: DivisionContent) -> dict[str, Any]:
    boards = [(r.number, b) for r in division.rounds for b in r.boards]
    outs = [(r.number, o) for r in division.rounds for o in r.sit_outs if o.spread is not None]
    scored = [n for n, b in boards if b.has_result] + [n for n, _ in outs]
    return {
        "players": len(division.entries),
        "rounds_scored": max(scored, default=0),
        "rounds_paired": len(division.rounds),
        "games": sum(b.has_result for _, b in boards),
        "not_mutual": 0,
        "byes": sum(o.spread > 0 for _, o in outs if o.spread is not None),
        "forfeits": sum(o.spread < 0 for _, o in outs if o.spread is not None),
        "absences": sum(o.spread == 0 for _, o in outs),
        "withdrawn": [e.number for e in division.entries if e.withdrawn_from is not None],
    }


def test_every_division_has_the_players_games_byes_and_withdrawals_that_were_counted(
    real_data: Path,
) -> None:
    for folder, read, expected in events(real_data):
        found = {d.name: facts_of(d) for d in read.content.divisions}
        assert found == {name: d["facts"] for name, d in expected.items()}, folder.name


def test_withdrawn_players_leave_the_ranking_after_the_last_round_they_played(
    real_data: Path,
) -> None:
    for folder, read, expected in events(real_data):
        for division in read.content.divisions:
            for table in expected[division.name]["standings"]:
                ranked = {
                    e.number
                    for e in division.entries
                    if e.withdrawn_from is None or table["round"] < e.withdrawn_from
                }
                listed = {row[0] for row in table["rows"]}
                assert ranked == listed, (folder.name, division.name, table["round"])


def test_a_written_event_reads_as_the_one_it_was_written_from(real_data: Path) -> None:
    for folder, read, _ in events(real_data):
        written = write_tsh(read.content)
        again = read_tsh(written)
        assert again.content == read.content, folder.name
        assert read_tsh({"all.tsh": write_archive(written)}).content == read.content


def test_nearly_every_line_is_written_as_it_stood(real_data: Path) -> None:
    """Lines differ where the reader mended or dropped something: sides, boards, closing zeros."""
    lines = same = 0
    for folder, read, _ in events(real_data):
        if any(remark.code == "sides.contradict" for remark in read.report):
            continue
        written = write_tsh(read.content)
        for name, data in folder_files(folder).items():
            if name != "config.tsh":
                pairs = list(zip(data.splitlines(), written[name].splitlines(), strict=True))
                lines += len(pairs)
                same += sum(old == new for old, new in pairs)
    assert same > 0.99 * lines


def test_contradicting_sides_and_a_mistyped_board_are_remarked(real_data: Path) -> None:
    expected = {"odd-01": {"sides.contradict"}, "big-01": {"board.differs"}, "naspa-05": set()}
    for folder, read, _ in events(real_data):
        codes = {remark.code for remark in read.report}
        assert codes == expected.get(folder.name, codes)
