"""Real events as rating authorities take them: written, read back, the same games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.domain.formats.submissions import (
    DAY,
    Side,
    distinct_names,
    games_of,
    games_of_content,
    read_coco,
    read_tou,
)
from tournaments.formats.content import DivisionContent
from tournaments.formats.submission import (
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedIdle,
    SubmittedPlayer,
    as_filed,
    read_name,
    write_submission,
)
from tournaments.formats.tsh import folder_files, read_tsh


def events(real_data: Path) -> Iterator[tuple[str, Submission]]:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
    assert folders
    for folder in folders:
        content = read_tsh(folder_files(folder)).content
        divisions = tuple(d for d in map(_division, content.divisions) if d.games)
        if divisions:
            yield folder.name, Submission(content.name, content.dates, DAY, divisions)


def _division(division: DivisionContent) -> SubmittedDivision:
    games, idle = [], []
    for played in division.rounds:
        for board in played.boards:
            one, two = board.seats
            if one.score is not None and two.score is not None:
                lead = one.score - two.score
                won = 1 + (lead > 0) - (lead < 0)
                first = next((s.entry for s in board.seats if s.side == "first"), 0)
                scores = (one.score, two.score)
                seats = (one.entry, two.entry)
                games.append(SubmittedGame(played.number, *seats, *scores, won, 2 - won, first))
        idle += [
            SubmittedIdle(played.number, out.entry, out.spread)
            for out in played.sit_outs
            if out.spread is not None
        ]
    return SubmittedDivision(
        name=division.name,
        rating_system=division.rating_system or "naspa",
        rounds=division.planned_rounds,
        players=tuple(
            SubmittedPlayer(e.number, read_name(e.name), e.rating, e.association_number)
            for e in division.entries
        ),
        games=tuple(games),
        idle=tuple(idle),
    )


def test_the_archive_of_naspa_reads_back_as_the_same_games(real_data: Path) -> None:
    for folder, event in events(real_data):
        data = write_submission(event, "naspa", stem="x").data
        read = read_tsh({"all.tsh": data}).content
        found = [games_of_content(division) for division in read.divisions]
        assert found == [games_of(division) for division in event.divisions], folder


def test_nothing_private_and_nothing_kept_stands_in_the_archive(real_data: Path) -> None:
    allowed = {b"p12", b"lifeg"}
    for folder, event in events(real_data):
        data = write_submission(event, "naspa", stem="x").data
        keys = {
            part.split()[0]
            for line in data.splitlines()
            if not line.startswith((b"config", b"#"))
            for part in line.split(b";")[2:]
        }
        assert keys <= allowed, folder


def test_every_line_of_the_plain_text_has_the_form_that_naspa_documents(real_data: Path) -> None:
    line = re.compile(rb"\S.*?(:[A-Z]{2}\d{6})? +\d+( \d+)*;( -?\d+)*")
    for folder, event in events(real_data):
        for one in write_submission(event, "naspa", stem="x", form="text").data.splitlines():
            assert one.startswith(b"#division ") or line.fullmatch(one), (folder, one)


def test_a_tou_file_reads_back_as_the_same_games_with_whole_columns(real_data: Path) -> None:
    for folder, event in events(real_data):
        data = write_submission(event, "tou", stem="x").data
        read = read_tou(data)
        assert [one.games() for one in read] == [games_of(d) for d in event.divisions], folder
        for found, division in zip(read, event.divisions, strict=True):
            assert len(found.rows) == len(as_filed(division).players)
            assert {len(row.blocks) for row in found.rows} == {division.last_round}


def test_a_list_for_coco_reads_back_as_the_same_games(real_data: Path) -> None:
    for folder, event in events(real_data):
        for division in map(distinct_names, event.divisions):
            alone = replace(event, divisions=(division,))
            number = {p.name.given_first: p.number for p in as_filed(division).players}
            found: dict[int, set[frozenset[Side]]] = {}
            rows = read_coco(write_submission(alone, "coco", stem="x").data)
            for _, played, winner, high, loser, low in rows:
                if loser != "BYE":
                    assert int(high) >= int(low)
                    one, two = number[winner], number[loser]
                    sides = frozenset(((one, int(high), two), (two, int(low), one)))
                    found.setdefault(int(played), set()).add(sides)
            assert {n: frozenset(g) for n, g in found.items()} == games_of(division), folder
