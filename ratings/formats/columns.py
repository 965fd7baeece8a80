"""The columns of a table: by its header, or in the order that tsh writes."""

from __future__ import annotations

from collections.abc import Sequence

from core.names import plain_words
from core.phrases import phrase

NAME, FAMILY, GIVEN = "name", "family name", "given name"
RATING, NUMBER, GAMES = "rating", "number", "games"
DEVIATION, EXPIRY, RANK = "deviation", "expiry", "rank"
IGNORED = ""
NAMES = {
    NAME: phrase("name"),
    FAMILY: phrase("family name"),
    GIVEN: phrase("given name"),
    RATING: phrase("rating"),
    NUMBER: phrase("number"),
    GAMES: phrase("games"),
    DEVIATION: phrase("deviation"),
    EXPIRY: phrase("expiry"),
    RANK: phrase("rank"),
}
"""What columns are called in sentences."""

USUAL = (NAME, RATING, RANK, EXPIRY, GAMES)
"""The columns of a list without a header, as tsh has them."""

HEADINGS: dict[str, str] = {
    heading: column
    for column, headings in {
        NAME: "name|player|player name|full name",
        FAMILY: "last|last name|surname|family|family name|lastname",
        GIVEN: "first|first name|given|given name|forename|firstname",
        RATING: "rating|rtg|current rating|new rating|elo",
        NUMBER: "number|association number|member number|membership|membership number|member"
        "|member id|id|player id|naspa|naspa id|wespa id|coco id|absp id",
        GAMES: "games|games played|life games|lifetime games|career games|rated games",
        DEVIATION: "deviation|dev|rating deviation|rd|new dev",
        EXPIRY: "expiry|expires|expires on|expiry date|expiration|expiration date|exp",
        RANK: "rank|place|position|pos",
    }.items()
    for heading in headings.split("|")
}


def headed(cells: Sequence[str]) -> tuple[str, ...]:
    """Returns the column that each cell of a header names; an unknown heading names none."""
    return tuple(HEADINGS.get(" ".join(plain_words(cell)), IGNORED) for cell in cells)


def is_header(cells: Sequence[str]) -> bool:
    """Returns whether a first line names columns: no digit stands in it, or it says which."""
    if not any(letter.isdigit() for cell in cells for letter in cell):
        return True
    columns = headed(cells)
    return RATING in columns and bool({NAME, FAMILY} & set(columns))
