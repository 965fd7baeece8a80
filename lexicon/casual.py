"""The list that comes with the program: casual, and there before anything is imported.

No row of the database knows it. Its head is beside its words in `lexicon/embedded`; the words
are put into the folder of the lexica when one is first asked for.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from core.phrases import phrase
from lexicon.words.files import FilesMissing, WordFiles, open_words, store_words
from lexicon.words.tiles import tile_sets

LABEL = phrase("CASUAL LIST")
"""The label shown wherever this list judges."""

_FOLDER = files("lexicon.embedded")


@dataclass(frozen=True, slots=True)
class CasualList:
    """The description of the list; in `added` and `removed`, short words, it differs from SCOWL."""

    code: str
    name: str
    tile_set: str
    sha256: str
    words: int
    by_length: Mapping[str, int]
    added: tuple[str, ...]
    removed: tuple[str, ...]


class Notices(NamedTuple):
    """The parts of `NOTICES.txt`: what we say, then word for word UKACD's and the package's own."""

    ours: str
    ukacd: str
    package: str
    readme: str


@cache
def casual_list() -> CasualList:
    """Returns the casual list's name, hash and counts; its words are not read for that."""
    values = json.loads(_FOLDER.joinpath("SCOWL80.json").read_text(encoding="ascii"))
    return CasualList(
        **{
            **values,
            "added": tuple(values["added"].split()),
            "removed": tuple(values["removed"].split()),
        }
    )


def is_casual(code: str, sha256: str) -> bool:
    """Returns whether a lexicon is this list, under whatever code, or was before an upgrade.

    No other list gets its code.
    """
    return casual_list().code == code or casual_list().sha256 == sha256


def casual_words(folder: Path) -> WordFiles:
    """Returns the words of the list, having put them into the folder if they are not there yet.

    The first time takes about a second. Processes that do it at once write the same files.
    """
    head = casual_list()
    try:
        return open_words(folder, head.sha256)
    except FilesMissing:
        codes = casual_text().decode("ascii").split()
        return store_words(folder, head.sha256, tile_sets()[head.tile_set], codes)


def casual_text() -> bytes:
    """Returns the words as text: upper case, which in English are their codes, a line each."""
    return lzma.decompress(_FOLDER.joinpath("SCOWL80.txt.xz").read_bytes())


def notices() -> Notices:
    """Returns the notices of those who made the words, as they have to be shown."""
    text = _FOLDER.joinpath("NOTICES.txt").read_text(encoding="utf-8")
    return Notices(*re.split(r"\n={80}\n\n", text))
