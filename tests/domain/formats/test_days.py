"""The first day of an event is read where its dates say it, and never guessed."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.days import first_day


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("2026-08-02", date(2026, 8, 2)),
        ("July 4, 2024", date(2024, 7, 4)),
        ("September 16-17, 2006", date(2006, 9, 16)),
        ("7-9 Sept. 2012", date(2012, 9, 7)),
        ("Feb 28-March 2, 2025", date(2025, 2, 28)),
        ("Saturday, 30 April to Monday, 2 May 2026", date(2026, 4, 30)),
        ("3rd and 4th of May, 2023", date(2023, 5, 3)),
        ("December 30 – January 2, 2025", date(2024, 12, 30)),
        ("Dec 30, 2024 – Jan 2, 2025", date(2024, 12, 30)),
    ],
)
def test_the_first_day_is_read_as_directors_write_dates(words: str, day: date) -> None:
    assert first_day(words) == day


@pytest.mark.parametrize(
    "words",
    [
        *("", "March 2006", "4/5/2024", "31 February 2020", "May 3", "²5 May 2020", "0 May 2020"),
        *(
            "2 weekends in May 2026",
            "2026-13-01",
            f"May {'9' * 60} 2020",
            f"5 May 2026{' to' * 40}",
        ),
    ],
)
def test_what_leaves_the_day_open_is_no_day(words: str) -> None:
    assert first_day(words) is None


@given(st.text(max_size=100))
def test_no_text_is_an_error(words: str) -> None:
    day = first_day(words)
    assert day is None or 1899 <= day.year < 2100


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_every_day_is_read_back_from_how_it_is_written(day: date) -> None:
    for form in ("%Y-%m-%d", "%B %d, %Y", "%A %d %b %Y"):
        assert first_day(day.strftime(form)) == day
