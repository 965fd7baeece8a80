"""Schedules as files: a line for every game, and a sentence with the place for what is wrong."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.schedule import Schedule, ScheduledGame
from tournaments.pairing.schedule_file import MAX_BYTES, ScheduleError, read_schedule

TWO_ROUNDS = Schedule(
    3,
    (
        (ScheduledGame(1, 2, 2), ScheduledGame(3)),
        (ScheduledGame(1, 3), ScheduledGame(2)),
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "3,1,2,2\n3,3,bye\n4,1,3\n4,2,0\n",
        "\ufeffRound;One;Two;First\r\n\r\n3;1;2;2\r\n3;3;BYE\r\n4;1;3;\r\n4;2\r\n",
        "# drawn by hand\n4\t1\t3\n4\t2\t\n3\t1\t2\t2 # the return game\n3\t3\tbye",
        '"round","one","two"\n3,"1","2","2"\n3,3,bye\n4,1,3\n4,2,bye\n',
    ],
)
def test_a_schedule_is_read_from_commas_semicolons_or_tabs(text: str) -> None:
    assert read_schedule(text.encode()) == TWO_ROUNDS


@pytest.mark.parametrize(
    ("text", "code", "line", "field", "words"),
    [
        ("", "empty", None, None, "it contains no game"),
        ("round,one,two\n", "empty", None, None, "it contains no game"),
        ("1,1,2\n1", "fields", 2, None, "it has 1 fields"),
        ("1,1,2,1,9", "fields", 1, None, "it has 5 fields"),
        ("1,1,2\nx,3,4", "number", 2, "round", "round is “x”; it is a number from 1"),
        ("0,3,4", "number", 1, "round", "round is “0”"),
        ("1,,4", "number", 1, "one", "one is nothing"),
        ("1,3,-4", "number", 1, "two", "two is “-4”"),
        ("1,3,4,one", "number", 1, "first", "first is “one”"),
        ("1,3,4,5", "first", 1, "first", "5 goes first, but 3 and 4 play"),
        ("1,3,bye,3", "first", 1, "first", "3 sits out"),
        ("1,3,3", "own_opponent", 1, "two", "3 cannot be their own opponent"),
        ("1,1,2 # \u2028\x0b\x85\r\nx,3,4", "number", 2, "round", "round is “x”"),
        ("1,1,2\n\n1,3,1", "twice", 3, "two", "1 is already in round 1, on line 1"),
        ("1,1,2\n3,1,2", "gap", None, "round", "round 2 has no game"),
    ],
)
def test_a_fault_names_its_line_and_field(
    text: str, code: str, line: int | None, field: str | None, words: str
) -> None:
    with pytest.raises(ScheduleError) as refused:
        read_schedule(text.encode(), file="games.csv")
    wrong = refused.value
    assert (wrong.code, wrong.file, wrong.line, wrong.field) == (
        f"schedule.{code}",
        "games.csv",
        line,
        field,
    )
    assert words in wrong.message
    assert wrong.message.startswith("games.csv" if line is None else f"games.csv, line {line}: ")


def test_what_is_no_text_or_too_long_is_refused() -> None:
    for data, code in (
        (b"1,1,\xff", "schedule.not_text"),
        (b" " * (MAX_BYTES + 1), "schedule.too_large"),
    ):
        with pytest.raises(ScheduleError) as refused:
            read_schedule(data)
        assert refused.value.code == code


@given(st.binary(max_size=80) | st.text(alphabet="0123,;\n bye#x", max_size=60).map(str.encode))
def test_any_file_is_read_or_refused_with_its_place(data: bytes) -> None:
    schedule = None
    with suppress(ScheduleError):
        schedule = read_schedule(data)
    assert schedule is None or all(schedule.rounds)
