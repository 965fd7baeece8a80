"""The demands of a director's conditions on a round, and those that cannot be met."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.terms.board_wishes import Seated, boards_with_wishes
from tournaments.pairing.terms.condition_conflicts import conflict_of
from tournaments.pairing.terms.conditions import (
    Condition,
    Kind,
    conditions_from_values,
    conditions_to_values,
)
from tournaments.pairing.terms.conditions_in_round import (
    BoardWish,
    RoundConditions,
    RoundPlayer,
    conditions_of_round,
)
from tournaments.pairing.terms.rules import USUAL_RULES, PairingRules
from tournaments.pairing.wording import in_words

# Keys are not numbers: entry 1 has key 101.
SIX = tuple(RoundPlayer(100 + number, number, rating=1000) for number in range(1, 7))
SEVEN = (*SIX, RoundPlayer(107, 7, rating=1000))


def on(kind: Kind, one: int, two: int | None = None, **more: Any) -> Condition:
    """Returns a condition on entries by their numbers here."""
    return Condition(kind=kind, one=100 + one, two=None if two is None else 100 + two, **more)


def asked(
    *conditions: Condition,
    rules: PairingRules = USUAL_RULES,
    players: tuple[RoundPlayer, ...] = SIX,
    round_number: int = 2,
    **more: Any,
) -> RoundConditions:
    return conditions_of_round(conditions, rules, players, round_number, **more)


def codes(found: RoundConditions) -> list[str]:
    return [fault.code for fault in found.conflicts] + [told.code for told in found.warnings]


def test_conditions_are_told_by_number_lower_first() -> None:
    found = asked(on("apart", 5, 2), on("avoid", 6, 1), on("together", 4, 3))
    assert (found.apart, found.avoid, found.fixed) == (((2, 5),), ((1, 6),), ((3, 4),))
    assert codes(found) == []


@pytest.mark.parametrize(("round_number", "holds"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_condition_holds_from_its_first_round_through_its_last(
    round_number: int, holds: bool
) -> None:
    found = asked(on("apart", 1, 2, first=2, last=3), round_number=round_number)
    assert bool(found.apart) is holds


def test_a_condition_on_somebody_who_does_not_take_part_is_idle() -> None:
    found = asked(on("together", 1, 9), on("bye", 9), on("apart", 9, 2), on("board", 9, place=3))
    assert found == RoundConditions()


def test_a_pair_asked_for_this_round_wins_over_whom_somebody_was_to_meet() -> None:
    found = asked(on("together", 1, 2), on("bye", 3), fixed=[(3, 1)])
    assert found.fixed == ((1, 3),)
    assert found.fixed_byes == ()
    assert codes(found) == ["condition.overruled", "condition.overruled"]
    assert in_words(found.warnings[0]).startswith("A condition on 3 is set aside")


def test_the_same_pair_asked_for_twice_is_one() -> None:
    found = asked(on("together", 2, 1), on("bye", 4), fixed=[(1, 2)], fixed_byes=[4])
    assert (found.fixed, found.fixed_byes) == (((1, 2),), (4,))
    assert codes(found) == []


def test_two_kept_apart_are_not_fixed_on_a_board() -> None:
    found = asked(on("apart", 1, 2), fixed=[(2, 1)])
    [fault] = found.conflicts
    assert in_words(fault) == (
        "Players 1 and 2 are a settled pair, but a condition says that they never meet. Lift "
        "the condition, or release the pair."
    )


def test_two_who_never_meet_are_not_avoided_as_well() -> None:
    assert asked(on("apart", 1, 2), on("avoid", 1, 2)).avoid == ()


def with_teams(*teams: str) -> tuple[RoundPlayer, ...]:
    return tuple(RoundPlayer(100 + n, n, team, 1000) for n, team in enumerate(teams, 1))


def test_team_mates_are_apart_until_their_round_whatever_their_capitals() -> None:
    rules = PairingRules(team_mates="apart", team_mates_until=3)
    players = with_teams("North", " north ", "South", "", "", "South")
    found = asked(rules=rules, players=players, round_number=3)
    assert (found.apart, found.avoid) == (((1, 2), (3, 6)), ())
    assert asked(rules=rules, players=players, round_number=4) == RoundConditions()


def test_team_mates_may_be_avoided_only() -> None:
    players = with_teams("North", "North", "", "")
    found = asked(rules=PairingRules(team_mates="avoid"), players=players)
    assert (found.apart, found.avoid) == ((), ((1, 2),))


def test_team_mates_whom_the_director_has_meet_are_not_apart() -> None:
    players = with_teams("North", "North", "South", "South", "", "")
    rules = PairingRules(team_mates="apart")
    found = asked(on("together", 1, 2), rules=rules, players=players)
    assert (found.fixed, found.apart, codes(found)) == (((1, 2),), ((3, 4),), [])


def test_a_team_of_half_the_pool_can_be_kept_apart() -> None:
    players = with_teams("North", "North", "North", "", "", "South")
    assert codes(asked(rules=PairingRules(team_mates="apart"), players=players)) == []


def test_a_team_larger_than_half_the_pool_is_reported() -> None:
    players = with_teams("North", "North", "North", "North", "", "South")
    hard = asked(rules=PairingRules(team_mates="apart"), players=players)
    [fault] = hard.conflicts
    assert in_words(fault) == (
        "4 of the 6 players to pair are in team North, so at least 1 boards between team-mates "
        "cannot be avoided. Let team-mates meet only if it cannot be avoided."
    )
    soft = asked(rules=PairingRules(team_mates="avoid"), players=players)
    assert soft.conflicts == ()
    assert "4 of the 6" in in_words(soft.warnings[0])


def test_a_team_one_larger_than_all_others_has_the_bye() -> None:
    players = with_teams("North", "North", "North", "North", "", "South", "")
    rules = PairingRules(team_mates="apart")
    found = asked(rules=rules, players=players)
    assert (found.no_bye, found.conflicts) == (frozenset({5, 6, 7}), ())
    nobody = [on("no_bye", number) for number in range(1, 5)]
    assert codes(asked(*nobody, rules=rules, players=players)) == ["team.too_large"]


def test_who_takes_no_bye_and_who_is_spared_it() -> None:
    players = (*SIX, RoundPlayer(107, 7))
    found = asked(on("no_bye", 2), players=players, round_number=1)
    assert found.no_bye == {2}
    rules = PairingRules(bye_spares_newcomers=True, bye_spares_first=True)
    assert asked(rules=rules, players=players, round_number=1).no_bye == {7}
    rules = PairingRules(bye_spares_first=True)
    assert asked(rules=rules, players=players, round_number=1).no_bye == {7}
    assert asked(rules=rules, players=players, round_number=2).no_bye == frozenset()


def test_nobody_is_spared_the_bye_where_somebody_has_to_have_it() -> None:
    rules = PairingRules(bye_spares_newcomers=True, bye_spares_first=True)
    newcomers = tuple(RoundPlayer(100 + n, n) for n in (1, 2, 3))
    assert asked(rules=rules, players=newcomers, round_number=1).no_bye == {3}
    assert asked(rules=rules, players=newcomers, round_number=2).no_bye == frozenset()
    rated = (RoundPlayer(101, 1, rating=1500), *newcomers[1:])
    assert asked(rules=rules, players=rated, round_number=2).no_bye == {2, 3}
    one = (RoundPlayer(101, 1),)
    assert asked(rules=rules, players=one, round_number=1).no_bye == frozenset()


def test_a_house_player_rests_in_an_even_field_and_steps_in_where_it_is_odd() -> None:
    resting = asked(on("house", 7), players=SEVEN)
    assert (resting.rests, resting.steps_in) == ((7,), ())
    needed = asked(on("house", 6))
    assert (needed.rests, needed.steps_in) == ((), (6,))
    assert needed.no_bye == {6}


def test_byes_and_fixed_pairs_count_before_the_house_player() -> None:
    assert asked(on("house", 6), on("bye", 1)).rests == (6,)
    assert asked(on("house", 6), on("together", 1, 2)).steps_in == (6,)
    fixed = asked(on("house", 6), fixed=[(6, 1)])
    assert (fixed.fixed, fixed.rests, fixed.steps_in) == (((1, 6),), (), ())


def test_of_two_house_players_the_lower_number_steps_in() -> None:
    found = asked(on("house", 7), on("house", 6), players=SEVEN)
    assert (found.steps_in, found.rests) == ((6,), (7,))


@given(
    st.sets(st.integers(1, 12), min_size=1),
    st.sets(st.integers(1, 12)),
    st.sets(st.integers(1, 12)),
)
def test_with_a_house_player_who_is_free_nobody_sits_out(
    present: set[int], house: set[int], byes: set[int]
) -> None:
    players = tuple(RoundPlayer(100 + n, n) for n in present)
    found = asked(
        *[on("house", n) for n in house], *[on("bye", n) for n in byes - house], players=players
    )
    left = present - set(found.fixed_byes) - set(found.rests)
    assert set(found.rests) | set(found.steps_in) == house & present
    assert len(found.steps_in) <= 1
    if house & present:
        assert len(left) % 2 == 0


@given(st.permutations(SIX), st.permutations([on("apart", 1, 2), on("bye", 3), on("house", 4)]))
def test_the_order_of_rows_does_not_matter(
    players: list[RoundPlayer], conditions: list[Condition]
) -> None:
    rules = PairingRules(team_mates="avoid", bye_spares_first=True)
    usual = conditions_of_round([on("apart", 1, 2), on("bye", 3), on("house", 4)], rules, SIX, 1)
    assert conditions_of_round(conditions, rules, players, 1) == usual


def test_conditions_come_back_from_json_as_they_were() -> None:
    held = (on("apart", 1, 2, note="family"), on("board", 3, place=4, seat=2, first=2))
    values = conditions_to_values(held)
    assert set(conditions_from_values(values)) == set(held)
    del values[0]["note"]
    assert set(conditions_from_values(values)) == {on("apart", 1, 2), held[1]}


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [((1, None), (5, None), True), ((1, 4), (4, 6), True), ((1, 3), (4, None), False)],
)
def test_two_conditions_overlap_where_a_round_belongs_to_both(
    one: tuple[int, int | None], other: tuple[int, int | None], both: bool
) -> None:
    conditions = [on("bye", 1, first=first, last=last) for first, last in (one, other)]
    assert conditions[0].overlaps(conditions[1]) is both
    assert conditions[1].overlaps(conditions[0]) is both


FOUR_BOARDS = ((1, 5), (2, 6), (3, 7), (4, 8))


@pytest.mark.parametrize(
    ("meetings", "shared"),
    [
        ([(1, None)], True),
        ([(3, None)], True),
        ([(1, 4), (5, None)], True),
        ([(5, None)], False),
        ([(1, 9)], False),
        ([], False),
    ],
)
def test_two_who_meet_to_the_end_can_have_one_board_to_the_end(
    meetings: list[tuple[int, int | None]], shared: bool
) -> None:
    held = [on("together", 1, 2, first=first, last=last) for first, last in meetings]
    clash = conflict_of(on("board", 2, place=1, first=2), [*held, on("board", 1, place=1, first=3)])
    assert (clash is None) == shared


def test_without_wishes_boards_follow_the_order_given() -> None:
    boards, warnings = boards_with_wishes(FOUR_BOARDS, {})
    assert boards == tuple(Seated(n, *pair) for n, pair in enumerate(FOUR_BOARDS, 1))
    assert warnings == ()


def test_who_wishes_a_board_has_it_and_the_others_keep_their_order() -> None:
    boards, warnings = boards_with_wishes(FOUR_BOARDS, {3: BoardWish(1), 8: BoardWish(40)})
    assert [board.number for board in boards] == [2, 3, 1, 40]
    assert warnings == ()


def test_of_two_who_meet_the_lower_board_is_taken_and_the_other_is_named() -> None:
    boards, [warning] = boards_with_wishes(FOUR_BOARDS, {1: BoardWish(4), 5: BoardWish(2)})
    assert [board.number for board in boards] == [2, 1, 3, 4]
    assert in_words(warning) == (
        "Player 5 has the fixed board 2, and their opponent 1 has board 4."
    )


def test_of_two_boards_the_better_placed_has_the_number_that_both_wish() -> None:
    boards, [warning] = boards_with_wishes(FOUR_BOARDS, {8: BoardWish(1), 2: BoardWish(1)})
    assert [board.number for board in boards] == [2, 1, 3, 4]
    assert in_words(warning) == "Board 1, which 8 should have, goes to 2."


def test_a_chair_is_kept_and_of_two_the_lower_number_has_it() -> None:
    wishes = {6: BoardWish(1, 1), 3: BoardWish(3, 2)}
    boards, warnings = boards_with_wishes(FOUR_BOARDS, wishes)
    assert (boards[1], boards[2], warnings) == (Seated(1, 6, 2), Seated(3, 7, 3), ())
    boards, [warning] = boards_with_wishes([(4, 2)], {4: BoardWish(1, 1), 2: BoardWish(1, 1)})
    assert boards == (Seated(1, 2, 4),)
    assert in_words(warning) == "Chair 1 of board 1, which 4 should have, goes to 2."
    boards, warnings = boards_with_wishes([(4, 2)], {4: BoardWish(1, 1), 2: BoardWish(1, 2)})
    assert (boards, warnings) == ((Seated(1, 4, 2),), ())


@given(
    st.integers(1, 10),
    st.dictionaries(
        st.integers(1, 20), st.builds(BoardWish, st.integers(1, 12), st.sampled_from([None, 1, 2]))
    ),
)
def test_every_board_has_a_number_of_its_own_and_every_wish_is_met_or_named(
    games: int, wishes: dict[int, BoardWish]
) -> None:
    order = [(number, number + games) for number in range(1, games + 1)]
    boards, warnings = boards_with_wishes(order, wishes)
    assert max(Counter(board.number for board in boards).values()) == 1
    values = [value for warning in warnings for value in warning.params.values()]
    named = {n for value in values for n in (value if isinstance(value, tuple) else (value,))}
    for pair, board in zip(order, boards, strict=True):
        assert {board.one, board.two} == set(pair)
        for number in set(pair) & wishes.keys():
            assert wishes[number].place == board.number or number in named
    rest = [
        board.number
        for pair, board in zip(order, boards, strict=True)
        if wishes.keys().isdisjoint(pair)
    ]
    assert rest == sorted(rest)
