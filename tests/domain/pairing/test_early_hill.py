"""King of the hill on an unfinished round: who is certain of his rank is paired, others wait."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.tie_breaks.tie_break import Value
from tests.builders.pairing_checks import conditioned, pair_and_check
from tests.builders.positions import a_field
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import BYE_POLICIES, ByePolicy, PairingPlayer, PairingPosition
from tournaments.pairing.wording import in_words

EARLY = Request("koth", "early")
WHOLE = Request("koth", "whole")


def standing(
    half_wins: Iterable[int], pending: Iterable[tuple[int, int]], **more: Any
) -> PairingPosition:
    """Returns a field in which no. n has the n-th of these half wins of five rounds so far.

    Who has no pending game has played one more; the higher number has the lower spread.
    """
    waiting = {number for two in pending for number in two}
    field = tuple(
        PairingPlayer(n, half_wins=w, half_losses=(10 if n in waiting else 12) - w, spread=-n)
        for n, w in enumerate(half_wins, start=1)
    )
    return PairingPosition(7, field, pending=tuple(pending), total_rounds=9, **more)


def games(pairing: Pairing) -> list[tuple[int, int]]:
    """Returns who meets whom, in board order."""
    return [(board.one, board.two) for board in pairing.boards]


def test_those_whom_no_missing_result_can_move_meet_their_neighbours() -> None:
    pairing = pair(standing([12, 10, 6, 6, 2, 0], [(3, 4)]), EARLY)
    assert games(pairing) == [(1, 2), (5, 6)]
    assert pairing.left == (3, 4)
    assert [in_words(warning) for warning in pairing.warnings] == [
        "Not paired yet, because a missing result may change their opponent: 3, 4."
    ]
    assert {why.rule for why in pairing.explanation} == {"koth.certain"}


def test_a_win_that_only_draws_level_keeps_both_waiting() -> None:
    """No. 5 can come to the 4 half wins of no. 4, and nobody knows by what spread."""
    pairing = pair(standing([12, 10, 8, 4, 2, 2], [(5, 6)]), EARLY)
    assert (games(pairing), pairing.left) == ([(1, 2)], (3, 4, 5, 6))


def test_a_tie_leaves_the_order_by_spread_as_it_is_but_not_the_order_by_total_score() -> None:
    """One of no. 2 and 5 comes to be above no. 3 and 4; by a tie both are level with them."""
    position = standing([12, 6, 7, 7, 6, 2, 1, 0], [(2, 5)])
    assert games(pair(position, EARLY)) == [(3, 4), (7, 8)]
    totals = tuple(replace(p, tie_breaks=(Value("total_score", 3000),)) for p in position.players)
    assert games(pair(replace(position, players=totals), EARLY)) == [(7, 8)]


def test_a_complete_round_is_paired_whole() -> None:
    position = standing([12, 10, 8, 6, 4, 2], [])
    assert pair(position, EARLY) == pair(position, WHOLE)
    assert pair(position, EARLY).left == ()


def test_what_was_paired_early_is_fixed_and_the_rest_completed_later() -> None:
    position = standing([12, 10, 6, 6, 2, 0], [(3, 4)])
    early = pair(position, EARLY)
    results = {3: PairingPlayer(3, 6, 6, -103), 4: PairingPlayer(4, 8, 4, 96)}
    complete = replace(
        position,
        players=tuple(results.get(p.number, p) for p in position.players),
        pending=(),
        fixed=tuple(games(early)),
    )
    assert games(pair(complete, EARLY)) == [(1, 2), (4, 3), (5, 6)]


def test_nobody_is_paired_while_every_rank_is_open() -> None:
    with pytest.raises(PairingError) as refused:
        pair(standing([6, 6, 6, 6], [(1, 2), (3, 4)]), EARLY)
    assert in_words(refused.value) == (
        "No board can be paired yet; games without a result that still decide the ranks: 2."
    )


def test_a_limit_is_kept_among_neighbours_who_are_certain() -> None:
    position = a_field(8, 1)
    certain = standing([12, 11, 10, 9, 4, 4, 1, 0], [(5, 6)])
    met = tuple(replace(m, one=1, two=2) for m in position.meetings[:1])
    pairing = pair(replace(certain, meetings=met), Request("koth", "early", repeats=0))
    assert games(pairing) == [(1, 3), (2, 4), (7, 8)]


def test_a_board_that_would_leave_the_rest_unpaired_waits() -> None:
    position = replace(standing([12, 10, 6, 6], [(3, 4)]), apart=((3, 4),))
    with pytest.raises(PairingError) as refused:
        pair(position, EARLY)
    assert refused.value.code == "koth.nothing_certain"


def test_a_round_that_nothing_missing_can_save_is_refused_at_once() -> None:
    """No. 1 has met nobody but is kept apart from all: no result is worth waiting for."""
    position = replace(standing([12, 10, 6, 6], [(3, 4)]), apart=((1, 2), (1, 3), (1, 4)))
    with pytest.raises(PairingError) as refused:
        pair(position, EARLY)
    assert refused.value.code == "pairing.kept_apart"
    assert (refused.value.params["groups"], refused.value.params["partners"]) == (((1,),), ())


def test_two_who_should_not_meet_wait_while_that_may_help() -> None:
    position = replace(standing([12, 10, 6, 6, 2, 0], [(3, 4)]), avoid=((1, 2),))
    assert games(pair(position, EARLY)) == [(5, 6)]


def test_no_board_that_the_odd_bye_can_reach_is_paired_before_it_is_certain() -> None:
    """No. 5, 6 and 7 come last in an order that is open, and the last of them sits out."""
    pairing = pair(standing([12, 11, 10, 9, 4, 4, 4], [(5, 6)]), EARLY)
    assert (games(pairing), pairing.byes) == ([(1, 2), (3, 4)], ())
    pairing = pair(standing([12, 10, 6, 6, 0], [(3, 4)]), EARLY)
    assert (games(pairing), pairing.byes, pairing.left) == ([(1, 2)], (), (3, 4, 5))


def test_a_bye_that_is_certain_is_given_at_once() -> None:
    position = standing([12, 10, 6, 6, 2, 1, 0], [(3, 4)])
    takes = tuple(replace(p, takes_bye=p.number == 7) for p in position.players)
    pairing = pair(replace(position, players=takes), EARLY)
    assert (games(pairing), pairing.byes, pairing.left) == ([(1, 2), (5, 6)], (7,), (3, 4))


def test_a_player_cannot_have_two_missing_results() -> None:
    with pytest.raises(PairingError) as refused:
        pair(standing([6, 6, 6, 6], [(1, 2), (2, 3)]), EARLY)
    assert in_words(refused.value) == "Player 2 has two games without a result in one round."


def unfinished(players: int, rounds: int, seed: int, policy: ByePolicy) -> PairingPosition:
    """Returns a field in the middle of a round, some of whose games have no result."""
    random = Random(seed)
    position = a_field(players, rounds, seed, total_rounds=rounds + 3, bye_policy=policy)
    numbers = [player.number for player in position.players]
    random.shuffle(numbers)
    count = random.randint(1, max(1, players // 4))
    pending = tuple(zip(numbers[: 2 * count : 2], numbers[1 : 2 * count : 2], strict=True))
    return replace(position, pending=pending)


def completed(position: PairingPosition, random: Random) -> PairingPosition:
    """Returns the position after its missing games have ended somehow."""
    players = {player.number: player for player in position.players}
    for two in position.pending:
        margin = random.choice([0, 1, 7, 60, 400]) * random.choice([-1, 1])
        for number, own in zip(two, (margin, -margin), strict=True):
            p, credit = players[number], 1 + (own > 0) - (own < 0)
            players[number] = replace(
                p,
                half_wins=p.half_wins + credit,
                half_losses=p.half_losses + 2 - credit,
                spread=p.spread + own,
            )
    return replace(position, players=tuple(players.values()), pending=())


@examples(150)
@given(
    players=st.integers(4, 30),
    rounds=st.integers(2, 14),
    seed=st.integers(0, 10**6),
    policy=st.sampled_from(BYE_POLICIES),
)
def test_however_the_round_ends_the_boards_are_those_of_the_complete_round(
    players: int, rounds: int, seed: int, policy: ByePolicy
) -> None:
    position = unfinished(players, rounds, seed, policy)
    early = pair_and_check(position, EARLY)
    if early is None:
        return
    for ending in range(12):
        whole = pair(completed(position, Random(ending)), WHOLE)
        assert {frozenset(g) for g in games(early)} <= {frozenset(g) for g in games(whole)}
        assert set(early.byes) <= set(whole.byes)


@examples(40)
@given(position=conditioned, repeats=st.sampled_from([None, 0, 1]), data=st.data())
def test_what_is_paired_early_keeps_what_every_pairing_has_to_keep(
    position: PairingPosition, repeats: int | None, data: st.DataObject
) -> None:
    free = [p.number for p in position.players]
    count = data.draw(st.integers(0, 2))
    pending = tuple(zip(free[: 2 * count : 2], free[1 : 2 * count : 2], strict=True))
    request = Request("koth", "early", repeats=repeats)
    pairing = pair_and_check(replace(position, pending=pending), request)
    if pairing is not None and pairing.left:
        rest = replace(
            position,
            fixed=tuple(games(pairing)),
            fixed_byes=pairing.byes,
        )
        assert pair_and_check(rest, request) is not None
