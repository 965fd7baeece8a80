"""Every form of an event, and what is accepted or reported of its line."""

from __future__ import annotations

import pytest

from games.engine.record import LOST_CHALLENGE, EventKind, Turn
from tests.domain.games.gcg.invented_games import (
    PLAYERS,
    faults_of,
    notices_of,
    reading_of,
    recorded,
    turn_of,
    with_lines,
)

PLAY = Turn(EventKind.PLAY, 0, 3, "QUANTEE", 7, 3, True, "QUANT", score=48, total=48)
FIRST = ">Ann: QUANTEE 8D QUANT +48 48"

FORMS = [
    (FIRST, PLAY),
    (
        ">Ann: ANOTHE? n8 ANoTHER +73 416",
        Turn(EventKind.PLAY, 0, 3, "ANOTHE?", 7, 13, False, "ANoTHER", score=73, total=416),
    ),
    (">Ann: U - +0 380", Turn(EventKind.PASS, 0, 3, "U", score=0, total=380)),
    (">Ann:  - +0 367", Turn(EventKind.PASS, 0, 3, score=0, total=367)),
    (
        ">Ann: SEQSPO? -QO +0 268",
        Turn(EventKind.EXCHANGE, 0, 3, "SEQSPO?", tiles="QO", score=0, total=268),
    ),
    (
        ">Ann: SEQSPO? -2 +0 268",
        Turn(EventKind.EXCHANGE, 0, 3, "SEQSPO?", count=2, score=0, total=268),
    ),
    (">Ann: -7 +0 0", Turn(EventKind.EXCHANGE, 0, 3, count=7, score=0, total=0)),
    (">Ann: MOULAGD -- -76 354", Turn(EventKind.WITHDRAWN, 0, 3, "MOULAGD", score=-76, total=354)),
    (">Ann: MOULAGD --  +0 59", Turn(EventKind.WITHDRAWN, 0, 3, "MOULAGD", score=0, total=59)),
    (
        ">Ann: DROWNUG (challenge) +5 289",
        Turn(EventKind.BONUS, 0, 3, "DROWNUG", score=5, total=289),
    ),
    (">Ann:  (challenge) +10 9", Turn(EventKind.BONUS, 0, 3, score=10, total=9)),
    (">Ann: UNKNOWN (challenge) +5 9", Turn(EventKind.BONUS, 0, 3, score=5, total=9)),
    (">Ann: (G) +4 539", Turn(EventKind.END_RACK, 0, 3, tiles="G", score=4, total=539)),
    (">Ann: (?) +0 539", Turn(EventKind.END_RACK, 0, 3, tiles="?", score=0, total=539)),
    (
        ">Ann: FWLI (FWLI) -10 426",
        Turn(EventKind.RACK_LOST, 0, 3, "FWLI", tiles="FWLI", score=-10, total=426),
    ),
    (">Ann: ? (?) -0 -6", Turn(EventKind.RACK_LOST, 0, 3, "?", tiles="?", score=0, total=-6)),
    (">Ann:  (FWLI) -10 426", Turn(EventKind.RACK_LOST, 0, 3, tiles="FWLI", score=-10, total=426)),
    (">Ann: ISBALI (time) -10 409", Turn(EventKind.TIME, 0, 3, "ISBALI", score=-10, total=409)),
    (">Ann: (time) +-10 409", Turn(EventKind.TIME, 0, 3, score=-10, total=409)),
]


@pytest.mark.parametrize(("line", "turn"), FORMS)
def test_every_form_of_an_event_is_read_without_a_remark(line: str, turn: Turn) -> None:
    reading = with_lines(line)
    assert recorded(reading).turns == (turn,)
    assert (reading.faults, reading.notices) == ((), ())


@pytest.mark.parametrize(
    "line",
    [
        ">Ann:   QUANTEE\t8d   QUANT     +48   48  ",
        "  >Ann: QUANTEE 8D QUANT +48 48",
        ">Ann : QUANTEE 8D QUANT +48 48",
        ">Ann:QUANTEE 8D QUANT +48 48",
        "> Ann: QUANTEE 8D QUANT +48 48",
        ">Ann: QUANTEE 8D QUANT +48 +48",
    ],
)
def test_padding_and_case_of_coordinates_do_not_matter(line: str) -> None:
    assert turn_of(line) == PLAY


@pytest.mark.parametrize(
    ("word", "tiles"),
    [("ALI.....", "ALI....."), ("ALIQUANT", "ALIQUANT"), ("ALI(QUANT)", "ALIQUANT")],
)
def test_through_tiles_are_dots_letters_or_in_parentheses(word: str, tiles: str) -> None:
    assert turn_of(f">Col: ALIENOS 8A {word} +51 51").tiles == tiles


@pytest.mark.parametrize("rack", ["AB", "_EEIOST", "?EEIOST", "[CH]A[RR]O", "GFEDCBA", "ĄŁÜÆ"])
def test_racks_are_kept_as_written(rack: str) -> None:
    assert turn_of(f">Ann: {rack} 8D QUANT +48 48").rack == rack


def test_a_play_may_state_no_rack() -> None:
    turn = turn_of(">Ann: 8D QUANT +48 48")
    assert (turn.rack, turn.tiles, turn.total) == (None, "QUANT", 48)


def test_tokens_after_the_total_are_kept() -> None:
    assert turn_of(">Ann: AB 8D BEDIM +26 66  BE, ET,  DO").extra == "BE, ET, DO"
    assert turn_of(f"{FIRST} 99 #notes").extra == "99 #notes"


def test_a_play_off_every_board_is_still_a_play() -> None:
    assert (turn_of(">Ann: AB 16A QI +1 1").row, turn_of(">Ann: AB Z1 QI +1 1").column) == (15, 25)


def test_negative_totals_are_read() -> None:
    assert turn_of(">Ann: QVV - +0 -12").total == -12


def test_a_pass_with_its_note_is_a_lost_challenge() -> None:
    record = recorded(with_lines(">Ann: ABC - +0 0", f"#note {LOST_CHALLENGE}"))
    assert record.turns[0].loses_turn


UNSIGNED = [
    (">Nobody: - +0 0".replace("Nobody", "Ann"), 0, []),
    (">Ann: AB 8D BA 8 8", 8, [(3, "score.unsigned")]),
    (">Ann: AB -- 8 0", -8, [(3, "score.unsigned")]),
    (">Ann: AB (time) 10 0", -10, [(3, "score.unsigned")]),
    (">Ann: AB (AB) 4 0", -4, [(3, "score.unsigned")]),
    (">Ann: (AB) 8 8", 8, [(3, "score.unsigned")]),
    (">Ann: AB -A 0 0", 0, [(3, "score.unsigned")]),
    (">Ann: AB 8D BA 8", None, [(3, "score.missing")]),
    (">Ann: AB 8D BA +8", 8, [(3, "total.missing")]),
]


@pytest.mark.parametrize(("line", "score", "notices"), UNSIGNED)
def test_numbers_without_sign_or_total_are_taken_with_a_notice(
    line: str, score: int | None, notices: list[tuple[int, str]]
) -> None:
    reading = with_lines(line)
    assert recorded(reading).turns[0].score == score
    assert (notices_of(reading), reading.faults) == (notices, ())


def test_a_number_alone_is_a_total_without_a_sign_and_a_score_with_one() -> None:
    assert (turn_of(">Ann: AB 8D BA 8").total, turn_of(">Ann: AB 8D BA +8").total) == (8, None)


@pytest.mark.parametrize(
    ("nick", "player"), [("ann", 0), ("ANN", 0), ("Bee", 0), ("dee", 1), ("DEE", 1)]
)
def test_a_nick_in_other_case_or_a_last_name_is_taken_with_one_notice(
    nick: str, player: int
) -> None:
    reading = with_lines(f">{nick}: - +0 0", f">{nick}: - +0 0")
    assert [turn.player for turn in recorded(reading).turns] == [player, player]
    assert (notices_of(reading), reading.faults) == ([(3, "nick.alias")], ())
    assert reading.notices[0].params == {"nick": nick, "player": ("Ann", "Col")[player]}


def test_an_alias_that_two_could_be_is_nobodys() -> None:
    reading = reading_of("#player1 ann Ann Bee\n#player2 Ann Jo Bee\n>ANN: - +0 0\n>Bee: - +0 0\n")
    assert [fault.code for fault in reading.faults] == ["PLAYER", "PLAYER"]


def test_events_of_a_shared_nick_are_the_first_players_and_nobody_is_guessed() -> None:
    reading = reading_of("#player1 Jo A\n#player2 Jo B\n>Jo: - +0 0\n>Bo: - +0 0\n>Jo: - +0 0\n")
    assert [turn.player for turn in recorded(reading).turns] == [0, 0]
    assert faults_of(reading)[1:] == [(4, "PLAYER", "player.unknown")]
    assert recorded(reading).unknown == ((1, ">Bo: - +0 0"),)


def test_a_shared_nick_is_the_first_players_whoever_is_named_first() -> None:
    reading = reading_of("#player2 Jo B\n#player1 Jo A\n>Jo: - +0 0\n>B: - +0 0\n")
    assert [turn.player for turn in recorded(reading).turns] == [0, 0]


def test_an_unknown_nick_gets_the_event_of_whoever_is_on_turn() -> None:
    reading = with_lines(
        FIRST,
        ">Hugo: ABC 8A ALI..... +51 51",
        ">Hugo: ABC -- -51 0",
        FIRST,
        ">Hugo: (AB) +4 4",
    )
    assert [turn.player for turn in recorded(reading).turns] == [0, 1, 1, 0, 0]
    assert [fault.params["taken_for"] for fault in reading.faults] == ["Col", "Col", "Ann"]
    assert {(fault.code, fault.what) for fault in reading.faults} == {("PLAYER", "player.unknown")}


@pytest.mark.parametrize("line", [">Hugo: AB (time) -10 0", ">Hugo: AB (AB) -4 0", ">Hugo: hm"])
def test_an_event_that_could_be_anybodys_is_kept_unread(line: str) -> None:
    reading = with_lines(FIRST, line, "#note whose?", "mine", ">Col: - +0 0")
    record = recorded(reading)
    assert faults_of(reading) == [(4, "PLAYER", "player.unknown")]
    assert record.unknown == ((1, line), (1, "#note whose?"), (1, "mine"))
    assert [turn.notes for turn in record.turns] == [(), ()]


def test_among_four_an_unknown_nick_is_nobody() -> None:
    reading = reading_of(f"{PLAYERS}#player3 Eve\n#player4 Fay\n>Hugo: - +0 0\n")
    assert recorded(reading).turns == ()


SYNTAX = [
    (">", "player.unknown"),
    (">Ann", "syntax.colon"),
    (">Ann:", "syntax.move"),
    (">Ann: QUANTEE", "syntax.move"),
    (">Ann: QUANTEE 8D", "syntax.move"),
    (">Ann: QUANTEE 8D +48 48", "syntax.move"),
    (">Ann: QUANTEE 8D () +48 48", "syntax.move"),
    (">Ann: QUANTEE 8D (+48 48", "syntax.move"),
    (">Ann: QUANTEE QUANT 8D +48 48", "syntax.move"),
    (">Ann: QUANTEE 888D QUANT +48 48", "syntax.move"),
    (">Ann: QUANTEE --QU +0 48", "syntax.move"),
    (">Ann: (QU +0 48", "syntax.move"),
    (">Ann: QUANTEE 8D QUANT", "syntax.numbers"),
    (">Ann: QUANTEE 8D QUANT x48 48", "syntax.numbers"),
    (">Ann: QUANTEE 8D QUANT +4_8 48", "syntax.numbers"),
    (">Ann: QUANTEE 8D QUANT +99999999 48", "syntax.numbers"),
    (">Ann QUANTEE 8D QUANT +48 48", "syntax.colon"),
]


@pytest.mark.parametrize(("line", "what"), SYNTAX)
def test_a_line_that_is_no_event_is_reported_where_it_stands(line: str, what: str) -> None:
    faults = faults_of(with_lines(FIRST, line))
    code = "PLAYER" if what == "player.unknown" else "SYNTAX"
    assert faults[0] == (4, code, what)


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r", "\r\n\r\n"])
def test_lines_are_counted_from_1_whatever_their_ends(separator: str) -> None:
    lines = (PLAYERS + FIRST + "\n>Ann: x").replace("\n", separator)
    steps = 2 if separator == "\r\n\r\n" else 1
    assert faults_of(reading_of(lines))[0] == (3 * steps + 1, "SYNTAX", "syntax.move")


def test_a_line_separator_of_unicode_ends_no_line() -> None:
    assert recorded(with_lines(FIRST, "#note one\u2028>two\x85three")).turns[0].notes != ()
