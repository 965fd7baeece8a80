"""Cut-offs of divisions and classes: against every way there is, and by small examples."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UserError
from tournaments.cut_offs import Wanted, _Field, faults, parted, proposed

FIELDS = st.lists(st.sampled_from([0, *range(800, 2000, 37)]), max_size=14)


def worth(
    ratings: list[int], cut_offs: tuple[int, ...], wanted: Wanted
) -> tuple[float, ...] | None:
    """Returns what a director says against a way to part a field, None where one is too small."""
    parts = parted(ratings, cut_offs, unrated=wanted.unrated)
    sizes = [Counter(parts)[part] for part in range(wanted.parts)]
    if min(sizes) < wanted.least:
        return None
    share = len(ratings) / wanted.parts
    slack = max(1, len(ratings) // (10 * wanted.parts))
    rated = sorted({rating for rating in ratings if rating})
    gaps = []
    for cut_off in cut_offs:
        above = min(rating for rating in rated if rating >= cut_off)
        below = [rating for rating in rated if rating < cut_off]
        gaps.append(min(100, above - max(below)) if below else 100)
    return (
        sum(not share / 2 <= size <= share * 2 for size in sizes),
        sum(size % 2 for size in sizes) if wanted.even else 0,
        round(sum(max(0.0, abs(size - share) - slack) ** 2 for size in sizes), 6),
        -sum(gaps),
        round(sum((size - share) ** 2 for size in sizes), 6),
    )


def every_way(ratings: list[int], wanted: Wanted) -> list[tuple[int, ...]]:
    """Returns every way to part a field that differs in who is where, a rating as the cut-off."""
    rated = sorted({rating for rating in ratings if rating}, reverse=True)
    return list(combinations(rated, wanted.parts - 1)) if rated else []


@given(
    ratings=FIELDS,
    parts=st.integers(1, 4),
    least=st.integers(1, 4),
    unrated=st.integers(0, 3),
    even=st.booleans(),
)
def test_no_other_way_to_part_the_field_is_better(
    ratings: list[int], parts: int, least: int, unrated: int, even: bool
) -> None:
    wanted = Wanted(parts, least, None if unrated >= parts else unrated, even)
    known = [worth(ratings, way, wanted) for way in every_way(ratings, wanted)]
    others = [one for one in known if one is not None]
    try:
        found = proposed(ratings, wanted)
    except UserError:
        assert not others
        return
    assert list(found) == sorted(set(found), reverse=True)
    ours = worth(ratings, found, wanted)
    assert ours is not None
    assert all(ours <= other for other in others)


def test_fifteen_make_an_even_and_an_odd_division_and_nobody_else_has_a_bye() -> None:
    ratings = [1900 - 40 * place for place in range(15)]
    sizes = Counter(parted(ratings, proposed(ratings, Wanted(2))))
    assert sorted(sizes.values()) == [7, 8]


def test_the_border_is_where_nobody_is_close_and_a_round_number() -> None:
    ratings = [2011, 1950, 1900, 1888, 1870, 1861, 1420, 1400, 1380, 1370, 1360, 1350, 1340, 1330]
    assert proposed(ratings, Wanted(2)) == (1600,)
    assert proposed([1503, 1502, 1501, 1500], Wanted(2, least=2)) == (1502,)


def test_players_without_a_rating_are_in_the_last_division_or_where_it_is_said() -> None:
    ratings = [1900, 1800, 1700, 1600, 0, 0, 0, 0]
    assert parted(ratings, proposed(ratings, Wanted(2))) == (0, 0, 0, 0, 1, 1, 1, 1)
    above = parted(ratings, (1750,), unrated=0)
    assert above == (0, 0, 1, 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("ratings", "code"),
    [([1500] * 7, "cut_offs.too_few"), ([1500] * 8, "cut_offs.equal"), ([0] * 9, "cut_offs.equal")],
)
def test_a_field_that_cannot_be_parted_is_one_sentence(ratings: list[int], code: str) -> None:
    with pytest.raises(UserError) as refused:
        proposed(ratings, Wanted(2))
    assert refused.value.code == code


def test_a_cut_off_that_leaves_one_player_or_none_or_is_out_of_order_is_one_sentence() -> None:
    assert faults("AB", [1, 9], [1900]) == [
        "Division A would have one player, with nobody to play: change a cut-off."
    ]
    assert faults("AB", [0, 9], [2500]) == [
        "Nobody would be in division A: change a cut-off, or leave it out."
    ]
    assert faults("ABC", [4, 4, 4], [1400, 1400]) == [
        "The cut-off of B (1400) must be below that of A (1400)."
    ]
    assert faults("PQ", [1, 9], [1900], are_classes=True) == []
    assert faults("PQ", [0, 9], [1900], are_classes=True) == [
        "Nobody would be in class P: change a cut-off, or leave it out."
    ]


def test_five_hundred_players_are_parted_into_six_divisions() -> None:
    ratings = [700 + 3 * place % 1400 + place for place in range(500)]
    sizes = Counter(parted(ratings, proposed(ratings, Wanted(6))))
    assert all(size % 2 == 0 for size in sizes.values())
    assert 75 <= min(sizes.values()) <= max(sizes.values()) <= 92


def test_a_large_field_is_parted_without_looking_at_every_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = Counter[str]()
    cost = _Field.cost

    def counted(field: _Field, part: int, start: int, end: int) -> int | None:
        looked_at["ways"] += 1
        return cost(field, part, start, end)

    monkeypatch.setattr(_Field, "cost", counted)
    spread = range(300, 2300, 2)
    assert len(proposed(spread, Wanted(20))) == 19
    assert looked_at["ways"] < 25_000
    with pytest.raises(UserError, match="Too many players have equal ratings"):
        proposed([299] * 1000 + [*spread], Wanted(26))
    assert looked_at["ways"] < 2_000_000
