"""Clinched players are paired out of the others' way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.answer import Pairing
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.terms.prizes import GibsonRules, Prizes
from tournaments.pairing.wording import in_words

OUT = GibsonRules((50,), pairs_out=True)


def position(*half_wins: int, places: int, **more: Any) -> PairingPosition:
    """Returns the position before the last round but one; the first player has most wins."""
    players = tuple(
        PairingPlayer(number, half_wins=wins, half_losses=24 - wins, spread=-number)
        for number, wins in enumerate(half_wins, 1)
    )
    given = {"total_rounds": 14, "prizes": Prizes(places), "gibson": OUT}
    return replace(PairingPosition(13, players), **{**given, **more})


def games(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset((board.one, board.two)) for board in pairing.boards}


def rule_of(pairing: Pairing, one: int, two: int) -> str:
    (row,) = (why for why in pairing.explanation if {why.one, why.two} == {one, two})
    return row.rule


METHODS = ("koth", "swiss")


@pytest.mark.parametrize("method", METHODS)
def test_two_clinched_players_meet_each_other(method: str) -> None:
    at = position(24, 18, 12, 12, 11, 11, places=2)
    at = replace(at, meetings=(Meeting(1, 1, 2), Meeting(12, 1, 2)))
    pairing = pair(at, Request(method))
    assert frozenset((1, 2)) in games(pairing)
    assert rule_of(pairing, 1, 2) == "gibson.together"
    assert pairing.gibsonized == (1, 2)


def test_four_clinched_players_meet_whom_they_have_met_least() -> None:
    at = position(24, 18, 12, 6, 1, 0, places=4)
    at = replace(at, meetings=(Meeting(1, 1, 2), Meeting(2, 1, 3)))
    assert {frozenset((1, 4)), frozenset((2, 3))} <= games(pair(at, Request("koth")))


@pytest.mark.parametrize("method", METHODS)
def test_the_odd_clinched_player_meets_the_best_placed_who_has_nothing_to_win(method: str) -> None:
    at = position(24, 14, 13, 6, 6, 2, places=2)
    pairing = pair(at, Request(method))
    assert frozenset((1, 4)) in games(pairing)
    assert rule_of(pairing, 1, 4) == "gibson.nothing_to_win"
    assert frozenset((2, 3)) in games(pairing)


def test_he_meets_one_whom_he_has_met_less_often_first() -> None:
    at = replace(position(24, 14, 13, 6, 6, 2, places=2), meetings=(Meeting(1, 4, 1),))
    assert frozenset((1, 5)) in games(pair(at, Request("koth")))


def test_a_team_mate_and_one_kept_apart_are_never_the_opponent() -> None:
    at = position(24, 14, 13, 6, 6, 2, places=2, apart=((1, 5),))
    team = tuple(replace(p, team="Reds" if p.number in (1, 4) else "") for p in at.players)
    assert frozenset((1, 6)) in games(pair(replace(at, players=team), Request("koth")))


def test_a_team_is_the_same_whatever_the_capitals_and_spaces_of_its_name() -> None:
    at = position(24, 14, 13, 6, 6, 2, places=2)
    names = {1: "North  Star", 4: "north star "}
    team = tuple(replace(p, team=names.get(p.number, "")) for p in at.players)
    assert frozenset((1, 5)) in games(pair(replace(at, players=team), Request("koth")))


def test_the_opponent_is_of_the_class_that_is_named_if_there_is_one() -> None:
    at = position(24, 14, 13, 6, 6, 2, places=2, gibson=replace(OUT, victims="C"))
    of_class = tuple(replace(p, prize_class="C" if p.number == 6 else "") for p in at.players)
    assert frozenset((1, 6)) in games(pair(replace(at, players=of_class), Request("koth")))
    assert frozenset((1, 4)) in games(pair(at, Request("koth")))


def test_where_everybody_can_still_win_something_he_meets_the_lowest() -> None:
    pairing = pair(position(24, 14, 14, 13, 13, 13, places=2), Request("koth"))
    assert frozenset((1, 6)) in games(pairing)
    assert rule_of(pairing, 1, 6) == "gibson.lowest"


def test_in_an_odd_field_the_odd_clinched_player_takes_the_bye() -> None:
    pairing = pair(position(24, 14, 14, 13, 13, places=2), Request("koth"))
    assert pairing.byes == (1,)
    assert rule_of(pairing, 1, 1) == "gibson.bye"
    assert games(pairing) == {frozenset((2, 3)), frozenset((4, 5))}


def test_who_takes_no_bye_meets_somebody_instead() -> None:
    at = position(24, 14, 14, 13, 13, places=2)
    players = tuple(replace(p, takes_bye=p.number != 1) for p in at.players)
    pairing = pair(replace(at, players=players), Request("koth"))
    assert frozenset((1, 5)) in games(pairing)
    assert pairing.byes == (4,)


def test_who_had_more_byes_than_others_meets_somebody_instead_while_he_can() -> None:
    at = position(24, 14, 14, 13, 13, places=2)
    at = replace(at, players=tuple(replace(p, byes=p.number == 1) for p in at.players))
    pairing = pair(at, Request("koth"))
    assert pairing.byes == (4,)
    assert frozenset((1, 5)) in games(pairing)
    alone = replace(at, apart=tuple((1, number) for number in range(2, 6)))
    again = pair(alone, Request("koth"))
    assert again.byes == (1,)
    assert [w.code for w in again.warnings] == ["gibson.bye_again"]
    bottom = replace(at, bye_policy="always_bottom")
    assert pair(bottom, Request("koth")).byes == (1,)


def test_a_swiss_takes_an_opponent_who_leaves_the_others_a_pairing_without_repeats() -> None:
    at = position(24, 14, 13, 6, 6, 2, places=2)
    met = tuple(Meeting(1, a, b) for a, b in ((2, 3), (2, 6), (3, 6)))
    pairing = pair(replace(at, meetings=met), Request("swiss"))
    assert frozenset((1, 6)) in games(pairing)
    assert (pairing.repeats, pairing.warnings) == (0, ())


def test_repeats_that_come_of_pairing_out_are_told_as_that() -> None:
    at = position(24, 18, 12, 12, places=2)
    met = (Meeting(1, 3, 4),)
    pairing = pair(replace(at, meetings=met), Request("swiss"))
    assert frozenset((1, 2)) in games(pairing)
    assert [(w.code, w.params["boards"]) for w in pairing.warnings] == [("gibson.repeats", 1)]
    assert in_words(pairing.warnings[0]).startswith("By the Gibson rule")


def test_two_clinched_players_kept_apart_meet_others() -> None:
    at = position(24, 18, 12, 12, 1, 1, places=2, apart=((1, 2),))
    pairing = pair(at, Request("koth"))
    assert {rule_of(pairing, *sorted(game)) for game in games(pairing) if game & {1, 2}} == {
        "gibson.nothing_to_win"
    }


def test_the_limit_of_repeats_holds_for_clinched_players_too() -> None:
    at = replace(position(24, 18, 12, 12, 1, 1, places=2), meetings=(Meeting(1, 1, 2),))
    assert frozenset((1, 2)) not in games(pair(at, Request("koth", repeats=0)))


def test_nobody_is_paired_out_where_the_others_could_not_be_paired_then() -> None:
    at = position(24, 18, 12, 12, places=2, apart=((3, 4),))
    pairing = pair(at, Request("koth"))
    assert frozenset((1, 2)) not in games(pairing)
    assert {why.rule for why in pairing.explanation} == {""}


def test_everybody_clinched_leaves_nothing_for_the_method() -> None:
    pairing = pair(position(24, 18, 12, 6, places=4), Request("swiss"))
    assert games(pairing) == {frozenset((1, 2)), frozenset((3, 4))}


def test_a_fixed_pair_stands_even_where_one_of_it_is_clinched() -> None:
    at = position(24, 18, 12, 12, 1, 1, places=2, fixed=((1, 6),))
    pairing = pair(at, Request("koth"))
    assert {frozenset((1, 6)), frozenset((2, 3))} <= games(pairing)


@pytest.mark.parametrize("method", [*METHODS, "queen", "random"])
def test_clinched_ranks_are_told_also_where_nobody_is_paired_out(method: str) -> None:
    at = position(24, 18, 12, 12, 1, 1, places=2, gibson=GibsonRules((50,)))
    pairing = pair(at, Request(method, seed="x"))
    assert pairing.gibsonized == (1, 2)
    assert {why.rule for why in pairing.explanation} == {""}


@given(
    wins=st.lists(st.integers(0, 24), min_size=2, max_size=14),
    places=st.integers(0, 5),
    data=st.data(),
)
def test_everybody_is_paired_once_in_whatever_order_the_rows_come(
    wins: list[int], places: int, data: st.DataObject
) -> None:
    at = position(*sorted(wins, reverse=True), places=places)
    shuffled = replace(at, players=tuple(data.draw(st.permutations(at.players))))
    pairing = pair(at, Request("swiss"))
    seated = [n for board in pairing.boards for n in (board.one, board.two)]
    assert sorted([*seated, *pairing.byes]) == [p.number for p in at.players]
    assert pair(shuffled, Request("swiss")) == pairing


def test_a_house_player_who_leads_is_not_paired_out_and_is_the_first_choice_to_be_met() -> None:
    at = position(26, 24, 14, 13, 13, 12, places=2)
    players = tuple(replace(p, ranked=p.number != 1) for p in at.players)
    pairing = pair(replace(at, players=players), Request("koth"))
    assert pairing.gibsonized == (1,)
    assert frozenset((1, 2)) in games(pairing)
    assert rule_of(pairing, 1, 2) == "gibson.nothing_to_win"
