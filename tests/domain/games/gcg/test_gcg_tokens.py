"""The small pieces of a line: coordinates and descriptors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.boards import LARGEST
from games.engine.gcg.tokens import Move, Place, coordinate, lettered_rows, move, place, word_text
from games.engine.record import Kind

squares = st.integers(0, LARGEST - 1)


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("8D", Place(7, 3, True)),
        ("8d", Place(7, 3, True)),
        ("D8", Place(7, 3, False)),
        ("d8", Place(7, 3, False)),
        ("21U", Place(20, 20, True)),
        ("aB3", Place(2, 27, False)),
        ("16A", Place(15, 0, True)),
        ("99cu", Place(98, 98, True)),
    ],
)
def test_a_number_first_is_across_and_a_letter_first_is_down(text: str, there: Place) -> None:
    assert place(text) == there


@pytest.mark.parametrize(
    "text", ["", "8", "D", "8D8", "DDD8", "123A", "0A", "8zz", "8-D", "٨D", "8É"]
)
def test_what_is_no_coordinate_is_none(text: str) -> None:
    assert place(text) is None


@given(row=squares, column=squares, across=st.booleans())
def test_every_square_of_the_largest_board_is_read_as_it_was_written(
    row: int, column: int, across: bool
) -> None:
    written = coordinate(row, column, across)
    assert place(written) == place(written.lower()) == Place(row, column, across)


def test_with_lettered_rows_the_letter_is_the_row() -> None:
    there = place("H4")
    assert there is not None
    assert lettered_rows(there) == Place(7, 3, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("-", Move(Kind.PASS)),
        ("--", Move(Kind.WITHDRAWN)),
        ("-QO?", Move(Kind.EXCHANGE, "QO?")),
        ("-2", Move(Kind.EXCHANGE, count=2)),
        ("(Challenge)", Move(Kind.BONUS)),
        ("(time)", Move(Kind.TIME)),
        ("(QU?)", Move(Kind.END_RACK, "QU?")),
        ("()", Move(Kind.END_RACK)),
    ],
)
def test_what_is_no_play_is_told_by_its_mark(text: str, said: Move) -> None:
    assert move(text) == said


@pytest.mark.parametrize("text", ["", "QUANT", "---", "--QO", "(QU", "8D"])
def test_what_has_no_mark_is_no_move(text: str) -> None:
    assert move(text) is None


def test_parentheses_around_through_tiles_are_left_out() -> None:
    assert word_text("ALI(QUANT)") == "ALIQUANT"
    assert word_text("(Q)U(A)NT") == "QUANT"
