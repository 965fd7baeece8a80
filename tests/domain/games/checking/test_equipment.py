"""The tiles and the board of a record, named or not."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.boards import ALTERNATIVE, PREMIUMS, SUPER, board
from games.engine.checking import GameTerms, check_gcg, check_record
from games.engine.checking.equipment import DISTRIBUTIONS, distribution, equipment
from games.engine.gcg.reading import read_gcg
from games.engine.record import EventKind, Record, RecordedPlayer, Turn
from games.engine.report import RecordVerdict
from lexicon.words.tiles import tile_sets
from tests.domain.games.checking.laid_boards import played, position_of
from tests.domain.games.checking.written_games import PLAYERS, checked, found

PAIR = (RecordedPlayer("Ann"), RecordedPlayer("Bob"))


def tiles_of(*, tiles: str = "", racks: tuple[str, ...] = (), **header: Any) -> str:
    turns = tuple(Turn(EventKind.PASS, 0, rack=rack) for rack in racks)
    return equipment(Record(PAIR, turns, **header), GameTerms(tiles=tiles)).tiles


@pytest.mark.parametrize(("name", "key"), list(DISTRIBUTIONS.items()))
def test_a_distribution_is_known_by_the_name_that_records_have_for_it(name: str, key: str) -> None:
    assert tiles_of(tile_distribution=name) == tiles_of(tile_distribution=name.upper()) == key
    assert distribution(key) == name
    assert key in tile_sets()


@pytest.mark.parametrize(
    ("lexicon", "key"),
    [
        ("OSPS44", "pl"),
        ("NSF23", "no"),
        ("RD28", "de"),
        ("German", "de"),
        ("D25WL04", "de"),
        ("FRA24", "fr"),
        ("ODS8", "fr"),
        ("FISE2", "es"),
        ("FILE2017", "es"),
        ("DISC2", "ca"),
        ("DSW25", "nl"),
        ("SLV22", "sl"),
        ("SAOL14", "sv"),
        ("CSW21", "en"),
        ("NWL23", "en"),
    ],
)
def test_a_lexicon_tells_the_tiles_where_no_distribution_is_named(lexicon: str, key: str) -> None:
    assert tiles_of(lexicon=lexicon) == key
    assert tiles_of(lexicon=lexicon, tile_distribution="dutch") == "nl"
    assert tiles_of(lexicon=lexicon, tiles="hu") == "hu"


@pytest.mark.parametrize(
    ("racks", "key"),
    [
        (("ABCDEFG",), "en"),
        (("ÄBCDEFG",), "de"),
        (("ÄBCDEFÅ",), "sv"),
        (("ØBCDEFG",), "no"),
        (("ŁBCDEFG", "ĄĆĘ"), "pl"),
        (("ABCÑ",), "es"),
        (("AB[CH]",), "es"),
        (("AB[L·L]",), "ca"),
        (("ČŠŽ",), "sl"),
        (("ĞIŞ",), "tr"),
        (("AŐŰ",), "hu"),
        (("日本",), "en"),
        (("Ä日",), "en"),
    ],
)
def test_letters_tell_the_tiles_where_nothing_names_them(racks: tuple[str, ...], key: str) -> None:
    assert tiles_of(racks=racks) == key
    assert tiles_of(racks=racks, lexicon="a list of the club") == key


def test_declared_tiles_of_several_letters_tell_the_set_too() -> None:
    assert tiles_of(tile_letters=("CH", "LL", "RR")) == "es"


def test_tiles_that_were_inferred_are_a_notice_unless_they_are_english() -> None:
    german = checked("Ann: ÄBCDEFG - +0 0")
    assert (german.tiles, german.tiles_inferred, german.verdict) == (
        "de",
        True,
        RecordVerdict.CLEAN,
    )
    assert "tiles.inferred" in [notice.what for notice in german.notices]
    english = checked("Ann: ABCDEFG - +0 0")
    assert (english.tiles, english.tiles_inferred, english.notices) == ("en", True, ())
    assert not checked("Ann: ABCDEFG - +0 0", header="#lexicon CSW21\n").tiles_inferred


def test_names_that_nobody_knows_are_a_notice() -> None:
    report = checked(
        "Ann: - +0 0", header="#tile-distribution klingon\n#board-layout round\n#lexicon CSW21\n"
    )
    assert [notice.what for notice in report.notices] == ["tiles.unknown", "board.unknown"]
    assert (report.tiles, report.board) == ("en", "standard15")


@pytest.mark.parametrize(
    ("header", "tiles", "key"),
    [
        ("", "en", "standard15"),
        ("#board-layout CrosswordGame\n", "en", "standard15"),
        ("#board-layout standard15\n", "en", "standard15"),
        ("#board-layout SuperCrosswordGame\n", "en-super", SUPER),
        ("#game-type classic_super\n", "en-super", SUPER),
        ("#tile-distribution english_super\n", "en-super", SUPER),
        ("#board-layout SuperCrosswordGame\n#tile-distribution english\n", "en", SUPER),
        ("#board-layout SuperCrosswordGame\n#lexicon DISC2\n", "ca-super", SUPER),
        ("#board-layout SuperCrosswordGame\n#lexicon OSPS\n", "pl", SUPER),
    ],
)
def test_the_board_is_named_or_goes_with_the_tiles(header: str, tiles: str, key: str) -> None:
    report = checked("Ann: - +0 0", header=header)
    assert (report.tiles, report.board) == (tiles, key)


def test_terms_decide_over_what_a_record_says() -> None:
    record = read_gcg(f"{PLAYERS}#lexicon OSPS\n>Ann: - +0 0\n".encode()).record
    assert record is not None
    report = check_record(record, GameTerms(board=SUPER, tiles="en-super"))
    assert (report.tiles, report.board, report.tiles_inferred) == ("en-super", SUPER, False)


def test_the_alternative_board_has_eight_pairs_of_premiums_exchanged() -> None:
    standard, other = board("standard15"), board(ALTERNATIVE)
    changed = {
        (standard.premiums[n], other.premiums[n], "ABCDEFGHIJKLMNO"[n % 15] + str(n // 15 + 1))
        for n in range(225)
        if standard.premiums[n] != other.premiums[n]
    }
    triple = {"B6", "B10", "F2", "J2", "F14", "J14", "N6", "N10"}
    double = {"C7", "C9", "G3", "I3", "G13", "I13", "M7", "M9"}
    assert changed == {("3L", "2L", s) for s in triple} | {("2L", "3L", s) for s in double}
    assert {"3L", "2L"} <= set(PREMIUMS)


def scored_on_the_other_board() -> list[str]:
    """Returns three turns whose scores hold on the alternative board; two differ there."""
    position, events, total = position_of(on=board(ALTERNATIVE)), [], {"Ann": 0, "Bob": 0}
    for text in ("Ann 8D QUANT", "Bob I7 ZA", "Ann 7C HEX", "Bob C7 .AD"):
        nick, at, word = text.split()
        placed = played(position, f"{at} {word}")
        position.put(placed)
        total[nick] += placed.score
        events.append(f"{nick}: {at} {word} +{placed.score} {total[nick]}")
    return events


def test_a_record_that_is_right_on_the_other_board_only_is_told_to_be_played_there() -> None:
    events = scored_on_the_other_board()
    report = checked(*events)
    assert (report.verdict, report.board) == (RecordVerdict.ALTERNATIVE, ALTERNATIVE)
    assert found(report) == []
    assert [notice.what for notice in report.notices] == ["board.alternative"]


def test_one_score_that_fits_the_other_board_tells_nothing() -> None:
    assert [what for _, _, what in found(checked(*scored_on_the_other_board()[:3]))] == [
        "score.play"
    ]


def test_the_other_board_is_not_guessed_where_a_score_is_wrong_on_it_too() -> None:
    *events, last = scored_on_the_other_board()
    wrong = last.split(" +")[0] + " +99 999"
    report = checked(*events, wrong, "Ann: - +0 0")
    assert (report.verdict, report.board) == (RecordVerdict.DEVIATES, "standard15")


def test_remarks_on_racks_do_not_hide_the_other_board() -> None:
    report = checked(*scored_on_the_other_board(), "Ann: ZZZZZZZ - +0 83")
    assert report.board == ALTERNATIVE
    assert "board.alternative" in [notice.what for notice in report.notices]


def test_a_game_on_the_large_board_is_replayed() -> None:
    header = "#game-type classic_super\n#lexicon CSW21\n"
    report = checked(
        "Ann: QUANTEE 11I QUANT +28 28",
        "Bob: ABDEHRS 21A BREAD +0 0",
        header=header,
    )
    assert (report.turns[0].score, report.turns[0].words) == (28, ("QUANT",))
    assert found(report)[-1] == (4, "PLAY", "play.apart")


def test_spanish_tiles_of_several_letters_are_read_in_and_out_of_brackets() -> None:
    for word in ("CO[CH]E", "COCHE"):
        text = f"{PLAYERS}#lexicon FILE2017\n>Ann: ACE[CH]OLS 8F {word} +20 20\n>Bob: - +0 0\n"
        report = check_gcg(text.encode())
        assert (report.tiles, report.deviations) == ("es", ())
        assert report.turns[0].laid[2][1] == tile_sets()["es"].codes["CH"]
    blank = check_gcg(f"{PLAYERS}#lexicon FILE2017\n>Ann: ACE?OLS 8F CO[ch]E +10 10\n".encode())
    assert blank.deviations == ()
