"""Tables for spreadsheets: numbers stay numbers, and no name is ever a formula."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.csv import (
    ChartCell,
    ChartLine,
    GameRow,
    PlayerCells,
    SeatRow,
    StandingsLine,
    boards_csv,
    chart_lines,
    result_lines,
    results_csv,
    seats_csv,
    standings_csv,
    wall_chart_csv,
    write_csv,
)

ADA, BEA = PlayerCells(1, "Ada Abbot"), PlayerCells(2, "Åsa Öberg, Jr")
PLACE = StandingsLine(
    rank=1,
    player=BEA,
    half_wins=7,
    half_losses=5,
    spread=-35,
    rating=1500,
    firsts=3,
    seconds=3,
)


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_a_table_begins_with_the_mark_by_which_spreadsheets_know_utf_8() -> None:
    data = write_csv(("Name",), [("Åsa",)])
    assert data == b"\xef\xbb\xbfName\r\n\xc3\x85sa\r\n"


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", "\r", "\n", "  =", "＝", "＋", "－"])
def test_a_name_that_a_spreadsheet_would_run_gets_an_apostrophe(begin: str) -> None:
    name = f"{begin}HYPERLINK(1)"
    assert rows(write_csv(("Name",), [(name,)]))[1] == [f"'{name}"]


@pytest.mark.parametrize("name", ["Ada", "O'Neil", "Jo-Ann", "a=b", "", " Ada", "x@y"])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert rows(write_csv(("Name", "No."), [(name, 1)]))[1] == [name, "1"]


def test_a_negative_number_is_no_formula_and_none_is_an_empty_cell() -> None:
    assert rows(write_csv(("Spread", "Rank"), [(-35, None)]))[1] == ["-35", ""]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=1))
def test_every_text_is_read_back_whole_and_none_begins_a_formula(texts: list[str]) -> None:
    (read,) = rows(write_csv(["x"] * len(texts), [texts]))[1:]
    assert [cell if cell == text else cell[1:] for cell, text in zip(read, texts, strict=True)] == (
        texts
    )
    assert not any(cell.lstrip()[:1] in tuple("=+-@＝＋－＠") for cell in read if cell.strip())


def test_standings_give_half_wins_as_numbers_with_a_point() -> None:
    heading, line = rows(standings_csv([PLACE]))
    assert dict(zip(heading, line, strict=True)) == {
        "Rank": "1",
        "No.": "2",
        "Name": "Åsa Öberg, Jr",
        "Wins": "3.5",
        "Losses": "2.5",
        "Spread": "-35",
        "Rating": "1500",
        "Firsts": "3",
        "Seconds": "3",
    }


def test_pairings_by_board_name_both_sides_and_who_sits_out() -> None:
    games = [GameRow(3, 7, ADA, BEA, sides=("1st", "2nd")), GameRow(3, None, BEA, None, note="bye")]
    assert rows(boards_csv(games))[1:] == [
        ["3", "7", "1", "Ada Abbot", "1st", "2", "Åsa Öberg, Jr", "2nd", ""],
        ["3", "", "2", "Åsa Öberg, Jr", "", "", "", "", "bye"],
    ]


def test_pairings_by_name_say_where_each_sits_and_against_whom() -> None:
    seats = [SeatRow(ADA, 7, "1st", BEA), SeatRow(BEA, None, "", None, note="bye")]
    assert rows(seats_csv(seats))[1:] == [
        ["Ada Abbot", "1", "7", "1st", "Åsa Öberg, Jr", "2", ""],
        ["Åsa Öberg, Jr", "2", "", "", "", "", "bye"],
    ]


def test_results_have_both_scores_and_a_game_that_is_not_in_has_none() -> None:
    games = [GameRow(1, 1, ADA, BEA, scores=(400, -5)), GameRow(2, 1, BEA, ADA, note="not in yet")]
    assert rows(results_csv([result_lines(games)]))[1:] == [
        ["1", "1", "1", "Ada Abbot", "400", "2", "Åsa Öberg, Jr", "-5", ""],
        ["2", "1", "2", "Åsa Öberg, Jr", "", "1", "Ada Abbot", "", "not in yet"],
    ]


def test_the_wall_chart_has_four_columns_a_round() -> None:
    cells = (ChartCell(2, "W", 423, 389), ChartCell(letter="L"))
    heading, line = rows(wall_chart_csv((1, 2), [chart_lines([ChartLine(PLACE, cells)])]))
    assert len(heading) == len(line) == 7 + 2 * 4
    assert heading[7:11] == ["R1 opponent", "R1 outcome", "R1 own score", "R1 opponent's score"]
    assert line[7:] == ["2", "W", "423", "389", "", "L", "", ""]
