"""Everything in a record that is no event: the header, notes, the end, and what nobody knows."""

from __future__ import annotations

import pytest

from games.engine.record import RecordedPlayer
from tests.domain.games.gcg.invented_games import (
    PLAYERS,
    faults_of,
    notices_of,
    reading_of,
    recorded,
    with_lines,
)

TURN = ">Ann: QUANTEE 8D QUANT +48 48"


def test_the_header_is_read_whole() -> None:
    record = recorded(
        with_lines(
            "#title  Round 3, board 1 ",
            "#description one",
            "#description two",
            "#id io.example XYZ 1",
            "#lexicon FRA24",
            "#game-type classic_super",
            "#board-layout SuperCrosswordGame",
            "#tile-distribution catalan",
            "#tile L·L l·l",
            "#tile [NY] [ny]",
            TURN,
        )
    )
    assert record.players == (RecordedPlayer("Ann", "Ann Bee"), RecordedPlayer("Col", "Colin Dee"))
    assert (record.title, record.identity) == ("Round 3, board 1", "io.example XYZ 1")
    assert record.descriptions == ("one", "two")
    assert (record.lexicon, record.game_type) == ("FRA24", "classic_super")
    assert (record.board_layout, record.tile_distribution) == ("SuperCrosswordGame", "catalan")
    assert record.tile_letters == ("L·L", "NY")


def test_free_text_may_be_empty_and_pragmas_in_any_case() -> None:
    record = recorded(reading_of("#Player1 A\n#PLAYER2 B\n#title\n#Description\n>A: 8D QUANT +1 1"))
    assert (record.title, record.descriptions) == ("", ("",))
    assert record.players == (RecordedPlayer("A"), RecordedPlayer("B"))


def test_without_a_title_there_is_none() -> None:
    assert recorded(with_lines(TURN)).title is None


def test_three_and_four_players_are_read_in_the_order_of_their_numbers() -> None:
    reading = reading_of(
        "#player4 D\n#player2 B\n#player1 A\n#player3 C\n>B: 8D QUANT +48 48\n>D: - +0 0\n"
    )
    record = recorded(reading)
    assert [person.nick for person in record.players] == ["A", "B", "C", "D"]
    assert [turn.player for turn in record.turns] == [1, 3]
    assert reading.faults == ()


def test_a_number_that_nobody_has_leaves_no_gap() -> None:
    record = recorded(reading_of("#player1 A\n#player3 C\n>A: - +0 0\n>C: - +0 0\n#rack3 QI"))
    assert [turn.player for turn in record.turns] == [0, 1]
    assert record.racks == (None, "QI")


def test_any_blanks_part_a_nick_from_a_name() -> None:
    record = recorded(reading_of("#player1\tAnn  \t Ann  Bee \n#player2 Col\n>Ann: - +0 0\n"))
    assert record.players == (RecordedPlayer("Ann", "Ann  Bee"), RecordedPlayer("Col"))


def test_a_nick_is_any_token() -> None:
    record = recorded(reading_of("#player1 1 One\n#player2 Zoë:x\n>1: - +0 0\n>Zoë:x: - +0 0\n"))
    assert [turn.player for turn in record.turns] == [0, 1]


def test_notes_belong_to_the_event_before_and_run_over_plain_lines() -> None:
    record = recorded(
        with_lines(TURN, "#note one", "  more of it", "", "#note two", ">Col: - +0 0")
    )
    assert record.turns[0].notes == ("one\nmore of it", "two")
    assert record.turns[1].notes == ()


@pytest.mark.parametrize("glue", ["", " ", "\t"])
def test_a_note_may_be_glued_to_the_end_of_its_event(glue: str) -> None:
    turn = recorded(with_lines(f"{TURN}{glue}#note well", "played", "#note and more")).turns[0]
    assert (turn.total, turn.extra) == (48, "")
    assert turn.notes == ("well\nplayed", "and more")


def test_racks_at_the_end_are_one_for_each_player() -> None:
    reading = with_lines(TURN, "#rack2 ABC?", "#incomplete")
    record = recorded(reading)
    assert (record.racks, record.incomplete, record.incomplete_rack) == ((None, "ABC?"), True, "")
    assert reading.faults == ()


def test_a_rack_of_nobody_is_an_unknown_pragma() -> None:
    reading = with_lines(TURN, "#rack3 ABC")
    assert (recorded(reading).racks, notices_of(reading)) == ((), [(4, "pragma.unknown")])


def test_an_unfinished_record_may_say_a_rack() -> None:
    record = recorded(with_lines(TURN, "#incomplete QUIZZED"))
    assert (record.incomplete, record.incomplete_rack) == (True, "QUIZZED")
    assert not recorded(with_lines(TURN)).incomplete


def test_unknown_pragmas_are_kept_where_they_stood_with_a_notice() -> None:
    reading = with_lines("#wind north", TURN, "#clock 12:00", "#x")
    assert recorded(reading).unknown == ((0, "#wind north"), (1, "#clock 12:00"), (1, "#x"))
    assert notices_of(reading) == [(n, "pragma.unknown") for n in (3, 5, 6)]
    assert reading.notices[1].params == {"text": "#clock 12:00"}
    assert reading.faults == ()


def test_known_pragmas_without_a_meaning_are_kept_in_silence() -> None:
    lines = ("#tile-set english set", "#- A 9 1", "#- B 2 3", "#game-board", "#- a", "#style x")
    comment = '#comment date="2001-01-01"; author="Ann"; text="hm"'
    reading = with_lines(*lines, comment, TURN)
    assert recorded(reading).unknown == tuple([(0, line) for line in (*lines, comment)])
    assert (reading.notices, reading.faults) == ((), ())


def test_a_continuation_of_no_tile_set_is_unknown() -> None:
    assert notices_of(with_lines("#- A 9 1", TURN)) == [(3, "pragma.unknown")]


@pytest.mark.parametrize("line", ["#orientation lettered-rows", "#Orientation  LETTERED-ROWS"])
def test_with_lettered_rows_a_letter_first_is_a_row(line: str) -> None:
    reading = with_lines(line, ">Ann: QUANTEE H4 QUANT +48 48", ">Col: ABC 7F LA +8 8")
    across, down = recorded(reading).turns
    assert (across.row, across.column, across.across) == (7, 3, True)
    assert (down.row, down.column, down.across) == (5, 6, False)
    assert notices_of(reading) == [(3, "rows.lettered")]


def test_another_orientation_changes_nothing() -> None:
    reading = with_lines("#orientation usual", TURN)
    assert recorded(reading).turns[0].across
    assert recorded(reading).unknown == ((0, "#orientation usual"),)


def test_tiles_of_several_letters_are_known_from_where_they_are_played() -> None:
    record = recorded(
        with_lines("#tile CH ch", ">Ann: [RR]A[CH]E 8G [ch]A[l·l] +12 12", ">Col: - +0 0")
    )
    assert record.tile_letters == ("CH", "RR", "L·L")


HEADER_FAULTS = [
    ("#player1 A\n#player2 B\n", (0, "HEADER", "header.no_events")),
    ("#player1 A\n>A: - +0 0\n", (0, "HEADER", "header.few_players")),
    ("#player1 A\n#player1 C\n#player2 B\n>A: - +0 0", (2, "HEADER", "header.player_twice")),
    ("#player1 A\n#player2 A Other\n>A: - +0 0", (2, "HEADER", "header.nick_twice")),
    ("#player1\n#player1 A\n#player2 B\n>A: - +0 0", (1, "HEADER", "header.nick_missing")),
    ("#player1 A\n#player2 B\n#player5 C\n>A: - +0 0", (3, "HEADER", "header.number")),
    ("#player1 A\n#player2 B\n#player² C\n>A: - +0 0", (3, "HEADER", "header.number")),
    (f"{PLAYERS}#title a\n#title b\n{TURN}", (4, "HEADER", "header.twice")),
    (f"{PLAYERS}#id a b\n#id a b\n{TURN}", (4, "HEADER", "header.twice")),
    (f"{PLAYERS}#lexicon a\n#lexicon b\n{TURN}", (4, "HEADER", "header.twice")),
    (f"{PLAYERS}#game-type chess\n{TURN}", (3, "HEADER", "header.game_type")),
    (f"{PLAYERS}#tile\n{TURN}", (3, "HEADER", "header.tile")),
    (f"{PLAYERS}{TURN}\n#title late\n", (4, "ORDER", "order.header")),
    (f"#player1 Ann\n{TURN}\n#player2 Col\n", (3, "ORDER", "order.header")),
    (f"{PLAYERS}#note early\n{TURN}", (3, "ORDER", "order.note")),
    (f"{PLAYERS}#character-encoding UTF-8\n{TURN}", (3, "ORDER", "order.encoding")),
    (f"{PLAYERS}#rack1 AB\n{TURN}", (3, "TURN", "turn.rack_pragma")),
    (f"{PLAYERS}stray words\n{TURN}", (3, "SYNTAX", "syntax.line")),
]


@pytest.mark.parametrize(("text", "fault"), HEADER_FAULTS)
def test_each_fault_has_its_line_and_code(text: str, fault: tuple[int, str, str]) -> None:
    assert faults_of(reading_of(text)) == [fault]


def test_given_twice_the_first_counts() -> None:
    record = recorded(with_lines("#title a", "#title b", "#player2 Eve", TURN))
    assert (record.title, record.players[1].nick) == ("a", "Col")


def test_two_players_may_have_the_same_full_name() -> None:
    assert reading_of(f"#player1 Ann Jo Po\n#player2 Col Jo Po\n{TURN}\n").faults == ()


def test_late_header_lines_count_all_the_same() -> None:
    reading = reading_of(f"#player1 Ann\n>Col: - +0 0\n{TURN}\n #Player2  Col\n")
    assert [turn.player for turn in recorded(reading).turns] == [1, 0]
    assert faults_of(reading) == [(4, "ORDER", "order.header")]


def test_a_file_without_players_has_no_record() -> None:
    reading = reading_of(f"{TURN}\n{TURN}\n")
    assert (reading.record, reading.event_lines) == (None, 2)
    assert [fault.what for fault in reading.faults] == [
        "header.few_players",
        *["player.unknown"] * 2,
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "shopping list: milk, flour"])
def test_a_text_without_events_is_read_as_such(text: str) -> None:
    reading = reading_of(text)
    assert (reading.record, reading.event_lines, reading.is_text) == (None, 0, True)
    assert reading.faults[0].what == "header.no_events"
