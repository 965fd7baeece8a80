"""The findings on the end of a game: racks, overtime, and records that just stop."""

from __future__ import annotations

import pytest

from games.engine.checking import GameTerms
from games.engine.report import RecordVerdict
from games.engine.rulesets import RULESETS, with_overrides
from tests.domain.games.checking.written_games import checked, club_game, found

GAME = club_game()
OUT = len(GAME)
SCORELESS = [
    f"{nick}: {rack} - +0 0" for nick, rack in [("Ann", "EEIORST"), ("Bob", "ABDLMNQ")] * 3
]
LOST = ["Ann: EEIORST (EEIORST) -7 -7", "Bob: ABDLMNQ (ABDLMNQ) -21 -21"]


def ended(*tail: str) -> list[str]:
    """Returns the club game with another tail than the rack that Ann was left with."""
    return [*GAME[:-1], *tail]


def test_going_out_brings_twice_what_the_other_holds() -> None:
    report = checked(*ended("Bob: (LN) +5 831"))
    assert found(report) == [(OUT, "ENDRACK", "end.points")]
    assert (report.deviations[0].stated, report.deviations[0].right) == (5, 4)
    assert report.scores == (490, 830)


def test_each_side_may_count_the_rack_once() -> None:
    report = checked(*ended("Bob: (LN) +2 828", "Ann: LN (LN) -2 488"))
    assert found(report) == []
    assert (report.scores, report.complete) == ((488, 828), True)
    wrong = checked(*ended("Bob: (LN) +4 830", "Ann: LN (LN) -1 489"))
    assert [code for _, code, _ in found(wrong)] == ["ENDRACK", "ENDRACK"]


def test_by_rules_of_plus_and_minus_the_rack_counts_once() -> None:
    rules = with_overrides(RULESETS["custom"], {"end_bonus": "plus_minus"})
    report = checked(*GAME, terms=GameTerms(rules=rules))
    assert found(report) == [(OUT, "ENDRACK", "end.points")]
    assert report.deviations[0].right == 2


def test_an_end_while_tiles_are_to_come_is_none() -> None:
    report = checked("Ann: QUANT 8D QUANT +48 48", "Ann: (ABC) +14 62")
    assert found(report) == [(2, "ENDRACK", "end.tiles_to_come")]


def test_a_tile_that_is_nowhere_at_the_end_is_a_remark() -> None:
    report = checked(*ended("Bob: (L) +2 828"))
    assert found(report) == [(0, "BAG", "bag.unaccounted")]
    assert report.verdict is RecordVerdict.SOFT


def test_more_tiles_than_there_are_at_the_end_are_a_remark_on_the_whole() -> None:
    report = checked(*ended("Bob: (LQ) +22 848"))
    assert found(report) == [(0, "BAG", "bag.whole")]
    assert report.deviations[0].params == {"tiles": "Q 2"}


def test_a_rack_at_the_end_that_cannot_be_read_is_a_remark_and_counts_as_stated() -> None:
    report = checked(*ended("Bob: (L2) +4 830"), header="#lexicon NWL23\n")
    assert {what for _, _, what in found(report)} == {"rack.unreadable"}
    assert report.scores == (490, 830)


def test_six_scoreless_turns_cost_each_the_own_rack() -> None:
    report = checked(*SCORELESS, *LOST)
    assert found(report) == []
    assert (report.scores, report.complete, report.end) == ((-7, -21), True, "rack")


def test_the_own_rack_is_counted_once_and_is_the_rack_that_is_held() -> None:
    wrong = checked(*SCORELESS, "Ann: EEIORST (EEIORST) -14 -14", LOST[1])
    assert found(wrong) == [(7, "ENDRACK", "end.penalty")]
    assert (wrong.deviations[0].stated, wrong.deviations[0].right) == (-14, -7)
    other = checked(*SCORELESS, "Ann: EEIORSS (EEIORST) -7 -7", LOST[1])
    assert found(other) == [(7, "RACK", "rack.not_lost")]


@pytest.mark.parametrize("turns", [0, 5])
def test_racks_are_not_lost_before_six_scoreless_turns(turns: int) -> None:
    report = checked(*SCORELESS[:turns], *LOST)
    assert [what for _, _, what in found(report)] == ["end.too_early"] * 2
    assert report.deviations[0].params == {"turns": turns, "limit": 6}


def test_a_play_that_scores_breaks_the_scoreless_turns_and_one_withdrawn_does_not() -> None:
    play = ["Ann: EEIORST 8F ROTE +8 8", "Bob: ABDLMNQ - +0 0"]
    lost = ["Ann: EEIORST (EEIORST) -7 1", LOST[1]]
    assert [what for _, _, what in found(checked(*SCORELESS[:4], *play, *lost))] == [
        "end.too_early",
        "end.too_early",
    ]
    withdrawn = ["Ann: EEIORST 8F ROTE +8 8", "Ann: EEIORST -- -8 0"]
    assert found(checked(*SCORELESS[:4], *withdrawn, SCORELESS[5], *LOST)) == []


def test_where_the_rules_take_nothing_for_a_scoreless_end_the_racks_cost_nothing() -> None:
    rules = with_overrides(RULESETS["custom"], {"stalemate_penalty": "none"})
    report = checked(*SCORELESS, *LOST, terms=GameTerms(rules=rules))
    assert [(what, report.deviations[0].right) for _, _, what in found(report)] == [
        ("end.penalty", 0),
        ("end.penalty", 0),
    ]
    each_side = ended("Bob: (LN) +2 828", "Ann: LN (LN) -2 488")
    assert found(checked(*each_side, terms=GameTerms(rules=rules))) == []


@pytest.mark.parametrize(
    ("counts", "limit", "is_early"),
    [
        (("pass",), 6, False),
        (("pass",), 7, True),
        (("exchange", "zero_play"), 1, True),
        (("pass",), 100, True),
    ],
)
def test_the_rules_say_which_turns_are_scoreless_and_how_many_end_a_game(
    counts: tuple[str, ...], limit: int, is_early: bool
) -> None:
    rules = with_overrides(
        RULESETS["custom"], {"scoreless_counts": list(counts), "scoreless_limit": limit}
    )
    report = checked(*SCORELESS, *LOST, terms=GameTerms(rules=rules))
    assert [what for _, _, what in found(report)] == ["end.too_early"] * 2 * is_early


def test_a_turn_lost_by_a_challenge_breaks_the_row_where_it_is_not_counted() -> None:
    lost_turn = [*SCORELESS[:1], "#note #unsuccessful-challenge", *SCORELESS[1:], *LOST]
    naspa, wespa = (
        checked(*lost_turn, terms=GameTerms(rules=RULESETS[k])) for k in ("naspa", "wespa")
    )
    assert found(naspa) == []
    assert [what for _, _, what in found(wespa)] == ["end.too_early"] * 2


def test_exchanges_and_plays_of_blanks_only_are_scoreless_too() -> None:
    turns = [
        "Ann: EEIORST -EE +0 0",
        "Bob: ABDLM?? 8G ab +0 0",
        "Ann: EEIORST -2 +0 0",
        "Bob: ABDLMNQ - +0 0",
        "Ann: EEIORST - +0 0",
        "Bob: ABDLMNQ - +0 0",
    ]
    assert found(checked(*turns, *LOST)) == []


def test_overtime_comes_last_and_costs_what_is_stated() -> None:
    report = checked(*GAME, "Ann: (time) -10 480", "Bob: (time) +-20 810")
    assert found(report) == []
    assert report.scores == (480, 810)


@pytest.mark.parametrize(
    ("tail", "whats"),
    [
        (["Ann: (time) -10 480", "Bob: (LN) +4 830"], ["time.early", "time.before_rack"]),
        (
            ["Bob: (LN) +2 828", "Bob: (time) -10 818", "Ann: LN (LN) -2 488"],
            ["time.before_rack"],
        ),
        (["Bob: (LN) +4 830", "Ann: (time) -10 480", "Ann: (time) -10 470"], ["time.twice"]),
        (["Bob: (LN) +4 830", "Ann: (time) +10 500"], ["time.not_negative"]),
        (["Bob: (LN) +4 830", "Ann: (time) +0 490"], ["time.not_negative"]),
    ],
)
def test_overtime_out_of_its_place_is_named(tail: list[str], whats: list[str]) -> None:
    report = checked(*ended(*tail))
    assert [what for _, _, what in found(report)] == whats
    assert {code for _, code, _ in found(report)} == {"ORDER"}


@pytest.mark.parametrize("place", [0, 1])
def test_overtime_at_the_start_or_amid_the_game_is_named(place: int) -> None:
    turns = ["Ann: QUANTEE 8D QUANT +48 48", "Bob: - +0 0"]
    turns.insert(place, "Cat: (time) -10 -10")
    players = "#player1 Ann\n#player2 Bob\n#player3 Cat\n"
    assert "time.early" in [what for _, _, what in found(checked(*turns, players=players))]


def test_an_end_amid_the_game_is_named_and_the_game_goes_on_after_it() -> None:
    report = checked(*GAME[:3], "Bob: (ABC) +14 14", *GAME[3:])
    assert [(line, what) for line, _, what in found(report) if what != "total"] == [
        (4, "end.tiles_to_come"),
        (5, "turn.after_end"),
    ]
    assert (report.complete, report.scores) == (True, (490, 844))


def test_a_rack_at_the_end_holds_no_more_tiles_than_a_rack() -> None:
    long = "Bob: ABDLMNQU (ABDLMNQU) -22 -22"
    assert found(checked(*SCORELESS, LOST[0], long)) == [(8, "RACK", "rack.too_many")]


def test_a_turn_after_the_end_is_a_remark() -> None:
    report = checked(*GAME, "Ann: LN - +0 490")
    assert found(report) == [(OUT + 1, "TURN", "turn.after_end")]


@pytest.mark.parametrize(
    ("tail", "end", "complete"),
    [
        ([], "open", False),
        (["#incomplete"], "open", False),
        (["#incomplete LN"], "rack-pragma", False),
        (["#rack1 LN"], "rack-pragma", False),
        (["Bob: (LN) +4 830"], "rack", True),
        (["Bob: (LN) +4 830", "#incomplete"], "rack", True),
    ],
)
def test_a_record_may_stop_anywhere_and_that_is_no_fault(
    tail: list[str], end: str, complete: bool
) -> None:
    report = checked(*ended(*tail))
    assert (report.verdict, report.end, report.complete) == (RecordVerdict.CLEAN, end, complete)


def test_the_racks_of_an_unfinished_record_are_held_against_the_bag() -> None:
    assert found(checked(*ended("#rack1 LN"))) == []
    assert found(checked(*ended("#rack1 LQ"))) == [(0, "BAG", "bag.whole")]
    assert found(checked(*ended("#rack1 L1N"))) == [(OUT, "RACK", "rack.unreadable")]
    opening = "Ann: QUANT 8D QUANT +48 48"
    assert found(checked(opening, "#rack1 AABCDEFG")) == [(2, "RACK", "rack.too_many")]


@pytest.mark.parametrize(("points", "is_right"), [(2, True), (4, True), (3, False), (6, False)])
def test_among_three_a_rack_counts_once_or_twice(points: int, is_right: bool) -> None:
    players = "#player1 Ann\n#player2 Bob\n#player3 Cat\n"
    report = checked("Ann: 8H AT +4 4", f"Ann: (LN) +{points} {4 + points}", players=players)
    assert ("end.points" not in [what for _, _, what in found(report)]) is is_right
