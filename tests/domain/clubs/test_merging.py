"""People who are perhaps in the register twice, made one, and made two again."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.membership.merging.duplicates import Duplicate, ListedPerson, duplicates
from clubs.membership.merging.errors import MergeError
from clubs.membership.merging.merges import Merge, Merged, MergeRow, Unmerge
from tests.depth import examples

PEOPLE = (
    ListedPerson("ann", "Ann Lee", "AA000123"),
    ListedPerson("ann-2", "Lee, Ann"),
    ListedPerson("anna", "Anna Lee"),
    ListedPerson("bob", "Bob Lee", "AA000124"),
    ListedPerson("bob-2", "Robert Lee", "aa000124 "),
    ListedPerson("bob-3", "Bob Lee", "AA000999"),
)


def test_nothing_but_names_and_numbers_is_compared() -> None:
    assert [one.name for one in fields(ListedPerson)] == ["key", "name", "number"]


def test_duplicates_are_found_by_number_by_name_and_by_a_shorter_name() -> None:
    found = duplicates(PEOPLE)
    assert found == duplicates(PEOPLE[::-1])
    assert [(one.one, one.other, one.likeness) for one in found] == [
        ("ann", "ann-2", "name"),
        ("ann", "anna", "short"),
        ("ann-2", "anna", "short"),
        ("bob", "bob-2", "number"),
    ]
    assert found[3].why == "Both have the same association number."


def test_two_whom_a_director_told_apart_are_not_asked_about_again() -> None:
    apart = {frozenset(("ann-2", "ann")), frozenset(("bob", "bob-2"))}
    assert [(one.one, one.other) for one in duplicates(PEOPLE, apart)] == [
        ("ann", "anna"),
        ("ann-2", "anna"),
    ]


def test_people_of_one_name_without_letters_are_not_alike() -> None:
    assert duplicates([ListedPerson("a", "?"), ListedPerson("b", "?")]) == ()


def test_an_initial_is_short_for_a_name_of_the_same_family() -> None:
    people = [
        ListedPerson("a", "A. Lee"),
        ListedPerson("b", "Ann Lee"),
        ListedPerson("c", "A. Day"),
    ]
    assert duplicates(people) == (Duplicate("a", "b", "short"),)


def test_a_merge_says_whose_key_means_whom_and_keeps_the_number() -> None:
    merged = Merged.of(PEOPLE, [Merge(2, "anna", "ann-2"), Merge(1, "ann-2", "ann")])
    assert dict(merged.keys) == {"ann": "anna", "ann-2": "anna"}
    assert merged.person("ann") == ListedPerson("anna", "Anna Lee", "AA000123")
    assert merged.person("bob") == PEOPLE[3]


def test_undoing_a_merge_in_the_middle_leaves_the_later_one() -> None:
    rows: list[MergeRow] = [Merge(1, "ann-2", "ann"), Merge(2, "anna", "ann-2"), Unmerge(3, 1)]
    merged = Merged.of(PEOPLE, rows)
    assert dict(merged.keys) == {"ann-2": "anna"}
    assert merged.person("ann") == PEOPLE[0]


@pytest.mark.parametrize(
    ("row", "field", "sentence"),
    [
        (Merge(9, "zoe", "bob"), "kept", "'zoe' is not in the register."),
        (Merge(9, "bob", "zoe"), "gone", "'zoe' is not in the register."),
        (Merge(9, "bob", "bob"), "gone", "Nobody is merged into themselves."),
        (Merge(9, "ann", "bob"), "kept", "Ann Lee has been merged into Lee, Ann."),
        (Merge(9, "bob", "ann"), "gone", "Ann Lee has been merged into Lee, Ann."),
        (
            Merge(9, "bob", "ann-2"),
            "gone",
            "They have two association numbers, so they are two people.",
        ),
        (Unmerge(9, 2), "merge", "Merge no. 2 is not in force."),
    ],
)
def test_a_merge_that_cannot_be_is_refused_in_one_sentence(
    row: MergeRow, field: str, sentence: str
) -> None:
    merged = Merged.of(PEOPLE, [Merge(1, "ann-2", "ann")])
    with pytest.raises(MergeError) as refused:
        merged.with_row(row)
    assert (refused.value.field, refused.value.message) == (field, sentence)


def _rows(seed: int) -> list[MergeRow]:
    """Return merges and undone merges of many people, all of which were possible."""
    dice, keys = Random(seed), [str(one) for one in range(8)]
    merged, rows = Merged.of(_many(), []), list[MergeRow]()
    for number in range(1, 20):
        one, other = dice.choice(keys), dice.choice(keys)
        row = (
            Unmerge(number, dice.randint(1, number))
            if dice.random() < 0.3
            else Merge(number, one, other)
        )
        try:
            merged = merged.with_row(row)
        except MergeError:
            continue
        rows.append(row)
    return rows


def _many() -> list[ListedPerson]:
    return [ListedPerson(str(one), f"Player {one}", "A1" if one == 3 else "") for one in range(8)]


@examples(60)
@given(rows=st.builds(_rows, st.integers(0, 9999)), seed=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter_and_undoing_gives_everybody_back(
    rows: list[MergeRow], seed: int
) -> None:
    merged = Merged.of(_many(), rows)
    assert Merged.of(_many(), Random(seed).sample(rows, len(rows))) == merged
    assert not set(merged.keys.values()) & set(merged.keys)
    assert merged.person("3").number == "A1"
    for number in list(merged.in_force):
        before = merged
        merged = merged.with_row(Unmerge(1000 + number, number))
        again = Merged(before.people, {**merged.in_force, number: before.in_force[number]})
        assert dict(again.keys) == dict(before.keys)
    assert dict(merged.keys) == {}
    assert [merged.person(one.key) for one in _many()] == _many()
