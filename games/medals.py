"""The question of this app and of tournaments to the app above: which games hold records.

Whoever keeps the book of records registers here once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from games.apps import MEDALS
from games.models import Game

Place = tuple[int, int]
"""The round and the slot of a board."""


class Medal(NamedTuple):
    """A place among the first three of lists of the book of records: `place` is 1 for a record.

    `name` and `value` are the category and what was reached in words, `holders` public names.
    `lists` are the lists where it is so, in words, each with its path as `Site` takes it.
    """

    place: int
    name: str
    value: str
    holders: tuple[str, ...]
    lists: tuple[tuple[str, str], ...]


class EnteredFeat(NamedTuple):
    """A high figure of a game by its result, whether or not somebody handed in its record.

    `holders` are whose it is and `others` against whom, by their public names. `event` is the name
    of the event, `path` that of the results of the round as `Site` takes it, `family` the family of
    lexica, empty where none was chosen, `recorded` the key of its confirmed record, if any.
    """

    value: int
    holders: tuple[str, ...]
    others: tuple[str, ...]
    event: str
    path: str
    day: date
    family: str
    recorded: str


class MedalBook(Protocol):
    """The app that keeps the book of records."""

    def of_game(self, game: Game) -> Sequence[Medal]:
        """Returns the medals of a recorded game, the records first."""
        ...

    def of_division(self, event: str, division: str) -> Mapping[Place, Sequence[Medal]]:
        """Returns the medals of a division's games by round and slot, the records first."""
        ...

    def page_of(self, event: str) -> str:
        """Returns the path of the page of an event's own records, as `Site` takes it."""
        ...

    def entered(self, family: str | None) -> Mapping[str, Sequence[EnteredFeat]]:
        """Returns the highest of each of `HIGH_FIGURES`, of one family of lexica or of all."""
        ...

    def version(self) -> str:
        """Returns the version of what the book says."""
        ...


HIGH_FIGURES = ("high_game", "high_combined", "high_losing", "largest_spread")
"""The figures of games that a result tells without a record."""

_books: list[MedalBook] = []


def register_medals(book: MedalBook) -> None:
    """Registers who keeps the book of records."""
    _books.append(book)


def medals_of(game: Game) -> tuple[Medal, ...]:
    """Returns the medals of a recorded game; none, and no question, for a game of no event."""
    if not game.place:
        return ()
    MEDALS.load()
    return tuple(medal for book in _books for medal in book.of_game(game))


def medals_of_division(event: str, division: str) -> dict[Place, tuple[Medal, ...]]:
    """Returns the medals of a division's games by round and slot."""
    MEDALS.load()
    found: dict[Place, tuple[Medal, ...]] = {}
    for book in _books:
        for place, medals in book.of_division(event, division).items():
            found[place] = (*found.get(place, ()), *medals)
    return found


def records_page_of(event: str) -> str:
    """Returns the path of the page of an event's own records, empty where nobody has one."""
    MEDALS.load()
    return next((book.page_of(event) for book in _books), "")


def entered_feats(family: str | None = None) -> dict[str, list[EnteredFeat]]:
    """Returns the highest of each figure by results, of one family of lexica or of all."""
    MEDALS.load()
    found: dict[str, list[EnteredFeat]] = {figure: [] for figure in HIGH_FIGURES}
    for book in _books:
        for figure, feats in book.entered(family).items():
            found[figure] += feats
    return found


def entered_version() -> str:
    """Returns the version of what results say of the highest figures."""
    MEDALS.load()
    return ".".join(book.version() for book in _books)
