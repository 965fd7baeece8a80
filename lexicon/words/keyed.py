"""Anagrams, hooks and extensions, from one trie of several kinds of keys (`lexicon.md` section 8).

The file `H.keys` holds for every word of the list H three keys: the word; 0x01 and the word
backwards; 0x02, its tiles in order, 0x03 and the word. It is mapped, so all processes share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import marisa_trie

from lexicon.words.files import OPEN_LISTS, WordFiles, open_words

_BACKWARDS, _TILES, _WORD = "\x01", "\x02", "\x03"


class Keys:
    """The queries of a list by its keys. Words go in and come out in codes, in order."""

    def __init__(self, trie: marisa_trie.Trie, alphabet: str) -> None:
        self._trie, self._alphabet = trie, alphabet

    def anagrams(self, tiles: str) -> list[str]:
        """Returns the words made of exactly these tiles."""
        start = f"{_TILES}{alphagram(tiles)}{_WORD}"
        return sorted(key[len(start) :] for key in self._trie.iterkeys(start))

    def blank_anagrams(self, tiles: str, blanks: int = 1) -> dict[str, list[str]]:
        """Returns the words made of these tiles and blanks, by what the blanks stand for.

        It looks once for every choice of tiles: 26 times in English for one blank, 351 for two.
        """
        anagrams = {
            "".join(drawn): self.anagrams(tiles + "".join(drawn))
            for drawn in combinations_with_replacement(self._alphabet, blanks)
        }
        return {drawn: words for drawn, words in anagrams.items() if words}

    def subanagrams(self, rack: str) -> dict[int, list[str]]:
        """Returns the words made of some of these tiles, by length, the longest first.

        It looks once for every different choice from the rack: at most 2 to the power of its size.
        """
        by_length: dict[int, list[str]] = {}
        for chosen in _choices(rack):
            if words := self.anagrams(chosen):
                by_length.setdefault(len(chosen), []).extend(words)
        return {length: sorted(by_length[length]) for length in sorted(by_length, reverse=True)}

    def front_hooks(self, word: str) -> str:
        """Returns the tiles that make a word when they are put before these."""
        return "".join(code for code in self._alphabet if code + word in self._trie)

    def back_hooks(self, word: str) -> str:
        """Returns the tiles that make a word when they are put behind these."""
        return "".join(code for code in self._alphabet if word + code in self._trie)

    def inner_hooks(self, word: str) -> tuple[bool, bool]:
        """Returns whether a word is left without the first tile, and without the last."""
        return len(word) > 1 and word[1:] in self._trie, len(word) > 1 and word[:-1] in self._trie

    def front_extensions(self, word: str) -> list[str]:
        """Returns the longer words that end with these tiles."""
        backwards = self._trie.iterkeys(_BACKWARDS + word[::-1])
        return sorted(key[:0:-1] for key in backwards if len(key) > len(word) + 1)

    def back_extensions(self, word: str) -> list[str]:
        """Returns the longer words that begin with these tiles."""
        return sorted(key for key in self._trie.iterkeys(word) if len(key) > len(word))

    def transpositions(self, word: str) -> list[str]:
        """Returns the words that come of two tiles side by side changing places."""
        swapped = {
            word[:n] + word[n + 1] + word[n] + word[n + 2 :]
            for n in range(len(word) - 1)
            if word[n] != word[n + 1]
        }
        return sorted(other for other in swapped if other in self._trie)


def keys_of(files: WordFiles) -> Keys:
    """Returns the keys of a list, made when they are first asked for and then kept open."""
    return _open(files.folder, files.sha256)


def alphagram(tiles: str) -> str:
    """Returns tiles in order."""
    return "".join(sorted(tiles))


@lru_cache(maxsize=OPEN_LISTS)
def _open(folder: Path, sha256: str) -> Keys:
    files = open_words(folder, sha256)
    return Keys(files.trie("keys", lambda: _keys(files)), "".join(files.tile_set.by_code))


def _keys(files: WordFiles) -> Iterator[str]:
    for word in files.in_order():
        yield word
        yield _BACKWARDS + word[::-1]
        yield f"{_TILES}{alphagram(word)}{_WORD}{word}"


def _choices(rack: str) -> Iterable[str]:
    """Yields every different set of tiles that a rack has in it, its tiles in order."""
    counted = sorted(Counter(rack).items())
    for taken in product(*(range(count + 1) for _, count in counted)):
        yield "".join(code * times for (code, _), times in zip(counted, taken, strict=True))
