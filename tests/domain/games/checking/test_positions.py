"""The plays possible on a board, their words, and the board afterwards."""

from __future__ import annotations

import pytest

from games.engine.boards import SUPER, board, board_of
from games.engine.position import PlayError, Position
from games.engine.tiling import tiling
from tests.domain.games.checking.laid_boards import played, position_of, refused, rows_of

QUANT = "7/7/7/7/7/7/7/3QUANT"


@pytest.mark.parametrize(
    ("before", "play", "reason"),
    [
        ("", "16A QUANT", "play.coordinate"),
        ("", "8P QUANT", "play.coordinate"),
        ("", "8L QUANT", "play.off_board"),
        ("", "L12 QUANT", "play.off_board"),
        ("", "8D QUAN.", "play.no_tile"),
        (QUANT, "D8 Q.", "play.no_tile"),
        (QUANT, "8D QUILT", "play.conflict"),
        (QUANT, "8D .....", "play.nothing_new"),
        (QUANT, "8D QUANT", "play.nothing_new"),
        ("", "8A ALI", "play.centre"),
        ("", "7D QUANT", "play.centre"),
        (QUANT, "1A QUANT", "play.apart"),
        (QUANT, "7I QUANT", "play.apart"),
    ],
)
def test_a_play_that_cannot_be_laid_is_refused_with_the_reason(
    before: str, play: str, reason: str
) -> None:
    assert refused(position_of(before), play) == reason


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (15, 0), (0, 15)])
def test_a_place_that_no_board_has_is_off_the_board(row: int, column: int) -> None:
    with pytest.raises(PlayError) as told:
        position_of().place(row, column, True, "AT")
    assert (told.value.code, told.value.params) == (
        "play.coordinate",
        {"row": row, "column": column},
    )


def test_a_play_over_the_edge_says_by_how_many_squares() -> None:
    for row, column, across in ((7, 12, True), (12, 7, False)):
        with pytest.raises(PlayError) as told:
            position_of().place(row, column, across, "QUANT")
        assert (told.value.code, told.value.params) == ("play.off_board", {"over": 2})


def test_the_centre_is_asked_for_only_while_nothing_lies_on_the_board() -> None:
    position = position_of()
    plays = []
    for row, column, across, word in ((7, 3, True, "QUANT"), (3, 7, False, "EIGHTS")):
        plays.append(position.place(row, column, across, word))
        position.put(plays[-1])
    position.lift(plays[1])
    assert position.place(7, 3, False, "QI").words == ("QI",)
    position.lift(plays[0])
    with pytest.raises(PlayError) as told:
        position.place(0, 0, True, "AT")
    assert told.value.code == "play.centre"


def test_a_conflict_names_the_square_and_both_tiles() -> None:
    with pytest.raises(PlayError) as told:
        played(position_of(QUANT), "8D QUILT")
    assert told.value.params == {"square": 7 * 15 + 5, "there": "A", "tile": "I"}


def test_a_play_along_the_edge_is_not_taken_to_touch_what_lies_at_the_other_edge() -> None:
    lies_right = position_of("7/14A/7/7/7/7/7/3QUANT")
    assert refused(lies_right, "3A AT") == "play.apart"
    assert refused(lies_right, "1A AT") == "play.apart"


def test_letters_may_be_spelled_for_tiles_that_lie_there_whether_they_are_blanks_or_not() -> None:
    by_dots = played(position_of(QUANT), "8A ALI.....")
    assert played(position_of(QUANT), "8A ALIQUANT") == by_dots
    assert played(position_of(QUANT), "8A ALIQuANT") == by_dots
    assert played(position_of("7/7/7/7/7/7/7/3QuANT"), "8A ALIQUANT").score == 3 * 16


def test_tiles_before_and_after_a_word_belong_to_it_though_it_was_written_without_them() -> None:
    written_short = played(position_of(QUANT), "8I S")
    assert written_short.words == ("QUANTS",)
    assert written_short == played(position_of(QUANT), "8D .....S")


def test_a_single_tile_makes_the_words_of_both_directions_once() -> None:
    corner = position_of("15/15/15/15/15/15/6A/7B")
    across, down = played(corner, "7H T"), played(corner, "H7 T")
    assert sorted(across.words) == sorted(down.words) == ["AT", "TB"]
    assert across.score == down.score
    assert across.words[0] == "AT"
    assert down.words[0] == "TB"


def test_an_opening_of_one_tile_counts_its_letter() -> None:
    assert played(position_of(), "8H Q").score == 20
    assert played(position_of(), "8H Q").words == ("Q",)


def test_what_is_put_on_the_board_lies_there_until_it_is_lifted() -> None:
    position = position_of()
    play = played(position, "8D QUaNT")
    assert rows_of(position) == "/".join(["15"] * 15)
    position.put(play)
    assert rows_of(position).split("/")[7] == "3QUaNT7"
    assert position.tile_at(7 * 15 + 5) == tiling("en").word("a")
    assert play.laid[0] == (7 * 15 + 3, "Q")
    position.lift(play)
    assert rows_of(position) == "/".join(["15"] * 15)
    assert refused(position, "1A AT") == "play.centre"


def test_a_bingo_takes_as_many_tiles_as_the_rules_say_and_longer_ones_count_more() -> None:
    scores = []
    for word in ("SIXES", "SIXTHS", "SEVENTHS", "NINETIETHS"):
        position = Position(board("standard15"), tiling("en"), 6, (10, 20, 30))
        placed = played(position, f"8D {word}")
        plain = played(Position(board("standard15"), tiling("en"), 16), f"8D {word}")
        assert not plain.is_bingo
        scores.append((placed.is_bingo, placed.score - plain.score))
    assert scores == [(False, 0), (True, 10), (True, 30), (True, 30)]


def test_rules_without_bonus_points_still_know_a_bingo() -> None:
    placed = played(Position(board("standard15"), tiling("en"), 7, ()), "8D OIDIOID")
    assert (placed.is_bingo, placed.score) == (True, 20)


def test_premiums_multiply_and_count_only_under_tiles_of_this_turn() -> None:
    made = board_of("made", "Made", ["4W .. 4L .. 3W", *[".. .. .. .. .."] * 4])
    position = Position(made, tiling("en"))
    opening = played(position, "C1 BAT")
    assert opening.score == 4 * 3 + 1 + 1
    position.put(opening)
    assert played(position, "1A CA.IN").score == 4 * 3 * (3 + 1 + 3 + 1 + 1)
    assert played(position, "1B A.I").score == 1 + 3 + 1


def test_the_edge_of_the_large_board_multiplies_by_twelve() -> None:
    position = Position(board(SUPER), tiling("en-super"))
    assert refused(position, "K2 ABCDEFGHIJKLMNOPQRSTU") == "play.off_board"
    position.put(played(position, "11K ABBBBBBBBBA"))
    # Down to the corner, over one double letter, 3W and 4W.
    assert played(position, "U11 .BBBBBBBBBA").score == 12 * (1 + 9 * 3 + 3 + 1) + 50


def test_tiles_of_several_letters_are_one_tile_each() -> None:
    position = position_of(tiles=tiling("es"))
    coche = played(position, "8F CO[CH]E")
    assert len(coche.laid) == 4
    assert coche.score == 2 * (3 + 1 + 5 + 1)
    assert played(position, "8F CO[ch]E").score == 2 * (3 + 1 + 0 + 1)
