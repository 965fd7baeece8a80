"""Contention by arithmetic: states, ranks in reach, and what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.outlook import (
    Need,
    Outlook,
    OutlookState,
    Rival,
    Threat,
    outlooks,
)
from tournaments.pairing.gibsons.gibson import gibsonized_ranks
from tournaments.pairing.position import PairingPlayer
from tournaments.pairing.terms.prizes import GibsonRules, Prizes

GAME = 200
ROUNDS = 10


def contest(
    *records: tuple[int, int], rounds_left: int, pending: tuple[tuple[int, int], ...] = ()
) -> Contest:
    """Returns a contest of players with half wins and spread, numbered from 1."""
    players = tuple(
        PairingPlayer(number, half_wins=wins, half_losses=2 * ROUNDS - wins, spread=spread)
        for number, (wins, spread) in enumerate(records, 1)
    )
    return Contest(players, rounds_left, Prizes(1), GibsonRules((GAME,)), pending)


def of(found: Contest, number: int) -> Outlook:
    return next(one for one in outlooks(found) if one.player.number == number)


def states(found: Contest) -> list[OutlookState]:
    return [one.state for one in outlooks(found)]


def test_who_nobody_can_catch_has_clinched_and_the_others_are_out() -> None:
    found = contest((18, 0), (12, 0), (12, 0), (6, 0), rounds_left=2)
    assert states(found) == [
        OutlookState.CLINCHED,
        OutlookState.OUT,
        OutlookState.OUT,
        OutlookState.OUT,
    ]
    assert of(found, 1).need == Need(0)


def test_a_sole_leader_by_wins_is_in_control() -> None:
    found = contest((14, 0), (12, 300), (12, 0), (12, -10), rounds_left=2)
    assert states(found) == [OutlookState.IN_CONTROL, *[OutlookState.NEEDS_HELP] * 3]
    assert of(found, 1).need.own_wins == 2


def test_with_a_longer_lead_fewer_wins_are_enough() -> None:
    found = contest((16, 0), (12, 0), (12, 0), (6, 0), rounds_left=3)
    assert of(found, 1).need.own_wins == 2
    assert of(contest((17, 0), (12, 0), rounds_left=3), 1).need.own_wins == 1


def test_who_leads_by_spread_alone_needs_help_while_the_other_may_win_by_more() -> None:
    found = contest((14, 50), (14, 0), (6, 0), (6, 0), rounds_left=1)
    assert states(found)[0] == OutlookState.NEEDS_HELP
    assert of(found, 1).need.rivals == (Rival(2, 2, -50),)


def test_who_leads_by_more_spread_than_a_game_can_bring_is_in_control() -> None:
    found = contest((14, 200), (14, 0), (6, 0), (6, 0), rounds_left=1)
    assert states(found)[:2] == [OutlookState.IN_CONTROL, OutlookState.NEEDS_HELP]
    assert of(contest((14, 198), (14, 0), (6, 0), (6, 0), rounds_left=1), 1).need.own_wins is None


def test_two_who_are_sure_to_meet_are_both_in_control() -> None:
    found = contest((14, 50), (14, 0), (6, 0), (6, 0), rounds_left=1, pending=((2, 1), (3, 4)))
    assert states(found)[:2] == [OutlookState.IN_CONTROL, OutlookState.IN_CONTROL]
    assert of(found, 2).need == Need(1, (), (Threat(1),), 1)


def test_a_win_less_needs_the_leader_to_lose_and_the_spread_to_turn() -> None:
    found = contest((14, 120), (12, 0), (6, 0), (6, 0), rounds_left=1)
    assert of(found, 2).need == Need(None, (Rival(1, 0, 120),))
    assert of(found, 1).need == Need(1, (), (Threat(2, 120),))


def test_whom_a_player_meets_in_the_only_round_left_is_said() -> None:
    found = contest((14, 120), (12, 0), (6, 0), (6, 0), rounds_left=1, pending=((1, 2),))
    assert of(found, 2).need.meets == 1
    assert of(found, 1).need.meets == 2


def test_half_a_win_less_needs_the_leader_not_to_win() -> None:
    found = contest((14, 30), (13, 0), (6, 0), (6, 0), rounds_left=1)
    assert of(found, 2).need.rivals == (Rival(1, 1, 30),)
    assert of(found, 1).need.threats == (Threat(2),)


def test_three_rivals_who_all_have_to_lose_cannot_all_lose_to_each_other() -> None:
    found = contest((12, 0), (12, 0), (12, 0), (10, 0), rounds_left=1)
    fourth = of(found, 4)
    assert (fourth.state, fourth.best) == (OutlookState.OUT, 2)
    assert gibsonized_ranks(found.ranked, rounds_left=1, prizes=Prizes(3), rules=found.gibson) == ()


def test_after_the_last_round_ranks_are_what_they_are() -> None:
    found = contest((14, 50), (14, 50), (6, 0), rounds_left=0)
    assert [(one.rank, one.best, one.worst) for one in outlooks(found)] == [
        (1, 1, 1),
        (1, 1, 1),
        (3, 3, 3),
    ]
    assert states(found) == [OutlookState.CLINCHED, OutlookState.CLINCHED, OutlookState.OUT]


def test_who_is_alone_has_won() -> None:
    assert states(contest((4, 0), rounds_left=3)) == [OutlookState.CLINCHED]
    assert outlooks(contest(rounds_left=3)) == ()


@pytest.mark.parametrize(("equality", "expected"), [(True, OutlookState.CLINCHED), (False, None)])
def test_the_boundary_of_the_gibson_rules_holds_for_first_place(
    equality: bool, expected: OutlookState | None
) -> None:
    found = contest((14, 2 * GAME), (12, 0), (6, 0), (6, 0), rounds_left=1)
    rules = GibsonRules((GAME,), equality_clinches=equality)
    state = states(replace(found, gibson=rules))[0]
    assert state == (expected or OutlookState.IN_CONTROL)


def test_missed_rounds_that_are_no_loss_count_where_wins_are_equal() -> None:
    leader = PairingPlayer(1, half_wins=14, half_losses=6)
    missed = PairingPlayer(2, half_wins=12, half_losses=6, spread=-900)
    others = (PairingPlayer(3, half_losses=20), PairingPlayer(4, half_losses=20))
    found = Contest((leader, missed, *others), 1, Prizes(1), GibsonRules((GAME,)))
    assert of(found, 2).need.rivals == (Rival(1, 0),)
    assert of(found, 1).need.threats == (Threat(2),)


Outcome = tuple[tuple[int, int], ...]


def all_rounds(players: int) -> list[Outcome]:
    """Returns every way that a round can end: half wins and spread made by each player."""
    found = []
    for games, alone in all_pairings(tuple(range(players))):
        for results in product(((2, 1), (2, GAME), (1, 0), (0, -1), (0, -GAME)), repeat=len(games)):
            made = [(0, 0)] * players
            for (one, two), (wins, margin) in zip(games, results, strict=True):
                made[one], made[two] = (wins, margin), (2 - wins, -margin)
            for player in alone:
                made[player] = (2, 50)
            found.append(tuple(made))
    return found


def all_pairings(left: tuple[int, ...]) -> Iterator[tuple[list[tuple[int, int]], list[int]]]:
    if len(left) % 2:
        for alone in left:
            for games, _ in all_pairings(tuple(p for p in left if p != alone)):
                yield games, [alone]
    elif not left:
        yield [], []
    else:
        for other in left[1:]:
            rest = tuple(p for p in left[1:] if p != other)
            for games, _ in all_pairings(rest):
                yield [(left[0], other), *games], []


ROUND_OF = {players: all_rounds(players) for players in (2, 3, 4)}


def ranks_in_reach(found: Contest) -> dict[int, tuple[int, int]]:
    """Returns the best rank in reach and the worst, by playing everything that can happen."""
    players = found.players
    reach = {p.number: (len(players), 1) for p in players}
    for rounds in product(ROUND_OF[len(players)], repeat=found.rounds_left):
        ends = [
            (
                player.half_wins + sum(made[at][0] for made in rounds),
                player.spread + sum(made[at][1] for made in rounds),
            )
            for at, player in enumerate(players)
        ]
        for player, end in zip(players, ends, strict=True):
            best, worst = reach[player.number]
            ahead = 1 + sum(other > end for other in ends)
            level = sum(other >= end for other in ends)
            reach[player.number] = (min(best, ahead), max(worst, level))
    return reach


@st.composite
def small_contests(draw: st.DrawFn, *, spread: int) -> Contest:
    players = draw(st.integers(2, 4))
    rounds_left = draw(st.integers(1, 2 if players < 4 else 1))
    records = [
        (draw(st.integers(8, 14)), draw(st.integers(-spread, spread))) for _ in range(players)
    ]
    return contest(*records, rounds_left=rounds_left)


@examples(60)
@given(small_contests(spread=0))
def test_of_players_level_in_spread_the_ranks_in_reach_are_exactly_those_that_can_happen(
    found: Contest,
) -> None:
    reach = ranks_in_reach(found)
    assert {one.player.number: (one.best, one.worst) for one in outlooks(found)} == reach


@examples(60)
@given(small_contests(spread=500))
def test_nothing_can_happen_outside_the_ranks_in_reach(found: Contest) -> None:
    reach = ranks_in_reach(found)
    for one in outlooks(found):
        best, worst = reach[one.player.number]
        assert one.best <= best <= worst <= one.worst


def test_two_rounds_of_four_players_are_as_everything_that_can_happen() -> None:
    for records in (((12, 0), (12, 0), (12, 0), (10, 0)), ((14, 0), (12, 0), (9, 0), (8, 0))):
        found = contest(*records, rounds_left=2)
        reach = ranks_in_reach(found)
        assert {one.player.number: (one.best, one.worst) for one in outlooks(found)} == reach


@examples(60)
@given(small_contests(spread=300))
def test_who_is_in_control_is_first_in_everything_that_can_happen_if_he_wins(
    found: Contest,
) -> None:
    held = [one for one in outlooks(found) if one.need.own_wins == found.rounds_left]
    at_of = {player.number: at for at, player in enumerate(found.players)}
    for rounds in product(ROUND_OF[len(found.players)], repeat=found.rounds_left):
        ends = [
            (p.half_wins + sum(m[at][0] for m in rounds), p.spread + sum(m[at][1] for m in rounds))
            for at, p in enumerate(found.players)
        ]
        for one in held:
            at = at_of[one.player.number]
            if all(made[at][0] == 2 for made in rounds):
                assert ends[at] == max(ends)


@given(small_contests(spread=300), st.randoms())
def test_the_order_of_the_players_makes_no_difference(found: Contest, random: object) -> None:
    players = list(found.players)
    random.shuffle(players)  # type: ignore[attr-defined]
    assert outlooks(replace(found, players=tuple(players))) == outlooks(found)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(-900, 900)), min_size=1, max_size=20),
    st.integers(1, 5),
)
def test_first_place_is_clinched_just_when_the_gibson_rules_say_so(
    records: list[tuple[int, int]], rounds_left: int
) -> None:
    found = contest(*records, rounds_left=rounds_left)
    ranks = gibsonized_ranks(
        found.ranked, rounds_left=rounds_left, prizes=Prizes(1), rules=found.gibson
    )
    assert (OutlookState.CLINCHED in states(found)) is (ranks == (1,))
    assert all(1 <= one.best <= one.worst <= len(records) for one in outlooks(found))
