"""The question of this app and of tournaments to the app above: which games hold records.

Whoever keeps the book of records registers here once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
