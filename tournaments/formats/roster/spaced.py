"""Lines of a roster that are parted by spaces alone, and lines of tsh division files.

Headings may have spaces alone between them too. Of a tsh line only who plays is taken: opponents
and scores belong to an import.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.entry_details import DETAILS
from tournaments.formats.roster import columns as of
from tournaments.formats.tsh.errors import FileLine, TshError
from tournaments.formats.tsh.players import TshPlayerLine, read_player

_POINTS = re.compile(r"0|\d{3,4}", re.ASCII)
_TSH_POINTS = re.compile(r"(0|\d{3,4})([.+]\d+)*", re.ASCII)
_NUMBER = re.compile(r"-?\d+", re.ASCII)
_HERE = FileLine("")
TSH_COLUMNS = (of.NAME, of.RATING, of.NUMBER, of.CLASS, of.TEAM, of.GAMES)
_MARKS = re.compile(r"[\t;,]")
_CLASS = re.compile(r"[A-Z]{1,2}|(?=\D*\d)\w{1,3}")
_NAMES = (of.NAME, of.FAMILY, of.GIVEN)


@dataclass(frozen=True, slots=True)
class TshLine:
    """The person in a tsh line, by column, or why it cannot be read.

    `has_games` says that it has opponents or scores, too.
    """

    cells: dict[str, str]
    has_games: bool = False
    fault: str = ""


def spaced(text: str) -> list[str]:
    """Returns name, rating and perhaps a number out of a text with spaces alone between them.

    A text that is something else is returned as it is. A rating has three or four digits, or is 0:
    what ends "Player 1" is a name.
    """
    words = text.split()
    for end in (len(words) - 1, len(words) - 2):
        if end > 0 and is_rating(words[end]) and _is_name(words[:end]):
            number = words[end + 1 :]
            if all(any(letter.isdigit() for letter in word) for word in number):
                return [" ".join(words[:end]), words[end], *number]
    return [text]


def is_rating(word: str) -> bool:
    """Returns whether a word after a name is a rating, or says that there is none."""
    return bool(_POINTS.fullmatch(word)) or (of.says_none(word) and word.casefold() != "new")


def is_tsh(lines: Sequence[str]) -> bool:
    """Returns whether the lines of a text are those of a tsh division file."""
    said = [line for line in lines if line.strip() and not is_comment(line)]
    return sum(map(_looks_tsh, said)) * 2 > len(said)


def is_surely_tsh(line: str) -> bool:
    """Returns whether a line is one of a tsh division file, whatever the others are.

    "Ann Lee 1500;17" may be a list, whose cells part at semicolons: behind the rating a tsh line
    has opponents, or nothing behind the semicolon but keys.
    """
    if not _looks_tsh(line):
        return False
    head, _, rest = line.partition(";")
    return not rest.partition(";")[0].strip() or head.split()[-2][0].isdecimal()


def is_comment(line: str) -> bool:
    """Returns whether tsh would pass over a line."""
    return line.lstrip().startswith("#")


def tsh_line(line: str) -> TshLine:
    """Returns the parts of a line of a tsh division file that are about the person."""
    try:
        player = read_player(line.strip(), _HERE, [])
    except TshError as wrong:
        return TshLine(
            {of.NAME: line.partition(";")[0].strip()},
            fault=phrase("As a line of a tsh file: {fault}", fault=wrong.message),
        )
    return TshLine(_cells(player), has_games=bool(player.opponents or player.scores))


def _cells(player: TshPlayerLine) -> dict[str, str]:
    cells = {of.NAME: player.name, of.RATING: str(player.rating)}
    cells |= {of.NUMBER: player.association_number} if player.association_number else {}
    for detail in DETAILS:
        if detail.tsh and player.fields.get(detail.tsh):
            cells[detail.column] = " ".join(player.fields[detail.tsh])
    return cells


def _looks_tsh(line: str) -> bool:
    head, semicolon, rest = line.partition(";")
    words, rating = head.split(), ""
    while words and (words[-1].isdecimal() or (not rating and _TSH_POINTS.fullmatch(words[-1]))):
        rating = words.pop()
    named = any(letter.isalpha() for word in words for letter in word)
    # Further cells of a tsh line begin with their key; those of a list may be numbers.
    scores, *more = rest.split(";")
    keyed = all(not field.strip() or field.strip()[0].isalpha() for field in more)
    scored = all(_NUMBER.fullmatch(word) for word in scores.split())
    return bool(semicolon and _TSH_POINTS.fullmatch(rating)) and named and scored and keyed


def _is_name(words: Sequence[str]) -> bool:
    """Returns whether these words may be a name: letters, no digits, no comma that ends it."""
    text = " ".join(words)
    has_letter = any(letter.isalpha() for letter in text)
    clean = not any(letter.isdigit() or letter in "\t;" for letter in text)
    return has_letter and clean and not text.endswith(",")


# What one word is, by its looks. A team or a club may be any words, so no line tells where it ends.
_LOOKS: dict[str, Callable[[str], bool]] = {
    of.RATING: is_rating,
    of.NUMBER: lambda word: any(letter.isdigit() for letter in word),
    of.CLASS: lambda word: bool(_CLASS.fullmatch(word)),
    of.DIVISION: lambda word: bool(_CLASS.fullmatch(word)),
    of.GAMES: str.isdecimal,
}


def spaced_header(line: str) -> tuple[str, ...] | None:
    """Returns the columns that the headings of a line name, None where it is not a header.

    Every word of it belongs to a heading that is known, there are several, and one names people.
    """
    words, columns = line.split(), list[str]()
    if _MARKS.search(line):
        return None
    while words:
        size = next((n for n in (2, 1) if len(words) >= n and _known(words[:n])), 0)
        column = _known(words[:size])
        if not column or column in columns:
            return None
        columns.append(column)
        del words[:size]
    return tuple(columns) if len(columns) > 1 and set(_NAMES) & set(columns) else None


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
