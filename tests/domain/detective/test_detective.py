"""The slip detective finds what went wrong with a slip, from what the cards say."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.domain.detective.drawn_slips import (
    KINDS,
    card,
    cards_that_differ,
    planted,
    rounds_of,
)
from tournaments.detective.finding import differences, suspicions
from tournaments.detective.slips import CardSlip, CardTotal, Granted, SlipFault

ANN, BEN, CAL, DEE = 1, 2, 3, 4
ROUNDS = (
    CardSlip(1, 1, ANN, BEN, 423, 389),
    CardSlip(1, 2, CAL, DEE, 401, 377),
    CardSlip(2, 1, CAL, ANN, 366, 412),
    CardSlip(2, 2, BEN, DEE, 455, 340),
)


def _entered(slip: CardSlip) -> tuple[CardSlip, ...]:
    """Returns the rounds with this slip in the place of the one of its board."""
    return tuple(
        slip if (one.round, one.board) == (slip.round, slip.board) else one for one in ROUNDS
    )


def test_where_all_cards_agree_nothing_is_suspected() -> None:
    cards = [card(ROUNDS, player, 2) for player in (ANN, BEN, CAL, DEE)]
    assert suspicions(ROUNDS, (), cards) == ()


def test_scores_the_wrong_way_round_are_found_by_one_card() -> None:
    entered = _entered(CardSlip(2, 1, CAL, ANN, 412, 366))
    first = suspicions(entered, (), [card(ROUNDS, ANN, 2)])[0]
    assert first.fault is SlipFault.SWAPPED
    assert first.right == (ROUNDS[2],)


def test_a_wrong_winner_is_found_where_only_the_spread_is_told() -> None:
    entered = _entered(CardSlip(1, 1, ANN, BEN, 389, 423))
    first = suspicions(entered, (), [CardTotal(ANN, 1, 34)])[0]
    assert (first.fault, first.right) == (SlipFault.SWAPPED, (ROUNDS[0],))


def test_digits_that_changed_places_are_found_by_the_cards_of_both() -> None:
    entered = _entered(CardSlip(2, 2, BEN, DEE, 455, 304))
    cards = [card(ROUNDS, BEN, 2), card(ROUNDS, DEE, 2)]
    first = suspicions(entered, (), cards)[0]
    assert (first.fault, first.right) == (SlipFault.TRANSPOSED, (ROUNDS[3],))
    assert first.explains == set(cards)


def test_a_digit_that_was_not_typed_is_found() -> None:
    entered = _entered(CardSlip(2, 2, BEN, DEE, 45, 340))
    first = suspicions(entered, (), [card(ROUNDS, BEN, 2), card(ROUNDS, DEE, 2)])[0]
    assert (first.fault, first.right) == (SlipFault.MISSING_DIGIT, (ROUNDS[3],))


def test_two_boards_with_each_others_scores_are_found() -> None:
    entered = (
        CardSlip(1, 1, ANN, BEN, 401, 377),
        CardSlip(1, 2, CAL, DEE, 423, 389),
        *ROUNDS[2:],
    )
    first = suspicions(entered, (), [card(ROUNDS, player, 1) for player in (ANN, CAL)])[0]
    assert (first.fault, first.right) == (SlipFault.OTHER_BOARD, ROUNDS[:2])


def test_a_slip_entered_for_a_second_round_is_told_by_the_spread_that_is_missing() -> None:
    entered = _entered(CardSlip(2, 1, CAL, ANN, 389, 423))
    first = suspicions(entered, (), [card(ROUNDS, ANN, 2), card(ROUNDS, CAL, 2)])[0]
    assert first.fault is SlipFault.REPEATED
    assert first.slips == (entered[2],)
    assert first.spread == 366 - 412


def test_two_faults_are_found_where_one_explains_nothing() -> None:
    entered = (
        CardSlip(1, 1, ANN, BEN, 389, 423),
        ROUNDS[1],
        CardSlip(2, 1, CAL, ANN, 412, 366),
        ROUNDS[3],
    )
    first = suspicions(entered, (), [card(ROUNDS, ANN, 2)])[0]
    assert set(first.right) == {ROUNDS[0], ROUNDS[2]}


def test_a_card_that_agrees_clears_the_games_on_it() -> None:
    entered = _entered(CardSlip(2, 1, CAL, ANN, 412, 366))
    cleared = [CardTotal(ANN, 2, -12, 2), card(entered, CAL, 2)]
    assert all(ROUNDS[2] not in one.right for one in suspicions(entered, (), cleared))


def test_byes_and_penalties_are_counted_and_never_suspected() -> None:
    granted = [Granted(ANN, 3, 2, 50), Granted(BEN, 3, 0, -10)]
    cards = [CardTotal(ANN, 3, 34 + 46 + 50, 6), CardTotal(BEN, 3, -34 + 115 - 10, 2)]
    assert not any(one.is_wrong for one in differences(ROUNDS, granted, cards))


def test_a_cap_on_the_spread_counts_as_it_does_in_the_standings() -> None:
    entered = _entered(CardSlip(2, 2, BEN, DEE, 340, 455))
    cards = [CardTotal(BEN, 2, -34 + 100, 2)]
    first = suspicions(entered, (), cards, caps={2: 100})[0]
    assert (first.fault, first.right) == (SlipFault.SWAPPED, (ROUNDS[3],))


def test_of_a_hundred_drawn_faults_the_planted_one_is_first_in_ninety_five() -> None:
    found = 0
    for case in range(100):
        dice = Random(f"detective {case}")
        slips = rounds_of(dice, dice.choice((12, 24, 40)), dice.choice((6, 8, 12)))
        slip, entered = planted(dice, slips, dice.choice(KINDS))
        after = slip.round
        first = suspicions(entered, (), cards_that_differ(slips, entered, after))[0]
        meant = {one for one, typed in zip(slips, entered, strict=True) if one != typed}
        if first.right:
            found += {*first.right} == meant
        else:
            found += first.spread == slip.first_score - slip.second_score
    assert found >= 95


@given(st.integers(0, 100_000), st.sampled_from(KINDS))
def test_every_suspicion_makes_the_cards_agree_that_it_says_it_does(
    seed: int, fault: SlipFault
) -> None:
    dice = Random(seed)
    slips = rounds_of(dice, 8, 4)
    slip, entered = planted(dice, slips, fault)
    cards = [card(slips, player, dice.randint(slip.round, 4)) for player in slip.entries]
    for one in suspicions(entered, (), cards):
        corrected = [
            dict(zip(one.slips, one.right, strict=True)).get(typed, typed) if one.right else typed
            for typed in entered
        ]
        for told in cards:
            agrees = told == card(corrected, told.entry, told.after)
            if one.right and (
                told in one.explains or told == card(entered, told.entry, told.after)
            ):
                assert agrees


@given(st.integers(0, 100_000))
def test_the_order_of_slips_and_cards_changes_nothing(seed: int) -> None:
    dice = Random(seed)
    slips = rounds_of(dice, 8, 4)
    slip, entered = planted(dice, slips, dice.choice(KINDS))
    cards = cards_that_differ(slips, entered, slip.round)
    wanted = suspicions(entered, (), cards)
    dice.shuffle(entered)
    dice.shuffle(cards)
    assert suspicions(entered, (), cards) == wanted
