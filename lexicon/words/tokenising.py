"""Reads text as tiles: one translation for a plain word, every way through it for a doubtful one.

A tile of several letters is *certain* where its letters cannot be played one by one (Spanish CH,
Hungarian GY): it is always read. It is *doubtful* where they can (Hungarian SZ, Welsh LL): then
text has more readings than one. `lexicon.md` section 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from unicodedata import combining, normalize

from lexicon.words.errors import WordError

READINGS_AT_MOST = 64
TEXT_AT_MOST = 256
"""The most characters in the text of one word: 21 tiles in brackets are far fewer."""

INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
"""Soft hyphen, characters of no width, marks of direction and of byte order: not part of a word."""

NO_LETTER = "!"
OPENS, CLOSES = "<", ">"
PART_OF_A_TILE = "0123456789"
"""All these are below the first code, so that one look finds what did not become a tile."""

NO_TILE = re.compile(f"[{NO_LETTER}-{CLOSES}]")
NEVER = "(?!)"

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Writing:
    """The ways in which texts of a language differ from its tiles.

    `lower`: upper-case letters whose lower case is not Python's. `also`: other ways to write
    letters. `strips_marks`: accents do not count. `doubled`: how a tile of several letters is
    written when doubled. `coded`: one character for a tile, which some files use.
    """

    lower: Pairs = ()
    also: Pairs = ()
    strips_marks: bool = False
    doubled: Pairs = ()
    coded: Pairs = ()


PLAIN = Writing()


@dataclass(frozen=True, slots=True)
class LetterPiece:
    """Letters that can be read at once: as one tile, or as a doubled one."""

    letters: str
    codes: str
    is_certain: bool
    is_doubtful: bool


class Tokeniser:
    """Reads text as the tiles of one set; made once for a set, and then only read."""

    def __init__(
        self,
        codes: Mapping[str, str],
        ambiguous: frozenset[str],
        writing: Writing,
        *,
        longest: int,
        coded: bool = False,
    ) -> None:
        self._codes = codes
        self._longest = longest
        self._lower = _lower_case(codes, writing)
        self._folds = _folds(self._lower, writing)
        self._sequences = [(key, value) for key, value in writing.also if len(key) > 1]
        self._pieces = _pieces(codes, ambiguous, writing)
        self._coded = _folds_of_codes(writing, self._lower) if coded else {}
        self._make_tables()

    def one(self, text: str, *, brackets_only: bool = False, longest: bool = False) -> str:
        """Returns the only reading of a text, in codes; see `spelling.one_reading`."""
        codes = text.translate(self._table)
        if not self._has_long:
            if codes and codes.isascii() and NO_LETTER not in codes:
                return codes
        elif (quick := self._quick(codes, brackets_only, longest)) is not None:
            return quick
        found = self._every(text, brackets_only)
        if len(found) > 1 and not longest:
            spelled = tuple(self.spelled(codes) for codes in found[:READINGS_AT_MOST])
            raise WordError("word.ambiguous", text=text, readings=spelled)
        return found[0]

    def every(self, text: str, *, brackets_only: bool = False) -> tuple[str, ...]:
        """Returns every reading of a text, in codes; see `spelling.readings`."""
        found = self._every(text, brackets_only)
        if len(found) > READINGS_AT_MOST:
            raise WordError("word.readings", text=text)
        return found

    def spelled(self, codes: str) -> str:
        """Returns tiles as text that is read as these tiles; see `spelling.spelled`."""
        if self._would_join.search(codes):
            return "".join(
                f"[{self._written[ord(code)]}]"
                if self._would_join.match(codes, place)
                else self._spelled[ord(code)]
                for place, code in enumerate(codes)
            )
        return codes.translate(self._spelled)

    def written(self, codes: str) -> str:
        """Returns tiles as the letters on them."""
        return codes.translate(self._written)

    def lowered(self, codes: str) -> str:
        """Returns tiles as lower-case text, those of several letters in brackets."""
        return codes.translate(self._lowered)

    def _make_tables(self) -> None:
        tiles = self._codes
        self._written = {ord(code): text for text, code in tiles.items()}
        self._spelled = {ord(code): _bracketed(text) for text, code in tiles.items()}
        self._lowered = {
            ord(code): _bracketed("".join(self._lower[letter] for letter in text))
            for text, code in tiles.items()
        }
        inner = {letter for text in tiles for letter in text if letter not in tiles}
        letters = dict(tiles) | dict(zip(sorted(inner), PART_OF_A_TILE, strict=False))
        letters = {text: code for text, code in letters.items() if len(text) == 1}
        has_long = any(len(text) > 1 for text in tiles)
        self._table = dict.fromkeys(range(128), NO_LETTER)
        if has_long:
            self._table |= {ord("["): OPENS, ord("]"): CLOSES}
        for character, folded in self._folds.items():
            # A mark that is left out is left to the longer way: its base may be no letter.
            if folded:
                self._table[character] = "".join(letters[letter] for letter in folded)
        self._table |= {n: tiles[text] for n, text in self._coded.items()}
        self._has_long = has_long
        self._make_patterns(letters)

    def _make_patterns(self, letters: Mapping[str, str]) -> None:
        """Sets what the quick way looks for, in the codes of single letters, longest first."""
        pieces = [piece for found in self._pieces.values() for piece in found]
        pieces = [piece for piece in pieces if len(piece.letters) > 1]
        source = {p: "".join(letters[letter] for letter in p.letters) for p in pieces}
        self._joined = {source[piece]: piece.codes for piece in pieces}
        self._certain = [(source[piece], piece.codes) for piece in pieces if piece.is_certain]
        self._in_brackets = [
            (f"{OPENS}{source[piece]}{CLOSES}", piece.codes)
            for piece in pieces
            if piece.letters in self._codes
        ]
        self._doubtful = _any_of(source[piece] for piece in pieces if piece.is_doubtful)
        self._greedy = _any_of(source.values())
        played = set(self._codes.values())
        pairs = [pair for pair, _ in self._certain if played.issuperset(pair)]
        self._would_join = re.compile(
            "|".join(f"{re.escape(pair[0])}(?={re.escape(pair[1:])})" for pair in pairs) or NEVER
        )

    def _quick(self, codes: str, brackets_only: bool, longest: bool) -> str | None:
        """Returns the reading where one pass finds it; None where a longer look is needed."""
        if not codes.isascii():
            return None
        if OPENS in codes:
            for source, code in self._in_brackets:
                codes = codes.replace(source, code)
        if not brackets_only and self._doubtful.search(codes):
            if not longest:
                return None
            codes = self._greedy.sub(self._join, codes)
        else:
            # No two of them overlap, so the order in which they are put in does not matter.
            for source, code in self._certain:
                codes = codes.replace(source, code)
        return None if NO_TILE.search(codes) else codes or None

    def _join(self, match: re.Match[str]) -> str:
        return self._joined[match[0]]

    def _every(self, text: str, brackets_only: bool) -> tuple[str, ...]:
        """Returns one reading more than are allowed at most; the longest tiles come first."""
        letters, origins = self._letters(text)
        onward = self._ways(letters, brackets_only)
        if len(letters) not in onward:
            character = origins[max(onward)]
            if character == "]":
                raise WordError("tile.bracket", text=character)
            raise WordError("tile.unknown", character=character, text=text)
        return tuple(islice(_walk(onward, len(letters)), READINGS_AT_MOST + 1))

    def _letters(self, text: str) -> tuple[str, list[str]]:
        """Returns a text as upper-case letters, and the character that each of them comes from."""
        if len(text) > TEXT_AT_MOST:
            raise WordError("word.long", longest=self._longest)
        plain = normalize("NFC", text.translate(INVISIBLE)).strip()
        for sequence, letters in self._sequences:
            plain = plain.replace(sequence, letters)
        found, origins = [], []
        for character in plain:
            number = ord(character)
            folded = f"[{self._coded[number]}]" if number in self._coded else None
            for letter in folded or self._folds.get(number, character):
                found.append(letter)
                origins.append(character)
        if not found:
            raise WordError("tile.empty")
        return "".join(found), origins

    def _ways(self, letters: str, brackets_only: bool) -> dict[int, list[tuple[int, str]]]:
        """Returns the steps from every place that can be reached, the longest step first."""
        onward: dict[int, list[tuple[int, str]]] = {0: []}
        for place in range(len(letters)):
            if place in onward:
                onward[place] = list(self._steps(letters, place, brackets_only))
                for after, _ in onward[place]:
                    onward.setdefault(after, [])
        return onward

    def _steps(self, letters: str, place: int, brackets_only: bool) -> Iterator[tuple[int, str]]:
        if letters[place] == "[":
            closed = letters.find("]", place)
            code = self._codes.get(letters[place + 1 : closed]) if closed > 0 else None
            if code is None:
                shown = letters[place : closed + 1] if closed > 0 else letters[place:]
                raise WordError("tile.bracket", text=shown)
            yield closed + 1, code
        for piece in self._pieces.get(letters[place], ()):
            if letters.startswith(piece.letters, place) and not (
                brackets_only and piece.is_doubtful
            ):
                yield place + len(piece.letters), piece.codes
                if piece.is_certain:
                    return


def _walk(onward: Mapping[int, list[tuple[int, str]]], end: int) -> Iterator[str]:
    """Yields the codes along every way to the end, at each place the longest step first."""
    live = {end}
    for place in sorted(onward, reverse=True):
        if any(after in live for after, _ in onward[place]):
            live.add(place)
    waiting = [(0, "")]
    while waiting:
        place, codes = waiting.pop()
        if place == end:
            yield codes
        steps = [step for step in onward[place] if step[0] in live]
        waiting.extend((after, codes + code) for after, code in reversed(steps))


def _lower_case(codes: Mapping[str, str], writing: Writing) -> dict[str, str]:
    exceptions = dict(writing.lower)
    return {
        letter: exceptions.get(letter, letter.lower())
        for letter in sorted({letter for text in codes for letter in text})
    }


def _folds(lower: Mapping[str, str], writing: Writing) -> dict[int, str]:
    """Returns the letters on tiles that every character of a text stands for."""
    folds = {ord(small): letter for letter, small in lower.items()}
    folds |= {ord(letter): letter for letter in lower}
    if writing.strips_marks:
        folds |= _without_marks(folds)
    for character, letters in writing.also:
        if len(character) == 1:
            folds[ord(character)] = folds[ord(character.lower())] = letters
    return folds


def _without_marks(folds: Mapping[int, str]) -> dict[int, str]:
    letters = {}
    for number in range(0x80, 0x2000):
        apart = normalize("NFD", chr(number))
        if all(map(combining, apart)):
            letters[number] = ""
        elif ord(apart[0]) in folds and all(map(combining, apart[1:])):
            letters[number] = folds[ord(apart[0])]
    return letters


def _folds_of_codes(writing: Writing, lower: Mapping[str, str]) -> dict[int, str]:
    folds = {}
    for character, text in writing.coded:
        folds[ord(character)] = text
        folds[ord(lower.get(character, character.lower()))] = text
    return folds


def _pieces(
    codes: Mapping[str, str], ambiguous: frozenset[str], writing: Writing
) -> dict[str, list[LetterPiece]]:
    """Returns the pieces that are read at once, by first letter, the longest first."""
    every = [
        LetterPiece(text, code, len(text) > 1 and text not in ambiguous, text in ambiguous)
        for text, code in codes.items()
    ]
    every += [LetterPiece(text, codes[tile] * 2, False, True) for text, tile in writing.doubled]
    pieces: dict[str, list[LetterPiece]] = {}
    for piece in sorted(every, key=lambda piece: -len(piece.letters)):
        pieces.setdefault(piece.letters[0], []).append(piece)
    return pieces


def _any_of(sources: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sources)) or NEVER)


def _bracketed(text: str) -> str:
    return text if len(text) == 1 else f"[{text}]"
