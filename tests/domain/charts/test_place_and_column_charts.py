"""Places by round, places in reach, and columns: all is inside, in order, and says its number."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from core.charts.columns import NARROW_WIDTH, Column, column_chart
from core.charts.lines import FEW_PLACES, NARROW, WIDE, Point, Series, place_chart
from core.charts.spans import PlaceSpan, span_chart
from core.charts.svg import svg
from core.charts.ticks import place_ticks
from tournaments.reporting.scores import MOST, score_ranges

SVG = "{http://www.w3.org/2000/svg}"
places = st.dictionaries(st.integers(1, 31), st.integers(1, 300), max_size=31)
fields = st.lists(places, min_size=1, max_size=8)
spans = st.lists(st.lists(st.integers(1, 300), min_size=3, max_size=3).map(sorted), min_size=1)


def series_of(field: list[dict[int, int]]) -> list[Series]:
    """Players by their places by round."""
    return [
        Series(f"P<{at}>", tuple(Point(number, place, "") for number, place in one.items()))
        for at, one in enumerate(field)
    ]


@given(fields, st.sampled_from([WIDE, NARROW]))
def test_every_place_is_inside_the_chart_and_the_better_is_the_higher(
    field: list[dict[int, int]], box: object
) -> None:
    chart = place_chart(series_of(field), box)  # type: ignore[arg-type] # of two boxes
    heights = {
        place: dot.y
        for line in chart.lines
        for (_, place), dot in zip(sorted(field[line.number].items()), line.dots, strict=True)
    }
    assert [heights[place] for place in sorted(heights)] == sorted(heights.values())
    assert all(chart.box.top <= y <= chart.box.floor for y in heights.values())
    if chart.lines:
        assert {mark.text for mark in chart.values} >= {"1"}
        assert max(mark.at for mark in chart.values) <= chart.box.floor
        worst = max(heights)
        assert worst <= FEW_PLACES or heights[worst] == chart.box.floor


@given(fields)
def test_a_line_says_the_last_place_and_has_a_gap_where_a_round_has_none(
    field: list[dict[int, int]],
) -> None:
    for line in place_chart(series_of(field)).lines:
        theirs = field[line.number]
        assert line.label is not None
        assert line.label.text.startswith(f"{theirs[max(theirs)]} ")
        assert len(line.pieces) == sum(number - 1 not in theirs for number in theirs)


@given(st.integers(1, 400), st.integers(2, 9))
def test_the_marks_of_places_begin_at_the_first_and_are_few(last: int, most: int) -> None:
    marks = [tick.value for tick in place_ticks(last, at_most=most)]
    assert marks[0] == 1
    assert len(marks) <= most + 1
    assert marks == sorted(set(marks))
    assert marks[-1] <= last


def test_where_a_table_has_the_figures_dots_take_no_focus_and_weigh_little() -> None:
    chart = place_chart(series_of([dict.fromkeys(range(1, 32), 3)] * 5))
    silent = svg(chart, name="Places", is_told=False)
    assert len(silent) * 4 < len(svg(chart, name="Places"))
    root = ET.fromstring(silent)
    assert root.get("role") == "img"
    assert not root.findall(f".//{SVG}title")


@given(st.lists(st.integers(-300, 1300), max_size=60))
def test_the_ranges_hold_every_score_and_the_columns_say_their_numbers(scores: list[int]) -> None:
    ranges = score_ranges(scores)
    assert sum(one.many for one in ranges) == len(scores)
    assert len(ranges) <= MOST
    for one in ranges:
        assert one.many == sum(one.low <= score <= one.high for score in scores)
    assert all(one.high + 1 == two.low for one, two in pairwise(ranges))
    if not ranges:
        return
    assert ranges[0].many
    assert ranges[-1].many
    columns = [Column(str(one.low), one.many) for one in ranges]
    root = ET.fromstring(column_chart(columns, "z", name="<", is_narrow=True))
    labels = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "label"]
    assert labels == [str(one.many) for one in ranges]
    edges = [float(x) for x in re.findall(r'd="M([\d.]+)', ET.tostring(root).decode())]
    assert all(0 <= x <= NARROW_WIDTH for x in edges)


@given(spans, st.booleans())
def test_a_bar_of_places_in_reach_holds_the_place_now_and_says_its_text(
    given: list[list[int]], narrow: bool
) -> None:
    bars = [PlaceSpan("<Ann>", best, worst, now, "12 %") for best, now, worst in given]
    root = ET.fromstring(span_chart(bars, name="Reach", is_narrow=narrow))
    reach = [one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("class") != "grid-line"]
    width = float(root.get("viewBox", "").split()[2])
    for bar, dot in zip(reach[::2], reach[1::2], strict=True):
        begin, end = (float(x) for x in re.findall(r"[MH]([\d.]+)", bar)[:2])
        now = float(re.findall(r"M([\d.]+)", dot)[0])
        assert 0 <= begin <= now <= end <= width
    assert ET.tostring(root).decode().count("12 %") == len(bars)
