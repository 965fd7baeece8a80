"""Ways to keep a word list: ours, and those that one would think of first.

Each is a function that writes its file, and one that opens it. What is opened answers whether a
word is in the list, and gives the anagrams of letters.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import dawg

from lexicon.words.files import WordFiles, open_words, store_words
from lexicon.words.keyed import keys_of
from lexicon.words.tiles import tile_sets

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Opened(Protocol):
    """A list that can be asked."""

    def holds(self, word: str) -> bool:
        """Returns whether the word is in the list."""
        ...

    def anagrams(self, letters: str) -> Iterable[str]:
        """Returns the words made of exactly these letters."""
        ...


class Peer(NamedTuple):
    """A way to keep a list: `write` makes its files in a folder, `load` opens them."""

    name: str
    write: Callable[[Path, Sequence[str]], None]
    load: Callable[[Path], Opened]


def alphagram(word: str) -> str:
    """Returns the letters of a word in order."""
    return "".join(sorted(word))


def with_blank(opened: Opened, letters: str) -> int:
    """Returns how many anagrams letters and a blank have, every letter tried."""
    return sum(1 for more in LETTERS for _ in opened.anagrams(letters + more))


class Nothing:
    """No list at all: what the same questions cost a process that keeps none."""

    def holds(self, word: str) -> bool:
        return False

    def anagrams(self, letters: str) -> Iterable[str]:
        return ()


class Ours:
    """The files of `lexicon.words`."""

    def __init__(self, files: WordFiles) -> None:
        self.holds = files.holds
        self.anagrams = keys_of(files).anagrams


class InMemory:
    """A frozenset, and a dictionary of alphagrams made with the first question for one."""

    def __init__(self, folder: Path) -> None:
        self._words = frozenset((folder / "text").read_text(encoding="ascii").split())
        self._by_letters: dict[str, list[str]] = {}

    def holds(self, word: str) -> bool:
        return word in self._words

    def anagrams(self, letters: str) -> Iterable[str]:
        if not self._by_letters:
            found = defaultdict(list)
            for word in self._words:
                found[alphagram(word)].append(word)
            self._by_letters = dict(found)
        return self._by_letters.get(alphagram(letters), ())


class Dawg:
    """dawg2: one DAWG of the words, one of alphagrams with their words."""

    def __init__(self, folder: Path) -> None:
        self._words = dawg.DAWG().load(str(folder / "dawg"))
        self._keys: Any = dawg.CompletionDAWG().load(str(folder / "dawg-keys"))

    def holds(self, word: str) -> bool:
        return word in self._words

    def anagrams(self, letters: str) -> Iterable[str]:
        return [key.partition(" ")[2] for key in self._keys.keys(f"{alphagram(letters)} ")]


class Sqlite:
    """A table of words, asked in SQL by hand."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "sqlite")

    def holds(self, word: str) -> bool:
        sql = "select 1 from words where word = ?"
        return self._connection.execute(sql, (word,)).fetchone() is not None

    def anagrams(self, letters: str) -> Iterable[str]:
        sql = "select word from words where alphagram = ?"
        return [row[0] for row in self._connection.execute(sql, (alphagram(letters),))]


class Orm:
    """The same table behind a model."""

    def __init__(self) -> None:
        from django.db import connections

        from bench.word_rows import Word

        # A worker that was forked has a connection of its own.
        connections.close_all()
        self._words = Word.objects

    def holds(self, word: str) -> bool:
        return self._words.filter(word=word).exists()

    def anagrams(self, letters: str) -> Iterable[str]:
        return self._words.filter(alphagram=alphagram(letters)).values_list("word", flat=True)


def _write_ours(folder: Path, words: Sequence[str]) -> None:
    text = "".join(f"{word}\n" for word in words).encode()
    digest = sha256(text).hexdigest()
    (folder / "digest").write_text(digest)
    files = store_words(folder, digest, tile_sets()["en"], words)
    Ours(files).anagrams("AA")
    files.holds("AA")


def _write_text(folder: Path, words: Sequence[str]) -> None:
    (folder / "text").write_text("\n".join(words), encoding="ascii")


def _write_dawg(folder: Path, words: Sequence[str]) -> None:
    dawg.DAWG(words).save(str(folder / "dawg"))
    keys = sorted(f"{alphagram(word)} {word}" for word in words)
    dawg.CompletionDAWG(keys).save(str(folder / "dawg-keys"))


def _write_sqlite(folder: Path, words: Sequence[str]) -> None:
    with sqlite3.connect(folder / "sqlite") as connection:
        connection.execute("create table words (word text primary key, alphagram text)")
        connection.execute("create index alphagrams on words (alphagram)")
        rows = ((word, alphagram(word)) for word in words)
        connection.executemany("insert into words values (?, ?)", rows)


def _write_orm(_: Path, words: Sequence[str]) -> None:
    from bench.word_rows import fill

    fill((word, alphagram(word)) for word in words)


def _ours(folder: Path) -> Opened:
    return Ours(open_words(folder, (folder / "digest").read_text()))


PEERS = (
    Peer("ours", _write_ours, _ours),
    Peer("frozenset", _write_text, InMemory),
    Peer("dawg2", _write_dawg, Dawg),
    Peer("SQLite", _write_sqlite, Sqlite),
    Peer("ORM", _write_orm, lambda _: Orm()),
)
