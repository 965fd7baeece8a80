"""The book of records, kept while games come, go and change.

Its lists are those that the same games give in any order. What a game costs:

* its own day of each player's career, and what the two did in its event: their games there;
* then, in each of the scopes that it belongs to, as many merges as the way to it in a tree of n
  parts is long, about 2 ln n: games of the event, events of the scope, days of the two players'
  careers, players of the scope. A merge costs by lists of five places.
* on a club night, the nights of those who came to the night before, which sees another follow it.

Nothing is merged until something is asked for, so that n games put in at once cost about 2 n
merges in each tree: the book from scratch is linear but for the searches of log n.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from typing import Any, TypeVar

from clubs.records.book.calendar import Calendar
from clubs.records.book.careers import (
    DayPart,
    NightKey,
    NightPart,
    attendance_places,
    career_places,
    day_part,
    later_days,
    later_nights,
    newcomer_places,
    night_part,
    night_places,
    places_of_event,
)
from clubs.records.book.categories import SLOTS, RecordCategory, Slot
from clubs.records.book.facts import BookEvent, GameFact
from clubs.records.book.game_holdings import places_of_game
from clubs.records.book.places import (
    NO_PLACES,
    Places,
    RecordHolding,
    RecordPlace,
    first_places,
    merged,
    numbered,
)
from clubs.records.book.scopes import (
    ANY_FAMILY,
    ScopeKind,
    Section,
    club_of,
    club_scope,
    scopes_of,
)
from clubs.records.book.sequence import Sequence

T = TypeVar("T")

DayKey = tuple[date, BookEvent, str]
"""What orders the parts of a career: the day, the event, its division."""
Career = tuple[Section, str]
"""A section and the key of a player."""
EventPart = tuple[BookEvent, str, str]
"""An event, a division of it and a lexicon family."""
Presence = tuple[BookEvent, str]
"""An event and the key of a player in it."""
Member = tuple[str, str]
"""The keys of a club and of a player."""
_GAMES, _PLAYERS = 0, 1


class Book:
    """A book of records. `merges` is how many merges it has cost so far."""

    def __init__(self, games: Iterable[GameFact] = ()) -> None:
        self.merges = 0
        self._games: dict[str, GameFact] = {}
        self._held: dict[str, Places] = {}
        self._of_player: dict[Presence, dict[str, GameFact]] = {}
        self._calendar = Calendar()
        self._in_event: dict[EventPart, Sequence[tuple[int, str], Places]] = self._trees(merged)
        self._events: dict[Section, Sequence[tuple[BookEvent, str], Places]] = self._trees(merged)
        self._holders: dict[Section, Sequence[str, Places]] = self._trees(merged)
        self._days: dict[Career, Sequence[DayKey, DayPart]] = self._trees(later_days)
        self._nights: dict[Member, Sequence[NightKey, NightPart]] = self._trees(later_nights)
        self._day_keys: dict[Presence, set[tuple[Section, DayKey]]] = {}
        self._parts: dict[Presence, set[EventPart]] = {}
        self._night_keys: dict[Presence, NightKey] = {}
        self._stale: set[Presence] = set()
        self._stale_events: set[EventPart] = set()
        for game in games:
            self.put(game)

    def __len__(self) -> int:
        return len(self._games)

    def put(self, game: GameFact) -> None:
        """Folds a game in, in place of the one with its key."""
        if self._games.get(game.key) == game:
            return
        self.take_out(game.key)
        self._games[game.key] = game
        part = (game.event, game.division, game.family)
        self._held[game.key] = places = places_of_game(game)
        self._in_event[part].replace((_GAMES, game.key), places or None)
        self._count(game, 1)

    def take_out(self, key: str) -> None:
        """Takes the game with this key out, if it is in."""
        game = self._games.pop(key, None)
        if game is None:
            return
        del self._held[key]
        part = (game.event, game.division, game.family)
        self._in_event[part].drop((_GAMES, game.key))
        self._count(game, -1)

    def lists(self, section: Section) -> Places:
        """Returns the first five places of every list of a section that has any."""
        self._settle()
        of_games, of_players = self._events.get(section), self._holders.get(section)
        found = merged(
            (of_games.total if of_games else None) or NO_PLACES,
            (of_players.total if of_players else None) or NO_PLACES,
        )
        return {slot: first_places(found[slot]) for slot in SLOTS.values() if slot in found}

    def places(
        self, section: Section, category: RecordCategory, *, is_clean: bool = False
    ) -> tuple[RecordPlace, ...]:
        """Returns the first five places of one list, shared ones with all who share them.

        Raises KeyError for a category that is not kept without phoneys.
        """
        slot = SLOTS[category, is_clean]
        return numbered(self.lists(section).get(slot, ()))

    def personal_bests(self, player: str, section: Section) -> Mapping[Slot, RecordHolding]:
        """Returns the best of a player in every list of a section; of equals the first."""
        self._settle()
        days = self._days.get((section, player))
        part = days.total if days else None
        own = self._holders.get(section)
        held = (own.get(player) if own else None) or NO_PLACES
        return {
            **(part.bests if part else {}),
            **{slot: holdings[0] for slot, holdings in held.items()},
        }

    def sections(self) -> tuple[Section, ...]:
        """Returns every section that has a list, in order."""
        self._settle()
        known = sorted({*self._events, *self._holders})
        return tuple(section for section in known if self.lists(section))

    def _trees(self, merge: Callable[[T, T], T]) -> defaultdict[Any, Sequence[Any, T]]:
        def counted(one: T, other: T) -> T:
            self.merges += 1
            return merge(one, other)

        return defaultdict(lambda: Sequence(counted))

    def _count(self, game: GameFact, by: int) -> None:
        self._calendar.count(game, by)
        self._stale_events.add((game.event, game.division, game.family))
        for side in game.sides:
            presence = (game.event, side.player)
            self._stale.add(presence)
            games = self._of_player.setdefault(presence, {})
            if by > 0:
                games[game.key] = game
            else:
                del games[game.key]
            if not games:
                del self._of_player[presence]

    def _settle(self) -> None:
        """Brings what was touched up to date, from the games up."""
        counted, moved = self._calendar.settle()
        holders: set[Career] = set()
        for event, player in self._stale:
            holders |= self._settle_days(event, player)
        of_nights = {(event, player) for event in moved for player in self._calendar.there(event)}
        holders |= self._settle_nights(of_nights | self._stale)
        for event in counted:
            self._settle_attendance(event)
        for part in self._stale_events:
            event, division, family = part
            places = self._in_event[part].total
            for scope in scopes_of(event, division):
                self._events[Section(scope, family)].replace((event, division), places)
        for section, player in holders:
            self._holders[section].replace(player, self._places_of(section, player) or None)
        self._stale.clear()
        self._stale_events.clear()

    def _settle_days(self, event: BookEvent, player: str) -> set[Career]:
        """Makes a player's parts of an event again; returns the careers that they belong to."""
        presence = (event, player)
        own = self._of_player.get(presence, {}).values()
        parts: dict[EventPart, list[GameFact]] = {}
        for game in sorted(own, key=lambda game: (game.day, game.order, game.key)):
            parts.setdefault((event, game.division, game.family), []).append(game)
        days: dict[tuple[Section, DayKey], DayPart] = {}
        for part, games in parts.items():
            of_event = places_of_event(player, games)
            self._in_event[part].replace((_PLAYERS, player), of_event or None)
            for section, key, of_day in self._day_parts(player, part, games, of_event):
                days[section, key] = of_day
                self._days[section, player].put(key, of_day)
        for part in self._parts.get(presence, set()) - parts.keys():
            self._in_event[part].drop((_PLAYERS, player))
        gone = self._day_keys.get(presence, set()) - days.keys()
        for section, key in gone:
            self._days[section, player].drop(key)
        self._stale_events.update(parts)
        _keep(self._parts, presence, set(parts))
        _keep(self._day_keys, presence, set(days))
        return {(section, player) for section, _ in (*days, *gone)}

    def _day_parts(
        self, player: str, part: EventPart, games: list[GameFact], of_event: Places
    ) -> Iterator[tuple[Section, DayKey, DayPart]]:
        """Yields a player's games in a part of an event, day by day, for every section.

        What they hold by the event as a whole goes with the first day.
        """
        event, division, family = part
        sections = [Section(scope, family) for scope in scopes_of(event, division)]
        for day, of_day in groupby(games, key=lambda game: game.day):
            own = list(of_day)
            held = [self._held[game.key] for game in own]
            day_of_player = day_part(player, own, [*held, of_event])
            of_event = NO_PLACES
            for section in sections:
                yield section, (day, event, division), day_of_player

    def _settle_nights(self, presences: set[Presence]) -> set[Career]:
        """Makes players' nights again; returns the careers that they belong to."""
        members = {(club, player) for event, player in presences if (club := club_of(event))}
        families = {member: _families(self._nights[member].total) for member in members}
        for event, player in presences:
            if club_of(event):
                self._settle_night(event, player)
        return {
            (Section(club_scope(club), family), player)
            for club, player in members
            for nights in (self._nights[club, player],)
            for family in {ANY_FAMILY, *families[club, player], *_families(nights.total)}
        }

    def _settle_night(self, event: BookEvent, player: str) -> None:
        nights, presence = self._nights[event.club, player], (event, player)
        was = self._night_keys.pop(presence, None)
        key = self._calendar.key_of(event)
        if was is not None and was != key:
            nights.drop(was)
        if key is not None and self._calendar.is_there(event, player):
            own = tuple(self._of_player[presence].values())
            nights.put(key, night_part(player, key, self._calendar.after(key), own))
            self._night_keys[presence] = key
        elif was is not None:
            nights.drop(was)

    def _settle_attendance(self, event: BookEvent) -> None:
        key = self._calendar.key_of(event)
        count = len(self._calendar.there(event))
        places = attendance_places(event.club, key, count) if key else None
        self._events[Section(club_scope(event.club), ANY_FAMILY)].replace((event, ""), places)

    def _places_of(self, section: Section, player: str) -> Places:
        days = self._days.get((section, player))
        part = days.total if days else None
        found = dict(career_places(player, part)) if part else {}
        if section.scope.kind is ScopeKind.CLUB:
            nights = self._nights.get((section.scope.key, player))
            of_nights = nights.total if nights else None
            if of_nights is not None and section.family == ANY_FAMILY:
                found.update(night_places(player, of_nights))
            elif of_nights is not None:
                found.update(newcomer_places(player, of_nights, section.family))
        return found


def _families(part: NightPart | None) -> frozenset[str]:
    return frozenset(game.family for game in part.first_games) if part else frozenset()


def _keep(of: dict[Presence, set[T]], presence: Presence, kept: set[T]) -> None:
    if kept:
        of[presence] = kept
    else:
        of.pop(presence, None)
