"""The findings on plays, turns and totals, line by line."""

from __future__ import annotations

import pytest

from games.engine.checking import GameTerms
from games.engine.report import RecordVerdict
from games.engine.rulesets import RULESETS, with_overrides
from games.engine.tiling import tiling
from tests.domain.games.checking.written_games import checked, club_game, found

QUANT = "Ann: QUANTEE 8D QUANT +48 48"


def test_a_whole_game_is_clean_and_counts_up() -> None:
    report = checked(*club_game())
    assert found(report) == []
    assert report.notices == ()
    assert report.verdict is RecordVerdict.CLEAN
    assert report.scores == report.stated_scores == (490, 830)
    assert (report.complete, report.end, report.plays, report.bingos) == (True, "rack", 27, 6)
    assert (report.board, report.tiles, report.tiles_inferred) == ("standard15", "en", True)


def test_each_turn_tells_what_it_lays_and_makes_and_counts() -> None:
    turns = checked(*club_game()).turns
    aliquant = checked(QUANT, "Bob: - +0 0", "Ann: ALI 8A ALI..... +51 99").turns[-1]
    assert [text for _, text in aliquant.laid] == ["A", "L", "I"]
    assert (aliquant.words, aliquant.score, aliquant.total) == (("ALIQUANT",), 51, 99)
    assert (aliquant.is_bingo, aliquant.stands, aliquant.missing) == (False, True, None)
    withdrawn = [turn for turn in turns if not turn.stands]
    assert [turn.turn.tiles for turn in withdrawn] == ["NONLESS"]
    assert withdrawn[0].is_bingo
    assert [turn.score for turn in turns if turn.turn.kind == "withdrawn"] == [-65]


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ("Ann: QUANTEE 16A QUANT +48 48", "play.coordinate"),
        ("Ann: QUANTEE 8L QUANT +48 48", "play.off_board"),
        ("Ann: QUANTEE 8D QU.NT +48 48", "play.no_tile"),
        ("Ann: QUANTEE 7D QUANT +48 48", "play.centre"),
        ("Ann: QUANTEE 8D QU2NT +48 48", "play.unreadable"),
        ("Ann: QUANTEE 8D QUÄNT +48 48", "play.unreadable"),
    ],
)
def test_a_play_that_cannot_be_laid_is_named_with_the_reason(event: str, what: str) -> None:
    report = checked(event, header="#lexicon NWL23\n")
    assert [(code, name) for _, code, name in found(report)] == [("PLAY", what)]
    assert report.verdict is RecordVerdict.DEVIATES
    assert (report.turns[0].laid, report.turns[0].words) == ((), ())


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ("Bob: ALISTER 1A ALIT +4 4", "play.apart"),
        ("Bob: ALISTER 8D QUILT +4 4", "play.conflict"),
        ("Bob: ALISTER 8D QUANT +4 4", "play.nothing_new"),
    ],
)
def test_a_play_has_to_fit_what_lies_on_the_board(event: str, what: str) -> None:
    assert found(checked(QUANT, event)) == [(2, "PLAY", what)]


def test_a_letter_in_brackets_that_is_no_tile_is_a_matter_of_syntax() -> None:
    report = checked("Ann: QUANTEE 8D QU[A]NT +48 48", header="#lexicon NWL23\n")
    assert [(code, what) for _, code, what in found(report)] == [("SYNTAX", "word.bracket")]


def test_after_a_play_that_cannot_be_laid_totals_are_checked_and_scores_are_believed() -> None:
    report = checked(
        QUANT,
        "Bob: ALISTER 1A ALIT +7 7",
        "Ann: OIDIOID 9G OIDIOID +99 147",
        "Bob: - +0 8",
    )
    assert found(report) == [(2, "PLAY", "play.apart"), (4, "CUM", "total")]
    assert report.scores == (147, 7)
    assert (report.plays, report.bingos) == (3, 0)


def test_a_wrong_score_is_told_with_both_numbers_and_the_right_one_counts() -> None:
    report = checked("Ann: QUANTEE 8D QUANT +50 50", "Bob: - +0 0", "Ann: ALI 8A ALI..... +51 101")
    assert found(report) == [(1, "SCORE", "score.play")]
    assert (report.deviations[0].stated, report.deviations[0].right) == (50, 48)
    assert (report.scores, report.stated_scores) == ((99, 0), (101, 0))


def test_a_total_is_added_up_from_the_last_one_that_was_stated() -> None:
    report = checked(
        QUANT, "Bob: - +0 0", "Ann: ALI 8A ALI..... +51 104", "Bob: - +0 0", "Ann: - +0 104"
    )
    assert found(report) == [(3, "CUM", "total")]
    wrong = report.deviations[0]
    assert (wrong.stated, wrong.right, wrong.params["by_addition"]) == (104, 99, 99)
    assert (report.scores, report.stated_scores) == ((99, 0), (104, 0))


def test_what_is_not_stated_is_filled_in_and_no_fault() -> None:
    report = checked("Ann: QUANTEE 8D QUANT +48", "Bob: - 0", "Ann: 8A ALI..... 99")
    assert found(report) == []
    assert report.scores == report.stated_scores == (99, 0)
    assert {notice.what for notice in report.notices} == {"score.missing", "total.missing"}


def test_a_turn_without_a_play_scores_nothing() -> None:
    report = checked(QUANT, "Bob: - +5 5", "Ann: DEEHLOR -DEE +3 51")
    assert found(report) == [(2, "SCORE", "score.no_play"), (3, "SCORE", "score.no_play")]
    assert report.scores == (48, 0)


def test_a_player_who_moves_out_of_turn_is_a_remark_and_the_other_follows() -> None:
    report = checked(QUANT, "Ann: ALI 8A ALI..... +51 99", "Bob: - +0 0", "Ann: - +0 99")
    assert found(report) == [(2, "TURN", "turn.off")]
    assert report.verdict is RecordVerdict.SOFT


def test_the_player_listed_second_may_begin() -> None:
    assert found(checked("Bob: QUANTEE 8D QUANT +48 48", "Ann: - +0 0")) == []


def test_a_line_that_cannot_be_read_is_nobodys_turn() -> None:
    report = checked(QUANT, "Bob: nonsense", "Ann: ALI 8A ALI..... +51 99", "Bob: - +0 0")
    assert found(report) == [(2, "SYNTAX", "syntax.move")]


def test_four_players_move_one_after_the_other() -> None:
    players = "".join(f"#player{n} {nick}\n" for n, nick in enumerate(["N", "E", "S", "W"], 1))
    right = ["N: QUANTEE 8D QUANT +48 48", "E: - +0 0", "S: ALI 8A ALI..... +51 51", "W: - +0 0"]
    report = checked(*right, "N: - +0 48", players=players)
    assert found(report) == []
    assert report.scores == (48, 0, 51, 0)
    skipped = checked(*right[:2], right[3], players=players)
    assert [what for _, _, what in found(skipped)] == ["turn.off"]


def test_players_with_one_nick_share_their_points_and_no_turn_is_held_against_them() -> None:
    report = checked(QUANT, "Ann: - +0 48", players="#player1 Ann A\n#player2 Ann B\n")
    assert [what for _, _, what in found(report)] == ["header.nick_twice"]
    assert report.scores == (48, 48)


def test_rules_of_the_game_decide_what_a_bingo_is() -> None:
    rules = with_overrides(RULESETS["custom"], {"bingo_tiles": 5, "bingo_points": [11]})
    report = checked("Ann: 8D QUANT +59 59", terms=GameTerms(rules=rules))
    assert (found(report), report.bingos) == ([], 1)


def test_words_that_the_lexicon_lacks_are_named_and_are_no_deviation() -> None:
    known = {tiling("en").word(word) for word in ("QUANT", "NO", "TI")}
    report = checked(QUANT, "Bob: 9G OIdIOID +65 65", terms=GameTerms(holds=known.__contains__))
    assert found(report) == []
    assert report.turns[0].missing == ()
    assert [tiling("en").text(word) for word in report.turns[1].missing or ()] == ["OIdIOID"]
