"""The news of the book: what a game or a correction did to it, kept with the entry that did it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubs.models import BookNews
from clubs.records.book.book import Book
from clubs.records.book.categories import RULES, RecordBasis, RecordCategory, Slot
from clubs.records.book.news import BookView, NewsKind, RecordNews
from clubs.records.book.places import FIRST_PLACES, RecordHolding
from clubs.records.book.scopes import Section, event_scope
from clubs.records.queries.game_facts import game_key
from clubs.records.queries.stored_book import (
    columns_of,
    holding_from_text,
    holding_to_text,
    holdings_to_text,
    section_of,
    slot_of,
)
from core.models import JournalEntry
from tournaments.kernel.queries.rights import event_scope as stream_of_event

MOST_LOOKED_AT = 500
"""How many entries back the cause of a piece of news is looked for."""
_OF_EVENTS = frozenset({RecordBasis.GAME, RecordBasis.PLAY, RecordBasis.EVENT})
_GROWING = frozenset(
    {
        RecordCategory.MOST_WINS,
        RecordCategory.MOST_GAMES,
        RecordCategory.SEASON_WINS,
        RecordCategory.SEASON_AVERAGE,
        RecordCategory.NIGHTS_ATTENDED,
        RecordCategory.CONSECUTIVE_NIGHTS,
        RecordCategory.UNBEATEN_NIGHTS,
    }
)
"""What whoever comes has more of every time: news only where somebody else has the most."""
_TAKEN_BACK = (NewsKind.GIVEN_BACK, NewsKind.CORRECTED)


def entries_since(slug: str, after: int, until: int) -> list[JournalEntry]:
    """Returns the entries of an event's journal that were folded in now, the newest first."""
    entries = JournalEntry.objects.filter(
        stream__key=stream_of_event(slug), seq__gt=after, seq__lte=until
    )
    found = list(entries.select_related("stream").order_by("-seq")[:MOST_LOOKED_AT])
    if found:
        return found
    last = JournalEntry.objects.filter(stream__key=stream_of_event(slug), seq__lte=until)
    return list(last.select_related("stream").order_by("-seq")[:1])


def write_news(
    entries: Sequence[JournalEntry], news: Iterable[RecordNews], before: BookView
) -> int:
    """Stores what is worth telling, each with the entry that did it; returns how many those are.

    Who is first in a list that had nothing has broken no record, and the first few games of a list
    are no news by being among five.
    """
    rows = [_row(one, _cause(entries, one)) for one in news if entries and _is_told(one, before)]
    BookNews.objects.bulk_create(rows, batch_size=200)
    return len(rows)


def settle_news(slug: str, book: Book) -> None:
    """Marks the news of an event that no longer hold: corrected since, or beaten in the event."""
    gone = [
        row.pk
        for row in BookNews.objects.filter(event=slug, stands=True)
        if NewsKind(row.kind) not in _TAKEN_BACK and not _stands(row, book)
    ]
    BookNews.objects.filter(pk__in=gone).update(stands=False)


def _is_told(one: RecordNews, before: BookView) -> bool:
    if one.slot.is_private:
        return False
    is_growing = one.slot.category in _GROWING
    if one.kind is NewsKind.PERSONAL_BEST:
        return not is_growing
    if one.kind is NewsKind.ENTERED:
        there = before.lists.get(one.section, {}).get(one.slot, ())
        return not is_growing and len(there) >= FIRST_PLACES
    is_same = any(one.holding.holders == former.holders for former in one.before)
    return bool(one.before) and not (is_growing and is_same)


def _row(one: RecordNews, cause: JournalEntry) -> BookNews:
    return BookNews(
        **columns_of(one.section, one.slot),
        event=cause.stream.key.partition(":")[2],
        seq=cause.seq,
        at=cause.at,
        kind=one.kind.value,
        place=one.place,
        holding=holding_to_text(one.holding),
        before=holdings_to_text(one.before),
    )


def _cause(entries: Sequence[JournalEntry], one: RecordNews) -> JournalEntry:
    """Returns the last entry that touched the game of the news, else the last of all."""
    sources = {holding.source for holding in (one.holding, *one.before)}
    for entry in entries:
        if any(_source_of(entry, change) in sources for change in entry.changes):
            return entry
    return entries[0]


def _source_of(entry: JournalEntry, change: Mapping[str, Any]) -> str:
    """Returns the key in the book of the game whose result a change wrote, empty for no result."""
    kind, key = change["row"]
    if kind != "result":
        return ""
    division, number, slot = key
    return game_key(entry.stream.key.partition(":")[2], division, number, slot)


def _stands(row: BookNews, book: Book) -> bool:
    section, slot, holding = section_of(row), slot_of(row), holding_from_text(row.holding)
    if RULES[slot.category].basis not in _OF_EVENTS:
        return any(_is_as_good(book, section, slot, holding, one) for one in holding.holders)
    own = Section(event_scope(row.event, holding.division), section.family)
    if row.kind == NewsKind.PERSONAL_BEST:
        return any(book.personal_bests(one, own).get(slot) == holding for one in holding.holders)
    there = book.lists(own).get(slot, ())
    is_first = bool(there) and there[0].worth == holding.worth
    return holding in there and (is_first or row.kind == NewsKind.ENTERED)


def _is_as_good(
    book: Book, section: Section, slot: Slot, holding: RecordHolding, player: str
) -> bool:
    best = book.personal_bests(player, section).get(slot)
    return best is not None and best.worth <= holding.worth
