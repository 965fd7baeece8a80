"""The small pieces of a line: coordinates and descriptors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.boards import LARGEST
from games.engine.gcg.tokens import (
    Coordinate,
    GcgMove,
    coordinate,
    lettered_rows,
    move,
    place,
    word_text,
)
from games.engine.record import EventKind

squares = st.integers(0, LARGEST - 1)


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("8D", Coordinate(7, 3, True)),
        ("8d", Coordinate(7, 3, True)),
        ("D8", Coordinate(7, 3, False)),
        ("d8", Coordinate(7, 3, False)),
        ("21U", Coordinate(20, 20, True)),
        ("aB3", Coordinate(2, 27, False)),
        ("16A", Coordinate(15, 0, True)),
        ("99cu", Coordinate(98, 98, True)),
    ],
)
def test_a_number_first_is_across_and_a_letter_first_is_down(text: str, there: Coordinate) -> None:
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
    assert place(written) == place(written.lower()) == Coordinate(row, column, across)


def test_with_lettered_rows_the_letter_is_the_row() -> None:
    there = place("H4")
    assert there is not None
    assert lettered_rows(there) == Coordinate(7, 3, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("-", GcgMove(EventKind.PASS)),
        ("--", GcgMove(EventKind.WITHDRAWN)),
        ("-QO?", GcgMove(EventKind.EXCHANGE, "QO?")),
        ("-2", GcgMove(EventKind.EXCHANGE, count=2)),
        ("(Challenge)", GcgMove(EventKind.BONUS)),
        ("(time)", GcgMove(EventKind.TIME)),
        ("(QU?)", GcgMove(EventKind.END_RACK, "QU?")),
        ("()", GcgMove(EventKind.END_RACK)),
    ],
)
def test_what_is_no_play_is_told_by_its_mark(text: str, said: GcgMove) -> None:
    assert move(text) == said


@pytest.mark.parametrize("text", ["", "QUANT", "---", "--QO", "(QU", "8D"])
def test_what_has_no_mark_is_no_move(text: str) -> None:
    assert move(text) is None


def test_parentheses_around_through_tiles_are_left_out() -> None:
    assert word_text("ALI(QUANT)") == "ALIQUANT"
    assert word_text("(Q)U(A)NT") == "QUANT"
