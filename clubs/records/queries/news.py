"""The news of the book: what was broken, and what a correction gave back and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q, QuerySet

from clubs.models import BookNews
from clubs.records.book.categories import RULES, RecordBasis, RecordCategory, Slot
from clubs.records.book.news import NewsKind
from clubs.records.book.places import RecordHolding
from clubs.records.book.scopes import BookScope, ScopeKind, Section
from clubs.records.queries.stored_book import (
    holding_from_text,
    holdings_from_text,
    section_of,
    slot_of,
)
from core.models import JournalEntry
from tournaments.kernel.queries.rights import event_scope

_TAKEN_BACK = (NewsKind.GIVEN_BACK.value, NewsKind.CORRECTED.value)
_WEIGHT = {ScopeKind.ALL: 0, ScopeKind.TOURNAMENTS: 1, ScopeKind.CLUB: 2, ScopeKind.EVENT: 3}
_KINDS = tuple(NewsKind)
_COUNTED_UP = frozenset(
    {
        *(RecordCategory.LONGEST_STREAK, RecordCategory.MOST_WINS, RecordCategory.MOST_GAMES),
        *(RecordCategory.SEASON_WINS, RecordCategory.NIGHTS_ATTENDED),
        RecordCategory.CONSECUTIVE_NIGHTS,
    }
)
"""What everybody has one of who came once: on the first night of a club all would be told of it."""


@dataclass(frozen=True, slots=True)
class StoredNews:
    """One thing that happened in the book, once for all scopes in which it happened alike.

    `sections` are where, the widest first. `before` are those that held the record, or the
    player's best, until then. It happened by entry `seq` of the journal of `event`, made `at`;
    `reason` is what was given as the reason of that entry, empty for none.
    """

    event: str
    seq: int
    at: datetime
    kind: NewsKind
    sections: tuple[Section, ...]
    slot: Slot
    place: int
    holding: RecordHolding
    before: tuple[RecordHolding, ...]
    reason: str = ""


def news_of(event: str) -> tuple[StoredNews, ...]:
    """Returns what an event or a club night did to the book and still holds, in three queries.

    New and equalled records come first, then what a correction gave back, who entered the first
    five, and personal bests. What is still to be folded in by the worker is not among them.
    """
    holds = Q(stands=True) | Q(kind__in=_TAKEN_BACK)
    found = _together(BookNews.objects.filter(holds, event=event))
    order = (NewsKind.NEW_RECORD, NewsKind.EQUALLED, *map(NewsKind, _TAKEN_BACK), *_KINDS)
    return tuple(
        sorted(found, key=lambda one: (order.index(one.kind), -one.seq, one.slot, one.holding))
    )


def latest_news(scope: BookScope | None = None, *, at_most: int = 50) -> tuple[StoredNews, ...]:
    """Returns the last news of all lists, or of those of a scope, the newest first.

    Those of records alone: who entered the first five, and whose own best it was, is left out.
    """
    lesser = (NewsKind.PERSONAL_BEST.value, NewsKind.ENTERED.value)
    rows = BookNews.objects.exclude(kind__in=lesser)
    rows = rows.filter(Q(stands=True) | Q(kind__in=_TAKEN_BACK))
    if scope is not None:
        rows = rows.filter(scope=scope.kind.value, scope_key=scope.key)
    return tuple(_together(rows.order_by("-at", "-pk")[: at_most * 4]))[:at_most]


def _together(rows: QuerySet[BookNews]) -> list[StoredNews]:
    """Returns news in their order, those of one holding in several scopes as one."""
    found: dict[tuple[object, ...], StoredNews] = {}
    stored = list(rows)
    reasons = _reasons(stored)
    for row in stored:
        one = _news(row, reasons)
        key = (row.event, row.kind, row.category, one.holding.source, one.holding.holders)
        there = found.get(key)
        found[key] = one if there is None else _joined(there, one)
    return [one for one in found.values() if _tells(one)]


def _tells(one: StoredNews) -> bool:
    """Returns whether news says anything: a first one does not, nor that a night fills up."""
    category = one.slot.category
    if category in _COUNTED_UP and one.holding.value_in(category) == 1:
        return False
    fills_up = one.kind is NewsKind.CORRECTED and not one.reason
    return not (fills_up and RULES[category].basis is RecordBasis.NIGHTS)


def _joined(one: StoredNews, other: StoredNews) -> StoredNews:
    """Returns two tellings of the same as one, by the list that says most."""

    def weight(told: StoredNews) -> tuple[object, ...]:
        return (told.slot.is_clean, -told.seq, _WEIGHT[told.sections[0].scope.kind])

    sections = {*one.sections, *other.sections}
    best = min(one, other, key=weight)
    ordered = sorted(sections, key=lambda section: (_WEIGHT[section.scope.kind], section))
    return replace(best, sections=tuple(ordered))


def _news(row: BookNews, reasons: Mapping[tuple[str, int], str]) -> StoredNews:
    return StoredNews(
        event=row.event,
        seq=row.seq,
        at=row.at,
        kind=NewsKind(row.kind),
        sections=(section_of(row),),
        slot=slot_of(row),
        place=row.place,
        holding=holding_from_text(row.holding),
        before=holdings_from_text(row.before),
        reason=reasons.get((row.event, row.seq), ""),
    )


def _reasons(rows: Iterable[BookNews]) -> Mapping[tuple[str, int], str]:
    """Returns the reasons that were given for the entries of news, by event and number."""
    wanted = {(row.event, row.seq) for row in rows if row.kind in _TAKEN_BACK}
    entries = JournalEntry.objects.filter(
        stream__key__in={event_scope(event) for event, _ in wanted},
        seq__in={seq for _, seq in wanted},
    )
    told = entries.values_list("stream__key", "seq", "reason")
    return {(key.partition(":")[2], seq): reason for key, seq, reason in told}
