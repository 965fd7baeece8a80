"""A result held against the record of its game: each mismatch is one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.checking import check_gcg
from games.engine.record import EventKind, Record, RecordedPlayer, Turn
from games.engine.report import Deviation
from games.engine.rulesets import ruleset, with_overrides
from tournaments.board_games.wording.comparison import (
    Challenged,
    ComparedSide,
    RecordSummary,
    Ruled,
    mismatches,
    names_nobody,
    seat_of_first_player,
    starter,
    told,
)

RULES = ruleset("naspa")
RIGHT: dict[str, Any] = {
    "players": (RecordedPlayer("a", "Ada"), RecordedPlayer("b", "Bea")),
    "scores": (400, 350),
    "stated": (400, 350),
    "starter": 0,
    "penalties": (0, 0),
    "complete": True,
    "deviation": None,
    "plays": (
        Challenged(0, frozenset({"QUANT"}), stands=True),
        Challenged(1, frozenset({"VIE", "QI"}), stands=False),
    ),
    "turns": (12, 12),
}
ADA = ComparedSide("Ada", 400, 2, "first", None)
BEA = ComparedSide("Bea", 350, 0, "second", None)


def found(
    ada: dict[str, Any] | None = None, *rulings: Ruled, has_result: bool = True, **record: Any
) -> tuple[str, ...]:
    side = ADA._replace(**(ada or {}))
    held = RecordSummary(**{**RIGHT, **record})
    return mismatches((side, BEA), held, RULES, has_result=has_result, rulings=rulings)


def test_a_record_that_agrees_says_nothing() -> None:
    assert found() == ()


@pytest.mark.parametrize(
    ("score", "stated", "said"),
    [
        (410, 400, "Ada: the result says 410, but the moves of the record come to 400."),
        (
            410,
            405,
            (
                "Ada: the result says 410, but the moves of the record come to 400, and it states "
                "405."
            ),
        ),
        (
            405,
            405,
            "Ada: the result and the totals of the record say 405; its moves come to 400.",
        ),
    ],
)
def test_a_score_is_held_against_what_the_moves_come_to(score: int, stated: int, said: str) -> None:
    assert found({"score": score}, stated=(stated, 350)) == (said,)


def test_the_winner_is_told_apart_from_the_scores() -> None:
    said = found(scores=(340, 350), stated=(340, 350))
    assert said[-1] == "The result says: Ada won. By the record: Bea won."
    assert found(scores=(350, 350), stated=(350, 350))[-1].endswith("By the record: a tie.")


def test_a_ruling_without_scores_is_held_against_no_score() -> None:
    assert found({"score": None, "won": 0}, scores=(1, 350), stated=(1, 350)) == ()


def test_no_result_is_no_mismatch() -> None:
    assert found({"score": 1}, has_result=False) == ()


def test_who_went_first_is_held_against_the_sheet_where_it_says_so() -> None:
    assert found(starter=1) == (
        "Ada went first according to the pairings, Bea according to the record.",
    )
    assert found({"went": ""}, starter=1) == ()


@pytest.mark.parametrize(
    ("overtime", "taken", "said"),
    [
        (None, 10, ()),
        (0, 0, ()),
        (61, 20, ()),
        (61, 0, ("Ada: 61 s of overtime cost 20 points, the record takes none for time.",)),
        (0, 10, ("Ada: 0 s of overtime cost 0 points, the record takes 10 points for time.",)),
    ],
)
def test_overtime_that_was_noted_is_held_against_the_penalty(
    overtime: int | None, taken: int, said: tuple[str, ...]
) -> None:
    assert found({"overtime_s": overtime}, penalties=(taken, 0)) == said


@pytest.mark.parametrize(
    ("used", "overtime", "increment", "said"),
    [
        (1500, None, 0, ()),
        (1561, None, 0, ("Ada: 61 s of overtime cost 20 points, the record takes none for time.",)),
        (1561, None, 6, ()),
        (1561, 0, 0, ("Ada: 1561 s used are 61 s of overtime by the rules, and 0 s were noted.",)),
    ],
)
def test_the_time_used_is_held_against_the_time_that_the_rules_give(
    used: int, overtime: int | None, increment: int, said: tuple[str, ...]
) -> None:
    rules = with_overrides(RULES, {"base_time_s": 1500, "increment_s": increment})
    side = ADA._replace(time_used_s=used, overtime_s=overtime)
    assert mismatches((side, BEA), RecordSummary(**RIGHT), rules, has_result=True) == said


@pytest.mark.parametrize(
    ("when", "at_limit", "lost", "told_of"),
    [
        ("reached", "lose_game", False, True),
        ("exceeded", "lose_game", False, False),
        ("reached", "stop_counting", False, False),
        ("reached", "lose_game", True, False),
    ],
)
def test_overtime_that_loses_the_game_is_held_against_the_result(
    when: str, at_limit: str, lost: bool, told_of: bool
) -> None:
    changed = {"overtime_limit_when": when, "overtime_at_limit": at_limit}
    side = ADA._replace(overtime_s=600, lost_on_time=lost)
    record = RecordSummary(**{**RIGHT, "penalties": (100, 0)})
    found = mismatches((side, BEA), record, with_overrides(RULES, changed), has_result=True)
    said = ("Ada: 600 s of overtime lose the game, but the result says otherwise.",)
    assert found == (said if told_of else ())
    assert mismatches((side, BEA), record, with_overrides(RULES, changed), has_result=False) == ()


def test_a_ruling_that_the_record_does_not_know_is_named() -> None:
    there = (Ruled(1, 0, ("QUANT",), acceptable=True), Ruled(2, 1, ("QI",), acceptable=False))
    assert found(None, *there) == ()
    missing = (Ruled(3, 0, ("QUANT",), acceptable=False), Ruled(4, 1, ("VIE",), acceptable=True))
    assert found(None, *missing) == (
        (
            "Ruling 3 took off the board QUANT of Ada; the record does not show that play as "
            "withdrawn."
        ),
        "Ruling 4 allowed VIE of Bea; the record has no such play.",
    )


def test_an_unfinished_record_and_one_that_deviates_are_told() -> None:
    wrong = Deviation(3, "CUM", "total", {"player": "a", "by_addition": 48}, 50, 48)
    assert found(complete=False, deviation=wrong) == (
        "The record is unfinished: it does not include the end of the game.",
        "The record has a mistake. Line 3: The total of Ada is 48, not 50.",
    )


def test_what_a_record_comes_to_is_taken_from_its_check() -> None:
    report = check_gcg(
        b"#player1 a Ada\n#player2 b Bea\n"
        b">b: AENQTUZ 8D QUANT +50 50\n"
        b">b: UZ -- -50 0\n"
        b">a: CAT 8H CAT +10 10\n"
    )
    record = told(report)
    assert record.starter == 1
    assert record.plays[0] == Challenged(1, frozenset({"QUANT"}), stands=False)
    assert record.deviation is not None
    assert record.deviation.line == 3
    assert not record.complete


PAIR = (("Ada Lovelace",), ("Béa de la Cruz", "Bea"))


@pytest.mark.parametrize(
    ("one", "two", "seat"),
    [
        (RecordedPlayer("Ada"), RecordedPlayer("x"), 0),
        (RecordedPlayer("x"), RecordedPlayer("ada"), 1),
        (RecordedPlayer("p1", "LOVELACE, ADA".replace(",", "")), RecordedPlayer("p2", ""), 0),
        (RecordedPlayer("Bea_Cruz"), RecordedPlayer("y"), 1),
        (RecordedPlayer("x"), RecordedPlayer("y"), None),
        (RecordedPlayer("Ada"), RecordedPlayer("Ada"), None),
        (RecordedPlayer("", ""), RecordedPlayer("", ""), None),
    ],
)
def test_names_say_who_is_who_where_they_fit_one_alone(
    one: RecordedPlayer, two: RecordedPlayer, seat: int | None
) -> None:
    assert seat_of_first_player(Record((one, two)), PAIR) == seat


def test_a_record_of_three_is_of_no_two_at_a_board() -> None:
    three = Record((RecordedPlayer("Ada"), RecordedPlayer("Bea"), RecordedPlayer("Cem")))
    assert seat_of_first_player(three, PAIR) is None


def test_full_names_of_others_are_known_for_such() -> None:
    assert names_nobody((RecordedPlayer("x", "Cem Ay"), RecordedPlayer("y", "Dov Orr")), PAIR)
    assert not names_nobody((RecordedPlayer("x"), RecordedPlayer("y")), PAIR)
    assert not names_nobody((RecordedPlayer("x", "Ada Lovelace"), RecordedPlayer("y")), PAIR)
    assert found(players=(RecordedPlayer("c", "Cem"), RecordedPlayer("d"))) == (
        "The record names Cem and d, who do not play at this board.",
    )


def test_who_made_the_first_turn_started() -> None:
    people = (RecordedPlayer("a"), RecordedPlayer("b"))
    assert starter(Record(people)) == 0
    assert starter(Record(people, turns=(Turn(EventKind.PASS, 1),))) == 1
