"""Names that players do not want to be read, taken out of text however they are written.

Text is compared without case, accents and invisible characters, and words are runs of letters, so
that "O’Brien", "OBRIEN" and "o brien" are one name. A plural or genitive s may follow. Words of one
letter are not names; words of two count where they are not in lower case ("Al", never "al"). Where
the letters of a long name are left in a text all the same, in a longer word or spaced out, all of
it goes: a hidden name matters more than a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.bystanders import NO_BYSTANDERS, Bystanders
from games.engine.folding import after, folded, spellings

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = r"[\W\d_]{0,3}"
_LETTER = r"[^\W\d_]"
_SUFFIX = r"(?:['’]?s)?"
_SHORT, _LONG = 2, 6
_MOST_WORDS = 8


class Seen(NamedTuple):
    """The names of a player: the public one, and those that must appear nowhere."""

    name: str
    hidden: tuple[str, ...] = ()


class Mask:
    """Removes hidden names from text: those of players, and those of bystanders."""

    def __init__(self, players: Sequence[Seen], bystanders: Bystanders = NO_BYSTANDERS) -> None:
        self._bystanders = bystanders
        self._public: dict[str, str] = {}
        patterns: dict[str, str] = {}
        for player in players:
            for words in _terms(player):
                self._public.setdefault("".join(words), player.name)
                patterns["".join(words)] = _pattern(words)
        longest_first = sorted(patterns, key=len, reverse=True)
        self._find = re.compile("|".join([patterns[term] for term in longest_first]))
        self._long = [term for term in longest_first if len(term) >= _LONG]

    @property
    def hides(self) -> bool:
        """Whether a player hides a name."""
        return bool(self._public)

    def text(self, text: str) -> str:
        """Returns a text in which every player has the public name; empty where that cannot be.

        Bystanders are somebody in it, and association numbers are withheld.
        """
        return self._bystanders.text(self._of_players(text) if self.hides else text)

    def is_clean(self, text: str) -> bool:
        """Returns whether a text calls nobody by a hidden name."""
        return self.text(text) == text

    def _of_players(self, text: str) -> str:
        plain, origin = folded(text)
        said, done, last = "", 0, 0
        for found in self._find.finditer(plain):
            start, end = origin[found.start()], after(text, origin[found.end() - 1])
            name = "".join(_WORD.findall(found[found.lastindex or 0]))
            if start < done or (len(name) <= _SHORT and text[start].islower()):
                continue
            if self._is_left(plain[last : found.start()]):
                return ""
            said += text[done:start] + self._public[name]
            done, last = end, found.end()
        return "" if self._is_left(plain[last:]) else said + text[done:]

    def _is_left(self, plain: str) -> bool:
        letters = "".join(_WORD.findall(plain))
        return any(term in letters for term in self._long)


def _terms(player: Seen) -> Iterator[tuple[str, ...]]:
    """Yields the words of hidden names that follow each other, but what is public too."""
    public = {"".join(words) for words in _runs(player.name)}
    for name in player.hidden:
        for words in _runs(name):
            term = "".join(words)
            if len(term) >= _SHORT and term not in public:
                yield words


def _runs(name: str) -> Iterator[tuple[str, ...]]:
    """Yields all words of a name that follow each other, in every spelling of the name."""
    for spelling in spellings(name):
        words = _WORD.findall(folded(spelling)[0])[:_MOST_WORDS]
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                yield tuple(words[start:end])


def _pattern(words: Sequence[str]) -> str:
    """Returns a pattern of words in folded text; those of scripts without capitals in words too."""
    body = _BETWEEN.join(map(re.escape, words))
    if words[0].upper() == words[0]:
        return f"({body})"
    return f"(?<!{_LETTER})({body}){_SUFFIX}(?!{_LETTER})"
