"""What is drawn of a text that anybody may have typed."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from core.share_picture import HEIGHT, WIDTH, PictureLine, SharePicture, drawable, picture_of


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("Anna\u202e Šilová\n", "Anna Šilová"),
        ("a\u0000b\u2028c", "a b c"),
        ("\U000f0000x", "x"),
        ("\U000105ab", "#4"),
        ("", ""),
    ],
)
def test_a_text_is_drawn_in_letters_that_a_font_has_and_else_not_at_all(
    typed: str, drawn: str
) -> None:
    assert drawable(typed, "#4") == drawn


@pytest.mark.parametrize("text", ["W" * 500, "Z\u0301\u0302\u0303" * 200, "a b " * 100, "", "W"])
def test_nothing_leaves_its_box_however_long_it_is(text: str) -> None:
    said = SharePicture(text, text, text, [PictureLine(text, text)] * 9, text)
    image = Image.open(BytesIO(picture_of(said))).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    ground = image.getpixel((4, HEIGHT - 4))
    # The margins of the page stay clear, at both sides and below.
    for x in (*range(0, 60, 7), *range(WIDTH - 60, WIDTH, 7)):
        assert {image.getpixel((x, y)) for y in range(120, HEIGHT, 9)} == {ground}
    assert {image.getpixel((x, HEIGHT - 6)) for x in range(0, WIDTH, 9)} == {ground}


def test_equal_words_give_equal_pictures() -> None:
    said = SharePicture("Spring Open", "12 April", lines=[PictureLine("1 Pine", "6–1 +402")])
    assert picture_of(said) == picture_of(said)
    assert picture_of(said) != picture_of(SharePicture("Spring Open", "13 April"))


def test_a_long_name_is_whole_beside_a_short_figure() -> None:
    name = "Largest spread: Wilhelmina Featherstonehaugh-Cholmondeley van der Ber"
    one, other = (SharePicture("A", lines=[PictureLine(name + end, "+359")]) for end in "gt")
    assert picture_of(one) != picture_of(other), "its last letter is cut"
