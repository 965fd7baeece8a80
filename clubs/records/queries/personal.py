"""What one player holds: personal bests, worked out from their games, and places in the lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clubs.models import BookPart, BookPlaceHolder, BookPlayer
from clubs.records.book.book import Book
from clubs.records.book.categories import SLOTS
from clubs.records.book.facts import GameFact
from clubs.records.book.months import MonthOfPlay, months_of_play
from clubs.records.book.scopes import EVERYTHING, ScopeKind, Section, club_of, sections_of
from clubs.records.queries.lists import ListedPlace, in_order, listed
from clubs.records.queries.stored_book import facts_from_text, parts_with
from tournaments.models import Tournament


class Personal(NamedTuple):
    """The bests of a player in every section, of equals the first, their medals, and their months.

    The place of a medal is 1 to 3, verified claims counted.
    """

    bests: list[ListedPlace]
    medals: list[ListedPlace]
    games: int
    months: tuple[MonthOfPlay, ...]


def is_in_book(player: str) -> bool:
    """Returns whether a player has games in the book."""
    return BookPlayer.objects.filter(player=player).exists()


def those_in_book(players: Iterable[str]) -> frozenset[str]:
    """Returns who of these players has games in the book, in one query."""
    rows = BookPlayer.objects.filter(player__in=list(players))
    return frozenset(rows.order_by().values_list("player", flat=True).distinct())


def personal_records(player: str) -> Personal:
    """Returns what a player holds, in five queries and as long as their events have games.

    Of losing streaks nothing is told. How many nights somebody came in a row depends on the nights
    to which they did not come: of each of those one game is looked at.
    """
    own = [game for game in _games(parts_with([player])) if _is_of(game, player)]
    nights = {club for game in own if (club := club_of(game.event))}
    there = {game.event.slug for game in own}
    book = Book([*own, *_other_nights(nights, there)])
    sections = sorted({one for game in own for one in sections_of(game) if _is_shown(one)})
    bests = [
        ListedPlace(section, slot, 0, best)
        for section in sections
        for slot, best in book.personal_bests(player, section).items()
        if not slot.is_private and slot in SLOTS.values()
    ]
    return Personal(in_order(bests), medals_held(player), len(own), months_of_play(player, own))


def medals_held(player: str) -> list[ListedPlace]:
    """Returns the medals that somebody has in the stored lists, the records first."""
    rows = BookPlaceHolder.objects.filter(holder=player, place__medal__gt=0)
    found = [
        ListedPlace(one.section, one.slot, row.place.medal, one.holding)
        for row in rows.select_related("place")
        for one in (listed(row.place),)
    ]
    return sorted(in_order(found), key=lambda one: one.place)


def _is_shown(section: Section) -> bool:
    """Returns whether bests of a section are told: those of everything, and a club's nights."""
    is_of_club = section.scope.kind is ScopeKind.CLUB and not section.family
    return section.scope == EVERYTHING or is_of_club


def _is_of(game: GameFact, player: str) -> bool:
    return any(side.player == player for side in game.sides)


def _games(parts: Iterable[BookPart]) -> Iterator[GameFact]:
    for part in parts:
        yield from facts_from_text(part.facts)


def _other_nights(clubs: Iterable[str], there: set[str]) -> list[GameFact]:
    """Returns the first game of each night of these clubs to which somebody did not come."""
    slugs = Tournament.objects.filter(night_of__in=set(clubs)).exclude(slug__in=there)
    parts = BookPart.objects.filter(event__in=slugs.values("slug")).order_by("event", "division")
    first: dict[str, GameFact] = {}
    for game in _games(parts):
        known = first.get(game.event.slug)
        if game.attended_by and (known is None or game.day < known.day):
            first[game.event.slug] = game
    return list(first.values())
