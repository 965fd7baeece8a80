"""CoCo's list of results: a row a game, and nothing that would be rated beside them."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

from hypothesis import given

from tests.domain.formats.submissions import (
    Side,
    distinct_names,
    games_of,
    read_coco,
    small,
    submissions,
)
from tournaments.formats.submission import Submission, as_filed, write_submission
from tournaments.formats.submission.coco_csv import write_coco


def test_a_row_names_the_winner_first_and_a_bye_is_nobody_at_zero() -> None:
    event = small()
    assert write_coco(event, event.divisions[0]).decode() == (
        "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\r\n"
        "2026-05-03,1,Ada Abbot,423,Bea Botham,389\r\n"
        "2026-05-03,1,Cleo Colby III,50,BYE,0\r\n"
        "2026-05-03,2,Ada Abbot,400,Cleo Colby III,400\r\n"
    )


def test_the_rows_of_byes_can_be_left_out() -> None:
    event = small()
    rows = read_coco(write_coco(event, event.divisions[0], byes=False))
    assert [row[4] for row in rows] == ["Bea Botham", "Cleo Colby III"]


def test_who_won_by_ruling_stands_first_whatever_the_scores_say() -> None:
    event = small()
    (division,) = event.divisions
    ruled = division.games[0]._replace(won_one=2, won_two=0)
    changed = replace(division, games=(ruled, division.games[1]))
    assert read_coco(write_coco(event, changed))[0][2:] == ["Bea Botham", "389", "Ada Abbot", "423"]


def test_a_name_that_a_spreadsheet_would_run_is_never_its_first_letter() -> None:
    event = small()
    (division,) = event.divisions
    evil = replace(division.players[0], name=division.players[0].name._replace(given="=1+1"))
    changed = replace(division, players=(evil, *division.players[1:]))
    assert read_coco(write_coco(event, changed))[0][2] == "'=1+1 Abbot"


def test_several_divisions_are_one_file_with_a_list_for_each() -> None:
    event = small()
    (division,) = event.divisions
    both = replace(event, divisions=(division, replace(division, name="É/..")))
    written = write_submission(both, "coco", stem="spring")
    assert written.name == "spring-results.zip"
    with zipfile.ZipFile(io.BytesIO(written.data)) as archive:
        assert archive.namelist() == ["spring-1-a-results.csv", "spring-2-results.csv"]
        assert archive.read("spring-1-a-results.csv") == write_coco(event, division)
    assert written == write_submission(both, "coco", stem="spring")


@given(submissions())
def test_any_event_reads_back_as_the_same_games(event: Submission) -> None:
    for division in map(distinct_names, event.divisions):
        number = {p.name.given_first: p.number for p in as_filed(division).players}
        found: dict[int, set[frozenset[Side]]] = {}
        for _, played, winner, high, loser, low in read_coco(write_coco(event, division)):
            if loser != "BYE":
                one, two = number[winner], number[loser]
                sides = frozenset(((one, int(high), two), (two, int(low), one)))
                found.setdefault(int(played), set()).add(sides)
        assert {n: frozenset(games) for n, games in found.items()} == games_of(division)


@given(submissions())
def test_no_name_breaks_a_row(event: Submission) -> None:
    for division in event.divisions:
        data = write_coco(event, division, byes=False)
        rows = read_coco(data)
        assert len(rows) == len(division.games) == data.count(b"\r\n") - 1
        assert {len(row) for row in rows} == {6}
        assert not [cell for row in rows for cell in row if "\r" in cell or "\n" in cell]
