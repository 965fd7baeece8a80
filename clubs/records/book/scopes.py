"""Scopes: which games a list of the book looks at."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from clubs.records.book.facts import BookEvent, GameFact


class ScopeKind(StrEnum):
    """The kinds of scope."""

    EVENT = "event"
    CLUB = "club"
    TOURNAMENTS = "tournaments"
    ALL = "all"


class BookScope(msgspec.Struct, frozen=True, order=True):
    """A scope: a division of an event by its slug, the nights of a club by its key, all
    tournaments, or everything. What a club holds that is no night is a tournament.
    """

    kind: ScopeKind
    key: str = ""
    division: str = ""


TOURNAMENTS = BookScope(ScopeKind.TOURNAMENTS)
EVERYTHING = BookScope(ScopeKind.ALL)
ANY_FAMILY = ""
"""The family of what is not kept apart by lexicon family."""


class Section(msgspec.Struct, frozen=True, order=True):
    """A scope and a lexicon family: the lists of it are what a page of the book shows."""

    scope: BookScope
    family: str

    @property
    def is_wide(self) -> bool:
        """Whether it is of many events."""
        return self.scope.kind is not ScopeKind.EVENT


def club_of(event: BookEvent) -> str:
    """Returns the key of the club whose night an event is, empty for none."""
    return event.club if event.is_night else ""


def wide_scopes(event: BookEvent) -> tuple[BookScope, ...]:
    """Returns the scopes of many events that an event belongs to."""
    if not event.is_night:
        return (TOURNAMENTS, EVERYTHING)
    return (*((club_scope(event.club),) if event.club else ()), EVERYTHING)


def scopes_of(event: BookEvent, division: str) -> tuple[BookScope, ...]:
    """Returns every scope that a game of an event's division belongs to."""
    return (event_scope(event.slug, division), *wide_scopes(event))


def club_scope(club: str) -> BookScope:
    """Returns the scope of a club's nights."""
    return BookScope(ScopeKind.CLUB, club)


def event_scope(slug: str, division: str = "") -> BookScope:
    """Returns the scope of a division of an event."""
    return BookScope(ScopeKind.EVENT, slug, division)


def sections_of(game: GameFact) -> tuple[Section, ...]:
    """Returns every section of the book that a game can change."""
    sections = [Section(scope, game.family) for scope in scopes_of(game.event, game.division)]
    if club := club_of(game.event):
        sections.append(Section(club_scope(club), ANY_FAMILY))
    return tuple(sections)
