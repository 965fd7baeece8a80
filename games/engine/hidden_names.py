"""Names that players do not want to be read, taken out of text however they are written.

Text is compared without case, accents and invisible characters, and words are runs of letters, so
that "O’Brien", "OBRIEN" and "o brien" are one name. A plural or genitive s may follow. Words of one
letter are no names; words of two count where they are not in lower case ("Al", never "al"). Where
the letters of a long name are left in a text all the same, in a longer word or spaced out, all of
it goes: a hidden name matters more than a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = r"[\W\d_]{0,3}"
_LETTER = r"[^\W\d_]"
_SUFFIX = r"(?:['’]?s)?"
_SHORT, _LONG = 2, 6
_MOST_WORDS = 8
# Letters that are no letter with an accent, as people write them who do not have them.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_TWO_LETTERS = re.compile("(?<=[aou])e")


class Seen(NamedTuple):
    """How a player is seen: the public name, and names that are to be read nowhere."""

    name: str
    hidden: tuple[str, ...] = ()


class Mask:
    """What takes hidden names out of text."""

    def __init__(self, players: Sequence[Seen]) -> None:
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
        """Whether there is anything to hide."""
        return bool(self._public)

    def text(self, text: str) -> str:
        """Returns a text in which everybody has the public name; empty where that cannot be."""
        if not self.hides:
            return text
        folded, origin = _folded(text)
        said, done, last = "", 0, 0
        for found in self._find.finditer(folded):
            start, end = origin[found.start()], _after(text, origin[found.end() - 1])
            name = "".join(_WORD.findall(found[found.lastindex or 0]))
            if start < done or (len(name) <= _SHORT and text[start].islower()):
                continue
            if self._is_left(folded[last : found.start()]):
                return ""
            said += text[done:start] + self._public[name]
            done, last = end, found.end()
        return "" if self._is_left(folded[last:]) else said + text[done:]

    def is_clean(self, text: str) -> bool:
        """Returns whether a text calls nobody by a hidden name."""
        return self.text(text) == text

    def _is_left(self, folded: str) -> bool:
        letters = "".join(_WORD.findall(folded))
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
    for spelling in _spellings(name):
        words = _WORD.findall(_folded(spelling)[0])[:_MOST_WORDS]
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                yield tuple(words[start:end])


def _spellings(name: str) -> Iterable[str]:
    """Returns a name as it is and as it may be spelled: Müller, Mueller and Muller are one."""
    whole = normalize("NFC", name).casefold()
    return dict.fromkeys((whole, whole.translate(_SPELLED_OUT), _TWO_LETTERS.sub("", whole)))


def _pattern(words: Sequence[str]) -> str:
    """Returns what finds words in folded text; those of scripts without capitals in words too."""
    body = _BETWEEN.join(map(re.escape, words))
    if words[0].upper() == words[0]:
        return f"({body})"
    return f"(?<!{_LETTER})({body}){_SUFFIX}(?!{_LETTER})"


def _folded(text: str) -> tuple[str, Sequence[int]]:
    """Returns text without case, accents and what is not seen, and where each letter stood."""
    if text.isascii():
        return text.lower(), range(len(text))
    plain = [(letter, at) for at, one in enumerate(text) for letter in _plain(one)]
    return "".join([letter for letter, _ in plain]), [at for _, at in plain]


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    apart = normalize("NFKD", character.casefold()).translate(_PLAIN)
    # A letter that is written as a mark, as some apostrophes are, is no letter of a name.
    seen = [(one, category(one)) for one in apart]
    return "".join(["'" if kind == "Lm" else one for one, kind in seen if not _is_unseen(kind)])


def _is_unseen(kind: str) -> bool:
    return kind in ("Mn", "Me", "Cf")


def _after(text: str, last: int) -> int:
    """Returns the end of the letter at a place, behind its accents."""
    end = last + 1
    while end < len(text) and not _plain(text[end]):
        end += 1
    return end
