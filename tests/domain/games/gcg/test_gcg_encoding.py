"""From bytes to text: what is declared, what is guessed, and what is no text at all."""

from __future__ import annotations

import pytest

from games.engine.gcg.header import decoded
from games.engine.gcg.reading import read_gcg
from tests.domain.games.gcg.invented_games import GAME, PLAYERS, faults_of, notices_of, recorded

ZOE = "#player1 Zoë Zoë Æbel\n#player2 Col Colin Dee\n>Zoë: DÜSEABC 8G DÜS +16 16\n"


def test_without_a_declaration_a_record_is_latin_1() -> None:
    reading = read_gcg(ZOE.encode("latin-1"))
    assert (reading.encoding, reading.faults, reading.notices) == ("iso-8859-1", (), ())
    assert recorded(reading).turns[0].tiles == "DÜS"


def test_what_is_ascii_only_is_called_that() -> None:
    assert read_gcg(PLAYERS.encode()).encoding == "ascii"


@pytest.mark.parametrize("name", ["UTF-8", "utf8", "Utf_8", "utf 8"])
def test_utf_8_is_read_where_it_is_declared(name: str) -> None:
    reading = read_gcg(f"#character-encoding {name}\n{ZOE}".encode())
    assert (reading.encoding, reading.faults, reading.notices) == ("utf-8", (), ())
    assert recorded(reading).players[0].nick == "Zoë"


@pytest.mark.parametrize("name", ["ISO-8859-1", "iso 8859-1", "ISO8859-1", "latin-1", "Latin1"])
def test_latin_1_is_read_where_it_is_declared_though_it_could_be_utf_8(name: str) -> None:
    reading = read_gcg(f"#character-encoding {name}\n".encode() + ZOE.encode())
    assert reading.encoding == "iso-8859-1"
    assert recorded(reading).players[0].nick == "ZoÃ«"


def test_utf_8_that_nobody_declared_is_read_with_a_notice() -> None:
    reading = read_gcg(ZOE.encode())
    assert (reading.encoding, notices_of(reading)) == ("utf-8", [(0, "encoding.undeclared")])
    assert recorded(reading).players[0].nick == "Zoë"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"])
def test_a_byte_order_mark_is_dropped_whatever_the_line_ends(line_end: str) -> None:
    reading = read_gcg(b"\xef\xbb\xbf" + ZOE.replace("\n", line_end).encode())
    assert (reading.encoding, reading.faults, reading.notices) == ("utf-8", (), ())
    assert recorded(reading).players[0].nick == "Zoë"


@pytest.mark.parametrize("name", ["ASCII", "ISO8859-6", "utf-16", "klingon"])
def test_an_encoding_that_nobody_knows_is_a_fault_and_the_rest_is_read(name: str) -> None:
    reading = read_gcg(f"#character-encoding {name}\n{ZOE}".encode())
    assert faults_of(reading) == [(1, "ENC", "encoding.unknown")]
    assert reading.faults[0].params == {"name": name}
    assert recorded(reading).players[0].nick == "Zoë"


def test_an_encoding_that_does_not_fit_is_a_fault_and_the_rest_is_read() -> None:
    reading = read_gcg(b"#character-encoding UTF-8\n" + ZOE.encode("latin-1"))
    assert faults_of(reading) == [(1, "ENC", "encoding.wrong")]
    assert reading.encoding == "iso-8859-1"
    assert recorded(reading).players[0].nick == "Zoë"


def test_an_encoding_declared_after_the_first_line_is_a_fault_and_not_obeyed() -> None:
    reading = read_gcg(b"#title x\n#character-encoding UTF-8\n" + ZOE.encode("latin-1"))
    assert faults_of(reading) == [(2, "ORDER", "order.encoding")]
    assert recorded(reading).players[0].nick == "Zoë"


@pytest.mark.parametrize(
    "data",
    [
        GAME.encode("utf-16"),
        GAME.encode("utf-16-le"),
        GAME.encode("utf-32"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"PK\x03\x04" + bytes(range(1, 32)),
        GAME.encode() + b"\0",
    ],
)
def test_what_is_no_text_is_not_read(data: bytes) -> None:
    assert decoded(data) is None
    reading = read_gcg(data)
    assert (reading.is_text, reading.record, reading.encoding) == (False, None, "")


def test_an_old_end_of_file_mark_is_no_line() -> None:
    reading = read_gcg(GAME.encode() + b"\x1a")
    assert (reading.record, reading.faults) == (read_gcg(GAME.encode()).record, ())


def test_a_stray_control_character_is_shown_as_one_and_a_form_feed_as_a_blank() -> None:
    reading = read_gcg((PLAYERS + "#title a\x05b\fc\n>Ann: - +0 0\n").encode())
    assert recorded(reading).title == "a\ufffdb c"
