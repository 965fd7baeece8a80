"""Swiss: the optimum of the whole field, no repeat that can be avoided, and a bye chosen first."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.builders.positions import (
    a_field,
    all_pairings,
    fold_cost,
    has_free_pairing,
    shuffled,
)
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order

SWISS = Request("swiss")
FIELDS = ("repeats", "back_to_back", "avoid", "wins", "starts", "fold")


def games(pairing: Pairing) -> list[tuple[int, int]]:
    """Returns who meets whom, in board order."""
    return [(board.one, board.two) for board in pairing.boards]


def cost_of(pairing: Pairing) -> tuple[int, ...]:
    """Returns the objective, the most important criterion first."""
    return tuple(pairing.objective[name] for name in FIELDS)


positions = st.builds(
    a_field,
    players=st.integers(4, 60),
    rounds=st.integers(0, 15),
    seed=st.integers(0, 10**6),
)


def test_before_the_first_result_the_upper_half_meets_the_lower() -> None:
    field = PairingPosition(1, tuple(PairingPlayer(number) for number in range(1, 9)))
    assert games(pair(field, SWISS)) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize("variant", ["fold", "halves", "nearest", "spread"])
def test_every_variant_opens_with_the_fold(variant: str) -> None:
    field = PairingPosition(1, tuple(PairingPlayer(number) for number in range(1, 9)))
    assert games(pair(field, Request("swiss", variant))) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_a_random_opening_differs_with_the_seed_alone() -> None:
    field = PairingPosition(1, tuple(PairingPlayer(number) for number in range(1, 21)))
    drawn = {tuple(games(pair(field, Request("swiss", opening="random", seed=s)))) for s in "abcd"}
    again = pair(shuffled(field), Request("swiss", opening="random", seed="a"))
    assert len(drawn) == 4
    assert tuple(games(again)) in drawn


def test_a_second_round_on_no_results_folds_without_repeats() -> None:
    players = tuple(PairingPlayer(number) for number in range(1, 9))
    met = tuple(Meeting(1, number, number + 4) for number in range(1, 5))
    pairing = pair(PairingPosition(2, players, met), SWISS)
    assert pairing.repeats == 0
    assert {number for game in games(pairing) for number in game} == set(range(1, 9))


@pytest.mark.parametrize("players", [4, 6, 8, 10])
@pytest.mark.parametrize("rounds", [1, 3, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_other_pairing_of_a_small_field_is_better(players: int, rounds: int, seed: int) -> None:
    position = a_field(players, rounds, seed)
    numbers = tuple(player.number for player in position.players)
    best = min(fold_cost(position, pairs) for pairs in all_pairings(numbers))
    pairing = pair(position, SWISS)
    assert cost_of(pairing) == best == fold_cost(position, tuple(games(pairing)))


@pytest.mark.parametrize("players", [5, 7, 9])
def test_an_odd_small_field_is_optimal_without_the_player_who_sits_out(players: int) -> None:
    position = a_field(players, 2)
    pairing = pair(position, SWISS)
    rest = tuple(p.number for p in position.players if p.number not in pairing.byes)
    assert cost_of(pairing) == min(fold_cost(position, pairs) for pairs in all_pairings(rest))


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 9), (32, 4), (40, 12)])
def test_another_library_finds_no_better_pairing(players: int, rounds: int) -> None:
    position = a_field(players, rounds)
    graph: nx.Graph[int] = nx.Graph()
    for edge in combinations([player.number for player in position.players], 2):
        graph.add_edge(*edge)
    cost = {edge: _packed(fold_cost_of_edge(position, edge)) for edge in graph.edges}
    largest = max(cost.values())
    for edge in graph.edges:
        graph.edges[edge]["weight"] = largest - cost[edge]
    mates = nx.max_weight_matching(graph, maxcardinality=True)
    theirs = fold_cost(position, tuple((min(m), max(m)) for m in mates))
    assert cost_of(pair(position, SWISS)) == theirs


def fold_cost_of_edge(position: PairingPosition, edge: tuple[int, int]) -> tuple[int, ...]:
    """Returns the cost of one board, whoever else meets."""
    everybody = fold_cost(position, (edge, *((p.number, p.number) for p in position.players)))
    nobody = fold_cost(position, tuple((p.number, p.number) for p in position.players))
    return tuple(a - b for a, b in zip(everybody, nobody, strict=True))


def _packed(costs: tuple[int, ...]) -> int:
    total = 0
    for cost in costs:
        total = total << 24 | cost
    return total


@examples(60)
@given(position=positions, seed=st.integers(0, 99))
def test_every_player_has_one_board_or_the_bye_whatever_the_order_of_rows(
    position: PairingPosition, seed: int
) -> None:
    pairing = pair(position, SWISS)
    seated = [number for game in games(pairing) for number in game] + list(pairing.byes)
    assert sorted(seated) == sorted(player.number for player in position.players)
    assert len(pairing.byes) == len(position.players) % 2
    assert pair(shuffled(position, seed), SWISS) == pairing


@examples(60)
@given(position=positions)
def test_nobody_meets_again_while_a_pairing_without_repeats_exists(
    position: PairingPosition,
) -> None:
    pairing = pair(position, SWISS)
    assert (pairing.repeats == 0) == has_free_pairing(position)
    assert any(w.code == "repeats.needed" for w in pairing.warnings) == (pairing.repeats > 0)


@examples(60)
@given(position=positions)
def test_the_bye_goes_to_the_lowest_of_those_with_fewest(position: PairingPosition) -> None:
    assume(len(position.players) % 2)
    pairing = pair(position, SWISS)
    [bye] = pairing.byes
    fewest = min(player.byes for player in position.players)
    takers = [p.number for p in rank_order(position.players) if p.byes == fewest]
    moved = [w.params for w in pairing.warnings if w.code == "bye.moved_up"]
    assert bye in takers
    assert (bye == takers[-1]) == (not moved)
    for params in moved:
        assert params == {"instead_of": takers[-1], "number": bye}
        rest = tuple(p for p in position.players if p.number != takers[-1])
        assert not has_free_pairing(replace(position, players=rest))


@examples(40)
@given(position=positions, variant=st.sampled_from(["fold", "halves", "nearest", "spread"]))
def test_the_reasons_of_the_boards_add_up_to_the_objective(
    position: PairingPosition, variant: str
) -> None:
    pairing = pair(position, Request("swiss", variant))
    for name, value in pairing.objective.items():
        assert sum(reason.terms[name] for reason in pairing.explanation) == value
    assert [(r.one, r.two) for r in pairing.explanation][: len(pairing.boards)] == games(pairing)


@examples(40)
@given(position=positions, data=st.data())
def test_fixed_pairs_and_byes_stand_and_cost_nothing(
    position: PairingPosition, data: st.DataObject
) -> None:
    numbers = data.draw(st.permutations([player.number for player in position.players]))
    pairs = data.draw(st.integers(0, len(numbers) // 2))
    fixed = tuple(zip(numbers[: 2 * pairs : 2], numbers[1 : 2 * pairs : 2], strict=True))
    byes = tuple(numbers[2 * pairs : 2 * pairs + data.draw(st.integers(0, 2))])
    pairing = pair(replace(position, fixed=fixed, fixed_byes=byes), SWISS)
    met = {frozenset(game) for game in games(pairing)}
    assert {frozenset(pair) for pair in fixed} <= met
    assert set(byes) <= set(pairing.byes)
    assert len(pairing.byes) - len(byes) == (len(numbers) - len(byes)) % 2
    for reason in pairing.explanation:
        assert bool(reason.terms) == ((reason.one, reason.two) not in _either_way(fixed))


def _either_way(pairs: tuple[tuple[int, int], ...]) -> set[tuple[int, int]]:
    return {*pairs, *(pair[::-1] for pair in pairs)}


def test_a_fixed_repeat_stands_even_where_it_forces_another() -> None:
    players = tuple(PairingPlayer(number) for number in range(1, 5))
    met = (Meeting(1, 1, 2), Meeting(1, 3, 4))
    pairing = pair(PairingPosition(2, players, met, fixed=((1, 2),)), SWISS)
    assert games(pairing) == [(1, 2), (3, 4)]
    assert pairing.repeats == 2
    assert pairing.objective["repeats"] == 1


def test_who_takes_no_bye_is_passed_over() -> None:
    players = tuple(PairingPlayer(number, takes_bye=number < 4) for number in range(1, 8))
    assert pair(PairingPosition(1, players), SWISS).byes == (3,)
    with pytest.raises(PairingError) as refused:
        pair(PairingPosition(1, tuple(replace(p, takes_bye=False) for p in players)), SWISS)
    assert refused.value.code == "bye.nobody_takes_it"


def test_the_bye_moves_up_where_the_lowest_would_force_a_repeat() -> None:
    players = tuple(PairingPlayer(number) for number in (1, 2, 3))
    position = PairingPosition(2, players, (Meeting(1, 1, 2),))
    pairing = pair(position, SWISS)
    assert pairing.byes == (2,)
    assert games(pairing) == [(1, 3)]
    assert [w.code for w in pairing.warnings] == ["bye.moved_up"]


def test_of_two_repeats_the_one_that_is_not_of_the_round_before_is_taken() -> None:
    players = tuple(PairingPlayer(number) for number in (1, 2, 3, 4))
    met = [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3)]
    position = PairingPosition(4, players, tuple(Meeting(*game) for game in met))
    assert pair(position, SWISS).objective["back_to_back"] == 0
    assert frozenset((1, 4)) not in {frozenset(g) for g in games(pair(position, SWISS))}


def test_a_limit_that_cannot_be_kept_is_refused_with_the_smallest_that_can() -> None:
    position = a_field(4, 7)
    with pytest.raises(PairingError) as refused:
        pair(position, Request("swiss", repeats=0))
    assert refused.value.code == "pairing.infeasible"
    smallest = refused.value.params["smallest"]
    assert isinstance(smallest, int)
    pairing = pair(position, Request("swiss", repeats=smallest))
    assert max(reason.meetings for reason in pairing.explanation) <= smallest
    with pytest.raises(PairingError):
        pair(position, Request("swiss", repeats=smallest - 1))


def test_players_kept_apart_never_meet_even_at_the_price_of_repeats() -> None:
    players = tuple(PairingPlayer(number) for number in (1, 2, 3, 4))
    position = PairingPosition(
        2, players, (Meeting(1, 1, 2), Meeting(1, 3, 4)), apart=((1, 3), (1, 4))
    )
    assert games(pair(position, SWISS)) == [(1, 2), (3, 4)]
    with pytest.raises(PairingError) as refused:
        pair(replace(position, apart=((1, 3), (4, 1), (2, 1))), SWISS)
    assert refused.value.code == "pairing.kept_apart"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_halves_of_a_group_are_strict(seed: int) -> None:
    position = a_field(10, 2, seed)
    ranked = rank_order(position.players)
    half = {}
    for player in ranked:
        group = [p.number for p in ranked if p.half_wins == player.half_wins]
        half[player.number] = (player.half_wins, 2 * group.index(player.number) >= len(group))
    strict = min(
        (*fold_cost(position, pairs)[:5], sum(half[one] == half[two] for one, two in pairs))
        for pairs in all_pairings(tuple(half))
    )
    objective = pair(position, Request("swiss", "halves")).objective
    names = ("repeats", "back_to_back", "avoid", "wins", "starts", "same_half")
    assert tuple(objective[name] for name in names) == strict


def test_nearest_makes_neighbours_meet() -> None:
    players = tuple(PairingPlayer(n, half_wins=2, spread=-n) for n in range(1, 9))
    drawn = pair(PairingPosition(2, players), Request("swiss", "nearest"))
    assert games(drawn) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert drawn.objective["nearest"] == 0


def test_of_equal_pairings_the_one_with_opposite_claims_to_sides_is_taken() -> None:
    claims = {1: 1, 2: 1, 3: 1, 4: 1, 5: -1, 6: -1, 7: -1, 8: -1}
    players = tuple(
        PairingPlayer(n, firsts=5 + (b > 0), seconds=5 + (b < 0)) for n, b in claims.items()
    )
    drawn = pair(PairingPosition(2, players), Request("swiss", opening="random"))
    assert drawn.objective["starts"] == 0


@examples(30)
@given(position=positions)
def test_a_wider_limit_never_costs_more(position: PairingPosition) -> None:
    """In an odd field a limit may move the bye, and what follows is another field."""
    assume(len(position.players) % 2 == 0)
    limits = (0, 1, 2, None)
    totals = [total for limit in limits if (total := repeats_within(position, limit)) is not None]
    assert totals == sorted(totals, reverse=True)
    assert totals


def repeats_within(position: PairingPosition, limit: int | None) -> int | None:
    """Returns the meetings repeated under a limit, None where it cannot be kept."""
    try:
        return pair(position, Request("swiss", repeats=limit)).objective["repeats"]
    except PairingError:
        return None


@pytest.mark.parametrize("variant", ["fold", "halves", "nearest", "spread"])
def test_two_who_should_not_meet_are_put_on_a_board_of_unequal_wins_sooner(variant: str) -> None:
    wins = {1: 2, 2: 2, 3: 0, 4: 0}
    players = tuple(PairingPlayer(n, half_wins=w, half_losses=2 - w) for n, w in wins.items())
    pairing = pair(PairingPosition(2, players, avoid=((2, 1),)), Request("swiss", variant))
    assert frozenset((1, 2)) not in {frozenset(game) for game in games(pairing)}
    assert (pairing.objective["avoid"], pairing.objective["wins"]) == (0, 8)


@pytest.mark.parametrize("method", ["swiss", "random"])
def test_two_who_should_not_meet_do_so_rather_than_meet_anybody_again(method: str) -> None:
    players = tuple(PairingPlayer(number) for number in (1, 2, 3, 4))
    met = tuple(Meeting(1, one, two) for one, two in ((1, 3), (2, 4), (1, 4), (2, 3)))
    pairing = pair(PairingPosition(3, players, met, avoid=((1, 2),)), Request(method))
    assert set(games(pairing)) == {(1, 2), (3, 4)}
    assert (pairing.repeats, pairing.objective["avoid"]) == (0, 1)


@examples(30)
@given(data=st.data(), seed=st.integers(0, 10**6), rounds=st.integers(0, 5))
def test_who_should_not_meet_is_weighed_between_repeats_and_wins(
    data: st.DataObject, seed: int, rounds: int
) -> None:
    position = a_field(8, rounds, seed)
    numbers = tuple(player.number for player in position.players)
    pairs = list(combinations(sorted(numbers), 2))
    avoid = tuple(data.draw(st.lists(st.sampled_from(pairs), unique=True)))
    position = replace(position, avoid=avoid)
    pairing = pair(position, SWISS)
    assert cost_of(pairing) == min(fold_cost(position, each) for each in all_pairings(numbers))
    assert pair(shuffled(position, seed), SWISS) == pairing


def test_sides_come_before_the_place_in_the_group_and_after_wins() -> None:
    """1 and 3 have both gone first, so that the fold 1-3, 2-4 would leave both with two firsts."""
    firsts = {1: 1, 2: 0, 3: 1, 4: 0}
    players = tuple(PairingPlayer(n, 2, 0, -n, 0, f, 1 - f) for n, f in firsts.items())
    pairing = pair(PairingPosition(2, players), SWISS)
    assert set(games(pairing)) in ({(1, 2), (3, 4)}, {(1, 4), (2, 3)})
    assert pairing.objective["starts"] == 0
    losers = tuple(replace(p, half_wins=2 * (p.firsts)) for p in players)
    assert set(games(pair(PairingPosition(2, losers), SWISS))) == {(1, 3), (2, 4)}


@pytest.mark.parametrize(
    ("one", "two", "cost"),
    [(0, 0, 0), (1, -1, 0), (1, 1, 1), (-1, -1, 1), (2, 0, 0), (2, 2, 1), (3, 1, 2), (3, 3, 5)],
)
def test_a_board_costs_the_unevenness_it_leaves(one: int, two: int, cost: int) -> None:
    """A balance of 1 costs nothing: after an odd number of games nobody has less."""
    players = (
        PairingPlayer(1, firsts=5 + one, seconds=5),
        PairingPlayer(2, 0, 0, 0, 0, 5 + two, 5),
    )
    assert pair(PairingPosition(2, players), SWISS).objective["starts"] == cost
