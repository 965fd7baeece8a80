"""Charts over numbers: marks that count, points that stand out."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from core.charts.lines import NARROW, WIDE, Point, Series, numbered_chart
from core.charts.svg import svg
from core.charts.ticks import number_ticks, value_ticks

SVG = "{http://www.w3.org/2000/svg}"


@given(st.integers(0, 50), st.integers(0, 500), st.integers(2, 30))
def test_marks_count_in_even_steps_between_the_ends(first: int, more: int, most: int) -> None:
    values = [tick.value for tick in number_ticks(first, first + more, at_most=most)]
    steps = {after - before for before, after in pairwise(values)}
    assert len(values) <= most + 1
    assert len(steps) <= 1
    assert all(first <= value <= first + more for value in values)


def test_points_stand_as_far_apart_as_their_numbers() -> None:
    series = Series("Ann", (Point(4, 90, ""), Point(0, 0, ""), Point(1, 20, "")))
    for box in (WIDE, NARROW):
        (line,) = numbered_chart([series], box).lines
        first, second, third = (dot.x for dot in line.dots)
        assert first == box.left
        assert third == box.width - box.right
        assert abs((third - first) - 4 * (second - first)) <= 0.5


def test_the_scale_ends_near_the_highest_value() -> None:
    scales = {most: value_ticks(0, most)[-1].value for most in (409, 515, 620, 95)}
    assert scales == {409: 500, 515: 600, 620: 700, 95: 100}


def test_a_mark_is_a_class_of_the_point() -> None:
    points = (Point(0, 0, "start"), Point(1, 74, "a bingo", "?m=1", "ring"))
    root = ET.fromstring(svg(numbered_chart([Series("Ann", points)]), name="Scores"))
    assert [link.get("class") for link in root.iter(f"{SVG}a")] == ["point ring"]
    assert "point" in {group.get("class") for group in root.iter(f"{SVG}g")}
