"""The possible reasons of a correction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entry_line.grammar import REASONS, says_why


@pytest.mark.parametrize(
    "text", [*REASONS, "misread", "zle odczytany", "読み違い", "no. 7 swapped them"]
)
def test_words_are_a_reason(text: str) -> None:
    assert says_why(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5 0 0",
        "450 389",
        "b12 423 389",
        "423-389",
        "x",
        "...",
        "_ _",
        "ff 7",
        "b2 void",
        "3 left 300 350",
    ],
)
def test_a_slip_typed_where_a_reason_is_asked_for_is_none(text: str) -> None:
    assert not says_why(text)


@given(st.from_regex(r"(b|/|p|#)?[0-9]{1,3}( [0-9]{3,4}){1,3}", fullmatch=True))
def test_no_slip_can_be_a_reason(slip: str) -> None:
    assert not says_why(slip)
