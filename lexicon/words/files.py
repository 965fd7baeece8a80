"""Word lists on disk, named by the hash of their words, mapped into memory and never changed.

Of a list with the hash H there are: `H.json` (what it is), `H.list` (its words by length), and what
is made from them: `H.words` (validity), and what the other modules of this package add. Whatever is
missing is made again from `H.list`. A file is written under another name and then renamed, so a
reader sees all of it or nothing, and processes that make the same one do each other no harm. What
the disk lost a part of is not believed: words are missing then, and what is made of them is made
again.
"""

from __future__ import annotations

import json
import mmap
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path

import marisa_trie
import msgspec

from core.files import write_whole
from core.phrases import phrase
from lexicon.words.tiles import TileSet, tile_sets

FORMAT = 1
OPEN_LISTS = 8
HASH = re.compile(r"[0-9a-f]{64}")


class FilesMissing(Exception):
    """The files of a list are gone or not whole; `sha256` says of which."""

    def __init__(self, sha256: str) -> None:
        super().__init__(phrase("the words {sha256} are not on this machine", sha256=sha256))
        self.sha256 = sha256


@dataclass(frozen=True, slots=True)
class ListHead:
    """The contents of `H.json`: the tile set, and how many words there are of each length."""

    sha256: str
    tile_set: str
    words: int
    by_length: Mapping[str, int]
    format: int = FORMAT


class WordFiles:
    """The files of one list; what is made of it is opened when it is first asked for."""

    def __init__(self, folder: Path, sha256: str) -> None:
        if not HASH.fullmatch(sha256):
            # It may come from a file that somebody sent, and becomes part of a path.
            raise FilesMissing(sha256)
        self.folder, self.sha256 = folder, sha256
        try:
            self.head = msgspec.json.decode(self.path("json").read_bytes(), type=ListHead)
            self._list = mapped(self.path("list"))
            expected = max((end for _, end in self._places.values()), default=0)
        except (FileNotFoundError, ValueError) as gone:  # ValueError: no head, or an empty file
            raise FilesMissing(sha256) from gone
        if (self.head.format, len(self._list)) != (FORMAT, expected):
            raise FilesMissing(sha256)

    def path(self, kind: str) -> Path:
        """Returns the path of the file of a kind."""
        return self.folder / f"{self.sha256}.{kind}"

    @property
    def tile_set(self) -> TileSet:
        """The tiles that the words are made of."""
        return tile_sets()[self.head.tile_set]

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths of words in tiles, the shortest first."""
        return tuple(self._places)

    def holds(self, codes: str) -> bool:
        """Returns whether tiles, in codes, are a word of the list."""
        return codes in self._valid

    def make_ready(self) -> None:
        """Opens what `holds` asks; where that is still to be made it takes a second, once."""
        len(self._valid)

    def of_length(self, length: int) -> memoryview:
        """Returns the words of a length in order: codes in ASCII, each followed by a newline."""
        start, end = self._places.get(length, (0, 0))
        return memoryview(self._list)[start:end]

    def in_order(self) -> Iterable[str]:
        """Yields every word in codes, the shorter ones first, each length in order."""
        for length in self.lengths:
            yield from bytes(self.of_length(length)).decode("ascii").split()

    def made(self, kind: str, make: Callable[[Path], None]) -> Path:
        """Returns the path of a file that is made from the list, having made it if need be."""
        path = self.path(kind)
        if not path.exists():
            write_whole(path, make)
        return path

    def trie(self, kind: str, keys: Callable[[], Iterable[str]]) -> marisa_trie.Trie:
        """Returns the trie of keys that a file holds, mapped; made if it is not there or whole."""

        def make(path: Path) -> None:
            marisa_trie.Trie(keys()).save(str(path))

        path = self.made(kind, make)
        try:
            return marisa_trie.Trie().mmap(str(path))
        except (OSError, RuntimeError):  # RuntimeError: what marisa says of a file it cannot read
            write_whole(path, make)
            return marisa_trie.Trie().mmap(str(path))

    @cached_property
    def _places(self) -> dict[int, tuple[int, int]]:
        """The offsets in `H.list` of the words of each length, the shortest first."""
        places, start = {}, 0
        for length, count in sorted((int(n), count) for n, count in self.head.by_length.items()):
            places[length] = (start, start + count * (length + 1))
            start = places[length][1]
        return places

    @cached_property
    def _valid(self) -> marisa_trie.Trie:
        return self.trie("words", self.in_order)


def store_words(folder: Path, sha256: str, tile_set: TileSet, codes: Sequence[str]) -> WordFiles:
    """Puts words on disk under their hash, where they are not whole yet; returns their files.

    `codes` are in order and without doubles; `sha256` is the hash that they have as text.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        WordFiles(folder, sha256)
    except FilesMissing:
        _store(folder, sha256, tile_set, codes)
        open_words.cache_clear()
    return open_words(folder, sha256)


def forget_words(folder: Path, sha256: str) -> None:
    """Removes the files of a list that nothing was ever judged by, the head first."""
    for path in sorted(folder.glob(f"{sha256}.*"), key=lambda path: path.suffix != ".json"):
        path.unlink(missing_ok=True)
    open_words.cache_clear()


@lru_cache(maxsize=OPEN_LISTS)
def open_words(folder: Path, sha256: str) -> WordFiles:
    """Returns the files of a list, kept open for the next who asks; raises FilesMissing."""
    return WordFiles(folder, sha256)


def mapped(path: Path) -> mmap.mmap:
    """Returns a file mapped into memory, shared by every process that maps it."""
    with path.open("rb") as opened:
        return mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)


def _store(folder: Path, sha256: str, tile_set: TileSet, codes: Sequence[str]) -> None:
    by_length = {length: list(group) for length, group in groupby(sorted(codes, key=len), key=len)}
    head = ListHead(
        sha256=sha256,
        tile_set=tile_set.key,
        words=len(codes),
        by_length={str(length): len(group) for length, group in by_length.items()},
    )
    text = "".join(f"{word}\n" for group in by_length.values() for word in group)
    write_whole(folder / f"{sha256}.list", lambda path: _write(path, text))
    # The head comes last: where it is, the words are.
    write_whole(folder / f"{sha256}.json", lambda path: _write(path, json.dumps(asdict(head))))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
