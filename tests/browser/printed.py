"""What a browser prints, read from its PDF: the words of each sheet, and where they are."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

PDFTOTEXT = shutil.which("pdftotext")
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)</word>'
)
OTHER_FONTS = ('"DejaVu Sans", Verdana, sans-serif', '"DejaVu Sans Mono", monospace')
"""A wide face, and one in which narrow letters are as wide as all others."""
_SET_IN = """font => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after { font-family: ${font} !important }`);
    document.adoptedStyleSheets = [sheet];
}"""
ONE_SHEET = ("roster", "pairings", "pairings-names", "missing", "standings", "blank-standings")
"""The documents that are one sheet for thirteen players."""
HEIGHT = 0.3
"""The part of a word's box above its letters, and that below them."""
TOUCHING = 0.5
"""Points by which letters may meet as neighbours do."""


class Word(NamedTuple):
    """A word and its box in points, from the upper left corner of the sheet."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def letters(self) -> tuple[float, float]:
        """Returns the top and bottom of its letters: a box has room for the highest of its font."""
        spare = HEIGHT * (self.bottom - self.top)
        return self.top + spare, self.bottom - spare

    def is_over(self, other: Word) -> bool:
        """Returns whether the letters of two words meet, of which the other is further right."""
        (top, bottom), (others_top, others_bottom) = self.letters(), other.letters()
        meet = min(bottom, others_bottom) - max(top, others_top) > TOUCHING
        return meet and self.right - other.left > TOUCHING


@dataclass(frozen=True)
class Sheet:
    """A printed sheet, its measures in points."""

    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def size(self) -> tuple[int, int]:
        """The measures as they are told apart."""
        return round(self.width), round(self.height)

    @property
    def text(self) -> str:
        """Its words in the order in which they are printed."""
        return " ".join(word.text for word in self.words)

    def below(self, part: float) -> Sheet:
        """Returns the sheet with the words alone that begin below this part of its height."""
        low = tuple(word for word in self.words if word.letters()[0] > part * self.height)
        return replace(self, words=low)

    def outside(self) -> list[str]:
        """Returns the words that the edge of the sheet cuts off."""
        return [
            word.text
            for word in self.words
            if word.left < 0
            or word.right > self.width
            or word.letters()[0] < 0
            or word.letters()[1] > self.height
        ]

    def overlapping(self) -> list[tuple[str, str]]:
        """Returns the words that are printed over each other."""
        words = sorted(self.words, key=lambda word: word.left)
        found = []
        for place, one in enumerate(words):
            for two in words[place + 1 :]:
                if two.left >= one.right - TOUCHING:
                    break
                if one.is_over(two):
                    found.append((one.text, two.text))
        return found

    def pieces(self, rows: int, columns: int) -> list[str]:
        """Returns the text of each piece once the sheet is cut, row by row.

        Raises AssertionError for a word that a cut goes through.
        """
        found: list[list[str]] = [[] for _ in range(rows * columns)]
        for word in self.words:
            row, low = (int(edge / self.height * rows) for edge in word.letters())
            column, right = (int(edge / self.width * columns) for edge in (word.left, word.right))
            assert (row, column) == (low, right), f"{word.text} is cut through"
            found[row * columns + column].append(word.text)
        return [" ".join(words) for words in found]


def printed(page: Page, address: str, folder: Path, margin_mm: float = 12) -> list[Sheet]:
    """Open an address and print it; return its sheets, with margins as wide as this at the sides.

    Raises AssertionError where something is wider than that leaves: the browser would shrink all.
    """
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    path = folder / "printed.pdf"
    page.pdf(path=path, prefer_css_page_size=True)
    sheets = sheets_in(path)
    inside = round((sheets[0].width / 72 - 2 * margin_mm / 25.4) * 96)
    page.set_viewport_size({"width": inside, "height": 1000})
    page.emulate_media(media="print")
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.emulate_media(media="null")
    assert wide <= inside, f"{address} is {wide - inside} pixels too wide"
    return sheets


def in_other_fonts(page: Page, folder: Path) -> Iterator[tuple[str, list[Sheet]]]:
    """Yields the sheets of the page that is open as devices without its font print them.

    A font of a style sheet that a script adopts is none that the policy of the site forbids.
    """
    path = folder / "printed.pdf"
    for font in OTHER_FONTS:
        page.evaluate(_SET_IN, font)
        page.pdf(path=path, prefer_css_page_size=True)
        yield font, sheets_in(path)


def sheets_in(path: Path) -> list[Sheet]:
    """Return the sheets of a PDF."""
    assert PDFTOTEXT
    told = subprocess.run(
        [PDFTOTEXT, "-bbox", str(path), "-"], check=True, capture_output=True, encoding="utf-8"
    )
    return [
        Sheet(
            float(width),
            float(height),
            tuple(
                Word(float(left), float(top), float(right), float(bottom), html.unescape(text))
                for left, top, right, bottom, text in _WORD.findall(words)
            ),
        )
        for width, height, words in _PAGE.findall(told.stdout)
    ]


def after_cutting(
    sheets: Sequence[Sheet], rows: int, columns: int, number_of: Callable[[str], int | None]
) -> list[int]:
    """Return the numbers on the pieces of a pile that was cut, the stacks upon each other."""
    cut = [sheet.pieces(rows, columns) for sheet in sheets]
    stacks = [[pieces[place] for pieces in cut] for place in range(rows * columns)]
    numbers = [number_of(piece) for stack in stacks for piece in stack]
    return [number for number in numbers if number is not None]
