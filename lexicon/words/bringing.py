"""From a file to the words in it, with a report of how it was read. All or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexicon.words.about import About
from lexicon.words.fingerprints import Fingerprint
from lexicon.words.reading.refusals import ListRefused

__all__ = ["Asked", "Brought", "ListRefused", "Report", "bring"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is said about a file that is brought; empty is found from the file.

    `encoding` is a key of `encodings.ENCODINGS`, `format` one of `layout.FORMATS`. `digraphs` tells
    of two letters that are a tile together and tiles of their own: "brackets", the tile is where
    brackets are; "one", they are always the one tile; empty, a list without brackets is refused.
    `coded`: tiles of several letters are single characters, as in Spanish and Catalan lists.
    """

    tile_set: str = "en"
    encoding: str = ""
    format: str = ""
    digraphs: str = ""
    coded: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """How a file was read. `too_short` and `too_long` count words that were skipped.

    `file_sha256` is of the bytes as they were sent. `samples` are up to ten words, as the file has
    them, with letters beyond A to Z. `notes` are sentences about what is odd.
    """

    file_name: str
    file_sha256: str
    encoding: str
    format: str
    compression: str
    lines: int
    doubles: int
    too_short: int
    too_long: int
    samples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """The words of a file in codes, sorted and without doubles, and what is known of them.

    `sha256` is the hash of the list; `by_length` counts words by tiles; `about` is by codes, and
    empty where the file tells nothing about its words.
    """

    tile_set: str
    codes: Sequence[str]
    sha256: str
    by_length: dict[int, int]
    about: Mapping[str, About]
    fingerprint: Fingerprint
    report: Report


def bring(
    path: Path,
    asked: Asked,
    *,
    name: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Brought:
    """Returns the words of a file; `name` is what the file is called where it came from.

    `progress` is told how many bytes of how many are read. Raises ListRefused, one sentence.
    """
    raise ListRefused("list.missing", "there is no file", file=name or path.name)
