"""The lines that a scoresheet proposes for the end of a game."""

from __future__ import annotations

from games.engine.sheet.counting import SheetTerms
from games.engine.sheet.ends import SheetEnding, proposed_end
from games.engine.sheet.lines import SheetLine, What
from games.engine.tiling import tiling
from tests.domain.games.sheet.lines import counted, line, play, rules_of

EN = tiling("en")


def test_who_went_out_gets_twice_the_rack_that_is_left_or_as_the_rules_say() -> None:
    out = SheetEnding(racks=("", None), unseen="EEQ", out=0)
    assert proposed_end(out, rules_of(), EN) == (
        SheetLine(player=0, what=What.END_RACK, word="EEQ"),
    )
    assert proposed_end(out, rules_of(end_bonus="plus_minus"), EN) == (
        SheetLine(player=0, what=What.END_RACK, word="EEQ"),
        SheetLine(player=1, what=What.RACK_LOST, word="EEQ"),
    )


def test_the_opponents_rack_alone_says_it_too() -> None:
    out = SheetEnding(racks=(None, "QEE"), unseen="EEQ", out=0)
    assert proposed_end(out, rules_of(), EN)


def test_nothing_is_proposed_while_nobody_knows_or_the_game_goes_on() -> None:
    for standing in (
        SheetEnding(racks=(None, None), unseen="EEQ", out=0),
        SheetEnding(racks=(None, "EE"), unseen="EEQ", out=0),
        SheetEnding(racks=("", None), unseen="ABCDEFGH", out=0),
        SheetEnding(racks=("", None), unseen="EEQ"),
        SheetEnding(racks=("", None, None), unseen="EEQ", out=0),
        SheetEnding(racks=("A", "B"), unseen="AB", scoreless=5),
        SheetEnding(racks=("A", None), unseen="AB", scoreless=6),
        SheetEnding(racks=("", None), unseen="EEQ", out=0, has_ended=True),
    ):
        assert not proposed_end(standing, rules_of(), EN)


def test_after_the_scoreless_turns_each_loses_the_own_rack_where_the_rules_say_so() -> None:
    stale = SheetEnding(racks=("AB", "Q"), unseen="ABQ", scoreless=6)
    assert proposed_end(stale, rules_of(), EN) == (
        SheetLine(player=0, what=What.RACK_LOST, word="AB"),
        SheetLine(player=1, what=What.RACK_LOST, word="Q"),
    )
    assert not proposed_end(stale, rules_of(stalemate_penalty="none"), EN)


def test_overtime_is_proposed_with_the_end_and_once() -> None:
    late = SheetEnding(racks=("", None), unseen="E", out=0, penalties=(0, 20))
    assert proposed_end(late, rules_of(), EN)[1] == SheetLine(player=1, what=What.TIME, score="-20")
    ended = SheetEnding(racks=("", None), unseen="E", has_ended=True, penalties=(0, 20))
    assert len(proposed_end(ended, rules_of(), EN)) == 1
    told = SheetEnding(
        racks=("", None), unseen="E", has_ended=True, penalties=(0, 20), has_time=frozenset({1})
    )
    assert not proposed_end(told, rules_of(), EN)


def test_six_passes_with_their_racks_propose_the_penalties_and_they_count() -> None:
    turns = [line(n % 2, What.PASS, rack="AB" if n % 2 else "Q") for n in range(6)]
    sheet = counted(play(1, "8D", "QUANT"), *turns)
    assert [one.word for one in sheet.proposed] == ["Q", "AB"]
    ended = counted(play(1, "8D", "QUANT"), *turns, *sheet.proposed)
    assert ended.scores == (-10, 44)
    assert not ended.proposed


def test_an_exchange_makes_a_rack_unknown_again() -> None:
    turns = [line(n % 2, What.PASS, rack="AB") for n in range(5)]
    assert not counted(*turns, line(1, What.EXCHANGE, "A", rack="AB")).proposed


def test_the_overtime_of_a_player_is_the_penalty_and_a_stated_one_is_compared() -> None:
    over = (None, 61)
    assert counted(line(1, What.TIME), overtime_s=over).scores == (0, -20)
    sheet = counted(line(1, What.TIME, score="10"), overtime_s=over)
    assert sheet.scores == (0, -20)
    assert [one.params for one in sheet.remarks] == [{"stated": -10, "right": -20}]
    assert counted(line(1, What.TIME, score="-10")).scores == (0, -10)
    assert SheetTerms(rules_of()).overtime_s == ()
