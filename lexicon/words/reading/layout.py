"""The layout of a file's lines: a word alone, a word and its definition, or with a tab.

`lexicon.md` section 2. The first lines decide; a later line that is laid out otherwise is refused,
because it may be a word that was torn, or a heading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from unicodedata import normalize

from core.phrases import phrase
from lexicon.words.reading.compression import Source
from lexicon.words.reading.refusals import ListRefused, shown

FORMATS: Mapping[str, str] = {
    "plain": phrase("one word a line"),
    "zyzzyva": phrase("word and definition, Zyzzyva style"),
    "tab": phrase("word, tab, definition"),
    "kwg": "KWG",
}
"""The formats that can be chosen for a file, with their descriptions."""

MOST_OF_A_WORD = 100
"""Characters before the definition, brackets of tiles included."""

SYMBOLS = "#$!"
DECIDING = 200
"""How many lines tell the layout of all of them."""

Row = tuple[int, str, str, str]
"""Number of the line, word as it is written there, symbols, definition."""

_SYMBOLS_ALONE = re.compile(r"([#$!]+)(?:\s+|$)")


def decided(lines: Iterable[tuple[int, str]]) -> str:
    """Returns the layout that most of the first lines have, a key of FORMATS."""
    seen = Counter(_looks(line) for _, line in islice(lines, DECIDING))
    return max(("plain", "zyzzyva", "tab"), key=lambda layout: seen[layout])


def rows(source: Source, layout: str, lines: Iterable[tuple[int, str]]) -> Iterator[Row]:
    """Yields (line, word, marks, rest) of each line; raises ListRefused for another layout."""
    parted = _PARTED[layout]
    for number, line in lines:
        word, rest = parted(line)
        symbols = ""
        if word[-1:] in SYMBOLS:
            bare = word.rstrip(SYMBOLS + " ")
            word, symbols = bare, word[len(bare) :].replace(" ", "")
        if rest:
            alone = _SYMBOLS_ALONE.match(rest)
            if alone:
                symbols, rest = symbols + alone[1], rest[alone.end() :]
            if not rest.isascii():
                rest = normalize("NFC", rest)
        if len(word) > MOST_OF_A_WORD or not word or " " in word or "\t" in word:
            raise _misfit(source, layout, number, word)
        yield number, word, symbols, rest


def _looks(line: str) -> str:
    if "\t" in line:
        return "tab"
    return "zyzzyva" if " " in line.rstrip(SYMBOLS + " ") else "plain"


def _misfit(source: Source, layout: str, number: int, word: str) -> ListRefused:
    if len(word) > MOST_OF_A_WORD:
        code, what = (
            "line.long",
            phrase(
                "the word is longer than {most_of_a_word} characters", most_of_a_word=MOST_OF_A_WORD
            ),
        )
    elif not word:
        code, what = "line.no_word", phrase("the line does not begin with a word")
    else:
        code = "line.blank"
        what = phrase(
            "{word!r} contains a blank, in a file of the format “{formats}”",
            word=shown(word),
            formats=FORMATS[layout],
        )
    return ListRefused(code, what, file=source.name, line=number)


def _plain(line: str) -> tuple[str, str]:
    return line, ""


def _zyzzyva(line: str) -> tuple[str, str]:
    word, *rest = line.split(None, 1)
    return word, rest[0] if rest else ""


def _tab(line: str) -> tuple[str, str]:
    word, _, rest = line.partition("\t")
    return word.rstrip(), rest.replace("\t", " ").strip()


_PARTED: Mapping[str, Callable[[str], tuple[str, str]]] = {
    "plain": _plain,
    "zyzzyva": _zyzzyva,
    "tab": _tab,
}
