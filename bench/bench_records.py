"""The book of records: made from all games at once, and one club night folded in.

Invented clubs meet every week, 20 people of 60 for four games each. `whole` is the time that a
worker with nothing in its memory takes to read the facts of all games, to sum them up and to store
every list; `night` that of one more night folded in by a worker which has the book, with its news,
`cold` by one which has not. All of it is processor time. A second book, from the facts in another
order, must have the same lists. On SQLite. Run with `python -m bench.bench_records`, with numbers
of games behind it for other sizes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from bench.ground import MACHINE, fresh_database

if TYPE_CHECKING:
    from clubs.records.book.book import Book
    from clubs.records.book.facts import BookEvent, GameFact
    from clubs.records.book.scopes import Section
    from clubs.records.jobs.folding import EventRead

SIZES = (1_000, 10_000, 100_000)
PEOPLE, PRESENT, ROUNDS = 60, 20, 4
GAMES_OF_NIGHT = PRESENT // 2 * ROUNDS
WEEKS = 250
BEGINS = date(2015, 1, 5)
HEADS = (
    ("games", "nights", "whole", "a game", "night", "cold", "places"),
    ("", "", "in s", "in µs", "in s", "in s", ""),
)


def main(sizes: tuple[int, ...] = SIZES) -> None:
    """Prints a row for each number of games."""
    fresh_database()
    print(f"The book of records, {MACHINE}\n")
    print(
        f"{'games':>10}{'nights':>8}{'whole':>9}{'a game':>10}{'night':>9}{'cold':>9}{'places':>9}"
    )
    print(f"{'':>10}{'':>8}{'in s':>9}{'in µs':>10}{'in s':>9}{'in s':>9}")
    for size in sizes:
        _measure(size)


def _measure(size: int) -> None:
    from clubs.models import BookPart, BookPlace
    from clubs.records.jobs.folding import fold_event, store_parts
    from clubs.records.jobs.kept_book import forget_book, uncollected
    from clubs.records.jobs.lists import write_lists

    for model in (BookPart, BookPlace):
        model.objects.all().delete()
    nights = size // GAMES_OF_NIGHT
    for number in range(nights):
        read = night(number)
        store_parts(read, {(read.slug, ""): read.divisions[0].games})
    forget_book()
    sections, whole = _whole()
    with uncollected():
        begun = process_time()
        fold_event(night(nights))
    warm = process_time() - begun
    forget_book()
    with uncollected():
        begun = process_time()
        fold_event(night(nights + 1))
    cold = process_time() - begun
    forget_book()
    after = _whole()[0]
    assert write_lists(_shuffled(), after).rows == 0, "another order gave other lists"
    assert len(after) >= len(sections)
    places = BookPlace.objects.count()
    each = whole / (nights * GAMES_OF_NIGHT) * 1_000_000
    figures = f"{whole:>10.2f}{each:>10.0f}{warm:>10.3f}{cold:>10.2f}{places:>10}"
    print(f"{nights * GAMES_OF_NIGHT:>10,}{nights:>10,}{figures}", flush=True)


def _whole() -> tuple[list[Section], float]:
    """Returns the sections of the book that is stored, and the seconds that making it took."""
    from clubs.records.book.scopes import ScopeKind
    from clubs.records.jobs.kept_book import book_at_hand, uncollected
    from clubs.records.jobs.lists import write_lists

    begun = process_time()
    with uncollected():
        book = book_at_hand().book
        sections = [one for one in book.sections() if one.scope.kind is not ScopeKind.EVENT]
        write_lists(book, sections)
    return sections, process_time() - begun


def _shuffled() -> Book:
    """Returns the book of what is stored, its games folded in in another order."""
    from clubs.models import BookPart
    from clubs.records.book.book import Book
    from clubs.records.queries.stored_book import facts_from_text

    texts = BookPart.objects.values_list("facts", flat=True)
    games = [game for text in texts for game in facts_from_text(text)]
    Random(7).shuffle(games)
    return Book(games)


def night(number: int) -> EventRead:
    """Returns a night as it is read: the clubs take turns, each of them every week."""
    from clubs.records.book.facts import BookEvent
    from clubs.records.jobs.folding import EventRead
    from clubs.records.queries.game_facts import DivisionFacts

    club, week = divmod(number, WEEKS)
    day = BEGINS + timedelta(weeks=week)
    event = BookEvent(f"night-{number}", f"club-{club}", f"{day.year}", is_night=True)
    games = tuple(_games(event, day, Random(number)))
    return EventRead(event.slug, 1, [DivisionFacts("", games)])


def _games(event: BookEvent, day: date, dice: Random) -> Iterator[GameFact]:
    from clubs.records.book.facts import BookSide, GameFact
    from clubs.records.queries.game_facts import game_key

    there = dice.sample(range(PEOPLE), PRESENT)
    for number in range(1, ROUNDS + 1):
        dice.shuffle(there)
        for slot, pair in enumerate(zip(there[::2], there[1::2], strict=True)):
            sides = tuple(
                BookSide(f"{event.club}-{one}", round(dice.gauss(380, 60)), 900 + 15 * one)
                for one in pair
            )
            key = game_key(event.slug, "", number, slot)
            yield GameFact(key, day, number, event, "NWL", sides)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
