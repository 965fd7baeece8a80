"""From lines to words: reads each as tiles, counts what is skipped, and keeps what is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from core.phrases import phrase
from lexicon.words.about import WordNotes
from lexicon.words.errors import WordError
from lexicon.words.reading.layout import Row
from lexicon.words.reading.refusals import ListRefused, shown
from lexicon.words.spelling import one_reading
from lexicon.words.tiles import TileSet

DIGRAPHS = {
    "brackets": phrase("each letter is a tile unless it is in brackets"),
    "one": phrase("they are always one tile"),
}
"""The ways to read letters that can be one tile as well as several."""

SHORTEST = 2
MOST_WORDS = 4_000_000
SAMPLES = 10
_OF_A_LETTER = 2


@dataclass
class Gathered:
    """The words of a file while it is read: their codes, what is told, what was skipped."""

    tile_set: TileSet
    name: str
    codes: set[str] = field(default_factory=set)
    told: WordNotes = field(default_factory=WordNotes)
    doubles: int = 0
    too_short: int = 0
    too_long: int = 0

    @property
    def lines(self) -> int:
        """The number of words in the file, duplicates and skipped ones included."""
        return len(self.codes) + self.doubles + self.too_short + self.too_long

    def take(self, codes: str) -> bool:
        """Returns whether a word is of the list, having counted it if it is not new."""
        if len(codes) < SHORTEST:
            self.too_short += 1
            return False
        if len(codes) > self.tile_set.longest:
            self.too_long += 1
            return False
        if codes in self.codes:
            self.doubles += 1
        elif len(self.codes) < MOST_WORDS:
            self.codes.add(codes)
        else:
            raise ListRefused(
                "list.many",
                phrase(
                    "has more than {most_words:,} words, more than any list", most_words=MOST_WORDS
                ),
                file=self.name,
            )
        return True


class LineReader:
    """Reads the words of lines as tiles, in the way that was asked for.

    `doubt` is the first line that could be read in two ways, while no brackets were seen and nobody
    said what such letters are; until then letters outside brackets are tiles of their own.
    `saw_brackets` is whether brackets decided it. `samples` are words with letters beyond A to Z, a
    few for each letter.
    """

    def __init__(self, gathered: Gathered, *, digraphs: str, coded: bool) -> None:
        self._gathered, self._coded = gathered, coded
        self._tile_set = gathered.tile_set
        self._read = partial(one_reading, self._tile_set, coded=coded, longest=digraphs == "one")
        self._looks_for_brackets = bool(self._tile_set.ambiguous) and not digraphs
        if digraphs == "brackets":
            self._read_brackets()
        self.doubt: ListRefused | None = None
        self.saw_brackets = False
        self._samples: dict[str, list[str]] = {}

    def read(self, rows: Iterable[Row]) -> None:
        """Gathers the words of the rows; raises ListRefused for one that is not a word."""
        gathered, told = self._gathered, self._gathered.told
        for number, word, symbols, definition in rows:
            if self._looks_for_brackets and "[" in word:
                self._looks_for_brackets, self.saw_brackets, self.doubt = False, True, None
                self._read_brackets()
            try:
                codes = self._read(word)
            except WordError as fault:
                codes = self._again(number, word, fault)
            if gathered.take(codes) and (definition or symbols):
                told.add(codes, symbols, definition)
            if not word.isascii():
                self._sample(word)

    @property
    def samples(self) -> tuple[str, ...]:
        """Up to ten words with letters beyond A to Z, the first of each letter before others."""
        by_turn = [
            words[turn]
            for turn in range(_OF_A_LETTER)
            for words in self._samples.values()
            if turn < len(words)
        ]
        return tuple(dict.fromkeys(by_turn))[:SAMPLES]

    def _read_brackets(self) -> None:
        self._read = partial(one_reading, self._tile_set, coded=self._coded, brackets_only=True)

    def _again(self, number: int, word: str, fault: WordError) -> str:
        """Returns a word that has two readings, or raises what is wrong with it."""
        if fault.code == "word.ambiguous" and self._looks_for_brackets:
            self.doubt = self._ambiguous(number, word, fault)
            self._read_brackets()
            try:
                return self._read(word)
            except WordError as other:
                fault = other
        raise self._refused(number, word, fault)

    def _ambiguous(self, number: int, word: str, fault: WordError) -> ListRefused:
        one, other, *_ = fault.params["readings"]
        return ListRefused(
            "word.ambiguous",
            phrase(
                "{word!r} can be the tiles {one} or {other}; choose that two letters are "
                "always one tile, or only in brackets",
                word=shown(word),
                one=one,
                other=other,
            ),
            file=self._gathered.name,
            line=number,
            field="digraphs",
        )

    def _refused(self, number: int, word: str, fault: WordError) -> ListRefused:
        character = str(fault.params.get("character", ""))
        what, on = phrase("{word!r} is not a word", word=shown(word)), "file"
        if fault.code == "tile.bracket":
            what = phrase("{word!r} has brackets that do not contain a tile", word=shown(word))
        elif character.isdigit():
            what = phrase("{word!r} contains a digit", word=shown(word))
        elif character.isspace():
            what = phrase("{word!r} contains a blank", word=shown(word))
        elif character:
            name = self._tile_set.name
            what = phrase(
                "{word!r} contains {character!r}, which is on no tile of {name}",
                word=shown(word),
                character=shown(character),
                name=name,
            )
        if not self._coded and character.upper() in dict(self._tile_set.writing.coded):
            pairs = ", ".join(
                phrase("{character} for {tile}", character=one, tile=tile)
                for one, tile in self._tile_set.writing.coded
            )
            what, on = (
                phrase(
                    "{what}; if the list writes {pairs}, say that it is coded",
                    what=what,
                    pairs=pairs,
                ),
                "coded",
            )
        return ListRefused(fault.code, what, file=self._gathered.name, line=number, field=on)

    def _sample(self, word: str) -> None:
        for character in word:
            if not character.isascii():
                lines = self._samples.setdefault(character.casefold(), [])
                if len(lines) < _OF_A_LETTER:
                    lines.append(word)
