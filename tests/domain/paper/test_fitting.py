"""The type size of a list, and its rows on sheets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.printing.pages.fitting import Measure, fitted, in_one_size

WALL = Measure(sizes=range(16, 31), fixed=5.6, shares=(0.34,))


def texts(name: str) -> tuple[str, str]:
    return name, name


@given(st.lists(st.text(max_size=60), max_size=120))
def test_every_name_comes_once_in_its_order_on_no_more_sheets_than_the_smallest_type_takes(
    names: list[str],
) -> None:
    set_so = fitted(names, texts, WALL)
    smallest = fitted(names, texts, Measure(range(16, 17), WALL.fixed, WALL.shares))
    assert [name for sheet in set_so.sheets for name in sheet] == names
    assert len(set_so.sheets) == len(smallest.sheets)
    assert all(set_so.sheets)
    assert set_so.size in WALL.sizes


def test_fewer_names_are_set_in_larger_type_and_never_below_the_smallest() -> None:
    sizes = [fitted(["Abbot, Ada #12"] * n, texts, WALL).size for n in (4, 17, 24, 60, 300)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1] > sizes[-1] >= 16


def test_sheets_are_filled_alike() -> None:
    for count in (60, 100, 299, 300):
        lengths = [len(sheet) for sheet in fitted(["Abbot, Ada"] * count, texts, WALL).sheets]
        assert max(lengths) - lengths[-1] <= len(lengths), lengths


def test_one_endless_name_does_not_make_the_whole_list_small() -> None:
    names = ["Abbot, Ada"] * 16
    with_one = fitted([*names, "W" * 60], texts, WALL)
    assert with_one.size > 16
    assert len(with_one.sheets) == 1


def test_no_name_that_one_line_holds_is_broken_for_larger_type() -> None:
    few = fitted(["Baptiste, Leila #3", "Fenn, Eve #5", "W" * 60], texts, WALL)
    assert few.name > 1
    alone = fitted(["Baptiste, Leila #3", "Fenn, Eve #5"], texts, WALL)
    assert alone.name == 1
    assert 16 < alone.size == few.size


def test_lists_that_hang_side_by_side_are_in_one_size_on_the_sheets_that_they_had() -> None:
    lists = [fitted(["Abbot, Ada"] * count, texts, WALL) for count in (4, 300)]
    alike = in_one_size(lists)
    assert [one.size for one in alike] == [min(one.size for one in lists)] * 2
    assert [one.sheets for one in alike] == [one.sheets for one in lists]
    assert in_one_size([]) == []


EVEN = Measure(sizes=range(10, 17), fixed=13.6, shares=(0.18,), even=7)


def test_where_rows_are_even_each_name_is_on_one_line_in_smaller_type_for_all() -> None:
    usual = fitted(["Abbot, Ada"] * 20, texts, EVEN)
    with_one = fitted([*["Abbot, Ada"] * 20, "Abbot-Abbott-Abbotson, Ada Ana"], texts, EVEN)
    assert usual.name == with_one.name == 1
    assert usual.size > with_one.size >= 7


def test_what_no_size_has_on_one_line_makes_all_rows_as_high_as_the_highest() -> None:
    names = ["Abbot, Ada"] * 40
    high = fitted([*names, "W" * 60], texts, EVEN)
    assert high.size == 10
    assert high.lines > 1
    assert high.strut.count("\n") == high.lines - 1
    assert len(high.sheets) > len(fitted(names, texts, EVEN).sheets)
