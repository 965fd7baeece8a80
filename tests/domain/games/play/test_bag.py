"""Racks and the bag."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.play.bag import (
    as_tiles,
    checked_rack,
    draw_tiles,
    full_bag,
    in_order,
    unseen,
    without,
)
from games.engine.play.errors import MoveError
from games.engine.play.state import unseen_by
from games.engine.tiling import tiling
from tests.domain.games.play.tables import game_of, laid_down

EN = tiling("en")


@pytest.mark.parametrize(("key", "tiles"), [("en", 100), ("es", 100), ("en-super", 200)])
def test_a_full_bag_has_every_tile_of_the_set(key: str, tiles: int) -> None:
    bag = full_bag(tiling(key))
    assert len(bag) == tiles == tiling(key).tile_set.total


def test_drawing_takes_tiles_out_of_the_bag_the_same_ones_with_the_same_seed() -> None:
    bag = full_bag(EN)
    drawn, rest = draw_tiles(bag, 7, Random(3))
    assert len(drawn) == 7
    assert in_order((drawn, rest)) == bag
    assert draw_tiles(bag, 7, Random(3)) == (drawn, rest)
    assert draw_tiles(bag, 7, Random(4)) != (drawn, rest)


def test_who_wants_more_tiles_than_there_are_gets_what_is_left() -> None:
    assert draw_tiles("AB", 7, Random(1)) == ("AB", "")
    assert draw_tiles("", 7, Random(1)) == ("", "")


def test_tiles_that_are_not_there_are_named_each_as_often_as_it_is_missing() -> None:
    assert without("?AABC", "A?") == "ABC"
    with pytest.raises(MoveError) as caught:
        without("AABC", "AAAZZ")
    assert (caught.value.code, caught.value.params) == ("tiles.missing", {"tiles": "AZZ"})


def test_a_blank_on_the_board_is_a_blank_again_when_it_is_counted() -> None:
    assert as_tiles(EN, EN.word("QuANt")) == in_order("QAN??")


def test_unseen_tiles_are_those_on_no_board_and_no_rack() -> None:
    left = unseen(EN, EN.word("QuANT"), ["Z?", "EE"])
    assert len(left) == 100 - 5 - 4
    assert (left.count("Q"), left.count("?"), left.count("E")) == (0, 0, 10)


def test_more_tiles_than_the_set_has_are_refused_by_name() -> None:
    with pytest.raises(MoveError) as caught:
        unseen(EN, "QQ", ["???"])
    assert (caught.value.code, caught.value.params) == ("tiles.too_many", {"tiles": "?Q"})


def test_a_rack_holds_tiles_of_the_set_and_no_more_than_its_size() -> None:
    assert checked_rack(EN, "TNAUQ?", 7) == "?ANQTU"
    with pytest.raises(MoveError) as caught:
        checked_rack(EN, "ABCDEFGH", 7)
    assert caught.value.params == {"tiles": 8, "size": 7}
    with pytest.raises(MoveError) as caught:
        checked_rack(EN, "AB[", 7)
    assert (caught.value.code, caught.value.params) == ("rack.unknown_tile", {"tile": "["})


def test_a_rack_is_worth_its_tiles_and_a_blank_nothing() -> None:
    assert EN.worth("?QZ") == 20
    spanish = tiling("es")
    assert spanish.worth(spanish.rack("CH")) == spanish.worth(spanish.rack("[CH]")) == 5


def test_a_player_does_not_see_the_bag_nor_the_racks_of_others() -> None:
    game = laid_down(game_of("QUANTEE", "Z", "??"), 0, "8D", "QUANT")
    seen = "QUANTEE"
    assert unseen_by(game, 0) == in_order(without(full_bag(EN), seen))
