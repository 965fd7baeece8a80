"""The lexica of this installation: the list that comes with it, and those that were imported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from core.errors import UserError
from core.phrases import phrase
from lexicon.casual import LABEL, CasualList, casual_list, casual_words, is_casual
from lexicon.models import Lexicon
from lexicon.places import Chosen
from lexicon.sharing import bring_words
from lexicon.words.about import AboutFile, open_about
from lexicon.words.files import FilesMissing, WordFiles, open_words
from lexicon.words.tiles import TileSet, tile_sets

LONGEST_CODE = 20


@dataclass(frozen=True, slots=True)
class Installed:
    """A lexicon that can judge here. A casual one is not for rated play and says so everywhere."""

    code: str
    name: str
    family: str
    edition: str
    tile_set: str
    sha256: str
    words: int
    by_length: Mapping[str, int]
    about: str = ""
    is_casual: bool = False
    is_put_away: bool = False

    @property
    def tiles(self) -> TileSet:
        """The tiles that its words are made of."""
        return tile_sets()[self.tile_set]

    @property
    def label(self) -> str:
        """The label of a choice: the code, and that the list is casual if it is."""
        return f"{self.code}: {LABEL}" if self.is_casual else self.code


def lexica_folder() -> Path:
    """Returns the folder that holds the words of every list."""
    return Path(settings.LEXICA_DIR)


def installed_lexica(*, put_away: bool = False) -> list[Installed]:
    """Returns the lexica that can be chosen, by code; with `put_away` those put away as well.

    The casual one, which is always there, comes last: nobody gets it by not choosing.
    """
    rows = Lexicon.objects.all() if put_away else Lexicon.objects.filter(is_put_away=False)
    return [*(_of(row) for row in rows.order_by("code")), _casual(casual_list())]


def installed(code: str) -> Installed:
    """Returns the lexicon with this code, put away or not; UserError `lexicon.unknown`.

    Large and small letters are the same. The answer has the lexicon's own code: keep that one.
    """
    if code.casefold() == casual_list().code.casefold():
        return _casual(casual_list())
    fits = 0 < len(code) <= LONGEST_CODE and "\0" not in code
    rows = list(Lexicon.objects.filter(code__iexact=code).order_by("code")) if fits else []
    if not rows:
        raise UserError(
            phrase("No lexicon is called {code}.", code=code[:40]), code="lexicon.unknown"
        )
    return _of(next((row for row in rows if row.code == code), rows[0]))


def words_of(sha256: str) -> WordFiles:
    """Returns the words with this hash, whatever lexicon they belong to; raises FilesMissing.

    Those that another machine has are brought here, and those of the casual list are put into the
    folder, the first time they are asked for. Whoever
    freezes a hash asks for its words then, so that they are still here after an upgrade.
    """
    if sha256 == casual_list().sha256:
        return casual_words(lexica_folder())
    try:
        return open_words(lexica_folder(), sha256)
    except FilesMissing:
        if not bring_words(lexica_folder(), sha256):
            raise
        return open_words(lexica_folder(), sha256)


def about_of(sha256: str) -> AboutFile:
    """Returns the definitions with this hash, brought here if need be; raises FilesMissing."""
    try:
        return open_about(lexica_folder(), sha256)
    except FilesMissing:
        if not bring_words(lexica_folder(), sha256):
            raise
        return open_about(lexica_folder(), sha256)


def _of(row: Lexicon) -> Installed:
    return Installed(
        code=row.code,
        name=row.name,
        family=row.family,
        edition=row.edition,
        tile_set=row.tile_set,
        sha256=row.sha256,
        words=row.words,
        by_length=row.by_length,
        about=row.about,
        is_casual=is_casual(row.code, row.sha256),
        is_put_away=row.is_put_away,
    )


def _casual(head: CasualList) -> Installed:
    return Installed(
        code=head.code,
        name=head.name,
        family="Free",
        edition=head.code,
        tile_set=head.tile_set,
        sha256=head.sha256,
        words=head.words,
        by_length=head.by_length,
        is_casual=True,
    )


def with_other_words(lists: Iterable[Installed], *held: Chosen) -> list[str]:
    """Returns the codes that stand for other words now than when they were chosen."""
    now = {one.code: one.sha256 for one in lists}
    return [one.code for one in held if now.get(one.code, one.sha256) != one.sha256]
