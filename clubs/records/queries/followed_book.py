"""The book of one event, kept for whoever follows it.

A mirror makes the records of an event again with every result, which changes one of its games.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from clubs.records.book.book import Book
from clubs.records.book.facts import GameFact

MOST_KEPT = 10_000
"""So many games the books of a process may have that is done with them, the last one apart."""

_turn = threading.Lock()
_books: OrderedDict[int, tuple[Book, set[str]]] = OrderedDict()


@contextmanager
def followed_book(event: int, games: Mapping[str, GameFact]) -> Iterator[Book]:
    """Gives the book of exactly these games of an event, by key; nobody else has it meanwhile."""
    with _turn:
        # Where the block fails it is forgotten: nobody knows how far it came.
        book, held = _books.pop(event, (Book(), set()))
        for key in held - games.keys():
            book.take_out(key)
        for game in games.values():
            book.put(game)
        yield book
        _books[event] = book, set(games)
        while len(_books) > 1 and sum(len(one) for one, _ in _books.values()) > MOST_KEPT:
            _books.popitem(last=False)
