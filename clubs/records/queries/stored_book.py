"""The book of records as it is stored: facts, lists and news, written and read as text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from clubs.models import BookPart, BookState, ClubHome
from clubs.records.book.categories import RecordCategory, Slot
from clubs.records.book.facts import GameFact
from clubs.records.book.places import RecordHolding
from clubs.records.book.scopes import BookScope, ScopeKind, Section
from core.models import Stream
from core.web.build import build
from core.web.store import lasting
from people.selectors import register_version

CLAIMS = "records"
"""The journal of the claims."""

_facts = msgspec.json.Decoder(list[GameFact])


def facts_to_text(games: Sequence[GameFact]) -> str:
    """Returns facts as they are stored, the same text for the same facts in the same order."""
    return msgspec.json.encode(games, order="deterministic").decode()


def facts_from_text(text: str) -> list[GameFact]:
    """Returns the facts that were stored as this text."""
    return _facts.decode(text)


def mark_of_facts(text: str) -> str:
    """Returns the hash by which stored facts are compared."""
    return hashlib.sha256(text.encode()).hexdigest()


def holding_to_text(holding: RecordHolding) -> str:
    """Returns a holding as it is stored: its worth as a whole number or as "n/d"."""
    return _text_of(_plain(holding))


def holding_from_text(text: str) -> RecordHolding:
    """Returns the holding that was stored as this text."""
    return _holding(msgspec.json.decode(text))


def holdings_to_text(holdings: Iterable[RecordHolding]) -> str:
    """Returns several holdings as they are stored."""
    return _text_of([_plain(one) for one in holdings])


def holdings_from_text(text: str) -> tuple[RecordHolding, ...]:
    """Returns the holdings that were stored as this text."""
    return tuple(_holding(one) for one in msgspec.json.decode(text))


def section_of(row: Any) -> Section:
    """Returns the section that a stored place, or a stored piece of news, belongs to."""
    return Section(BookScope(ScopeKind(row.scope), row.scope_key), row.family)


def slot_of(row: Any) -> Slot:
    """Returns the list that a stored place, or a stored piece of news, belongs to."""
    return Slot(RecordCategory(row.category), row.is_clean)


def columns_of(section: Section, slot: Slot) -> dict[str, Any]:
    """Returns the columns that say to which list a row belongs."""
    return {
        "scope": section.scope.kind.value,
        "scope_key": section.scope.key,
        "family": section.family,
        "category": slot.category.value,
        "is_clean": slot.is_clean,
    }


def book_version() -> int:
    """Returns a number that rises with every change of the book, 0 before the first."""
    return BookState.objects.values_list("version", flat=True).first() or 0


def pages_version() -> str:
    """Returns the version of the pages of the book.

    It is that of its lists, of claims, of names, of which clubs have no public page, and of the
    program.
    """
    claims = Stream.objects.filter(key=CLAIMS).values_list("seq", flat=True).first() or 0
    hidden = " ".join(sorted(hidden_clubs()))
    mark = hashlib.sha256(hidden.encode()).hexdigest()[:8] if hidden else ""
    return lasting(register_version(), build(), f"b{book_version()}.{claims}{mark and '.'}{mark}")


def hidden_clubs() -> frozenset[str]:
    """Returns the clubs that have no public page, and so no public lists; one query."""
    return frozenset(ClubHome.objects.filter(is_public=False).values_list("slug", flat=True))


def parts_with(players: Iterable[str]) -> list[BookPart]:
    """Returns the parts of the book in which any of these players has games."""
    parts = BookPart.objects.filter(players__player__in=list(players))
    return list(parts.distinct().order_by("event", "division"))


def _text_of(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _plain(holding: RecordHolding) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(holding, worth=0))
    worth = holding.worth
    is_whole = isinstance(worth, int)
    return {**plain, "worth": worth if is_whole else f"{worth.numerator}/{worth.denominator}"}


def _holding(plain: dict[str, Any]) -> RecordHolding:
    worth = plain["worth"]
    return RecordHolding(
        **{
            **plain,
            "worth": worth if isinstance(worth, int) else Fraction(worth),
            "day": date.fromisoformat(plain["day"]),
            **{name: tuple(plain[name]) for name in ("holders", "opponents", "scores", "flags")},
        }
    )
