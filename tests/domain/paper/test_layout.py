"""The places of things on paper."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.printing.pages.layout import collated


def test_six_slips_four_to_a_sheet_lie_so_that_the_cut_pile_is_in_order() -> None:
    assert collated("ABCDEF", 4) == (("A", "C", "E", None), ("B", "D", "F", None))


def test_one_slip_takes_one_sheet_and_none_takes_none() -> None:
    assert collated("A", 4) == (("A", None, None, None),)
    assert collated("", 4) == ()


@given(st.integers(0, 200), st.integers(1, 6))
def test_the_stacks_of_a_cut_pile_laid_upon_each_other_hold_everything_in_order(
    count: int, per_sheet: int
) -> None:
    sheets = collated(range(count), per_sheet)
    pile = [sheet[place] for place in range(per_sheet) for sheet in sheets]
    assert [item for item in pile if item is not None] == list(range(count))
    assert len(sheets) == -(-count // per_sheet)
    assert all(len(sheet) == per_sheet for sheet in sheets)
