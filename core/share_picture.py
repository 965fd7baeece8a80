"""The picture of a page for whoever shares it: 1200 by 630 pixels, drawn by Pillow.

Any text may be asked for. Each is fitted into a box of its own, made smaller and then cut, and
nothing of it leaves the box, however many marks are piled on a letter. What the fonts of this
machine cannot draw is not drawn as empty squares: something else is said in its place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from core.names import in_ascii

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 1200, 630
MOST_LETTERS = 120
ELLIPSIS = "…"

PAPER, INK, MUTED = "#f7f6f2", "#1f2328", "#57606a"
HEAD, HEAD_TEXT, TILE, TILE_TEXT = "#14342b", "#ffffff", "#f3dfae", "#2b2210"

_MARGIN, _BAND, _WIDE = 72, 112, WIDTH - 2 * 72
_NOWHERE = "\U000f1ffe"
"""A letter of no font: what is drawn for it is drawn for everything that is missing."""
_SYSTEM_FONTS = (
    *("dejavu/DejaVuSans-Bold.ttf", "noto/NotoSans-Bold.ttf", "noto/NotoSansArabic-Bold.ttf"),
    *("noto/NotoSansHebrew-Bold.ttf", "noto/NotoSansThai-Bold.ttf"),
    "noto/NotoSansDevanagari-Bold.ttf",
)
_FOLDERS = ("/usr/share/fonts/truetype", "/usr/share/fonts")


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A row of a picture: a text, what stands for it if no font has it, a figure at the right."""

    text: str
    figure: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class SharePicture:
    """What a picture says, from top to bottom; `instead` stands for a title that no font has.

    `portrait` is a square JPEG that this program wrote, shown small in the head.
    """

    title: str
    over: str = ""
    under: str = ""
    lines: Sequence[PictureLine] = ()
    foot: str = ""
    instead: str = "Wallchart"
    portrait: bytes | None = None


def picture_of(said: SharePicture) -> bytes:
    """Returns the picture as a PNG; equal ones from equal words on one machine."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only who makes a picture waits for it

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, _BAND), fill=HEAD)
    draw.rounded_rectangle((_MARGIN, 26, _MARGIN + 60, 86), 10, fill=TILE)
    _put(image, "W", (_MARGIN + 12, 32, 44, 48), size=44, colour=TILE_TEXT)
    _put(
        image,
        drawable(said.over, "Wallchart") or "Wallchart",
        (_MARGIN + 84, 30, _WIDE - 84 - (_BAND if said.portrait else 0), 56),
        40,
        HEAD_TEXT,
    )
    if said.portrait:
        with Image.open(BytesIO(said.portrait), formats=("JPEG",)) as portrait:
            image.paste(portrait.resize((_BAND, _BAND)), (WIDTH - _MARGIN - _BAND, 0))
    top = _title(image, said, _BAND + 36)
    if said.under:
        _put(image, said.under, (_MARGIN, top, _WIDE, 52), size=36, colour=MUTED)
        top += 64
    for line in said.lines[: max(0, (HEIGHT - 84 - top) // 62)]:
        text, figure = drawable(line.text, line.instead), _width(drawable(line.figure), 42)
        room = _WIDE - min(280, ceil(figure)) - 20
        _put(image, text, (_MARGIN, top, room, 56), size=42, colour=INK)
        _put(image, line.figure, (WIDTH - _MARGIN - 280, top, 280, 56), 42, INK, at_right=True)
        top += 62
    _put(image, said.foot, (_MARGIN, HEIGHT - 68, _WIDE, 44), size=30, colour=MUTED)
    packed = BytesIO()
    image.quantize(256 if said.portrait else 64).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def drawable(text: str, instead: str = "") -> str:
    """Returns a text as it can be drawn: on one line, without what changes direction or is unseen.

    Where the fonts lack a letter, its plain letters; where they lack these, `instead`.
    """
    seen = " ".join(
        "".join(
            " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter
            for letter in unicodedata.normalize("NFC", text[: 4 * MOST_LETTERS])
            if unicodedata.category(letter) not in ("Cf", "Cs", "Co", "Cn")
        ).split()
    )[:MOST_LETTERS]
    for said in (seen, in_ascii(seen)):
        if all(letter.isspace() or _font_for(letter) is not None for letter in said):
            return said
    return instead


def _title(image: Image, said: SharePicture, top: int) -> int:
    """Draws the title on one line or on two, as large as it goes; returns where it ends."""
    title = drawable(said.title, said.instead) or said.instead
    for size in (96, 80, 66, 54):
        lines = _broken(title, size)
        if lines is not None:
            break
    else:
        lines = _halves(title)
    high = round(size * 1.25)
    for line in lines:
        _put(image, line, (_MARGIN, top, _WIDE, high), size=size, colour=INK)
        top += high
    return top + 16


def _broken(text: str, size: int) -> list[str] | None:
    """Returns a text on one line or on two between its words, None where it does not fit so."""
    if _width(text, size) <= _WIDE:
        return [text]
    words = text.split()
    for at in range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:at]), " ".join(words[at:])
        if _width(first, size) <= _WIDE:
            return [first, second] if _width(second, size) <= _WIDE else None
    return None


def _halves(text: str) -> list[str]:
    """Returns a text in two parts of about the same length, between words where there are some."""
    half = len(text) // 2
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    at = min(spaces, key=lambda space: abs(space - half), default=half)
    return [text[:at], text[at:].strip()]


def _put(
    image: Image,
    text: str,
    box: tuple[int, int, int, int],
    size: int,
    colour: str,
    *,
    at_right: bool = False,
) -> None:
    """Draws a text on one line of a box: left, top, width and height in pixels."""
    from PIL import Image as images  # noqa: N813, PLC0415 - as above
    from PIL import ImageDraw  # noqa: PLC0415 - as above

    said, (left, top, wide, high) = drawable(text), box
    while size > 24 and _width(said, size) > wide:
        size -= 2
    while said and _width(said, size) > wide:
        said = said[:-2].rstrip() + ELLIPSIS if len(said) > 2 else ""
    part = images.new("L", (wide, high), 0)
    draw = ImageDraw.Draw(part)
    x = wide - _width(said, size) if at_right else 0.0
    for run, font in _runs(said, size):
        draw.text((x, high * 0.78), run, font=font, fill=255, anchor="ls")
        x += font.getlength(run)
    image.paste(colour, (left, top), part)


def _width(text: str, size: int) -> float:
    return float(sum(font.getlength(run) for run, font in _runs(text, size)))


def _runs(text: str, size: int) -> Iterator[tuple[str, Any]]:
    """Yields the parts of a text, each with the font that has its letters."""
    for at, letters in groupby(text, lambda letter: _font_for(letter) or 0):
        yield "".join(letters), _font(at, size)


@lru_cache(2048)
def _font_for(letter: str) -> int | None:
    """Returns the first font that has a letter, by its place among all; None where none has."""
    for at in range(len(_files())):
        font = _font(at, 40)
        if bytes(font.getmask(letter)) != bytes(font.getmask(_NOWHERE)):
            return at
    return None


@cache
def _font(at: int, size: int) -> Any:
    from PIL import ImageFont  # noqa: PLC0415 - as above

    font = ImageFont.truetype(str(_files()[at]), size)
    if at == 0:
        font.set_variation_by_axes([650])
    return font


@cache
def _files() -> tuple[Path, ...]:
    """Returns the font of the program, and those of this machine that draw other scripts."""
    own = Path(settings.BASE_DIR) / "static/fonts/wallchart-sans.woff2"
    found = (Path(folder) / name for name in _SYSTEM_FONTS for folder in _FOLDERS)
    return (own, *(path for path in found if path.is_file()))
