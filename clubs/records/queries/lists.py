"""The lists of the book: stored ones of many events, and those of one event from its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubs.models import BookPlace
from clubs.records.book.book import Book
from clubs.records.book.categories import RULES, SLOTS, RecordBasis, RecordCategory, Slot
from clubs.records.book.places import RecordHolding, Value, numbered
from clubs.records.book.scopes import BookScope, ScopeKind, Section
from clubs.records.queries.followed_book import followed_book
from clubs.records.queries.game_facts import facts_of_event
from clubs.records.queries.stored_book import holding_from_text, section_of, slot_of
from tournaments.models import Tournament

OF_ONE_EVENT = frozenset(
    {
        *(
            category
            for category, rule in RULES.items()
            if rule.basis in (RecordBasis.GAME, RecordBasis.PLAY, RecordBasis.EVENT)
        ),
        RecordCategory.LONGEST_STREAK,
    }
)
"""The categories that an event has of its own: who has the most wins in it, its standings say."""


class ListedPlace(NamedTuple):
    """A holding on its place in a list of a section."""

    section: Section
    slot: Slot
    place: int
    holding: RecordHolding

    @property
    def value(self) -> Value:
        """The value as people say it."""
        return self.holding.value_in(self.slot.category)


class PlayedAt(NamedTuple):
    """Where a game of the book was played: event, division, round and slot."""

    event: str
    division: str
    round: int
    slot: int


def stored_places(
    scope: BookScope, family: str | None = None, *, first_only: bool = False
) -> list[ListedPlace]:
    """Returns the stored lists of a scope in the order of the book, in one query.

    Of one family where it is named, "" for what is kept apart by none; `first_only` leaves out all
    but the records themselves.
    """
    rows = BookPlace.objects.filter(scope=scope.kind.value, scope_key=scope.key)
    if family is not None:
        rows = rows.filter(family=family)
    if first_only:
        rows = rows.filter(place=1)
    return in_order(listed(row) for row in rows)


def listed(row: BookPlace) -> ListedPlace:
    """Returns a stored place as it is listed."""
    return ListedPlace(section_of(row), slot_of(row), row.place, holding_from_text(row.holding))


def in_order(places: Iterable[ListedPlace]) -> list[ListedPlace]:
    """Returns places by family, then in the order of the book, the best first."""
    return sorted(places, key=lambda one: (one.section, _ORDER[one.slot], one.place, one.holding))


def event_records(event: Tournament) -> list[ListedPlace]:
    """Returns the records of each division of an event, equal ones together, from its results.

    They are made now, so that nothing is missing.
    """
    return [one for one in event_places(event) if one.place == 1]


def event_places(event: Tournament, *, is_followed: bool = False) -> list[ListedPlace]:
    """Returns the first five places of the lists of each division of an event, made now.

    The book of an event that `is_followed` stays in this process for the next time.
    """
    divisions = facts_of_event(event, is_followed=is_followed)
    games = {game.key: game for one in divisions for game in one.games}
    order = {one.division: place for place, one in enumerate(divisions)}
    if not is_followed:
        return _places_in(Book(games.values()), order)
    with followed_book(event.pk, games) as book:
        return _places_in(book, order)


def _places_in(book: Book, order: Mapping[str, int]) -> list[ListedPlace]:
    """Returns the first five places of the lists of divisions in this order."""
    found = [
        ListedPlace(section, slot, one.place, one.holding)
        for section in book.sections()
        if section.scope.kind is ScopeKind.EVENT
        for slot, holdings in book.lists(section).items()
        if slot.category in OF_ONE_EVENT and not slot.is_private
        for one in numbered(holdings)
    ]
    return sorted(
        found, key=lambda one: (order[one.section.scope.division], _ORDER[one.slot], one.holding)
    )


def families_of(scope: BookScope) -> list[str]:
    """Returns the families that a scope has lists of, by name; "" is none of them."""
    rows = BookPlace.objects.filter(scope=scope.kind.value, scope_key=scope.key)
    names = rows.exclude(family="").order_by("family").values_list("family", flat=True)
    return list(names.distinct())


def played_at(source: str) -> PlayedAt | None:
    """Returns where the game with this key was played, None where the key is of no game."""
    pieces = source.split("/")
    if len(pieces) < 3:
        return None
    number, _, slot = pieces[-1].partition(".")
    return PlayedAt(pieces[0], "/".join(pieces[1:-1]), int(number), int(slot))


_ORDER: Mapping[Slot, int] = {slot: place for place, slot in enumerate(SLOTS.values())}
