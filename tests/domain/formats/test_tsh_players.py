"""Lines of a division file: names, ratings, numbers, fields, and what is refused."""

from __future__ import annotations

import pytest

from tests.domain.formats.folders import division, entry, reading, refusal, remarks
from tournaments.formats.content import RoundContent
from tournaments.formats.tsh import TshError
from tournaments.standings.records import CarriedRecord


def test_a_name_and_a_rating_are_a_line() -> None:
    found = entry("Abbot, Ada 1234")
    assert (found.number, found.name, found.rating) == (1, "Abbot, Ada", 1234)


def test_comments_and_blank_lines_take_no_number() -> None:
    text = "\n# a remark\nAbbot, Ada 1500 2;\n\n   \n #x y\nBrook, Bea 1400 1;\n"
    found = division(text)
    assert [(e.number, e.name) for e in found.entries] == [(1, "Abbot, Ada"), (2, "Brook, Bea")]
    assert found.kept["comments"] == ["# a remark", "#x y"]


def test_a_line_number_counts_comments_and_blank_lines() -> None:
    error = refusal("# one\r\n\r\nAbbot, Ada 1500 1;\r\n")
    assert (error.file, error.line, error.field) == ("a.t", 3, "opponents")


def test_an_association_number_follows_the_name_after_a_colon() -> None:
    found = entry("Abbot, Ada:AA000123 1500 ; ;")
    assert (found.name, found.association_number) == ("Abbot, Ada", "AA000123")


def test_a_colon_without_a_number_is_part_of_the_name() -> None:
    found = entry("Team: Reds 1500 ;")
    assert (found.name, found.association_number) == ("Team: Reds", "")


def test_two_zeros_are_undefined_and_one_is_a_real_zero() -> None:
    found = division("Ada 0 00 2 0; 00 0 0\nBea 0 00 1 0; 00 5")
    assert found.rounds[0] == RoundContent(1)
    (board,) = found.rounds[1].boards
    assert [seat.score for seat in board.seats] == [0, 5]
    assert [out.spread for out in found.rounds[2].sit_outs] == [0, None]


def test_trailing_undefined_rounds_are_no_rounds() -> None:
    assert division("Ada 0 2 00 00; 5 00\nBea 0 1; 6").rounds[1:] == ()


def test_a_trailing_number_comment_is_dropped() -> None:
    assert entry("Abbot, Ada 1500; # 12").kept == {}
    assert entry("Abbot, Ada 1500; ; newr 3; # 12").kept == {"newr": "3"}


@pytest.mark.parametrize(
    ("text", "points"), [("12.5", 12), ("900+80+0", 900), ("0", 0), ("007", 7)]
)
def test_a_rating_of_several_numbers_counts_its_first_and_is_kept(text: str, points: int) -> None:
    found = entry(f"Ada Abbot {text} ;")
    assert found.rating == points
    assert found.kept.get("rating text") == (text if text != "0" else None)


def test_fields_give_class_team_games_penalties_and_the_record_brought_along() -> None:
    found = entry(
        "Ada 9 ; ; class B; team Reds; lifeg 12; penalty 0 -20 00 5; initrec 3.5 1.5 40 30 2000"
    )
    assert (found.prize_class, found.team, found.life_games) == ("B", "Reds", 12)
    assert found.penalties == ((2, -20), (4, 5))
    assert found.carried == CarriedRecord(7, 3, 40, 30, 2000)
    assert found.kept == {}


def test_other_fields_are_kept_by_key_with_their_escapes_undone() -> None:
    found = entry(r"Ada 9 ; ; tag owl csw; note a\;b c\\d; empty")
    assert found.kept == {"tag": "owl csw", "note": r"a;b c\d", "empty": ""}


def test_the_last_of_a_repeated_field_counts_and_is_remarked() -> None:
    text = "Ada 9 ; ; class A; class B"
    assert entry(text).prize_class == "B"
    assert remarks(text) == [("a.t", 1, "player.field_twice")]


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("Abbot, Ada", "player.rating", "rating"),
        ("Abbot, Ada ; 400", "player.rating", "rating"),
        ("Abbot, Ada 1500 x; 400", "player.rating", "rating"),
        ("Abbot, Ada 1500 -2; 400", "player.rating", "rating"),
        ("Abbot, Ada 1234567 ;", "player.rating", "rating"),
        ("1500 0; 50", "player.name", "name"),
        ("Player 7 Abbot 1500 0; 50", "name.number", "name"),
        ("Ada 1500 0; 50.5", "player.number", "scores"),
        ("Ada 1500 0; fifty", "player.number", "scores"),
        ("Ada 1500 0; 9999999999999999", "player.number", "scores"),
        ("Ada 1500 0; 50; p12 5", "player.number", "p12"),
        ("Ada 1500 0; 50; p12 -1", "player.number", "p12"),
        ("Ada 1500 0; 50; board x", "player.number", "board"),
        ("Ada 1500 ; ; lifeg many", "player.number", "lifeg"),
        ("Ada 1500 ; ; lifeg -3", "player.number", "lifeg"),
        ("Ada 1500 ; ; off soon", "player.number", "off"),
        ("Ada 1500 ; ; penalty -1.5", "player.number", "penalty"),
        ("Ada 1500 ; ; initrec 1.25 0", "player.number", "initrec"),
        ("Ada 1500 ; ; penalty" + " 1" * 201, "player.too_many_rounds", "penalty"),
        ("Ada 1500" + " 0" * 201, "player.too_many_rounds", "opponents"),
        ("Ada \x07 1500 ;", "line.control_character", None),
        ("Ada 1500 ; ; x " + "y" * 70_000, "line.too_long", None),
    ],
)
def test_a_line_that_cannot_be_read_names_its_field(
    line: str, code: str, field: str | None
) -> None:
    error = refusal(f"Bea 1400 ;\n{line}\n")
    assert (error.code, error.file, error.line, error.field) == (code, "a.t", 2, field)
    assert error.message.startswith("a.t, line 2: ")


def test_a_number_in_other_digits_is_a_number_in_a_name() -> None:
    with pytest.raises(TshError) as caught:
        reading("Ada ๑๒ Abbot 1500 0; 50", encoding="utf-8")
    assert caught.value.code == "name.number"


def test_a_refusal_says_what_belongs_there() -> None:
    error = refusal("Abbot, Ada 1500 0; fifty")
    assert error.message == (
        "a.t, line 1: “fifty” in scores cannot be read;"
        " expected a whole number of at most 99999, or 00."
    )


def test_more_than_2000_players_are_refused() -> None:
    error = refusal("Ada 1500 ;\n" * 2001)
    assert (error.code, error.file) == ("division.too_many_players", "a.t")
