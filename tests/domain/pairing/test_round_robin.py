"""Round robin: everybody meets everybody, balanced sides, and a table that survives departures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import shuffled
from tests.depth import examples
from tournaments.pairing.blocks.tables import berger_round
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition

ROBIN = Request("roundrobin")


def a_round(numbers: range | tuple[int, ...], table_round: int, **more: Any) -> PairingPosition:
    """Returns the position of a round of a table, for these players."""
    players = tuple(PairingPlayer(number) for number in numbers)
    return PairingPosition(1, players, table_round=table_round, **more)


def met(pairing: Pairing) -> set[frozenset[int]]:
    """Returns who meets whom."""
    return {frozenset((board.one, board.two)) for board in pairing.boards}


def test_the_table_of_six_is_that_of_the_books() -> None:
    assert [set(berger_round(6, number)) for number in range(1, 6)] == [
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (1, 2), (5, 3)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (5, 1), (4, 2)},
    ]


@examples(30)
@given(players=st.integers(2, 30), variant=st.sampled_from(["berger", "circle"]))
def test_in_a_cycle_everybody_meets_everybody_once(players: int, variant: str) -> None:
    rounds = players - 1 if players % 2 == 0 else players
    everybody = range(1, players + 1)
    seen: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        pairing = pair(a_round(everybody, number), Request("roundrobin", variant))
        seen.update(met(pairing))
        byes.update(pairing.byes)
    assert seen == Counter({frozenset(two): 1 for two in combinations(everybody, 2)})
    assert byes == (Counter(everybody) if players % 2 else Counter())


@pytest.mark.parametrize("players", [6, 7, 14, 15])
def test_the_berger_table_balances_sides(players: int) -> None:
    rounds = players - 1 if players % 2 == 0 else players
    firsts: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        boards = pair(a_round(range(1, players + 1), number), ROBIN).boards
        firsts.update(board.first for board in boards if board.first is not None)
    games = players - 1
    assert {2 * firsts[n] - games for n in range(1, players + 1)} <= {-1, 0, 1}


def test_a_second_cycle_repeats_the_table_with_sides_swapped() -> None:
    for number in range(1, 6):
        once = pair(a_round(range(1, 7), number), ROBIN).boards
        again = pair(a_round(range(1, 7), number + 5), ROBIN).boards
        thrice = pair(a_round(range(1, 7), number + 10), ROBIN).boards
        assert [(b.one, b.two, b.one + b.two - (b.first or 0)) for b in once] == [
            (b.one, b.two, b.first) for b in again
        ]
        assert thrice == once


def test_a_later_round_of_a_table_never_drawn_up_leaves_the_circle_to_the_rule_of_starts() -> None:
    boards = pair(a_round(range(1, 7), 2), Request("roundrobin", "circle")).boards
    assert {board.first for board in boards} == {None}


def test_whoever_left_gives_the_opponents_a_bye_and_the_table_stays() -> None:
    table = tuple(range(1, 7))
    whole = pair(a_round(range(1, 7), 2, table=table), ROBIN)
    left = pair(a_round((1, 2, 3, 4, 6), 2, table=table), ROBIN)
    [missing] = [game for game in met(whole) if 5 in game]
    assert met(left) == met(whole) - {missing}
    assert set(left.byes) == missing - {5}
    assert [(w.code, w.params) for w in left.warnings] == [
        ("block.opponent_missing", {"number": left.byes[0], "missing": 5})
    ]


def test_a_late_player_takes_the_free_slot_of_an_odd_table() -> None:
    table = tuple(range(1, 6))
    with_bye = pair(a_round(range(1, 6), 3, table=table), ROBIN)
    filled = pair(a_round((1, 2, 3, 4, 5, 9), 3, table=table), ROBIN)
    assert met(filled) == met(with_bye) | {frozenset((9, with_bye.byes[0]))}
    assert filled.byes == ()


@pytest.mark.parametrize("numbers", [(), (4,)])
def test_a_table_needs_two(numbers: tuple[int, ...]) -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_round(numbers, 1), ROBIN)
    assert refused.value.code == "roundrobin.too_few"


def test_a_fixed_pair_of_the_table_stands_and_another_is_refused() -> None:
    fitting = pair(a_round(range(1, 7), 2, fixed=((6, 4),)), ROBIN)
    assert met(fitting) == met(pair(a_round(range(1, 7), 2), ROBIN))
    with pytest.raises(PairingError) as refused:
        pair(a_round(range(1, 7), 2, fixed=((1, 6),)), ROBIN)
    assert refused.value.code == "block.fixed"
    assert refused.value.params == {"one": 1, "two": 6, "round": 1}


def test_a_fixed_bye_gives_the_opponent_one_too() -> None:
    pairing = pair(a_round(range(1, 7), 1, fixed_byes=(1,)), ROBIN)
    assert set(pairing.byes) == {1, 6}


def test_the_order_of_players_does_not_matter_but_that_of_the_table_does() -> None:
    position = a_round(range(1, 9), 3, table=(8, 1, 7, 2, 6, 3, 5, 4))
    assert pair(shuffled(position), ROBIN) == pair(position, ROBIN)
    assert met(pair(replace(position, table=()), ROBIN)) != met(pair(position, ROBIN))


def test_a_whole_table_says_where_it_passes_the_limit_of_repeats() -> None:
    four = tuple(PairingPlayer(number) for number in range(1, 5))
    met = (Meeting(1, 1, 2), Meeting(1, 3, 4))
    drawn = pair(PairingPosition(2, four, met), Request("roundrobin", repeats=0))
    [warning] = drawn.warnings
    assert (warning.code, warning.params["games"]) == ("block.repeats_over", 2)
