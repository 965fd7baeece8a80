"""Players exchanged between the slots of a block, held against all ways there are to place them."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.blocks import a_block, a_fresh_field, totals
from tests.builders.pairing_checks import answer_of
from tests.builders.positions import a_field
from tests.depth import examples
from tournaments.pairing.answer import Pairing, Request
from tournaments.pairing.blocks.demands import Demands, FixedGame
from tournaments.pairing.blocks.fitting import fitted
from tournaments.pairing.blocks.placing import placed
from tournaments.pairing.blocks.tables import SlotGames, Table
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import pair
from tournaments.pairing.wording import in_words

EIGHT = range(1, 9)
PAIRS = list(combinations(EIGHT, 2))
some_pairs = st.sets(st.sampled_from(PAIRS), min_size=4, max_size=14)


def two_quads(apart: set[tuple[int, int]]) -> bool:
    """Returns whether eight fall into two fours of which no two are kept apart."""
    return any(
        not any(len(four & set(two)) in (0, 2) for two in apart)
        for rest in combinations(range(2, 9), 3)
        for four in [{1, *rest}]
    )


@examples(150)
@given(apart=some_pairs)
def test_quads_of_eight_are_found_where_there_are_any_and_refused_where_not(
    apart: set[tuple[int, int]],
) -> None:
    field = a_fresh_field(8, apart=tuple(sorted(apart)))
    if two_quads(apart):
        met = totals(a_block(field, "groups")).met
        assert not {frozenset(two) for two in apart} & set(met)
        return
    with pytest.raises(PairingError) as refused:
        pair(field, Request("groups"))
    assert refused.value.code == "block.apart"
    assert tuple(refused.value.params.values()) in apart


@examples(100)
@given(players=st.integers(9, 24), seed=st.integers(0, 999), share=st.integers(5, 40))
def test_quads_that_were_there_before_players_were_kept_apart_are_found_again(
    players: int, seed: int, share: int
) -> None:
    """Players are kept apart only across some quads, so that there is an answer."""
    random, slots = Random(seed), 4 * (players // 4)
    order = random.sample(range(1, slots + 1), slots)
    quad = {number: at // 4 for at, number in enumerate(order)}
    across = [(a, b) for a, b in combinations(sorted(quad), 2) if quad[a] != quad[b]]
    apart = tuple(random.sample(across, len(across) * share // 100))
    met = totals(a_block(a_fresh_field(slots, apart=apart), "groups")).met
    assert not {frozenset(two) for two in apart} & set(met)


def test_a_limit_that_cannot_be_kept_with_players_apart_is_not_searched_for_ever() -> None:
    apart = ((3, 7), (6, 8), (1, 8), (2, 6), (5, 6), (1, 3))
    codes = set()
    for seed in range(40):
        field = a_field(8, 3, seed, apart=apart)
        answer = answer_of(field, Request("groups", repeats=0))
        if not isinstance(answer, Pairing) and answer[0] == "block.limit":
            codes.add(answer[0])
            enough = int(str(answer[1]["enough"]))
            answer = answer_of(field, Request("groups", repeats=enough))
        assert isinstance(answer, Pairing)
        assert not {(b.one, b.two) for b in answer.boards} & set(apart)
    assert codes == {"block.limit"}


def test_a_limit_and_players_who_all_have_to_meet_name_the_players() -> None:
    field = a_field(4, 2, apart=((1, 2),))
    with pytest.raises(PairingError) as refused:
        pair(field, Request("groups", repeats=0))
    assert (refused.value.code, refused.value.params) == ("block.apart", {"one": 1, "two": 2})


def test_in_a_large_field_what_was_not_found_is_not_said_to_be_impossible() -> None:
    apart = tuple((1, number) for number in range(2, 41))
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(40, apart=apart), Request("groups"))
    assert refused.value.code == "block.apart_not_found"
    assert "was found" in in_words(refused.value)


@pytest.mark.parametrize("players", [60, 120])
def test_team_mates_do_not_meet_in_the_groups_of_a_large_field(players: int) -> None:
    team = {number: (number * 7) % (players // 10) for number in range(1, players + 1)}
    apart = tuple((a, b) for a, b in combinations(team, 2) if team[a] == team[b])
    met = totals(a_block(a_fresh_field(players, apart=apart), "fontes")).met
    assert not {frozenset(two) for two in apart} & set(met)


def test_the_same_seed_gives_the_same_slots_and_an_order_that_suits_is_kept() -> None:
    quads: Table = [[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]]
    rounds = [[*row, *((a + 4, b + 4) for a, b in row)] for row in quads]
    slots = tuple(EIGHT)
    assert fitted(slots, rounds, Demands()).slots == slots
    demands = Demands(forbidden=frozenset({(1, 2), (5, 6)}))
    once = fitted(slots, rounds, demands, "x")
    assert once == fitted(slots, rounds, demands, "x")
    assert once.is_met


@examples(60)
@given(data=st.data())
def test_all_ways_to_place_six_are_looked_at_also_where_games_are_fixed(
    data: st.DataObject,
) -> None:
    hexes: Table = [[(1, 2), (3, 4), (5, 6)], [(1, 3), (4, 5), (2, 6)]]
    games = SlotGames.of(hexes, 6)
    numbers = list(range(1, 7))
    pairs = st.sampled_from(list(combinations(numbers, 2)))
    forbidden = data.draw(st.frozensets(pairs, max_size=9))
    one, two = data.draw(pairs)
    fixed = (FixedGame(data.draw(st.integers(0, 1)), one, two),)
    demands = Demands(fixed, (), forbidden - {(one, two)})
    found, looked_at_all = placed(numbers, games, demands)
    assert looked_at_all
    assert (found is not None) == any(
        _suits(order, hexes, demands) for order in permutations(numbers)
    )
    assert found is None or _suits(found, hexes, demands)


def _suits(order: tuple[int | None, ...], rounds: Table, demands: Demands) -> bool:
    met = [{tuple(sorted((order[a - 1], order[b - 1]))) for a, b in row} for row in rounds]  # type: ignore[type-var]
    return all(game.pair in met[game.round] for game in demands.fixed) and not any(
        row & demands.forbidden for row in met
    )
