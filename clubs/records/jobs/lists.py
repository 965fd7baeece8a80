"""The lists of the book, stored: only what changed is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clubs.models import BookPlace, BookPlaceHolder
from clubs.records.book.book import Book
from clubs.records.book.categories import RecordCategory, Slot
from clubs.records.book.claims import ClaimStatus, HistoricClaim, medal_of
from clubs.records.book.places import RecordPlace, numbered
from clubs.records.book.scopes import Section
from clubs.records.queries.claims import all_claims
from clubs.records.queries.stored_book import (
    columns_of,
    holding_from_text,
    holding_to_text,
    section_of,
    slot_of,
)

MOST_STORED = 50
"""How many of a list are stored: many can share its last place."""
_AT_ONCE = 400

_Key = tuple[str, bool, int]
_Pair = tuple[BookPlace, tuple[str, ...]]
_Verified = Mapping[tuple[RecordCategory | None, str], Sequence[HistoricClaim]]
"""The verified claims by their category and family."""


class ListsWritten(NamedTuple):
    """What writing came to: how many rows differed, and of which events those are."""

    rows: int
    events: frozenset[str]


def write_lists(book: Book, sections: Iterable[Section]) -> ListsWritten:
    """Makes the stored lists of these sections those of the book.

    Lists that are shown to nobody but their player are not stored.
    """
    verified = _verified_claims()
    written = [_write_section(book, section, verified) for section in sections]
    return ListsWritten(
        sum(one.rows for one in written), frozenset().union(*(one.events for one in written))
    )


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


def settle_medals() -> ListsWritten:
    """Makes the medals of what is stored those that the claims as they are now leave to it."""
    verified = _verified_claims()
    changed = []
    for row in BookPlace.objects.order_by("pk"):
        place = RecordPlace(row.place, holding_from_text(row.holding))
        medal = _medal(place, section_of(row), slot_of(row), verified)
        if medal != row.medal:
            row.medal = medal
            changed.append(row)
    BookPlace.objects.bulk_update(changed, ("medal",), batch_size=_AT_ONCE)
    return ListsWritten(len(changed), _events_of(changed))


def _write_section(book: Book, section: Section, verified: _Verified) -> ListsWritten:
    wanted = _wanted(book, section, verified)
    stored = BookPlace.objects.filter(
        scope=section.scope.kind.value, scope_key=section.scope.key, family=section.family
    )
    known = {_key(row): row for row in stored}
    same = {key for key, row in known.items() if _says(row) == _says(wanted.get(key, (None,))[0])}
    gone = [row for key, row in known.items() if key not in same]
    new = [pair for key, pair in wanted.items() if key not in same]
    for start in range(0, len(gone), _AT_ONCE):
        keys = [row.pk for row in gone[start : start + _AT_ONCE]]
        BookPlace.objects.filter(pk__in=keys).delete()
    _create(new)
    events = _events_of([*gone, *(row for row, _ in new)])
    return ListsWritten(len((known.keys() | wanted.keys()) - same), events)


def _wanted(book: Book, section: Section, verified: _Verified) -> dict[_Key, _Pair]:
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
                medal=_medal(one, section, slot, verified),
            )
            found[_key(row)] = row, one.holding.holders
    return found


def _create(pairs: list[_Pair]) -> None:
    BookPlace.objects.bulk_create([row for row, _ in pairs], batch_size=_AT_ONCE)
    BookPlaceHolder.objects.bulk_create(
        [BookPlaceHolder(place=row, holder=one) for row, holders in pairs for one in holders],
        batch_size=_AT_ONCE,
    )


def _verified_claims() -> _Verified:
    found: dict[tuple[RecordCategory | None, str], list[HistoricClaim]] = defaultdict(list)
    for claim in all_claims():
        if claim.status is ClaimStatus.VERIFIED:
            found[claim.category, claim.family].append(claim)
    return found


def _medal(place: RecordPlace, section: Section, slot: Slot, verified: _Verified) -> int:
    return medal_of(place, verified.get((slot.category, section.family), ()), section, slot)


def _events_of(rows: Iterable[BookPlace]) -> frozenset[str]:
    return frozenset(row.event for row in rows if row.event)


def _key(row: BookPlace) -> _Key:
    return row.category, row.is_clean, row.position


def _says(row: BookPlace | None) -> tuple[int, int, str] | None:
    return None if row is None else (row.place, row.medal, row.holding)
