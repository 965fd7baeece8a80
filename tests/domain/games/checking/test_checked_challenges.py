"""The findings on plays withdrawn, bonuses, and turns lost."""

from __future__ import annotations

import pytest

from games.engine.report import RecordVerdict
from tests.domain.games.checking.written_games import checked, found

OPENING = "Ann: QUANTEE 8D QUANT +48 48"


def test_a_play_withdrawn_comes_off_and_takes_its_points_along() -> None:
    report = checked(
        OPENING,
        "Bob: OIDIOID 9G OIDIOID +69 69",
        "Bob: OIDIOID -- -69 0",
        "Ann: ALI 8A ALI..... +51 99",
        "Bob: OIDIOID 9G OIDIOID +69 69",
    )
    assert found(report) == []
    assert (report.scores, report.plays, report.bingos) == ((99, 69), 4, 1)
    assert [turn.stands for turn in report.turns] == [True, False, True, True, True]


def test_an_opening_that_was_withdrawn_leaves_an_empty_board() -> None:
    report = checked(OPENING, "Ann: QUANTEE -- -48 0", "Bob: ALISTER 8C AT +2 2")
    assert found(report) == [(3, "PLAY", "play.centre")]


def test_a_withdrawal_is_compared_with_what_was_stated_for_the_play() -> None:
    wrong_score = "Ann: QUANTEE 8D QUANT +50 50"
    as_stated = checked(wrong_score, "Ann: QUANTEE -- -50 0")
    assert found(as_stated) == [(1, "SCORE", "score.play")]
    assert as_stated.scores == as_stated.stated_scores == (0, 0)
    as_counted = checked(OPENING, "Ann: QUANTEE -- -40 8")
    assert found(as_counted) == [(2, "SCORE", "score.withdrawn")]
    assert (as_counted.deviations[0].stated, as_counted.deviations[0].right) == (-40, -48)


def test_the_old_way_to_withdraw_states_nought_and_a_total_that_drops() -> None:
    report = checked(OPENING, "Ann: QUANTEE -- +0 0", "Bob: - +0 0")
    assert found(report) == [(2, "CUM", "total"), (2, "SCORE", "score.withdrawn")]
    assert report.scores == report.stated_scores == (0, 0)


def test_the_rack_of_a_withdrawal_is_that_of_the_play_in_any_order() -> None:
    assert found(checked(OPENING, "Ann: TNAUQEE -- -48 0")) == []
    assert found(checked(OPENING, "Ann: -- -48 0")) == []
    assert found(checked(OPENING, "Ann: QUANTER -- -48 0")) == [(2, "WITHDRAW", "withdraw.rack")]


@pytest.mark.parametrize(
    "before",
    [
        [],
        [OPENING, "Bob: ALISTER 7C AT +5 5"],
        [OPENING, "Bob: - +0 0"],
        [OPENING, "Ann: QUANTEE -- -48 0"],
    ],
)
def test_only_the_own_play_just_made_can_be_withdrawn_and_only_once(before: list[str]) -> None:
    report = checked(*before, "Ann: QUANTEE -- -48 0")
    assert (len(before) + 1, "WITHDRAW", "withdraw.no_play") in found(report)


def test_after_a_play_was_withdrawn_the_opponent_moves() -> None:
    report = checked(OPENING, "Ann: QUANTEE -- -48 0", "Ann: QUANTEE 8D QUANT +48 48")
    assert found(report) == [(3, "TURN", "turn.off")]


@pytest.mark.parametrize("points", [5, 10, 15, 7])
@pytest.mark.parametrize("rack", ["", "UNKNOWN ", "EEIORST "])
def test_a_bonus_of_any_size_goes_to_the_player_whose_play_stood(points: int, rack: str) -> None:
    bonus = f"Ann: {rack}(challenge) +{points} {48 + points}"
    report = checked(OPENING, bonus, "Bob: - +0 0")
    assert found(report) == []
    assert report.scores == (48 + points, 0)


@pytest.mark.parametrize(
    ("before", "bonus", "what"),
    [
        ([], "Ann: (challenge) +5 5", "bonus.no_play"),
        ([OPENING, "Bob: - +0 0"], "Bob: (challenge) +5 5", "bonus.no_play"),
        ([OPENING, "Ann: QUANTEE -- -48 0"], "Ann: (challenge) +5 5", "bonus.no_play"),
        ([OPENING], "Bob: (challenge) +5 5", "bonus.other_player"),
        ([OPENING], "Ann: (challenge) -5 43", "bonus.not_positive"),
        ([OPENING], "Ann: (challenge) +0 48", "bonus.not_positive"),
    ],
)
def test_a_bonus_that_cannot_be_is_named(before: list[str], bonus: str, what: str) -> None:
    report = checked(*before, bonus)
    assert found(report) == [(len(before) + 1, "BONUS", what)]
    assert report.verdict is RecordVerdict.DEVIATES


def test_a_bonus_for_each_of_two_words_is_two_bonuses() -> None:
    report = checked(OPENING, "Ann: (challenge) +5 53", "Ann: (challenge) +5 58", "Bob: - +0 0")
    assert found(report) == []


def test_a_bonus_follows_even_a_play_that_cannot_be_laid() -> None:
    report = checked("Ann: QUANTEE 8L QUANT +48 48", "Ann: (challenge) +5 53")
    assert [what for _, _, what in found(report)] == ["play.off_board"]
    assert report.scores == (53, 0)


def test_a_turn_lost_by_a_failed_challenge_is_a_pass_with_a_note() -> None:
    report = checked(OPENING, "Bob: - +0 0", "#note #unsuccessful-challenge", "Ann: - +0 48")
    assert found(report) == []
    assert report.turns[1].turn.loses_turn
    assert not report.turns[2].turn.loses_turn
