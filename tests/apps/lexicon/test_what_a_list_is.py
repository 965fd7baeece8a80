"""The edition that a list counts as: by its words where they are known, else as entered."""

from __future__ import annotations

import pytest

from lexicon.models import Lexicon
from lexicon.selectors.editions import (
    doubt_of,
    edition_of,
    is_another,
    known_as,
    windows_of_installed,
)
from lexicon.selectors.installed import installed
from lexicon.words.editions import edition_named
from lexicon.words.recognising import LENGTHS
from tests.builders.lexica import a_row_of, imported_list

pytestmark = pytest.mark.django_db


def test_known_words_stand_before_what_a_list_is_called() -> None:
    row = a_row_of("ENABLE2K", code="NWL2023", edition="NWL2023")
    assert edition_of(row) == edition_named("ENABLE2K")
    assert known_as(installed("NWL2023")) == "ENABLE2K"
    assert doubt_of(row) == "It is called NWL2023, but its words are those of ENABLE2K."
    assert is_another(row)
    assert windows_of_installed(installed("NWL2023")) == []


def test_a_code_that_is_the_name_of_another_edition_is_doubted_too() -> None:
    row = a_row_of("ENABLE2K", code="CSW24", edition="ENABLE2K")
    assert doubt_of(row) == "It is called CSW24, but its words are those of ENABLE2K."
    assert doubt_of(a_row_of("ENABLE2K", code="MINE", edition="enable2k")) == ""


def test_another_number_of_words_is_told_and_what_was_said_still_counts() -> None:
    row = imported_list("NWL2023", ["CAT"])
    assert edition_of(row) == edition_named("NWL2023")
    assert "This is not NWL2023: it has 196,600 words fewer" in doubt_of(row)
    assert not is_another(row)
    assert [window["association"] for window in windows_of_installed(installed("NWL2023"))]


@pytest.mark.parametrize("edition", ["", "MINE", "OSPD1"])
def test_nothing_is_doubted_of_an_edition_that_was_never_counted(edition: str) -> None:
    assert doubt_of(imported_list("LOCAL", ["CAT"], edition=edition)) == ""


def test_a_variant_of_an_edition_is_taken_for_it() -> None:
    edition = edition_named("OTCWL2")
    assert edition is not None
    more = edition.variants[0].more
    counts = dict(zip(LENGTHS, edition.per_length, strict=True))
    row = Lexicon(
        code="TWL",
        edition="OTCWL2",
        tile_set="en",
        sha256="0" * 64,
        words=sum(counts.values()) + sum(more.values()),
        by_length={str(length): count + more.get(length, 0) for length, count in counts.items()},
    )
    assert doubt_of(row) == ""
    row.by_length["9"] += 1
    row.words += 1
    assert "This is not OTCWL2" in doubt_of(row)


def test_a_list_with_longer_words_is_known_by_those_up_to_fifteen_letters() -> None:
    row = imported_list("SUPER", ["CAT", "ABCDEFGHIJKLMNOPQ"], "en-super", edition="NWL2023")
    assert "This is not NWL2023: it has 196,600 words fewer" in doubt_of(row)
    row.sha256 = "0" * 64
    assert (doubt_of(row), known_as(row)) == ("", "NWL2023")
