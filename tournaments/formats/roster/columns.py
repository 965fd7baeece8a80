"""The columns of a roster, by its header or by a look at their cells, and marks around a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.phrases import phrase
from tournaments.entry_details import DETAILS

NAME, FAMILY, GIVEN = "name", "family name", "given name"
RATING, NUMBER, CLASS, TEAM = "rating", "number", "class", "team"
CLUB, GAMES, PLAYER, DIVISION = "club", "life games", "player key", "division"
IGNORED = ""

_WORDS = {
    NAME: phrase("name"),
    FAMILY: phrase("family name"),
    GIVEN: phrase("given name"),
    RATING: phrase("rating"),
    NUMBER: phrase("number"),
    CLASS: phrase("class"),
    TEAM: phrase("team"),
    CLUB: phrase("club"),
    GAMES: phrase("life games"),
    PLAYER: phrase("player key"),
    DIVISION: phrase("division"),
    IGNORED: phrase("(not read)"),
}


def column_words(column: str) -> str:
    """Returns what a column is called; one that has no words yet, by its name."""
    return _WORDS.get(column, column)


HEADINGS: dict[str, str] = {
    heading: column
    for column, headings in {
        NAME: "name|player|player name|full name|entrant|participant",
        FAMILY: "last|last name|surname|family|family name|lastname",
        GIVEN: "first|first name|given|given name|forename|firstname",
        CLUB: "club",
        PLAYER: "key|player key",
        DIVISION: "division|div|section",
    }.items()
    for heading in headings.split("|")
} | {heading: detail.column for detail in DETAILS for heading in detail.headings}
# What a line without a header holds after the name, as the quick line asks for it. A team or a club
# needs a heading: a word may be anything, a first name too.
USUAL = (RATING, NUMBER, CLASS)
NO_RATING = {"", "-", "–", "none", "unrated", "new", "n/a"}
_RATING = re.compile(r"[-+]?\d{1,4}(\D.*)?")

# At most three digits: four in brackets before a name are somebody's rating, and are asked about.
_LIST_NUMBER = re.compile(
    r'^(\s*+"?+)\s*+(?:\(?\d{1,3}[.)](?!\d)|#\s?\d{1,3}\b[.)]?)[\s,;:]*(?=\S)'
)
_BRACKETED = re.compile(r"(?<!\s)\s*+[(\[]\s*(0|\d{3,4}|unrated)\s*[)\]](?=\s|$)", re.A | re.I)


def headed(cells: Sequence[str]) -> tuple[str, ...] | None:
    """Returns the column that each cell of a header names, None where the line is not a header.

    A header names the people, and holds no number. A column that is unknown, or named a second
    time, is ignored.
    """
    columns: list[str] = []
    for cell in cells:
        column = HEADINGS.get(" ".join(re.findall(r"[^\W_]+", cell.casefold())), IGNORED)
        columns.append(IGNORED if column in columns else column)
    if not {NAME, FAMILY, GIVEN} & set(columns) or any(cell.isdecimal() for cell in cells):
        return None
    return tuple(columns)


def guessed(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Returns the likely column of each place in the rows, from how most of its cells look."""
    columns: list[str] = []
    for place in range(max(map(len, rows), default=0)):
        cells = [row[place] for row in rows if row[place:] and not says_none(row[place])]
        usual = USUAL[place] if place < len(USUAL) else IGNORED
        likely = [column for column in _likely(cells, usual) if column not in columns]
        columns.append(likely[0] if likely else IGNORED)
    return tuple(columns)


def looks_headed(rows: Sequence[Sequence[str]]) -> bool:
    """Returns whether the first row names columns in words that are not known.

    The rows are what follows the name. It does so where it has a word and most others a number.
    """
    for place, cell in enumerate(rows[0]):
        below = [row[place] for row in rows[1:] if row[place:] and not says_none(row[place])]
        is_word = not says_none(cell) and not any(letter.isdigit() for letter in cell)
        if is_word and _most(below, lambda one: bool(_RATING.fullmatch(one))):
            return True
    return False


def says_none(cell: str) -> bool:
    """Returns whether a cell says that there is no rating."""
    return cell.casefold() in NO_RATING


def _likely(cells: Sequence[str], usual: str) -> tuple[str, ...]:
    if not cells:
        return (usual,)
    if _most(cells, lambda cell: bool(_RATING.fullmatch(cell))):
        return RATING, NUMBER, GAMES
    if _most(cells, lambda cell: any(letter.isdigit() for letter in cell)):
        return (NUMBER,)
    return (CLASS,) if _most(cells, lambda cell: len(cell) <= 3) else ()


def _most(cells: Sequence[str], looks_so: Callable[[str], bool]) -> bool:
    return sum(map(looks_so, cells)) * 2 > len(cells)


def without_list_number(text: str) -> str:
    """Returns a line or a name without the number of a list before it: "1. Ann Lee", "(2) Bo"."""
    return _LIST_NUMBER.sub(r"\1", text)


def without_brackets(cell: str) -> str:
    """Returns a cell with its rating bare: "Ann Lee (1520)" as "Ann Lee 1520", "(unrated)" too."""
    return _BRACKETED.sub(r" \1", cell).strip()


def cleared(cells: dict[str, str]) -> dict[str, str]:
    """Returns the cells of a line by heading, its name without other marks.

    A rating in brackets behind the name is the rating, where the line has none of its own or the
    same.
    """
    names = [column for column in (NAME, FAMILY, GIVEN) if column in cells]
    told = cells | {column: without_list_number(cells[column]) for column in names}
    for column in names:
        found = _BRACKETED.search(told[column])
        rating = told.get(RATING, "")
        if found and not told[column][found.end() :] and rating in (*NO_RATING, found[1]):
            told |= {column: told[column][: found.start()], RATING: found[1]}
    return told
