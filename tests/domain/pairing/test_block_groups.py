"""Quads, sixes, group round robins and initial Fontes: who is grouped with whom, for every size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.blocks import a_block, a_fresh_field, totals
from tests.builders.positions import a_field, shuffled
from tests.depth import examples
from tournaments.pairing.answer import Request
from tournaments.pairing.blocks.fontes import fontes_groups
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import pair
from tournaments.pairing.position import (
    ByePolicy,
    Meeting,
    PairingPlayer,
    PairingPosition,
    rank_order,
)
from tournaments.pairing.schedule import Schedule
from tournaments.pairing.wording import in_words

GROUPINGS = ("clustered", "distributed", "snaked")


def games(schedule: Schedule) -> list[list[tuple[int, int]]]:
    """Returns the games of every round, without who sits out."""
    return [[(g.one, g.two) for g in row if g.two is not None] for row in schedule.rounds]


@pytest.mark.parametrize(
    ("variant", "groups"),
    [
        ("clustered", ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))),
        ("distributed", ((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12))),
        ("snaked", ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))),
    ],
)
def test_quads_are_grouped_by_their_variant(
    variant: str, groups: tuple[tuple[int, ...], ...]
) -> None:
    block = a_block(a_fresh_field(12), "groups", variant)
    assert block.groups == groups
    first = groups[0]
    assert [row[:2] for row in games(block)] == [
        [(first[a], first[b]) for a, b in row]
        for row in (((0, 3), (1, 2)), ((0, 2), (1, 3)), ((0, 1), (2, 3)))
    ]


def test_six_over_play_three_rounds_of_their_own() -> None:
    block = a_block(a_fresh_field(10), "groups")
    assert block.groups == ((1, 2, 3, 4), (5, 6, 7, 8, 9, 10))
    assert [row[2:] for row in games(block)] == [
        [(5, 6), (7, 8), (9, 10)],
        [(5, 7), (8, 9), (6, 10)],
        [(5, 8), (6, 9), (7, 10)],
    ]


def test_sixes_play_five_rounds_by_berger() -> None:
    block = a_block(a_fresh_field(12), "groups", size=6)
    assert [set(row[:3]) for row in games(block)][:2] == [
        {(1, 6), (2, 5), (3, 4)},
        {(4, 6), (1, 2), (3, 5)},
    ]
    assert len(block.rounds) == 5


def test_quads_are_made_from_the_standings() -> None:
    field = a_field(12, 5)
    ranked = tuple(player.number for player in rank_order(field.players))
    assert a_block(field, "groups").groups == (ranked[:4], ranked[4:8], ranked[8:])


@examples(60)
@given(
    players=st.integers(4, 60),
    variant=st.sampled_from(GROUPINGS),
    size=st.sampled_from([4, 6]),
    rounds=st.integers(1, 5),
)
def test_nobody_meets_twice_in_quads_and_sixes_or_sits_out_twice(
    players: int, variant: str, size: int, rounds: int
) -> None:
    rounds = min(rounds, size - 1)
    if players < size:
        players += size
    found = totals(a_block(a_fresh_field(players), "groups", variant, size=size, rounds=rounds))
    assert set(found.met.values()) == {1}
    assert found.byes.total() == rounds * (players % 2)
    assert set(found.byes.values()) <= {1}
    assert {abs(found.balance(n)) for n in found.sides} <= {0, 1}


@examples(60)
@given(
    players=st.integers(2, 60),
    variant=st.sampled_from(GROUPINGS),
    size=st.integers(3, 9),
    cycles=st.integers(1, 2),
)
def test_in_group_round_robins_all_of_a_group_meet_equally_often(
    players: int, variant: str, size: int, cycles: int
) -> None:
    block = a_block(a_fresh_field(players), "grr", variant, size=size, cycles=cycles)
    found = totals(block)
    assert sorted(n for group in block.groups for n in group) == list(range(1, players + 1))
    sizes = {len(group) for group in block.groups}
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    among = {frozenset((a, b)) for group in block.groups for a in group for b in group if a != b}
    assert set(found.met) == among
    assert set(found.met.values()) <= {cycles}


@pytest.mark.parametrize("variant", ["drawn", "snaked"])
@pytest.mark.parametrize("rounds", [2, 3, 5])
def test_fontes_gives_everybody_new_opponents_for_every_field_size(
    variant: str, rounds: int
) -> None:
    for players in [*range(rounds + 1 + rounds % 2, 61), 109, 299, 300]:
        found = totals(a_block(a_fresh_field(players), "fontes", variant, rounds=rounds))
        assert set(found.met.values()) == {1}, players
        assert found.byes.total() == rounds * (players % 2), players
        assert set(found.byes.values()) <= {1}, players


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, [4]),
        (5, [5]),
        (6, [6]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [4, 5]),
        (10, [4, 6]),
        (11, [4, 4, 3]),
        (12, [4, 4, 4]),
        (13, [4, 4, 5]),
    ],
)
def test_fontes_groups_have_these_sizes(players: int, sizes: list[int]) -> None:
    block = a_block(a_fresh_field(players), "fontes")
    assert [len(group) for group in block.groups] == sizes


@examples(60)
@given(players=st.integers(7, 300), snaked=st.booleans(), seed=st.text(max_size=3))
def test_fontes_groups_take_one_member_from_every_part_of_the_seeding(
    players: int, snaked: bool, seed: str
) -> None:
    field = a_fresh_field(players).players
    groups = fontes_groups(field, 3, seed, snaked=snaked)
    assert sorted(place for group in groups for place in group) == list(range(1, players + 1))
    over = [] if players % 4 == 0 else groups.pop()
    rest = [place for place in range(1, players + 1) if place not in over]
    part = len(rest) // 4
    for group in groups:
        assert [rest.index(place) // part for place in group] == [0, 1, 2, 3]
    parts = len(over) + len(over) % 2
    if parts:
        found = [
            next(p for p in range(parts) if place <= (p + 1) * players // parts) for place in over
        ]
        assert found == list(range(len(over) % 2, parts))


def test_a_drawn_fontes_differs_by_its_seed_and_a_snaked_one_does_not() -> None:
    field = a_fresh_field(24)
    assert a_block(field, "fontes", seed="a") != a_block(field, "fontes", seed="b")
    assert a_block(field, "fontes", "snaked", "a") == a_block(field, "fontes", "snaked", "b")


def test_who_takes_no_bye_has_none_while_others_can() -> None:
    field = a_fresh_field(9)
    players = tuple(replace(p, takes_bye=p.number not in (2, 5, 9)) for p in field.players)
    assert not {2, 5, 9} & set(totals(a_block(replace(field, players=players), "fontes")).byes)


@pytest.mark.parametrize("method", ["groups", "fontes"])
@pytest.mark.parametrize(
    ("policy", "byes"),
    [
        ("bottom_up", {3, 4, 5}),
        ("top_down", {1, 2, 3}),
        ("always_bottom", {2, 4, 5}),
        ("german", {2, 3, 4}),
    ],
)
def test_in_an_odd_group_those_sit_out_whom_the_bye_policy_names(
    method: str, policy: ByePolicy, byes: set[int]
) -> None:
    """Number 3 takes no bye where the lowest always has it."""
    field = a_fresh_field(5, bye_policy=policy, total_rounds=3)
    refuses = 3 if policy == "always_bottom" else None
    players = tuple(replace(p, takes_bye=p.number != refuses) for p in field.players)
    found = totals(a_block(replace(field, players=players), method, rounds=3))
    assert set(found.byes) == byes


@pytest.mark.parametrize(
    ("players", "method", "options", "code"),
    [
        (8, "groups", (("size", 5),), "groups.odd_size"),
        (8, "groups", (("rounds", 4),), "groups.too_many_rounds"),
        (4, "fontes", (("rounds", 5),), "fontes.too_few"),
        (2, "fontes", (), "fontes.too_few"),
    ],
)
def test_what_does_not_fit_is_refused_in_numbers(
    players: int, method: str, options: tuple[tuple[str, int], ...], code: str
) -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(players), Request(method, options=options))
    assert refused.value.code == code
    assert any(str(number) in in_words(refused.value) for _, number in (*options, ("", players)))


@examples(40)
@given(
    players=st.integers(4, 40),
    method=st.sampled_from(["groups", "grr", "fontes", "roundrobin"]),
    seed=st.integers(0, 99),
)
def test_a_block_does_not_depend_on_the_order_of_rows(players: int, method: str, seed: int) -> None:
    position = a_field(players, 2, seed)
    assert pair(shuffled(position), Request(method, seed="s")) == pair(
        position, Request(method, seed="s")
    )


@examples(60)
@given(
    players=st.integers(8, 40),
    method=st.sampled_from(["groups", "fontes"]),
    data=st.data(),
)
def test_fixed_games_are_drawn_up_and_players_apart_never_meet(
    players: int, method: str, data: st.DataObject
) -> None:
    numbers = data.draw(st.permutations(range(1, players + 1)))
    position = a_fresh_field(
        players,
        fixed=((numbers[0], numbers[1]),),
        fixed_ahead=((3, numbers[2], numbers[3]),),
        apart=((numbers[4], numbers[5]),),
    )
    pairing = pair(position, Request(method, seed="s"))
    schedule = pairing.schedule
    assert schedule is not None
    met = [{frozenset(game) for game in row} for row in games(schedule)]
    assert frozenset(numbers[:2]) in met[0]
    assert frozenset(numbers[2:4]) in met[2]
    assert not any(frozenset(numbers[4:6]) in row for row in met)
    [board] = [b for b in pairing.boards if {b.one, b.two} == set(numbers[:2])]
    assert board.first in numbers[:2]


def test_a_limit_of_repeats_exchanges_players_between_groups_or_names_what_works() -> None:
    eight = a_fresh_field(8, round_number=2, meetings=(Meeting(1, 1, 2), Meeting(1, 5, 6)))
    free = pair(eight, Request("groups"))
    assert [(w.code, w.params["games"]) for w in free.warnings] == [("block.repeats", 2)]
    limited = pair(eight, Request("groups", repeats=0))
    assert limited.warnings == ()
    four = PairingPosition(2, tuple(PairingPlayer(n) for n in range(1, 5)), (Meeting(1, 1, 2),))
    with pytest.raises(PairingError) as refused:
        pair(four, Request("groups", repeats=0))
    assert (refused.value.code, refused.value.params) == (
        "block.limit",
        {"repeats": 0, "enough": 1},
    )
    assert "with a limit of 1 there is one" in in_words(refused.value)


def test_players_apart_who_all_have_to_meet_are_named() -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(4, apart=((3, 1),)), Request("groups"))
    assert (refused.value.code, refused.value.params) == ("block.apart", {"one": 1, "two": 3})


def test_a_fixed_bye_falls_on_the_one_who_sits_out_anyway() -> None:
    for method in ("groups", "fontes", "roundrobin"):
        pairing = pair(a_fresh_field(9, fixed_byes=(2,)), Request(method))
        assert pairing.byes == (2,), method
