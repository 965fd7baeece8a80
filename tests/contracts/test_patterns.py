"""No text, however long and however chosen, keeps a pattern of ours busy."""

from __future__ import annotations

import re

import pytest

from games.engine.hidden_names import Mask, Seen
from tests.contracts.patterns import Found, every_pattern, worst


def test_no_text_takes_a_pattern_longer_than_its_length_tells() -> None:
    found = every_pattern()
    assert len(found) > 250
    slow = {", ".join(sorted(one.places)): said for one in found if (said := worst(one))}
    assert slow == {}


def test_no_text_takes_the_pattern_made_of_a_hidden_name_longer() -> None:
    made = Mask([Seen("A.", ("Ann O'Brien",))])._find
    assert worst(Found(made, {"the names of a game"}, {"search"})) is None


@pytest.mark.parametrize(
    ("source", "way"),
    [
        (r"[-\w]+\.[0-9]", "search"),
        (r"\s*=", "search"),
        (r"(a|aa)*b", "match"),
        (r"(\w+\s?)*", "fullmatch"),
        (r"x(?:y\s*\s*\d)?z", "fullmatch"),
        (r"(?P<name>\S.*?)\s+\d+", "fullmatch"),
        (rb"[ \t]*#end_file", "search"),
    ],
)
def test_a_pattern_that_is_slow_on_some_text_is_found_out(source: str | bytes, way: str) -> None:
    assert worst(Found(re.compile(source), {"here"}, {way}))
