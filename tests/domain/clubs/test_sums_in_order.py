"""Sums of parts in order: whatever comes and goes, the sum is that of what is there."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from clubs.records.book.runs import NO_RUNS, Runs, following, runs_of
from clubs.records.book.sequence import Sequence
from tests.depth import examples

DAY = date(2026, 1, 5)
STEPS = st.lists(st.booleans(), max_size=12)


@given(st.lists(st.tuples(st.integers(0, 40), st.one_of(st.none(), st.integers(0, 9)))))
@examples(60)
def test_the_sum_is_that_of_the_parts_in_order_whatever_came_and_went(
    changes: list[tuple[int, int | None]],
) -> None:
    sequence: Sequence[int, str] = Sequence(lambda one, other: one + other)
    plain: dict[int, str] = {}
    for key, value in changes:
        part = None if value is None else f"{key}:{value} "
        sequence.replace(key, part)
        plain.pop(key, None)
        if part is not None:
            plain[key] = part
        if key % 3 == 0:
            assert (sequence.total or "") == "".join(plain[one] for one in sorted(plain))
    assert list(sequence) == sorted(plain.items())
    assert (sequence.total or "") == "".join(plain[one] for one in sorted(plain))
    assert len(sequence) == len(plain)
    assert [sequence.get(key) for key in range(41)] == [plain.get(key) for key in range(41)]


def test_a_long_sequence_that_came_in_order_is_merged_anew_along_one_way_only() -> None:
    merges = 0

    def merge(one: int, other: int) -> int:
        nonlocal merges
        merges += 1
        return one + other

    sequence: Sequence[int, int] = Sequence(merge)
    for number in range(4096):
        sequence.put(number, number)
    assert sequence.total == sum(range(4096))
    assert merges <= 2 * 4096
    merges = 0
    sequence.put(2048, 0)
    assert sequence.total == sum(range(4096)) - 2048
    assert merges < 100


def stretch(steps: list[bool], start: int = 0) -> Runs:
    moments = (((DAY + timedelta(start + n), 0)) for n in range(len(steps)))
    return runs_of(zip(steps, moments, strict=True), "night")


@given(STEPS, STEPS, STEPS)
@examples(60)
def test_stretches_give_the_same_runs_however_they_are_put_together(
    one: list[bool], two: list[bool], three: list[bool]
) -> None:
    first = stretch(one)
    second = stretch(two, len(one))
    third = stretch(three, len(one) + len(two))
    whole = stretch([*one, *two, *three])
    assert following(following(first, second), third) == whole
    assert following(first, following(second, third)) == whole
    assert following(NO_RUNS, whole) == following(whole, NO_RUNS) == whole


def test_of_equal_runs_the_first_is_the_longest_and_stretches_kept_apart_do_not_join() -> None:
    runs = stretch([True, True, False, True, True])
    assert runs.longest is not None
    assert (runs.longest.length, runs.longest.end) == (2, (DAY + timedelta(1), 0))
    apart = following(stretch([True]), stretch([True, True], 1), joins=False)
    assert [run and run.length for run in (apart.begin, apart.end, apart.longest)] == [1, 2, 2]
