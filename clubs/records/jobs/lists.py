"""The lists of the book, stored: only what changed is written."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.models import BookPlace, BookPlaceHolder
from clubs.records.book.book import Book
from clubs.records.book.places import numbered
from clubs.records.book.scopes import Section
from clubs.records.queries.stored_book import columns_of, holding_to_text

MOST_STORED = 50
"""How many of a list are stored: many can share its last place."""
_AT_ONCE = 400

_Key = tuple[str, bool, int]
_Pair = tuple[BookPlace, tuple[str, ...]]


def write_lists(book: Book, sections: Iterable[Section]) -> int:
    """Makes the stored lists of these sections those of the book; returns the rows that differed.

    Lists that are shown to nobody but their player are not stored.
    """
    return sum(_write_section(book, section) for section in sections)


def drop_other_lists(sections: Iterable[Section]) -> int:
    """Removes what is stored of sections that are not among these; returns how many rows went."""
    kept = {(one.scope.kind.value, one.scope.key, one.family) for one in sections}
    stored = BookPlace.objects.order_by().values_list("scope", "scope_key", "family").distinct()
    gone = 0
    for scope, key, family in set(stored) - kept:
        rows = BookPlace.objects.filter(scope=scope, scope_key=key, family=family)
        gone += rows.count()
        rows.delete()
    return gone


def _write_section(book: Book, section: Section) -> int:
    wanted = _wanted(book, section)
    stored = BookPlace.objects.filter(
        scope=section.scope.kind.value, scope_key=section.scope.key, family=section.family
    )
    known = {_key(row): row for row in stored}
    same = {key for key, row in known.items() if _says(row) == _says(wanted.get(key, (None,))[0])}
    gone = [row.pk for key, row in known.items() if key not in same]
    for start in range(0, len(gone), _AT_ONCE):
        BookPlace.objects.filter(pk__in=gone[start : start + _AT_ONCE]).delete()
    _create([pair for key, pair in wanted.items() if key not in same])
    return len((known.keys() | wanted.keys()) - same)


def _wanted(book: Book, section: Section) -> dict[_Key, _Pair]:
    """Returns the rows that a section comes to by their place in it, each with who holds it."""
    found: dict[_Key, _Pair] = {}
    for slot, holdings in book.lists(section).items():
        if slot.is_private:
            continue
        columns = columns_of(section, slot)
        for position, one in enumerate(numbered(holdings)[:MOST_STORED], 1):
            row = BookPlace(
                **columns,
                position=position,
                place=one.place,
                event=one.holding.event,
                source=one.holding.source,
                holding=holding_to_text(one.holding),
            )
            found[_key(row)] = row, one.holding.holders
    return found


def _create(pairs: list[_Pair]) -> None:
    BookPlace.objects.bulk_create([row for row, _ in pairs], batch_size=_AT_ONCE)
    BookPlaceHolder.objects.bulk_create(
        [BookPlaceHolder(place=row, holder=one) for row, holders in pairs for one in holders],
        batch_size=_AT_ONCE,
    )


def _key(row: BookPlace) -> _Key:
    return row.category, row.is_clean, row.position


def _says(row: BookPlace | None) -> tuple[int, str] | None:
    return None if row is None else (row.place, row.holding)
