"""A lexicon as it is studied: its words, and what it tells about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import UserError
from core.phrases import phrase
from lexicon.selectors.installed import (
    Installed,
    about_of,
    installed,
    installed_lexica,
    words_of,
)
from lexicon.words.about import About, AboutFile
from lexicon.words.files import FilesMissing, WordFiles
from lexicon.words.tiles import TileSet

NOTHING = About()


@dataclass(frozen=True, slots=True)
class Studied:
    """A lexicon with its words; `about` is None where nothing was told about them."""

    lexicon: Installed
    files: WordFiles
    about: AboutFile | None

    @property
    def tiles(self) -> TileSet:
        """The tiles that the lexicon is played with."""
        return self.lexicon.tiles

    def told(self, codes: str) -> About:
        """Returns the lexicon's entry about a word."""
        return (self.about.of(codes) if self.about else None) or NOTHING


def studied(code: str) -> Studied:
    """Returns a lexicon with its words; UserError `lexicon.unknown`, `lexicon.gone`."""
    lexicon = installed(code)
    try:
        about = about_of(lexicon.about) if lexicon.about else None
        return Studied(lexicon, words_of(lexicon.sha256), about)
    except FilesMissing as gone:
        raise UserError(
            phrase(
                "The words of {code} are not on this machine; import the list again.",
                code=lexicon.code,
            ),
            code="lexicon.gone",
        ) from gone


def comparable(lexicon: Installed, lexica: Iterable[Installed]) -> list[Installed]:
    """Returns those of these lexica that have the tiles of a lexicon, without that itself."""
    return [
        other
        for other in lexica
        if other.code != lexicon.code and other.tiles.alphabet == lexicon.tiles.alphabet
    ]


def others_holding(lexicon: Installed, codes: str) -> list[tuple[Installed, bool]]:
    """Returns the other lexica with the same tiles, and whether each holds a word.

    One whose words are not on this machine is left out: nobody can say.
    """
    found = []
    for other in comparable(lexicon, installed_lexica()):
        try:
            found.append((other, words_of(other.sha256).holds(codes)))
        except FilesMissing:
            continue
    return found
