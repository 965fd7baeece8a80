"""Lists are recognised by their fingerprint, and those that nearly are one are told."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.wording import recognised_sentences
from lexicon.words.editions import edition_named, editions
from lexicon.words.recognising import (
    LENGTHS,
    NEAREST,
    Fingerprint,
    fingerprint_of,
    recognise,
)
from lexicon.words.tiles import tile_sets

ENGLISH = tile_sets()["en"]


def known(name: str) -> Fingerprint:
    """Returns the fingerprint of a known edition."""
    edition = edition_named(name)
    assert edition is not None
    assert edition.words is not None
    return Fingerprint(edition.words, edition.per_length, edition.sha256)


def changed(name: str, **more: int) -> Fingerprint:
    """Returns the fingerprint of an edition with other counts of lengths, as n8=1."""
    held = known(name)
    by_name = {f"n{length}": more.get(f"n{length}", 0) for length in LENGTHS}
    counts = tuple(
        count + extra for count, extra in zip(held.per_length, by_name.values(), strict=True)
    )
    return Fingerprint(sum(counts), counts, "0" * 64)


def counted(words: int) -> Fingerprint:
    """Returns a fingerprint of which only the number of words says something."""
    return Fingerprint(words, (words, *[0] * 13), "0" * 64)


def test_a_fingerprint_counts_words_of_2_to_15_and_hashes_them_in_order() -> None:
    found = fingerprint_of(ENGLISH, ["ZA", "AA", "CAT", "A", "A" * 16, "B" * 15])
    assert found.words == 4
    assert found.per_length == (2, 1, *[0] * 11, 1)
    text = f"AA\n{'B' * 15}\nCAT\nZA\n"
    assert found.sha256 == hashlib.sha256(text.encode()).hexdigest()


@given(words=st.sets(st.text("ABCDEFG", min_size=1, max_size=17), max_size=30), data=st.data())
def test_a_fingerprint_does_not_depend_on_the_order_of_the_words(
    words: set[str], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(sorted(words)))
    assert fingerprint_of(ENGLISH, order) == fingerprint_of(ENGLISH, sorted(words))


@pytest.mark.parametrize("name", ["OTCWL2", "CSW07", "ENABLE1", "ENABLE2K", "YAWL"])
def test_a_known_list_is_recognised_by_its_words(name: str) -> None:
    found = recognise(known(name))
    assert found.edition == edition_named(name)
    assert (found.by, found.nearest) == ("words", ())


def test_a_recognised_list_is_told_by_its_name_and_whether_it_is_free() -> None:
    assert recognised_sentences(recognise(known("OTCWL2"))) == ["This is OTCWL2: the same words."]
    assert recognised_sentences(recognise(known("YAWL"), "CSW24")) == [
        "This is YAWL, not CSW24: the same words.",
        "It is a free list; no association rates games by it.",
    ]


def test_four_words_more_than_a_known_list_name_their_lengths_and_the_variant() -> None:
    found = recognise(changed("OTCWL2", n8=1, n9=2, n10=1), claimed="OWL2")
    assert found.edition is None
    told = recognised_sentences(found)
    assert told == [
        "It has as many words of every length as OTCWL2.1, a variant of OTCWL2.",
        "This is not OTCWL2: it has 4 words more: 1 of 8, 2 of 9, 1 of 10 letters.",
    ]


def test_a_word_that_is_missing_names_its_length() -> None:
    found = recognise(changed("YAWL", n7=-1))
    assert [(near.name, near.more, near.lengths) for near in found.nearest] == [
        ("YAWL", -1, {7: -1})
    ]
    assert recognised_sentences(found) == ["This is not YAWL: it has 1 word fewer: 1 of 7 letters."]


def test_words_that_were_added_and_others_left_out_are_counted_apart() -> None:
    [near] = recognised_sentences(recognise(changed("YAWL", n4=3, n7=-1)))
    assert (
        near
        == "This is not YAWL: it has 3 words more and 1 fewer: 3 more of 4, 1 fewer of 7 letters."
    )


def test_a_word_exchanged_for_another_of_its_length_is_not_the_list() -> None:
    found = recognise(replace(known("OTCWL2"), sha256="1" * 64))
    assert found.edition is None
    assert recognised_sentences(found)[0] == (
        "This is not OTCWL2: as many words of every length, but not the same words."
    )


def test_many_lengths_are_not_all_listed() -> None:
    more = {f"n{length}": 1 for length in LENGTHS}
    [near] = recognised_sentences(recognise(changed("YAWL", **more)))
    assert near.startswith("This is not YAWL: it has 14 words more: 1 of 2, 1 of 3, ")
    assert near.endswith("1 of 7 letters and of 8 other lengths.")


def test_where_only_the_number_of_words_is_known_it_alone_is_compared() -> None:
    found = recognise(counted(279_496))
    assert (found.edition, found.by) == (edition_named("CSW19"), "count")
    assert recognised_sentences(found) == [
        "It has as many words as CSW19; it is not known whether they are the same words."
    ]
    told = recognised_sentences(recognise(counted(279_500), claimed="CSW19"))
    assert told[0] == "This is not CSW19: it has 4 words more than the 279,496 of CSW19."


def test_a_number_that_nobody_confirmed_is_told_as_such() -> None:
    [told] = recognised_sentences(recognise(counted(196_601)))
    assert told == (
        "It has as many words as NWL2023, if its number of words is right; it is not known "
        "whether they are the same words."
    )


def test_the_number_alone_does_not_contradict_the_name_that_a_list_was_given() -> None:
    found = recognise(counted(279_496), claimed="CSW24")
    assert found.edition is None
    assert [near.name for near in found.nearest][:2] == ["CSW24", "CSW19"]


def test_the_edition_that_a_list_claims_to_be_is_compared_however_far_it_is() -> None:
    found = recognise(counted(10), claimed="csw07")
    assert [near.name for near in found.nearest] == ["CSW07"]


def test_a_list_like_no_other_is_unknown() -> None:
    found = recognise(counted(10))
    assert (found.edition, found.nearest) == (None, ())
    assert recognised_sentences(found) == ["This is not a list that Wallchart knows."]


def test_a_list_of_another_language_is_not_taken_for_an_english_one() -> None:
    assert recognise(known("YAWL"), tile_set="en-super").edition == edition_named("YAWL")
    assert recognise(known("YAWL"), tile_set="de").edition is None
    assert recognise(counted(279_496), tile_set="de").nearest == ()


@given(
    counts=st.sampled_from([each for each in editions() if each.per_length]).flatmap(
        lambda each: st.tuples(*(st.integers(max(0, n - 9), n + 9) for n in each.per_length))
    )
)
def test_the_differences_by_length_always_add_up(counts: tuple[int, ...]) -> None:
    found = recognise(Fingerprint(sum(counts), counts, "0" * 64))
    assert len(found.nearest) <= NEAREST
    assert found.by != "words"
    for near in found.nearest:
        assert near.lengths is None or sum(near.lengths.values()) == near.more
        assert near.lengths is None or abs(near.more) <= near.distance
