"""The marks typed around a name: the number of the line in a list, a rating in brackets."""

from __future__ import annotations

import re

from tournaments.formats.roster import columns as of

# At most three digits: four in brackets before a name are somebody's rating, and are asked about.
_LIST_NUMBER = re.compile(
    r'^(\s*+"?+)\s*+(?:\(?\d{1,3}[.)](?!\d)|#\s?\d{1,3}\b[.)]?)[\s,;:]*(?=\S)'
)
_BRACKETED = re.compile(r"(?<!\s)\s*+[(\[]\s*(0|\d{3,4}|unrated)\s*[)\]](?=\s|$)", re.A | re.I)


def without_list_number(text: str) -> str:
    """Returns a line or a name without the number of a list before it: "1. Ann Lee", "(2) Bo"."""
    return _LIST_NUMBER.sub(r"\1", text)


def without_brackets(cell: str) -> str:
    """Returns a cell with its rating bare: "Ann Lee (1520)" as "Ann Lee 1520", "(unrated)" too."""
    return _BRACKETED.sub(r" \1", cell).strip()


def cleared(held: dict[str, str]) -> dict[str, str]:
    """Returns the cells of a line by heading, its name without other marks.

    A rating in brackets behind the name is the rating, where the line has none of its own or the
    same.
    """
    names = [column for column in (of.NAME, of.FAMILY, of.GIVEN) if column in held]
    told = held | {column: without_list_number(held[column]) for column in names}
    for column in names:
        found = _BRACKETED.search(told[column])
        rating = told.get(of.RATING, "")
        if found and not told[column][found.end() :] and rating in (*of.NO_RATING, found[1]):
            told |= {column: told[column][: found.start()], of.RATING: found[1]}
    return told
