"""Rosters under a header whose headings have spaces alone between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tournaments.formats.roster import columns as of
from tournaments.formats.roster.spaced import is_rating

_MARKS = re.compile(r"[\t;,]")
_CLASS = re.compile(r"[A-Z]{1,2}|(?=\D*\d)\w{1,3}")
_NAMES = (of.NAME, of.FAMILY, of.GIVEN)
# What one word is, by its looks. A team or a club may be any words, so no line tells where it ends.
_LOOKS: dict[str, Callable[[str], bool]] = {
    of.RATING: is_rating,
    of.NUMBER: lambda word: any(letter.isdigit() for letter in word),
    of.CLASS: lambda word: bool(_CLASS.fullmatch(word)),
    of.DIVISION: lambda word: bool(_CLASS.fullmatch(word)),
    of.GAMES: str.isdecimal,
}


def spaced_header(line: str) -> tuple[str, ...] | None:
    """Returns what the headings of a line name, None where it is not a header.

    Every word of it belongs to a heading that is known, there are several, and one names people.
    """
    words, found = line.split(), list[str]()
    if _MARKS.search(line):
        return None
    while words:
        size = next((n for n in (2, 1) if len(words) >= n and _known(words[:n])), 0)
        column = _known(words[:size])
        if not column or column in found:
            return None
        found.append(column)
        del words[:size]
    return tuple(found) if len(found) > 1 and set(_NAMES) & set(found) else None


def can_be_parted(columns: Sequence[str]) -> bool:
    """Returns whether lines under these columns can be parted at spaces alone.

    The columns that name the person are beside each other, and one word tells each other one.
    """
    at = [place for place, column in enumerate(columns) if column in _NAMES]
    others = {column for column in columns if column not in _NAMES}
    alone = of.NAME not in columns or len(at) == 1
    return alone and at[-1] - at[0] == len(at) - 1 and others <= _LOOKS.keys()


def spaced_cells(line: str, columns: Sequence[str]) -> list[str]:
    """Returns the cell of each column, empty where the line has none.

    What looks like nothing that a column holds belongs to the name.
    """
    words = line.replace(",", ", ").split()
    first = next(place for place, column in enumerate(columns) if column in _NAMES)
    names = [column for column in columns if column in _NAMES]
    before, after = columns[:first], columns[first + len(names) :]
    front = [
        words.pop(0) if len(words) > 1 and _LOOKS[column](words[0]) else "" for column in before
    ]
    end = next(
        end
        for end in range(max(1, len(words) - len(after)), len(words) + 1)
        if all(_LOOKS[column](word) for column, word in zip(after, words[end:], strict=False))
    )
    rest = [*words[end:], *[""] * (len(after) - len(words[end:]))]
    return [*front, *_parted(words[:end], names), *rest]


def _parted(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Returns the cells of the columns that name the person; one given name where two are asked."""
    if len(names) == 1 or len(words) < 2:
        return [" ".join(words).rstrip(","), *[""] * (len(names) - 1)]
    cut = 1 if names[0] == of.GIVEN else len(words) - 1
    return [" ".join(words[:cut]).rstrip(","), " ".join(words[cut:]).rstrip(",")]


def _known(words: Sequence[str]) -> str:
    return of.HEADINGS.get(" ".join(words).casefold().replace("_", " "), "")
