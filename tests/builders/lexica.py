"""Lexica of invented words: their files, and the row that an import makes."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from core.journal.guard import writing
from lexicon.models import Lexicon
from lexicon.selectors.installed import lexica_folder
from lexicon.words.editions import edition_named
from lexicon.words.files import WordFiles, store_words
from lexicon.words.recognising import LENGTHS
from lexicon.words.spelling import readings, spelled
from lexicon.words.tiles import tile_sets


def stored_words(words: Iterable[str], tile_set: str = "en") -> WordFiles:
    """Returns the files of these words, stored as an import stores them; they outlive the test.

    Each word is read the likeliest way; tiles of several letters can stand in brackets.
    """
    tiles = tile_sets()[tile_set]
    codes = sorted({readings(tiles, word)[0] for word in words})
    text = "".join(f"{word}\n" for word in sorted(spelled(tiles, each) for each in codes))
    return store_words(lexica_folder(), sha256(text.encode()).hexdigest(), tiles, codes)


def imported_list(
    code: str, words: Iterable[str], tile_set: str = "en", *, edition: str = ""
) -> Lexicon:
    """Returns a lexicon of these words, as the command of an import leaves it."""
    head = stored_words(words, tile_set).head
    with writing():
        return Lexicon.objects.create(
            code=code,
            name=f"The list {code}",
            edition=edition,
            tile_set=tile_set,
            sha256=head.sha256,
            words=head.words,
            by_length=dict(head.by_length),
        )


def a_row_of(published: str, *, code: str, edition: str) -> Lexicon:
    """Returns a lexicon with the fingerprint of a published list; its words are nowhere."""
    known = edition_named(published)
    assert known is not None
    assert known.sha256
    with writing():
        return Lexicon.objects.create(
            code=code,
            name=f"The list {code}",
            edition=edition,
            tile_set="en",
            sha256=known.sha256,
            words=sum(known.per_length),
            by_length=dict(zip(map(str, LENGTHS), known.per_length, strict=True)),
        )
