"""The book of records that a worker keeps in its memory, brought up to date from its parts.

A part is the facts of one division. What was stored since is told by the marks of the parts, so
that a worker which has the book reads only those parts, and any other reads all of them once.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from clubs.models import BookPart
from clubs.records.book.book import Book
from clubs.records.book.facts import GameFact
from clubs.records.queries.stored_book import facts_from_text

PartKey = tuple[str, str]
"""An event and the name of a division."""
_AT_ONCE = 200
MOST_KEPT = 40_000
"""How many games the book of a process may have between two jobs."""


class KeptBook:
    """A book, the marks of the parts that are in it, and which games came with each."""

    def __init__(self) -> None:
        self.book = Book()
        self.marks: dict[PartKey, str] = {}
        self._games: dict[PartKey, Mapping[str, GameFact]] = {}

    def games_of(self, part: PartKey) -> Mapping[str, GameFact]:
        """Returns the games of a part by their keys."""
        return self._games.get(part, {})

    def put(self, part: PartKey, mark: str, games: Iterable[GameFact]) -> None:
        """Folds a part in, in place of the one with its key; without games the part goes."""
        before, now = self.games_of(part), {game.key: game for game in games}
        for key in before.keys() - now.keys():
            self.book.take_out(key)
        for game in now.values():
            self.book.put(game)
        if now:
            self._games[part], self.marks[part] = now, mark
        else:
            self._games.pop(part, None)
            self.marks.pop(part, None)

    def catch_up(self) -> None:
        """Brings the book to what is stored; reads the parts that are not as they are in it."""
        stored = {(event, name): mark for event, name, mark in _marks()}
        for gone in self.marks.keys() - stored.keys():
            self.put(gone, "", ())
        differing = {part for part, mark in stored.items() if self.marks.get(part) != mark}
        for row in _rows(differing, len(stored)):
            self.put((row.event, row.division), row.mark, facts_from_text(row.facts))


_kept: list[KeptBook] = []


@contextmanager
def uncollected() -> Iterator[None]:
    """Has no garbage looked for in the block: a book is many objects, all of which stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def book_at_hand() -> KeptBook:
    """Returns this process's book as the parts are stored now; to be called by who holds it.

    Forget it where a change of it is not stored in the end.
    """
    if not _kept:
        _kept.append(KeptBook())
    _kept[0].catch_up()
    return _kept[0]


def forget_book() -> None:
    """Lets the book of this process go; the next one is read from what is stored."""
    _kept.clear()


def keep_book(book: KeptBook) -> None:
    """Keeps this book from now on: all of its parts are stored as they are in it."""
    _kept[:] = [book]


def let_large_book_go() -> None:
    """Lets the book go where it is too large to keep: some 75 MB are 10,000 games."""
    if _kept and len(_kept[0].book) > MOST_KEPT:
        forget_book()


def _marks() -> Iterator[tuple[str, str, str]]:
    yield from BookPart.objects.order_by().values_list("event", "division", "mark")


def _rows(differing: set[PartKey], of: int) -> Iterator[BookPart]:
    rows = BookPart.objects.only("event", "division", "mark", "facts").order_by("pk")
    if len(differing) * 2 < of:
        rows = rows.filter(event__in={event for event, _ in differing})
    for row in rows.iterator(chunk_size=_AT_ONCE):
        if (row.event, row.division) in differing:
            yield row
