"""A scoresheet typed move by move: what lines score, what cannot be, and the record of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.checking import GameTerms, check_record
from games.engine.gcg.writing import write_gcg
from games.engine.play.state import record_of
from games.engine.record import LOST_CHALLENGE, EventKind, Record
from games.engine.report import RecordVerdict
from games.engine.rulesets import RULESETS
from games.engine.sheet.counting import SheetTerms
from games.engine.sheet.lines import SheetLine, What
from games.engine.sheet.scoresheet import count_sheet, nicks_of
from tests.depth import examples
from tests.domain.games.play.tables import states_by_chance
from tests.domain.games.sheet.lines import (
    counted,
    faults,
    line,
    play,
    remarks,
    rules_of,
    scores,
    typed,
)

QUANT = play(0, "8D", "QUANT")


def test_the_worked_example_is_counted_with_words_totals_and_the_bingo() -> None:
    sheet = counted(
        QUANT,
        play(1, "8A", "ALI(QUANT)"),
        play(0, "9G", "OIDIOID", rack="oidioid"),
    )
    assert scores(sheet) == [48, 51, 69]
    assert [told.total for told in sheet.told if told] == [48, 51, 117]
    last = sheet.told[2]
    assert last is not None
    assert last.words == ("OIDIOID", "NO", "TI")
    assert last.is_bingo
    assert sheet.scores == (117, 51)
    assert not sheet.faults
    assert not sheet.remarks


@pytest.mark.parametrize("word", ["ALI.....", "ALIQUANT", "ALI(QUANT)", "A L I (QU)(ANT)"])
def test_tiles_that_lay_there_are_dots_letters_or_in_parentheses(word: str) -> None:
    sheet = counted(QUANT, play(1, "8a", word))
    assert scores(sheet) == [48, 51]
    turn = sheet.record.turns[1]
    assert (turn.row, turn.column, turn.tiles) == (7, 0, "ALI.....")


def test_tiles_before_the_square_that_was_named_belong_to_the_word() -> None:
    sheet = counted(QUANT, play(1, "8I", "S"))
    turn = sheet.record.turns[1]
    assert (turn.column, turn.tiles, scores(sheet)[1]) == (3, ".....S", 15)


def test_a_single_tile_is_written_along_the_line_of_its_word() -> None:
    sheet = counted(QUANT, play(1, "D9", "I"))
    turn = sheet.record.turns[1]
    assert (turn.row, turn.across, turn.tiles) == (7, False, ".I")


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        (play(1, "", "CAT"), "where", "where.missing"),
        (play(1, "H", "CAT"), "where", "where.unreadable"),
        (play(1, "8P", "CAT"), "where", "play.coordinate"),
        (play(1, "16A", "CAT"), "where", "play.coordinate"),
        (play(1, "9N", "CAT"), "where", "play.off_board"),
        (play(1, "1A", "CAT"), "where", "play.apart"),
        (play(1, "8H", ""), "word", "word.missing"),
        (play(1, "8H", "()"), "word", "word.missing"),
        (play(1, "8H", "T)AB"), "word", "word.brackets"),
        (play(1, "8H", "T(A(B"), "word", "word.brackets"),
        (play(1, "D7", "XYZ"), "word", "play.conflict"),
        (play(1, "8A", "ALÜ....."), "word", "tile.unknown"),
        (play(1, "8A", "AL1....."), "word", "tile.unknown"),
        (play(1, "8A", "A[LI]....."), "word", "tile.bracket"),
        (play(1, "8A", "AL......"), "word", "play.no_tile"),
        (play(1, "8A", "(A)LIQUANT"), "word", "play.no_tile"),
        (play(1, "8D", "QUANT"), "word", "play.nothing_new"),
        (play(1, "8A", "aliQUANT"), "word", "word.blanks"),
        (play(1, "8A", "ALI.....", rack="ALEX"), "rack", "rack.lacks"),
        (play(1, "8A", "ALI.....", rack="ABCDEFGH"), "rack", "rack.many"),
        (play(1, "8A", "ALI.....", rack="A.LI"), "rack", "tile.unknown"),
        (play(1, "8A", "ALI.....", score="fifty"), "score", "points.unreadable"),
        (line(1, What.EXCHANGE, "ABC", rack="ABDEFGH"), "word", "rack.lacks"),
        (line(1, What.EXCHANGE), "word", "word.missing"),
        (line(1, What.EXCHANGE, "8"), "word", "exchange.many"),
        (line(1, What.EXCHANGE, "0"), "word", "exchange.many"),
        (line(1, What.PASS, "CAT"), "word", "line.surplus"),
        (line(1, What.EXCHANGE, "CAT", score="12"), "score", "line.surplus"),
        (line(1, What.TIME), "score", "points.missing"),
        (line(1, What.BONUS), "score", "points.missing"),
        (line(1, What.BONUS, score="-5"), "score", "points.missing"),
        (line(1, What.END_RACK), "word", "end.nothing"),
        (line(1, What.RACK_LOST), "word", "end.nothing"),
    ],
)
def test_what_cannot_be_names_line_and_field(wrong: SheetLine, field: str, code: str) -> None:
    sheet = counted(QUANT, SheetLine(), wrong, play(0, "9G", "OIDIOID"))
    assert faults(sheet) == [(2, field, code)]
    assert scores(sheet) == [48, None, None, None]
    assert len(sheet.record.turns) == 1


def test_the_first_play_has_to_cover_the_centre() -> None:
    assert faults(counted(play(0, "1A", "QUANT"))) == [(0, "where", "play.centre")]


def test_lines_that_are_blank_do_not_count() -> None:
    sheet = counted(SheetLine(), QUANT, SheetLine(), SheetLine(what=What.PLAY, player=1))
    assert scores(sheet) == [None, 48, None, None]
    assert not sheet.faults


def test_a_nought_or_a_dash_may_stand_in_a_line_that_scores_nothing() -> None:
    sheet = counted(QUANT, line(1, What.PASS, "-", score="0"), line(0, What.EXCHANGE, "-3"))
    assert scores(sheet) == [48, 0, 0]
    assert sheet.record.turns[2].count == 3


def test_a_phoney_stays_comes_off_and_its_square_is_free_again() -> None:
    off = counted(play(0, "8D", "QUZNT", score="70"), line(1, What.OFF), play(1, "8D", "CABLE"))
    assert off.scores == (0, 24)
    kinds = [(turn.kind, turn.player, turn.score, turn.total) for turn in off.record.turns]
    # The one that came off is the mover's, whoever was chosen, and takes what was stated.
    assert kinds[:2] == [(EventKind.PLAY, 0, 70, 70), (EventKind.WITHDRAWN, 0, -70, 0)]
    assert remarks(off) == [(0, "score", "score.differs")]


def test_only_the_play_just_before_comes_off() -> None:
    for before in ([], [QUANT, line(1, What.PASS)], [QUANT, line(0, What.OFF)]):
        sheet = counted(*before, line(0, What.OFF))
        assert faults(sheet) == [(len(before), "what", "off.no_play")]


def test_points_of_a_failed_challenge_go_to_the_play_and_a_lost_turn_is_a_pass() -> None:
    rules = rules_of("naspa-csw")
    sheet = counted(QUANT, line(1, What.BONUS), rules=rules)
    assert (sheet.scores, sheet.record.turns[1].player) == ((53, 0), 0)
    assert counted(QUANT, line(1, What.BONUS, score="10"), rules=rules).scores == (58, 0)
    lost = counted(QUANT, line(1, What.LOST)).record.turns[1]
    assert (lost.kind, lost.player, lost.notes) == (EventKind.PASS, 1, (LOST_CHALLENGE,))
    assert faults(counted(line(0, What.BONUS, score="5"))) == [(0, "what", "bonus.no_play")]


def test_a_stated_score_is_compared_and_kept_and_never_changed() -> None:
    sheet = counted(play(0, "8D", "QUANT", score="47"), play(1, "8A", "ALI.....", score="+51"))
    assert [(one.params["stated"], one.params["right"]) for one in sheet.remarks] == [(47, 48)]
    assert sheet.scores == (48, 51)
    assert [turn.score for turn in sheet.record.turns] == [47, 51]
    report = check_record(sheet.record)
    assert [(one.code, one.stated, one.right) for one in report.deviations] == [("SCORE", 47, 48)]


def test_more_tiles_than_the_set_has_and_two_turns_in_a_row_are_remarks() -> None:
    sheet = counted(QUANT, play(0, "9C", "QI", rack="QIEEEEE"))
    assert (1, "player", "turn.again") in remarks(sheet)
    assert [one.params for one in sheet.remarks if one.code == "bag.over"] == [
        {"tile": "Q", "count": 2, "there": 1}
    ]


def test_words_are_looked_up_only_where_somebody_is_asked() -> None:
    asked: list[str] = []

    def holds(word: str) -> bool:
        asked.append(word)
        return word != "QUANT"

    blank = play(0, "8D", "qUANT")
    sheet = counted(blank, holds=holds)
    assert [one.params["words"] for one in sheet.remarks] == [("QUANT",)]
    assert asked == ["QUANT"]
    assert not counted(blank).remarks


def test_three_players_stand_in_the_record_in_the_order_in_which_they_moved() -> None:
    sheet = counted(play(2, "8D", "QUANT"), line(0, What.PASS), line(1, What.PASS), players=3)
    assert sheet.seats == (2, 0, 1)
    assert [person.name for person in sheet.record.players] == ["Cem Dag", "Ann Bell", "Ben Cole"]
    assert [turn.player for turn in sheet.record.turns] == [0, 1, 2]
    assert sheet.to_move == 2
    assert count_sheet(("A", "B"), [], SheetTerms(rules_of()), first=1).seats == (1, 0)


def test_a_record_of_other_tiles_says_so_and_of_a_larger_board() -> None:
    word = play(0, "8E", "[CH]ICO")
    record = counted(word, tiles="es", lexicon="FISE2").record
    assert (record.tile_distribution, record.lexicon) == ("spanish", "FISE2")
    assert record.turns[0].tiles == "[CH]ICO"
    assert check_record(record).verdict is RecordVerdict.CLEAN
    larger = counted(play(0, "11I", "CAT"), tiles="en-super", board="super21").record
    assert (larger.board_layout, larger.tile_distribution) == (
        "SuperCrosswordGame",
        "english_super",
    )


def test_nicks_are_first_names_made_unlike_and_names_stay_on_one_line() -> None:
    assert nicks_of(["Ann Bell", "Ann Cole", ":>#", "Zoë\nX"]) == ("Ann", "Ann2", "player3", "Zoë")
    sheet = count_sheet(["Ann\n#title x", "Ben"], [QUANT], SheetTerms(rules_of()))
    assert sheet.record.players[0].name == "Ann #title x"


@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 4),
    key=st.sampled_from(sorted(RULESETS)),
    ending=st.sampled_from(["double_opponent_rack", "plus_minus"]),
    tiles=st.sampled_from(["en", "es", "en-super"]),
    passes=st.sampled_from([0.05, 0.5]),
)
@examples(25)
def test_any_legal_game_that_is_typed_is_the_same_record_and_checks_clean(
    seed: int, players: int, key: str, ending: str, tiles: str, passes: float
) -> None:
    rules = rules_of(key, end_bonus=ending)
    game = states_by_chance(seed, players, rules=rules, tiles=tiles, passes=passes)[-1]
    record = record_of(game)
    terms = SheetTerms(rules=rules, tiles=tiles, board=game.board.key)
    names = [person.nick for person in record.players]
    sheet = count_sheet(names, typed(record), terms)
    assert not sheet.faults
    assert not sheet.remarks
    assert _events(sheet.record) == _events(record)
    report = check_record(sheet.record, GameTerms(rules=rules, board=game.board.key, tiles=tiles))
    assert not report.deviations
    assert report.scores == sheet.scores


def _events(record: Record) -> list[str]:
    return [line for line in write_gcg(record).splitlines() if line.startswith((">", "#note"))]


@given(
    st.lists(
        st.builds(
            SheetLine,
            player=st.integers(0, 1),
            what=st.sampled_from(list(What)),
            rack=st.text("ABQ?.[(- ü", max_size=9),
            where=st.sampled_from(["8D", "H8", "8H", "1A", "O15", "99Z", "", "AA1", "٣D"]),
            word=st.text("ABQaq?.[]() -9ü", max_size=17),
            score=st.sampled_from(["", "0", "-5", "+12", "x", "12345", "−5", "٣"]),
        ),
        max_size=12,
    )
)
def test_whatever_is_typed_is_counted_or_blamed_on_one_field(lines: list[SheetLine]) -> None:
    sheet = counted(*lines)
    assert len(sheet.told) == len(lines)
    assert len(sheet.faults) <= 1
    assert len(sheet.record.turns) == sum(told is not None for told in sheet.told)
