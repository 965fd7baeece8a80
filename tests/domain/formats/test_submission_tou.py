"""The TOU file: its columns, its byes, and the same games read back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from tests.domain.formats.submissions import DAY, games_of, read_tou, small, submissions
from tournaments.formats.submission import (
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedIdle,
    SubmittedPlayer,
    read_name,
)
from tournaments.formats.submission.names import fixed
from tournaments.formats.submission.tou import write_tou


def test_a_file_is_written_column_for_column() -> None:
    assert write_tou(small()).decode("ascii").split("\r\n") == [
        "*M03.05.2026 Spring Open",
        "*A",
        "                                      0",
        "Ada Abbot            2423   2 1400   3",
        "Bea Botham           0389  +1 0000  +2",
        "Cleo Colby III       2001  +3 1400   1",
        "*** END OF FILE ***",
        "",
    ]


def test_without_byes_their_columns_stay_blank_so_that_no_round_moves() -> None:
    rows = read_tou(write_tou(small(), byes=False))[0].rows
    assert rows[1].blocks == [(0, 389, 1, True)]
    assert rows[2].blocks == [None, (1, 400, 1, False)]


def test_a_round_that_counts_for_nothing_is_a_scoreless_block_against_oneself() -> None:
    event = small()
    (division,) = event.divisions
    absent = replace(division, idle=(SubmittedIdle(1, 4, 0),))
    rows = read_tou(write_tou(replace(event, divisions=(absent,))))[0].rows
    assert rows[2].blocks[0] == (1, 0, 3, True)
    assert rows[1].blocks[1] == (1, 0, 2, True), "nothing said is nothing, too"


def test_who_has_no_rated_game_is_left_out_and_the_others_are_numbered_anew() -> None:
    names = [row.name.strip() for row in read_tou(write_tou(small()))[0].rows]
    assert names == ["Ada Abbot", "Bea Botham", "Cleo Colby III"]


def test_divisions_follow_one_another_and_the_file_ends_once() -> None:
    event = small()
    (division,) = event.divisions
    data = write_tou(replace(event, divisions=(division, replace(division, name="B"))))
    assert [found.name for found in read_tou(data)] == ["A", "B"]
    assert data.count(b"*** END OF FILE ***") == 1


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Bartholomew Featherstonehaugh", "Bartholomew Feathers"),
        ("Ada", "Ada                 "),
        ("Åsa Öberg", "Åsa Öberg           "),
        ("Łucja Ćwik", "?ucja Cwik          "),
        ("A\r\nB\0C", "A B C               "),
        ("*** END OF FILE ***", "END OF FILE ***     "),
        ("", "?                   "),
    ],
)
def test_a_name_fills_twenty_columns_whatever_it_is(name: str, written: str) -> None:
    assert fixed(name, 20) == written


@pytest.mark.parametrize(("score", "held"), [(-5, 0), (0, 0), (1204, 999)])
def test_a_score_that_three_columns_cannot_say_never_moves_the_next_column(
    score: int, held: int
) -> None:
    players = tuple(SubmittedPlayer(n, read_name(f"P{n}")) for n in (1, 2))
    games = (SubmittedGame(1, 1, 2, score, 300, 0, 2),)
    event = Submission("E", "", DAY, (SubmittedDivision("A", "", 1, players, games),))
    assert read_tou(write_tou(event))[0].rows[0].blocks == [(0, held, 2, False)]


@given(submissions())
def test_any_event_reads_back_as_the_same_games(event: Submission) -> None:
    for byes in (True, False):
        read = read_tou(write_tou(event, byes=byes))
        assert [found.games() for found in read] == [games_of(d) for d in event.divisions]


@given(submissions())
def test_no_round_of_anybody_is_missing_when_byes_are_written(event: Submission) -> None:
    for found, division in zip(read_tou(write_tou(event)), event.divisions, strict=True):
        assert {len(row.blocks) for row in found.rows} == {division.last_round}
        assert None not in [block for row in found.rows for block in row.blocks]
