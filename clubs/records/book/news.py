"""What a game or a night did to the book: two views of it, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

from clubs.records.book.book import Book
from clubs.records.book.categories import RULES, RecordBasis, Slot
from clubs.records.book.places import FIRST_PLACES, Places, RecordHolding, numbered
from clubs.records.book.scopes import Section


class NewsKind(StrEnum):
    """What happened in a list.

    CORRECTED: the record is still held by the same game, with another value.
    """

    NEW_RECORD = "new record"
    EQUALLED = "equalled"
    GIVEN_BACK = "given back"
    CORRECTED = "corrected"
    ENTERED = "entered the first five"
    PERSONAL_BEST = "personal best"


class BookView(msgspec.Struct, frozen=True):
    """The lists of some sections at one moment, and the bests in them of some players."""

    lists: Mapping[Section, Places]
    bests: Mapping[tuple[Section, str], Mapping[Slot, RecordHolding]]


class RecordNews(msgspec.Struct, frozen=True):
    """One thing that happened: where, what, and what stood there before.

    `place` is that of the holding, 0 for a personal best that has none. `before` are those that
    held the record, or the player's best, until then; of what entered the first five, none.
    """

    kind: NewsKind
    section: Section
    slot: Slot
    place: int
    holding: RecordHolding
    before: tuple[RecordHolding, ...] = ()


def view_of(book: Book, sections: Iterable[Section], players: Iterable[str] = ()) -> BookView:
    """Returns what stands in these sections now, and the bests of these players there."""
    where, who = tuple(sections), tuple(players)
    return BookView(
        {section: book.lists(section) for section in where},
        {(section, one): book.personal_bests(one, section) for section in where for one in who},
    )


def news_between(before: BookView, after: BookView) -> tuple[RecordNews, ...]:
    """Returns what happened between two views of the same sections, in the order of the book.

    A list in which nothing is left tells nothing. A personal best that stands in the news of its
    list already is not told twice.
    """
    told: list[RecordNews] = []
    for section, lists in after.lists.items():
        for slot, holdings in lists.items():
            there = before.lists.get(section, {}).get(slot, ())
            told.extend(_of_list(section, slot, there, holdings))
    known = {(one.section, one.slot, one.holding) for one in told}
    bests = _of_players(before, after)
    told.extend(one for one in bests if (one.section, one.slot, one.holding) not in known)
    return tuple(told)


def _of_list(
    section: Section,
    slot: Slot,
    before: tuple[RecordHolding, ...],
    after: tuple[RecordHolding, ...],
) -> Iterator[RecordNews]:
    former = tuple(one for one in before if one.worth == before[0].worth)
    kind = _kind_of_first(former, after)
    held = {_who(one) for one in former}
    stood = {(_who(one), one.worth) for one in before}
    for one in numbered(after):
        holding = one.holding
        is_new = (_who(holding), holding.worth) not in stood
        if one.place > 1:
            if is_new and _would_have_stood(holding, before):
                yield RecordNews(NewsKind.ENTERED, section, slot, one.place, holding)
        elif kind is NewsKind.EQUALLED:
            if is_new:
                yield RecordNews(kind, section, slot, 1, holding, former)
        elif _who(holding) in held and (kind is NewsKind.GIVEN_BACK or not _grows(slot)):
            yield RecordNews(NewsKind.CORRECTED, section, slot, 1, holding, former)
        else:
            yield RecordNews(kind, section, slot, 1, holding, former)


def _grows(slot: Slot) -> bool:
    """Returns whether values grow while more is played, so that a higher one corrects nothing."""
    return RULES[slot.category].basis not in (RecordBasis.GAME, RecordBasis.PLAY)


def _kind_of_first(former: tuple[RecordHolding, ...], after: tuple[RecordHolding, ...]) -> NewsKind:
    if not former or after[0].worth < former[0].worth:
        return NewsKind.NEW_RECORD
    return NewsKind.EQUALLED if after[0].worth == former[0].worth else NewsKind.GIVEN_BACK


def _would_have_stood(holding: RecordHolding, before: tuple[RecordHolding, ...]) -> bool:
    """Returns whether it came from what happened, and did not only move up from further down."""
    return len(before) < FIRST_PLACES or holding.worth <= before[-1].worth


def _of_players(before: BookView, after: BookView) -> Iterator[RecordNews]:
    for (section, player), bests in after.bests.items():
        known = before.bests.get((section, player), {})
        places = {
            slot: {one.holding: one.place for one in numbered(after.lists[section][slot])}
            for slot in bests
            if slot in after.lists[section]
        }
        for slot, best in bests.items():
            former = known.get(slot)
            if former is not None and best.worth < former.worth and RULES[slot.category].is_feat:
                place = places.get(slot, {}).get(best, 0)
                yield RecordNews(NewsKind.PERSONAL_BEST, section, slot, place, best, (former,))


def _who(holding: RecordHolding) -> tuple[str, tuple[str, ...]]:
    return holding.source, holding.holders
