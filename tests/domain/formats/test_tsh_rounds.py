"""Rounds of a division file: who met, on which side and board, who sat out, who withdrew."""

from __future__ import annotations

import pytest

from tests.domain.formats.folders import division, entry, refusal, remarks
from tournaments.formats.content import BoardContent, SeatContent, SitOutContent

PAIR = "Ada 1500 2; 400; p12 {}\nBea 1400 1; 300; p12 {}"


def sides(one: object, two: object) -> list[str | None]:
    (board,) = division(PAIR.format(one, two)).rounds[0].boards
    return [seat.side for seat in board.seats]


def test_a_game_has_its_scores_sides_and_board() -> None:
    found = division("Ada 1 2; 400; p12 2; board 7\nBea 1 1; 300; p12 1; board 7")
    seats = (SeatContent(1, "second", 400), SeatContent(2, "first", 300))
    assert found.rounds[0].boards == (BoardContent(seats, 7),)


def test_games_stand_in_the_order_of_their_boards() -> None:
    text = "Ada 1 2; ; board 2\nBea 1 1; ; board 2\nCleo 1 4; ; board 1\nDot 1 3; ; board 1"
    assert [b.number for b in division(text).rounds[0].boards] == [1, 2]


def test_pairings_without_scores_are_rounds_to_come() -> None:
    found = division("Ada 1 2 2; 400\nBea 1 1 1; 300")
    assert [b.has_result for r in found.rounds for b in r.boards] == [True, False]


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (1, 2, ["first", "second"]),
        (2, 1, ["second", "first"]),
        (3, 3, ["draw", "draw"]),
        (4, 4, [None, None]),
        (0, 0, [None, None]),
        ("", "", [None, None]),
    ],
)
def test_sides_are_kept_as_recorded(one: object, two: object, expected: list[str | None]) -> None:
    assert sides(one, two) == expected
    assert remarks(PAIR.format(one, two)) == []


@pytest.mark.parametrize(("one", "two"), [(1, 1), (2, 2), (1, 3), (3, 4), (0, 1)])
def test_sides_that_contradict_each_other_are_left_open_and_remarked(one: int, two: int) -> None:
    assert sides(one, two) == [None, None]
    assert remarks(PAIR.format(one, two)) == [("a.t", 1, "sides.contradict")]


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [(1, "", ["first", "second"]), ("", 1, ["second", "first"]), ("00", 3, ["draw", "draw"])],
)
def test_the_side_of_one_player_tells_that_of_the_other(
    one: object, two: object, expected: list[str]
) -> None:
    assert sides(one, two) == expected
    assert remarks(PAIR.format(one, two)) == [("a.t", 1, "sides.half")]


def test_two_board_numbers_for_a_game_are_remarked_and_the_first_is_taken() -> None:
    text = "Ada 1 2; ; board 8\nBea 1 1; ; board 4"
    assert division(text).rounds[0].boards[0].number == 8
    assert remarks(text) == [("a.t", 1, "board.differs")]


def test_one_score_of_a_game_is_no_result() -> None:
    text = "Ada 1 2; 400\nBea 1 1;"
    (board,) = division(text).rounds[0].boards
    assert not board.has_result
    assert [seat.score for seat in board.seats] == [400, None]
    assert remarks(text) == [("a.t", 1, "score.half")]


def test_opponent_zero_is_a_bye_a_forfeit_or_an_absence_by_its_award() -> None:
    found = division("Ada 1 0 0 0 0; 50 -50 0; p12 0 2 0; board 0 3")
    outs = [out for r in found.rounds for out in r.sit_outs]
    assert outs == [
        SitOutContent(1, 50),
        SitOutContent(1, -50, "second", 3),
        SitOutContent(1, 0),
        SitOutContent(1, None),
    ]


def test_a_side_of_somebody_who_did_not_play_is_passed_over() -> None:
    text = "Ada 1 0; 50; p12 1"
    assert division(text).rounds[0].sit_outs == (SitOutContent(1, 50),)
    assert remarks(text) == [("a.t", 1, "sides.without_game")]


def test_a_score_without_a_pairing_is_read_as_a_round_without_opponent() -> None:
    text = "Ada 1 ; 50"
    assert division(text).rounds[0].sit_outs == (SitOutContent(1, 50),)
    assert remarks(text) == [("a.t", 1, "score.without_opponent")]


def test_a_field_that_goes_on_after_the_last_round_is_remarked() -> None:
    text = "Ada 1 0; 50; board 0 3"
    assert remarks(text) == [("a.t", 1, "player.field_too_long")]
    assert remarks("Ada 1 0; 50; board 0 0") == []


def test_a_pairing_that_the_opponent_does_not_return_names_both() -> None:
    error = refusal("Ada 1 2; 1\nBea 1 3; 1\nCleo 1 2; 1\n")
    assert (error.code, error.line, error.field) == ("pairing.not_mutual", 1, "opponents")
    assert "Ada (number 1) in round 1" in error.message
    assert "Bea (number 2), whose line 2 says 3" in error.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ada 1 2; 1\nBea 1 ; \n", "pairing.not_mutual"),
        ("Ada 1 2; 1\nBea 1 0; 50\n", "pairing.not_mutual"),
        ("Ada 1 1; 400", "pairing.own_opponent"),
        ("Ada 1 2; 400", "pairing.unknown_opponent"),
    ],
)
def test_an_opponent_that_cannot_be_is_refused(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_a_withdrawn_entry_is_away_after_the_last_round_it_played() -> None:
    rows = "Ada 1 2 0 0; 400 50 -50; off -50\nBea 1 1 0 0; 300 50 50\n"
    ada, bea = division(rows).entries
    assert (ada.withdrawn_from, ada.missed_spread) == (2, -50)
    assert (bea.withdrawn_from, bea.missed_spread) == (None, None)


def test_a_pairing_without_a_score_does_not_keep_an_entry_in() -> None:
    ada, _ = division("Ada 1 2 2; 400; off 0\nBea 1 1 1; 300").entries
    assert ada.withdrawn_from == 2


def test_a_withdrawn_entry_that_never_played_is_away_from_the_start() -> None:
    found = entry("Ada 1 0 0; 0 0; off")
    assert (found.withdrawn_from, found.missed_spread) == (1, None)
