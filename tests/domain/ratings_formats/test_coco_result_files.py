"""CoCo's result files: the new ratings of an event, in columns of fixed width."""

from __future__ import annotations

from datetime import date

import pytest

from ratings.formats.lines import ListError
from ratings.formats.reading import COCO_RT, read_list

HEAD = "NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV \n"
FILE = f"""Harbour Open
2026-02-17
Section A
{HEAD}Ann Bee               15.0-5.0      1332     2063     2062     86.6
Cy O'Dee, Jr.         10.0-10.0      -39     1500     1651     86.6

Section B
{HEAD}Dee van der Ohm        1.0-19.0    -2688     1332     1152    150.0


"""


def test_a_result_file_gives_a_title_a_day_and_new_ratings_with_their_deviation() -> None:
    reading = read_list(FILE)
    assert (reading.format, reading.title) == (COCO_RT, "Harbour Open")
    assert reading.published_on == date(2026, 2, 17)
    assert reading.faults == ()
    assert [(ln.line, ln.name, ln.rating, ln.deviation) for ln in reading.lines] == [
        (5, "Ann Bee", 2062, 86.6),
        (6, "Cy O'Dee, Jr.", 1651, 86.6),
        (10, "Dee van der Ohm", 1152, 150.0),
    ]
    assert [odd.code for odd in reading.oddities] == ["games.unknown"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Eve Fox  10.0-10.0  -39  1500  1651", "Line 5: 'Eve Fox  10.0-10.0  -39  1500  1651' is"),
        ("10.0-10.0  -39  1500  1651  86.6", "Line 5: '10.0-10.0  -39"),
        ("Eve Fox  10.0-10.0  -39  1500  -12  86.6", "Line 5: A rating is a whole number"),
        ("Eve Fox  10.0-10.0  -39  1500  1651  9999", "Line 5: A deviation is a number"),
        ("Eve Fox  10.0-10.0  -39  1500  1651  0.001", "Line 5: A deviation is a number from 0.01"),
        ("Ann Bee  10.0-10.0  -39  1500  1651  86.6", "Line 6: Ann Bee is already in line 5"),
    ],
)
def test_a_line_that_is_none_of_its_columns_is_a_fault(line: str, said: str) -> None:
    text = FILE.replace(HEAD, f"{HEAD}{line}\n", 1)
    (fault,) = read_list(text).faults
    assert str(fault).startswith(said)


def test_a_file_without_a_day_says_so() -> None:
    reading = read_list(FILE.replace("2026-02-17\n", ""))
    assert reading.published_on is None
    assert "The file has no date such as 2026-12-31 under its title." in map(str, reading.oddities)
    assert len(reading.lines) == 3


def test_a_deviation_of_0_is_unknown() -> None:
    reading = read_list(FILE.replace("86.6", " 0.0"))
    assert reading.faults == ()
    assert [line.deviation for line in reading.lines] == [None, None, 150.0]


def test_another_list_read_as_a_result_file_says_which_lines_are_missing() -> None:
    with pytest.raises(
        ListError, match="No line of the file has the form NAME RECORD SPREAD OLD NEW"
    ):
        read_list("Name,Rating\nAnn,1500\n", COCO_RT)
