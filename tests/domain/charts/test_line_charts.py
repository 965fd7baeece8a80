"""Line charts: everything stands inside its box, in order of date, and no word breaks out."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charts.lines import (
    BOLD,
    CHARACTER,
    LINE,
    NARROW,
    WIDE,
    Box,
    Chart,
    Point,
    Series,
    line_chart,
)
from core.charts.svg import SHAPES, Svg, svg, swatch
from core.charts.ticks import GAPS, LEAST_SPAN, date_ticks, value_ticks

SVG = "{http://www.w3.org/2000/svg}"
DAY = date(2024, 5, 3)

values = st.integers(-10_000, 10_000)
points = st.builds(Point, on=st.dates(), value=values, says=st.text(max_size=60), href=st.text())
many = st.lists(
    st.builds(Series, name=st.text(max_size=40), points=st.lists(points, max_size=12).map(tuple)),
    max_size=9,
)
boxes = st.sampled_from([WIDE, NARROW])


def run(*figures: int, name: str = "Open", days: int = 7) -> Series:
    """A series of one value every so many days."""
    dated = enumerate(figures)
    return Series(name, tuple(Point(DAY + timedelta(days * n), v, str(v)) for n, v in dated))


def drawn(chart: Chart) -> ET.Element:
    """The chart as a reader of XML takes it."""
    return ET.fromstring(svg(chart, name="Ratings"))


@given(many, boxes)
def test_every_point_stands_inside_the_plot_in_order_of_date(given: list[Series], box: Box) -> None:
    chart = line_chart(given, box)
    for line in chart.lines:
        for dot in line.dots:
            assert box.left <= dot.x <= box.width - box.right
            assert box.top <= dot.y <= box.floor
        assert [dot.x for dot in line.dots] == sorted(dot.x for dot in line.dots)
    assert sum(len(line.dots) for line in chart.lines) == sum(len(s.points) for s in given)


@given(many, boxes)
def test_a_higher_value_is_never_drawn_lower(given: list[Series], box: Box) -> None:
    chart = line_chart(given, box)
    heights: dict[int, float] = {}
    for line in chart.lines:
        in_order = sorted(given[line.number].points, key=lambda point: point.on)
        heights |= {p.value: dot.y for p, dot in zip(in_order, line.dots, strict=True)}
    ranked = [heights[value] for value in sorted(heights)]
    assert ranked == sorted(ranked, reverse=True)


@given(many, boxes)
def test_labels_keep_clear_of_each_other_and_inside_the_box(given: list[Series], box: Box) -> None:
    chart = line_chart(given, box)
    labels = [line.label for line in chart.lines if line.label]
    assert len(labels) == len(chart.lines)
    for above, below in pairwise(sorted(label.y for label in labels)):
        assert below - above >= LINE - 0.11
    for label in labels:
        assert box.top <= label.y <= box.floor
        assert label.x + len(label.text) * BOLD <= box.width or len(label.text) <= 6


@given(many, boxes)
def test_marks_of_the_days_keep_clear_of_each_other(given: list[Series], box: Box) -> None:
    chart = line_chart(given, box)
    for one, two in pairwise(chart.days):
        assert two.at - one.at >= (len(one.text) + len(two.text)) / 2 * (CHARACTER - 1)
    assert bool(chart.days) == bool(chart.lines)


@given(many, st.text())
def test_whatever_the_names_are_the_markup_is_whole(given: list[Series], name: str) -> None:
    chart = line_chart(given)
    root = ET.fromstring(svg(chart, name=name, kind=name))
    dots = sum(len(line.dots) for line in chart.lines)
    assert len(root.findall(f".//{SVG}title")) == dots
    allowed = {"svg", "path", "text", "tspan", "a", "g", "title"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name == "style" or name.startswith("on")}


@given(many)
def test_the_order_of_points_and_the_run_do_not_show(given: list[Series]) -> None:
    distinct = [
        Series(one.name, tuple({point.on: point for point in one.points}.values())) for one in given
    ]
    turned = [Series(one.name, one.points[::-1]) for one in distinct]
    assert svg(line_chart(distinct), name="a") == svg(line_chart(turned), name="a")


@given(values, values)
def test_the_scale_holds_both_values_with_few_round_marks(one: int, two: int) -> None:
    marks = [tick.value for tick in value_ticks(min(one, two), max(one, two))]
    assert marks[0] <= min(one, two) <= max(one, two) <= marks[-1]
    assert marks[-1] - marks[0] >= LEAST_SPAN
    assert marks[0] >= 0 or min(one, two) < 0
    assert 2 <= len(marks) <= GAPS + 2
    (step,) = {after - before for before, after in pairwise(marks)}
    assert str(step).rstrip("0") in {"1", "2", "5"}


@given(st.dates(), st.dates(), st.integers(1, 12))
def test_the_days_marked_are_few_and_inside(one: date, two: date, at_most: int) -> None:
    first, last = min(one, two), max(one, two)
    ticks = date_ticks(first, last, at_most=at_most)
    assert min(at_most, 2, 1 + (last - first).days) <= len(ticks) <= at_most
    assert all(first.toordinal() <= tick.value <= last.toordinal() for tick in ticks)


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (0, ["3 May 2024"]),
        (3, ["3 May 2024", "4 May 2024", "5 May 2024", "6 May 2024"]),
        (350, ["Jul 2024", "Oct 2024", "Jan 2025", "Apr 2025"]),
        (1300, ["2025", "2026", "2027"]),
        (9000, ["2030", "2040"]),
    ],
)
def test_the_marks_are_days_months_or_years_as_the_time_asks(days: int, said: list[str]) -> None:
    ticks = date_ticks(DAY, DAY + timedelta(days), at_most=4)
    assert [tick.text for tick in ticks] == said


@pytest.mark.parametrize(
    ("days", "said"),
    [(101, ["3 May 2024", "12 Aug 2024"]), (250, ["Jul 2024", "Oct 2024", "Jan 2025"])],
)
def test_a_phone_has_two_dates_at_least(days: int, said: list[str]) -> None:
    chart = line_chart([run(1500, 1510, days=days)], NARROW)
    assert [mark.text for mark in chart.days] == said


def test_a_chart_without_points_is_empty_and_one_point_stands_in_the_middle() -> None:
    assert line_chart([Series("Open", ())]) == Chart(WIDE, (), (), ())
    chart = line_chart([Series("None", ()), run(1500)])
    (line,) = chart.lines
    assert line.number == 1
    assert line.dots[0].x == WIDE.left + WIDE.plot_width / 2
    assert drawn(chart).find(f"{SVG}path[@class='line series-1']") is None


def test_no_line_is_drawn_over_a_long_time_without_a_point() -> None:
    series = run(1500, 1510, 1520, 1530, days=100)
    (whole,) = line_chart([series], gap_days=100).lines
    (cut,) = line_chart([series], gap_days=99).lines
    assert [len(piece) for piece in whole.pieces] == [4]
    assert [len(piece) for piece in cut.pieces] == [1, 1, 1, 1]
    assert len(cut.dots) == 4


def test_a_point_says_what_it_is_and_leads_to_where_it_stands() -> None:
    point = Point(DAY, 1500, "1500 · Spring <Open> & more", "#e1")
    root = drawn(line_chart([Series("Open", (point,))]))
    link = root.find(f"{SVG}a")
    assert link is not None
    assert link.get("href") == "#e1"
    assert link.findtext(f"{SVG}title") == "1500 · Spring <Open> & more"
    plain = drawn(line_chart([run(1500)]))
    assert plain.find(f"{SVG}a") is None
    assert plain.find(f"{SVG}g/{SVG}title") is not None


def test_what_a_point_says_is_cut_to_two_lines_of_the_box() -> None:
    point = Point(DAY, 1500, "An event of very many words " * 9)
    root = drawn(line_chart([Series("Open", (point,))], NARROW))
    lines = [span.text or "" for span in root.iter(f"{SVG}tspan")]
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(len(line) * CHARACTER <= NARROW.width for line in lines)


def test_a_label_has_the_last_value_and_as_much_of_the_name_as_there_is_room_for() -> None:
    long = run(1400, -1466, name="The list of a federation of many names")
    (wide,) = line_chart([long]).lines
    (narrow,) = line_chart([long], NARROW).lines
    assert wide.label is not None
    assert narrow.label is not None
    assert wide.label.text.startswith("−1466 The list of")
    assert wide.label.text.endswith("…")
    assert narrow.label.text == "−1466"


def test_more_lines_than_there_is_room_for_have_no_labels() -> None:
    chart = line_chart([run(1500, name=str(number)) for number in range(40)])
    assert {line.label for line in chart.lines} == {None}
    assert "label" not in svg(chart, name="a").replace("aria-label", "")


def test_series_differ_in_dashes_and_shapes_and_not_only_in_colour() -> None:
    chart = line_chart([run(1500, 1600), run(1400, 1500)])
    (dashed,) = drawn(chart).findall(f"{SVG}path[@stroke-dasharray]")
    assert dashed.get("class") == "line series-1"
    shapes = {swatch(number).partition('class="dot')[2][10:] for number in range(len(SHAPES))}
    assert len(shapes) == len(SHAPES)


def test_a_template_takes_the_chart_as_markup() -> None:
    made = svg(line_chart([run(1500)]), name="a")
    assert isinstance(made, Svg)
    assert made.__html__() == made
