"""The known families and editions of word lists."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from lexicon.words.editions import edition_named, editions, families
from lexicon.words.recognising import LENGTHS
from lexicon.words.tiles import tile_sets


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("NWL2023", "NWL2023"),
        ("nwl23", "NWL2023"),
        (" twl06 ", "OTCWL2"),
        ("OWL", "OTCWL1"),
        ("CSW14", "CSW15"),
        ("scowl80", "SCOWL80"),
    ],
)
def test_an_edition_is_found_by_its_name_or_an_alias_in_any_case(text: str, name: str) -> None:
    found = edition_named(text)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("text", ["", "CSW", "NWL", "OTCWL2.1", "\0"])
def test_a_text_that_names_no_edition_finds_none(text: str) -> None:
    assert edition_named(text) is None


def test_no_name_stands_for_two_editions() -> None:
    names = [name.casefold() for each in editions() for name in (each.name, *each.aliases)]
    assert len(names) == len(set(names))


def test_every_family_has_editions_in_a_language_that_has_tiles() -> None:
    assert {each.family.name for each in editions()} == set(families())
    assert {family.tile_set for family in families().values()} <= set(tile_sets())


def test_what_is_counted_by_length_adds_up_to_the_words() -> None:
    counted = [each for each in editions() if each.per_length]
    assert {each.name for each in counted} == {
        *("OTCWL2", "CSW07", "ENABLE1", "ENABLE2K", "YAWL", "SCOWL80")
    }
    for each in counted:
        assert len(each.per_length) == len(LENGTHS)
        assert sum(each.per_length) == each.words
        assert len(each.sha256) == 64


@pytest.mark.parametrize("family", ["NA tournament", "Collins/combined", "NA school", "French"])
def test_each_edition_of_a_family_begins_after_the_one_before(family: str) -> None:
    line = [each for each in editions() if each.family.name == family]
    assert len(line) > 1
    for one, other in pairwise(line):
        assert one.since is not None
        assert other.since is not None
        assert one.since < other.since
        assert one.until is None or one.until + timedelta(days=1) == other.since


def test_what_nobody_knows_is_none_and_what_nobody_checked_is_said() -> None:
    nwl, otcwl, file = (edition_named(name) for name in ("NWL2023", "OTCWL2016", "FILE2017"))
    assert nwl is not None
    assert otcwl is not None
    assert file is not None
    assert (nwl.words, "words" in nwl.unconfirmed) == (196_601, True)
    assert (otcwl.words, otcwl.unconfirmed) == (None, frozenset())
    assert (file.since, file.until, "dates" in file.unconfirmed) == (None, None, True)


def test_free_lists_are_for_no_rated_play() -> None:
    free = {each.name for each in editions() if each.is_free}
    assert free == {"ECWL", "ENABLE1", "ENABLE2K", "YAWL", "SCOWL80"}
