"""The starts of one round: every step of the chain, and what must never matter."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import ruleset, with_overrides
from tournaments.pairing.sides.start_history import (
    NO_STARTS,
    Absence,
    PastGame,
    StartError,
    StartHistory,
    tally,
)
from tournaments.pairing.sides.starts import (
    BoardPair,
    Start,
    StartRules,
    assign_starts,
)

A, B, C, D, E = 1, 2, 3, 4, 5
BALANCE = StartRules(mode="balance")


def first_in(*games: tuple[int, int, int], absences: tuple[Absence, ...] = ()) -> StartHistory:
    """Returns a history of games (round, first, second)."""
    return StartHistory(tuple(PastGame(r, one, two, one) for r, one, two in games), absences)


def start_of(
    one: int,
    two: int,
    history: StartHistory,
    *,
    round_number: int = 20,
    rules: StartRules | None = None,
    seed: str = "event",
) -> Start:
    pair = BoardPair(1, one, two)
    (start,) = assign_starts(
        [pair], history, round_number=round_number, seed=seed, rules=rules or StartRules()
    )
    return start


A_TWO_NOTHING_B_THREE_FIVE = first_in(
    (1, A, C), (2, A, D),
    (1, B, E), (2, B, E), (3, B, E), (4, E, B), (5, E, B), (6, E, B), (7, E, B), (8, E, B),
)  # fmt: skip


def test_two_firsts_go_before_three_firsts_by_the_naspa_rule() -> None:
    start = start_of(A, B, A_TWO_NOTHING_B_THREE_FIVE)
    assert (start.first, start.second, start.decided_by) == (A, B, "fewer_firsts")


def test_the_lower_balance_goes_first_by_the_balance_rule() -> None:
    start = start_of(A, B, A_TWO_NOTHING_B_THREE_FIVE, rules=BALANCE)
    assert (start.first, start.second, start.decided_by) == (B, A, "more_seconds")


def test_the_balance_rule_names_fewer_firsts_where_they_are_the_reason() -> None:
    start = start_of(A, B, first_in((1, A, C), (1, D, B)), rules=BALANCE)
    assert (start.first, start.decided_by) == (B, "fewer_firsts")


def test_equal_balances_fall_back_on_fewer_firsts() -> None:
    history = first_in((1, A, C), (2, C, A))
    start = start_of(A, B, history, rules=BALANCE)
    assert (start.first, start.decided_by) == (B, "fewer_firsts")


def test_with_equal_firsts_more_seconds_goes_first() -> None:
    start = start_of(A, B, first_in((1, A, C), (2, B, D), (3, E, B)))
    assert (start.first, start.decided_by) == (B, "more_seconds")


def test_two_who_meet_again_with_equal_counts_swap_sides() -> None:
    history = first_in((1, A, B), (2, C, A), (2, B, D))
    start = start_of(A, B, history)
    assert (start.first, start.decided_by) == (B, "head_to_head")


def test_the_head_to_head_counts_all_their_games_and_nobody_else() -> None:
    history = first_in((1, A, B), (2, B, A), (3, B, A), (4, A, C), (5, D, B))
    start = start_of(A, B, history)
    assert (start.first, start.decided_by) == (A, "head_to_head")


def test_a_tie_gives_nobody_the_same_side_for_the_fourth_time_running() -> None:
    # A went second three times running; in their game A went first, so that B would be first now.
    a_games = ((1, A, B), (2, A, C), (3, A, C), (4, C, A), (5, C, A), (6, C, A))
    b_games = ((2, B, D), (3, D, B), (4, B, D), (5, D, B), (6, B, D))
    start = start_of(A, B, first_in(*a_games, *b_games))
    assert (start.first, start.decided_by) == (A, "longest_since")


def test_who_was_first_in_the_last_differing_round_is_second_now() -> None:
    history = first_in((1, A, C), (1, D, B), (2, C, A), (2, B, D), (3, A, C), (3, B, D))
    start = start_of(A, B, history)
    assert (start.first, start.decided_by) == (A, "last_differing")


def test_a_round_without_a_side_for_both_is_no_differing_round() -> None:
    history = first_in((1, A, C), (2, B, D))
    start = start_of(A, B, history)
    assert (start.first, start.decided_by) == (A, "longest_since")


def test_without_any_difference_a_seeded_hash_decides() -> None:
    starts = {start_of(A, B, StartHistory(), seed=str(seed)).first for seed in range(20)}
    assert starts == {A, B}
    assert start_of(A, B, StartHistory()).decided_by == "random"


def test_the_hash_is_the_same_on_every_machine() -> None:
    firsts = [start_of(A, B, StartHistory(), round_number=r, seed="s").first for r in range(1, 9)]
    assert firsts == [2, 2, 2, 2, 2, 2, 1, 2]


def test_the_hash_is_a_fair_coin_half_of_its_values_fall_to_either() -> None:
    # The first byte of the hash of these seeds is 128, the lowest of the upper half.
    for seed in ("363", "393", "576"):
        assert start_of(A, B, StartHistory(), seed=seed).first == B


def test_equal_claims_are_drawn_where_the_rules_say_so() -> None:
    history = first_in((1, A, B), (2, C, A), (2, B, D))
    start = start_of(A, B, history, rules=StartRules(tie="draw"))
    assert start == Start(1, (A, B), None, None, "draw")


def test_unequal_claims_are_not_drawn() -> None:
    start = start_of(A, B, first_in((1, A, C)), rules=StartRules(tie="draw"))
    assert start.decided_by == "fewer_firsts"


def test_the_last_round_can_be_drawn_while_the_others_are_assigned() -> None:
    rules = StartRules.of(with_overrides(ruleset("naspa"), {"final_draw": True}), planned_rounds=7)
    assert start_of(A, B, StartHistory(), round_number=6, rules=rules).decided_by == "random"
    assert start_of(A, B, StartHistory(), round_number=7, rules=rules).decided_by == "draw"


def test_where_starts_are_drawn_every_board_draws() -> None:
    rules = StartRules(mode="draw")
    start = start_of(A, B, first_in((1, A, C)), rules=rules)
    assert (start.first, start.decided_by) == (None, "draw")


def test_the_rules_come_from_the_rule_set() -> None:
    assert StartRules.of(ruleset("naspa"), planned_rounds=7) == StartRules()
    assert StartRules.of(ruleset("absp"), planned_rounds=7) == StartRules(
        mode="balance", forfeit_loss_counts="ignore"
    )


def test_a_side_fixed_by_the_director_stays() -> None:
    pair = BoardPair(1, B, A, first=A)
    (start,) = assign_starts([pair], first_in((1, A, C)), round_number=2, seed="s")
    assert start == Start(1, (A, B), A, B, "manual")


def test_a_side_fixed_by_a_table_says_so() -> None:
    pair = BoardPair(1, A, B, first=B, fixed_by="table")
    (start,) = assign_starts(
        [pair], StartHistory(), round_number=2, seed="s", rules=StartRules(mode="draw")
    )
    assert start == Start(1, (A, B), B, A, "table")


def test_games_of_the_round_itself_and_later_count_for_nothing() -> None:
    history = first_in((1, A, C), (2, B, D), (2, B, C), (3, B, C))
    start = start_of(A, B, history, round_number=2)
    assert (start.first, start.decided_by) == (B, "fewer_firsts")


def test_a_pending_draw_counts_for_nothing_until_it_is_recorded() -> None:
    pending = PastGame(1, A, C, draw=True)
    history = StartHistory((pending, PastGame(1, B, D, B)))
    assert start_of(A, B, history, round_number=2).first == A
    known = StartHistory((replace(pending, first=A), PastGame(1, B, D, B), PastGame(2, E, A, E)))
    assert start_of(A, B, known, round_number=3).decided_by == "more_seconds"


def test_a_no_show_cannot_bank_a_claim_on_later_firsts() -> None:
    history = first_in((1, A, C), absences=(Absence(B, 1),))
    start = start_of(A, B, history, round_number=2)
    assert start.decided_by == "random"
    ignoring = StartRules(forfeit_loss_counts="ignore")
    start = start_of(A, B, history, round_number=2, rules=ignoring)
    assert (start.first, start.decided_by) == (B, "fewer_firsts")


def test_the_starts_come_in_board_order() -> None:
    pairs = [BoardPair(2, A, B), BoardPair(1, C, D)]
    starts = assign_starts(pairs, StartHistory(), round_number=1, seed="s")
    assert [s.board for s in starts] == [1, 2]


def test_nobody_plays_himself() -> None:
    with pytest.raises(StartError) as caught:
        assign_starts([BoardPair(4, A, A)], StartHistory(), round_number=1, seed="s")
    assert caught.value.code == "starts.own_opponent"
    assert caught.value.params == {"board": 4, "entry": A}


def test_a_fixed_first_must_be_one_of_the_two() -> None:
    with pytest.raises(StartError) as caught:
        assign_starts([BoardPair(4, A, B, first=C)], StartHistory(), round_number=1, seed="s")
    assert caught.value.code == "starts.first_not_in_game"
    assert caught.value.params == {"board": 4, "first": C}


def test_two_who_meet_again_and_again_swap_sides_and_end_balanced() -> None:
    rounds = {
        1: [BoardPair(1, A, B), BoardPair(2, C, D)],
        2: [BoardPair(1, A, C), BoardPair(2, B, D)],
        3: [BoardPair(1, D, A), BoardPair(2, C, B)],
        4: [BoardPair(1, A, B), BoardPair(2, C, D)],
    }
    games: list[PastGame] = []
    for round_number, pairs in rounds.items():
        starts = assign_starts(
            pairs, StartHistory(tuple(games)), round_number=round_number, seed="s"
        )
        games += [PastGame(round_number, *s.players, s.first) for s in starts]
    assert all(count.balance == 0 for count in tally(StartHistory(tuple(games))).values())


def test_a_draw_of_an_earlier_round_counts_for_nothing_in_the_rounds_after_it() -> None:
    drawn = StartHistory((PastGame(1, A, B, draw=True),))
    (start,) = assign_starts(
        [BoardPair(1, A, B)], drawn, round_number=2, seed="s", rules=StartRules(tie="draw")
    )
    assert start.decided_by == "draw"


@st.composite
def histories(draw: st.DrawFn) -> StartHistory:
    games: list[PastGame] = []
    absences: list[Absence] = []
    for round_number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(range(1, 8)))
        for one, two in zip(order[0:5:2], order[1:6:2], strict=True):
            first = draw(st.sampled_from([one, two, None]))
            games.append(PastGame(round_number, one, two, first, draw=first is None))
        if draw(st.booleans()):
            absences.append(Absence(order[6], round_number))
    return StartHistory(tuple(games), tuple(absences))


RULES = st.builds(
    StartRules,
    mode=st.sampled_from(["naspa", "balance"]),
    tie=st.sampled_from(["assign", "draw"]),
    forfeit_loss_counts=st.sampled_from(["alternate", "ignore"]),
)
PAIRS = (BoardPair(1, 1, 2), BoardPair(2, 3, 4), BoardPair(3, 5, 6))


@given(histories(), RULES, st.randoms(use_true_random=False))
def test_the_order_of_input_and_of_names_on_a_board_changes_nothing(
    history: StartHistory, rules: StartRules, random: Random
) -> None:
    before = assign_starts(PAIRS, history, round_number=6, seed="s", rules=rules)
    games, absences = list(history.games), list(history.absences)
    pairs = [replace(p, one=p.two, two=p.one) for p in PAIRS]
    for rows in (games, absences, pairs):
        random.shuffle(rows)
    games = [replace(g, one=g.two, two=g.one) for g in games]
    shuffled = StartHistory(tuple(games), tuple(absences))
    assert assign_starts(pairs, shuffled, round_number=6, seed="s", rules=rules) == before


@given(histories(), RULES)
def test_both_ends_of_a_board_agree(history: StartHistory, rules: StartRules) -> None:
    for start in assign_starts(PAIRS, history, round_number=6, seed="s", rules=rules):
        if start.decided_by == "draw":
            assert (start.first, start.second) == (None, None)
        else:
            assert sorted((start.first or 0, start.second or 0)) == list(start.players)


@given(histories(), RULES)
def test_what_decided_is_true_of_the_counts(history: StartHistory, rules: StartRules) -> None:
    counts = tally(history, before_round=6, forfeit_loss_counts=rules.forfeit_loss_counts)
    for start in assign_starts(PAIRS, history, round_number=6, seed="s", rules=rules):
        one, two = (counts.get(p, NO_STARTS) for p in start.players)
        if start.first is None or start.second is None:
            assert (one.firsts, one.seconds) == (two.firsts, two.seconds)
            continue
        first = counts.get(start.first, NO_STARTS)
        second = counts.get(start.second, NO_STARTS)
        if rules.mode == "naspa":
            assert (first.firsts, -first.seconds) <= (second.firsts, -second.seconds)
        else:
            assert first.balance <= second.balance
        if start.decided_by == "fewer_firsts":
            assert first.firsts < second.firsts
        elif start.decided_by == "more_seconds":
            assert first.seconds > second.seconds
        else:
            assert (first.firsts, first.seconds) == (second.firsts, second.seconds)


@given(histories(), RULES, st.integers(6, 9), st.sampled_from(range(1, 8)))
def test_later_games_and_absences_never_change_a_start(
    history: StartHistory, rules: StartRules, later: int, first: int
) -> None:
    before = assign_starts(PAIRS, history, round_number=6, seed="s", rules=rules)
    more = StartHistory(
        (*history.games, PastGame(later, first, first % 7 + 1, first)),
        (*history.absences, Absence(first, later)),
    )
    assert assign_starts(PAIRS, more, round_number=6, seed="s", rules=rules) == before
