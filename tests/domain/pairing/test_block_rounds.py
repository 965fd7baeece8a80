"""Rounds of a block as they are paired: who left, who came late, and schedules that were given."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.blocks import a_block, a_fresh_field, totals
from tests.depth import examples
from tournaments.pairing.answer import Pairing, Request
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.schedule import Schedule, ScheduledGame
from tournaments.pairing.wording import in_words, rule_in_words

SCHEDULE = Schedule(
    4,
    (
        (ScheduledGame(1, 2, 2), ScheduledGame(3, 4, 3)),
        (ScheduledGame(1, 3, 1), ScheduledGame(2), ScheduledGame(4)),
    ),
)
FIXED = Request("schedule")


def in_round(number: int, *players: int, **more: Any) -> PairingPosition:
    """Returns a position of these players under the schedule above."""
    field = tuple(PairingPlayer(player) for player in players)
    return PairingPosition(number, field, **({"schedule": SCHEDULE} | more))


def boards(pairing: Pairing) -> list[tuple[int, int, int | None]]:
    """Returns the boards with who goes first."""
    return [(board.one, board.two, board.first) for board in pairing.boards]


def told(pairing: Pairing) -> list[str]:
    """Returns the warnings in words."""
    return [in_words(warning) for warning in pairing.warnings]


def test_a_fixed_schedule_pairs_its_rounds_and_keeps_its_sides() -> None:
    assert boards(pair(in_round(4, 1, 2, 3, 4), FIXED)) == [(1, 2, 2), (3, 4, 3)]
    second = pair(in_round(5, 4, 3, 2, 1), FIXED)
    assert (boards(second), second.byes) == ([(1, 3, 1)], (2, 4))
    assert second.schedule is None


@pytest.mark.parametrize(
    ("schedule", "code", "words"),
    [
        (None, "schedule.none", "no schedule for round 6"),
        (SCHEDULE, "schedule.no_round", "from round 4 to round 5 and does not cover round 6"),
    ],
)
def test_a_round_that_no_schedule_holds_is_refused(
    schedule: Schedule | None, code: str, words: str
) -> None:
    with pytest.raises(PairingError) as refused:
        pair(in_round(6, 1, 2, schedule=schedule), FIXED)
    assert refused.value.code == code
    assert words in in_words(refused.value)


def test_who_has_no_opponent_left_sits_out() -> None:
    pairing = pair(in_round(4, 1, 2, 3), FIXED)
    assert (boards(pairing), pairing.byes) == ([(1, 2, 2)], (3,))
    assert told(pairing) == ["Player 3 gets a bye, because 4 does not play."]


def test_a_late_player_meets_who_is_free_and_says_so() -> None:
    pairing = pair(in_round(4, 1, 2, 3, 9), FIXED)
    assert (boards(pairing), pairing.byes) == ([(1, 2, 2), (3, 9, None)], ())
    assert len(told(pairing)) == 1
    assert "Player 9 arrived after" in told(pairing)[0]


def test_late_players_meet_those_they_have_met_least_and_then_each_other() -> None:
    met = (Meeting(4, 2, 8),)
    pairing = pair(in_round(5, 1, 2, 3, 4, 8, 9, meetings=met), FIXED)
    assert boards(pairing) == [(1, 3, 1), (2, 9, None), (4, 8, None)]
    assert boards(pair(in_round(4, 1, 2, 3, 4, 8, 9), FIXED))[2:] == [(8, 9, None)]


def test_one_late_player_beside_a_full_block_has_a_bye_and_the_round_is_paired() -> None:
    pairing = pair(in_round(4, 1, 2, 3, 4, 9), FIXED)
    assert (len(pairing.boards), pairing.byes) == (2, (9,))
    assert [warning.code for warning in pairing.warnings] == ["block.no_slot"]


def test_a_late_player_never_meets_one_he_is_kept_apart_from() -> None:
    pairing = pair(in_round(4, 1, 2, 3, 9, apart=((3, 9),)), FIXED)
    assert pairing.byes == (3, 9)


def test_a_fixed_pair_of_free_players_stands_and_one_that_takes_an_opponent_does_not() -> None:
    assert boards(pair(in_round(5, 1, 2, 3, 4, fixed=((4, 2),)), FIXED)) == [
        (1, 3, 1),
        (2, 4, None),
    ]
    assert boards(pair(in_round(4, 1, 2, 3, 4, fixed=((2, 1),)), FIXED))[0] == (1, 2, 2)
    with pytest.raises(PairingError) as refused:
        pair(in_round(4, 1, 2, 3, 4, fixed=((1, 3),)), FIXED)
    assert (refused.value.code, refused.value.params["round"]) == ("block.fixed", 4)


@examples(60)
@given(
    players=st.integers(4, 24),
    method=st.sampled_from(["roundrobin", "groups", "grr", "fontes"]),
    data=st.data(),
)
def test_leaving_never_changes_a_game_between_those_who_stay(
    players: int, method: str, data: st.DataObject
) -> None:
    field = a_fresh_field(players)
    schedule = a_block(field, method)
    number = data.draw(st.integers(schedule.begins, schedule.ends))
    gone = data.draw(st.sets(st.integers(1, players), max_size=3))
    stay = tuple(p for p in field.players if p.number not in gone)
    pairing = pair(
        replace(field, round_number=number, players=stay, schedule=schedule), Request(method)
    )
    wanted = {
        (g.one, g.two, g.first)
        for g in schedule.of_round(number) or ()
        if g.two is not None and not {g.one, g.two} & gone
    }
    assert set(boards(pairing)) == wanted
    here = Counter(n for one, two, _ in boards(pairing) for n in (one, two)) + Counter(pairing.byes)
    assert here == Counter(p.number for p in stay)


def test_after_a_block_a_new_one_begins_and_starts_are_evened_out_with_those_before() -> None:
    first = a_block(a_fresh_field(6), "roundrobin")
    balances = {number: totals(first).balance(number) for number in range(1, 7)}
    second = a_block(
        a_fresh_field(6, round_number=6, balances=balances, schedule=first), "roundrobin"
    )
    assert (second.begins, second.ends) == (6, 10)
    assert all(balances[n] + totals(second).balance(n) == 0 for n in range(1, 7))


@pytest.mark.parametrize(
    ("options", "rounds", "meetings"),
    [({}, 7, 1), ({"cycles": 3}, 21, 3), ({"back_to_back": 1}, 14, 2), ({"rounds": 4}, 4, 1)],
)
@pytest.mark.parametrize("variant", ["berger", "circle", "kothlast"])
def test_a_round_robin_is_as_long_as_its_options_say(
    variant: str, options: dict[str, int], rounds: int, meetings: int
) -> None:
    block = a_block(a_fresh_field(8), "roundrobin", variant, **options)  # type: ignore[arg-type]
    found = totals(block)
    assert (len(block.rounds), max(found.met.values())) == (rounds, meetings)
    assert {abs(found.balance(n)) for n in range(1, 9)} == {rounds % 2}


def test_a_round_robin_is_no_longer_than_the_event_unless_it_is_asked_to_be() -> None:
    field = a_fresh_field(30, round_number=3, total_rounds=8)
    block = a_block(field, "roundrobin")
    assert (block.begins, block.ends) == (3, 8)
    assert set(totals(block).met.values()) == {1}
    assert len(a_block(field, "roundrobin", rounds=7).rounds) == 7
    assert len(a_block(replace(field, total_rounds=2), "roundrobin").rounds) == 29


def test_a_block_is_kept_with_the_round_that_drew_it_up_and_no_other() -> None:
    field = a_fresh_field(8)
    block = a_block(field, "groups")
    later = pair(replace(field, round_number=2, schedule=block), Request("groups"))
    assert later.schedule is None
    assert {(b.one, b.two) for b in later.boards} == {(g.one, g.two) for g in block.rounds[1]}


def rules(pairing: Pairing) -> dict[tuple[int, int], str]:
    """Returns the rule of every board, in words."""
    return {(why.one, why.two): rule_in_words(why.rule) for why in pairing.explanation}


def test_every_board_of_a_block_says_which_round_or_group_put_the_two_together() -> None:
    quads = rules(pair(a_fresh_field(8), Request("groups")))
    assert quads[1, 4] == "Both are in group 1, which plays among itself."
    assert quads[5, 8] == "Both are in group 2, which plays among itself."
    words = "They meet in round 2 of this block."
    assert rules(pair(in_round(5, 1, 2, 3, 4), FIXED))[1, 3] == words
    late = rules(pair(in_round(4, 1, 2, 3, 9), FIXED))
    assert late[3, 9] == "One arrived after the block was drawn up, and the other was free."


def test_a_table_of_before_schedules_were_kept_says_its_own_round() -> None:
    old = a_fresh_field(4, round_number=3, table=(1, 2, 3, 4), table_round=3)
    assert all("in round 3 of" in rule for rule in rules(pair(old, Request("roundrobin"))).values())


def test_back_to_back_the_same_two_meet_in_the_next_round_with_sides_swapped() -> None:
    block = a_block(a_fresh_field(6), "roundrobin", back_to_back=1)
    for at in range(0, 10, 2):
        once, again = block.rounds[at], block.rounds[at + 1]
        assert {(g.one, g.two, g.first) for g in once} == {
            (g.one, g.two, None if g.two is None or g.first is None else g.one + g.two - g.first)
            for g in again
        }


def test_a_part_of_the_table_is_its_end_where_that_is_between_neighbours() -> None:
    block = a_block(a_fresh_field(10), "roundrobin", "kothlast", rounds=3)
    assert [game.two for row in block.rounds for game in row if game.one == 1] == [4, 3, 2]
    spread = a_block(a_fresh_field(10), "roundrobin", "circle", rounds=3)
    assert [game.two for row in spread.rounds for game in row if game.one == 1] == [10, 6, 2]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ((("rounds", 8),), "roundrobin.too_many_rounds", "of 6 players has only 5 rounds"),
        ((("cycles", 2), ("rounds", 11)), "roundrobin.too_many_rounds", "not 11."),
        ((("cycles", 3), ("back_to_back", 1)), "roundrobin.odd_cycles", "instead of 3"),
    ],
)
def test_a_round_robin_with_too_many_rounds_is_refused_in_numbers(
    options: tuple[tuple[str, int], ...], code: str, words: str
) -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(6), Request("roundrobin", options=options))
    assert refused.value.code == code
    assert words in in_words(refused.value)


@examples(50)
@given(players=st.integers(4, 20), data=st.data())
def test_one_fixed_game_moves_a_round_of_the_table(players: int, data: st.DataObject) -> None:
    one, two = data.draw(st.permutations(range(1, players + 1)))[:2]
    plain = a_block(a_fresh_field(players), "roundrobin")
    fixed = a_block(a_fresh_field(players, fixed=((one, two),)), "roundrobin")
    assert (one, two) in [tuple(sorted((g.one, g.two or 0))) for g in fixed.rounds[0]] or (
        two,
        one,
    ) in [(g.one, g.two) for g in fixed.rounds[0]]

    def pairs(schedule: Schedule) -> set[frozenset[tuple[int, int | None]]]:
        return {frozenset((g.one, g.two) for g in row) for row in schedule.rounds}

    assert pairs(fixed) == pairs(plain)


@pytest.mark.parametrize("players", [6, 7, 8, 10])
def test_fixed_games_that_no_table_has_together_make_a_new_table(players: int) -> None:
    ahead = ((1, 1, 2), (1, 3, 6), (2, 1, 3))
    block = a_block(a_fresh_field(players, fixed_ahead=ahead), "roundrobin")
    found = totals(block)
    assert set(found.met.values()) == {1}
    assert len(found.met) == players * (players - 1) // 2
    for number, one, two in ahead:
        assert (one, two) in {(g.one, g.two) for g in block.rounds[number - 1]}
    assert max(abs(found.balance(n)) for n in range(1, players + 1)) <= 1


@pytest.mark.parametrize(
    ("ahead", "code", "words"),
    [
        (
            ((1, 1, 2), (1, 2, 3)),
            "fixed.player_twice",
            "Player 2 is in two settled pairs in round 1",
        ),
        (((1, 1, 2), (4, 2, 1)), "fixed.pair_twice", "Players 1 and 2 are settled in two rounds"),
        (((2, 4, 4),), "pairing.own_opponent", "Player 4 cannot be their own opponent"),
        (((1, 1, 2), (1, 3, 4), (2, 3, 5), (2, 4, 6), (2, 1, 2)), "fixed.pair_twice", "1 and 2"),
        (
            ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3)),
            "fixed.too_many",
            "all 6 settled games",
        ),
    ],
)
def test_fixed_games_that_cannot_be_had_are_named(
    ahead: tuple[tuple[int, int, int], ...], code: str, words: str
) -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(6, fixed_ahead=ahead), Request("roundrobin"))
    assert refused.value.code == code
    assert words in in_words(refused.value)


@pytest.mark.parametrize("method", ["roundrobin", "groups", "grr", "fontes"])
def test_what_is_fixed_after_the_block_or_of_somebody_away_has_no_place_in_it(method: str) -> None:
    ahead = ((9, 1, 2), (2, 1, 9))
    asked = a_fresh_field(6, fixed_ahead=ahead)
    assert a_block(asked, method) == a_block(a_fresh_field(6), method)


def test_a_pair_fixed_by_hand_of_somebody_away_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_fresh_field(6, fixed=((1, 9),)), Request("groups"))
    assert (refused.value.code, refused.value.params) == ("player.unknown", {"number": 9})


def test_players_apart_cannot_play_a_whole_round_robin_but_a_part_of_one() -> None:
    field = a_fresh_field(8, apart=((2, 7),))
    with pytest.raises(PairingError) as refused:
        pair(field, Request("roundrobin"))
    assert (refused.value.code, refused.value.params) == ("block.apart", {"one": 2, "two": 7})
    found = totals(a_block(field, "roundrobin", rounds=4))
    assert frozenset((2, 7)) not in found.met


def test_a_whole_number_of_slots_may_be_counted_from_0() -> None:
    players = tuple(PairingPlayer(number) for number in range(5))
    schedule = pair(PairingPosition(1, players), Request("roundrobin")).schedule
    assert schedule is not None
    assert totals(schedule).byes == Counter(range(5))
