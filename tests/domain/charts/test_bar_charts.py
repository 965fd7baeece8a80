"""Bars of people: their lengths, their names in two widths, and nothing that is markup."""

from __future__ import annotations

import re

from core.charts.bars import NAMES, NARROW_WIDTH, ROOM_FOR_TEXT, WIDTH, Bar, bar_chart

BARS = (Bar("Ann Abel", 8, "8"), Bar("Ben <b>", 4, "4, unbroken", goes_on=True))


def lengths(text: str) -> list[float]:
    """Returns how long the bars are, from the first."""
    return [float(length) for length in re.findall(r'd="M[\d.]+ [\d.]+h([\d.]+)v', text)]


def test_the_longest_bar_fills_the_room_and_the_others_are_in_proportion() -> None:
    longest, half = lengths(bar_chart(BARS, name="Streaks"))
    assert longest == WIDTH - NAMES - ROOM_FOR_TEXT
    assert half == longest / 2


def test_a_bar_that_goes_on_has_another_colour_and_says_so() -> None:
    text = bar_chart(BARS, name="Streaks")
    assert text.count("solid series-0") == text.count("solid series-1") == 1
    assert "4, unbroken" in text


def test_names_are_escaped_and_a_long_one_is_cut_where_there_is_no_room() -> None:
    assert "Ben &lt;b&gt;" in bar_chart(BARS, name="<Streaks>")
    long = bar_chart([Bar("Bartholomew " * 6, 3, "3")], name="Streaks")
    assert "…</text>" in long


def test_a_narrow_chart_has_the_names_above_the_bars_and_nothing_beyond_its_edge() -> None:
    text = bar_chart(BARS, name="Streaks", is_narrow=True)
    assert f'viewBox="0 0 {NARROW_WIDTH} 92"' in text
    assert 'x="0" y="16" text-anchor="start"' in text
    assert max(lengths(text)) < NARROW_WIDTH
