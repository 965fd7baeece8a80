"""A list computed from its first stale event on, and what would change, set down beside it.

Nothing in force is touched: what differs is written as proposed ratings, a few events at a time in
short transactions. A worker that is killed leaves the list as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from core.errors import UserError
from core.phrases import phrase
from ratings.models import (
    EventRating,
    ProposedRating,
    RatedEvent,
    RatingList,
    Recompute,
    Standing,
)
from ratings.selectors.openings import Openings
from ratings.selectors.stored import cards_of, rows_of, step_of, steps_of
from ratings.systems.career import Career, CareerStep, Recomputation, Revision, Stored
from ratings.systems.errors import RatingError
from ratings.systems.registry import RatingSystem, rating_system
from ratings.wording import in_words

CHUNK = 100
"""Events that are read, computed and written together."""


@dataclass(slots=True)
class RecomputeTally:
    """The result of a computation; `players` are those whose rating changes anywhere."""

    events: int = 0
    games: int = 0
    rows: int = 0
    replaces: bool = False
    players: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Stop:
    """A place of the walk: an event, or where a moved one was rated before."""

    held_on: date
    key: str
    event: int
    stale: bool
    gone: bool
    moved: bool
    left: bool = False


def first_day(recompute: Recompute) -> date | None:
    """Returns from which day on a list has to be computed, None where it need not be."""
    rating_list = recompute.rating_list
    stale = RatedEvent.objects.filter(rating_list=rating_list, is_stale=True)
    days = list(stale.values_list("held_on", flat=True))
    days += EventRating.objects.filter(event__in=stale).values_list("held_on", flat=True).distinct()
    state = rating_list.state
    if state.distrusted_from is not None:
        days.append(state.distrusted_from)
    return min(days, default=None)


def compute(recompute: Recompute, keep: Callable[[int, int], None]) -> RecomputeTally:
    """Writes what differs from the ratings in force as proposed ratings; returns the tally.

    `keep` is told how many of how many events are done, at least every few seconds. Raises
    UserError naming the event that cannot be rated.
    """
    tally = RecomputeTally()
    if recompute.from_on is None:
        return tally
    walk = _Walk(recompute, tally)
    stops = _stops(recompute, recompute.from_on)
    for start in range(0, len(stops), CHUNK):
        keep(start, len(stops))
        walk.take(stops[start : start + CHUNK])
    keep(len(stops), len(stops))
    return tally


def _stops(recompute: Recompute, day: date) -> list[_Stop]:
    """Returns the places of the walk in order; ordered here, whatever the database thinks of keys.

    An event that was moved is passed twice: where it is now, and where it was rated.
    """
    rows = EventRating.objects.filter(event__rating_list=recompute.rating_list)
    rated = rows.filter(event__is_stale=True).values_list("event", "held_on").distinct()
    rated_on = dict(rated.order_by())
    stops = []
    events = RatedEvent.objects.filter(rating_list=recompute.rating_list)
    fields = ("held_on", "key", "pk", "is_stale", "is_gone")
    for held_on, key, event, stale, gone in events.values_list(*fields):
        before = rated_on.get(event, held_on)
        if gone:
            # Wherever it was to go, it leaves the place where it was rated.
            stops.append(_Stop(before, key, event, stale, gone, moved=False))
            continue
        moved = before != held_on
        if moved and before >= day:
            stops.append(_Stop(before, key, event, False, False, moved=True, left=True))
        if held_on >= day:
            stops.append(_Stop(held_on, key, event, stale, gone, moved))
    return sorted(stops, key=lambda stop: (stop.held_on, stop.key))


class _Walk:
    """Goes along the events of a list and writes down what changes."""

    def __init__(self, recompute: Recompute, tally: RecomputeTally) -> None:
        self._recompute, self._tally = recompute, tally
        self._list = recompute.rating_list
        self._distrusted = self._list.state.distrusted_from
        self._walk = Recomputation(_system_of(self._list), Openings(self._list).on)
        self._has_ratings = EventRating.objects.filter(rating_list=self._list).exists()

    def take(self, stops: list[_Stop]) -> None:
        """Goes past these stops and writes what changes at them in one transaction."""
        ids = {stop.event for stop in stops}
        events = self._events(ids)
        stored = steps_of(ids) if self._has_ratings else {}
        self._look_up([s for s in stops if s.stale and not s.gone], events, stored)
        proposed: list[ProposedRating] = []
        for stop in stops:
            event, steps = events[stop.event], stored.get(stop.event, {})
            revision = self._pass(stop, event, steps)
            proposed += self._proposed(event, steps, revision)
        with transaction.atomic():
            ProposedRating.objects.bulk_create(proposed, batch_size=1000)

    def _events(self, ids: set[int]) -> dict[int, RatedEvent]:
        """Returns the events of the stops; the games of most are not asked for again."""
        events = RatedEvent.objects.all()
        passes = self._has_ratings and self._distrusted is None
        return (events.defer("content") if passes else events).in_bulk(ids)

    def _pass(self, stop: _Stop, event: RatedEvent, stored: Stored) -> Revision:
        if stop.left:
            self._walk.take_out(stored)
            return Revision((), ())
        if stop.gone:
            return self._walk.drop(stored)
        distrusted = self._distrusted is not None and stop.held_on >= self._distrusted
        if not (stop.stale or distrusted) and self._walk.is_settled(stored):
            self._walk.skip(stored)
            return Revision((), ())
        self._tally.events += 1
        self._tally.games += event.games
        try:
            return self._walk.rate(cards_of(event), stored, moved=stop.moved)
        except RatingError as wrong:
            raise UserError(
                phrase("{name} cannot be rated: {reason}", name=event.name, reason=in_words(wrong)),
                code=wrong.code,
            ) from wrong

    def _proposed(
        self, event: RatedEvent, stored: Stored, revision: Revision
    ) -> Iterator[ProposedRating]:
        tally = self._tally
        for steps, removed in ((revision.rated, False), (revision.removed, True)):
            for row in rows_of(ProposedRating, event, steps):
                before = stored.get(row.player)
                row.recompute, row.event, row.is_removed = self._recompute, event, removed
                row.was = None if before is None else before.after.rating
                tally.rows += 1
                tally.replaces = tally.replaces or before is not None
                tally.players.add(row.player)
                yield row

    def _look_up(
        self,
        stops: list[_Stop],
        events: dict[int, RatedEvent],
        stored: dict[int, dict[str, CareerStep]],
    ) -> None:
        """Finds the state of players who come to a new or changed event without a rating there."""
        if not self._has_ratings:
            return
        unknown: set[str] = set()
        for stop in stops:
            event = cards_of(events[stop.event])
            steps = stored.get(stop.event, {})
            unknown.update(self._walk.unknown(event, steps, moved=stop.moved))
        self._walk.now.update(_begun(self._recompute, unknown))


def _system_of(rating_list: RatingList) -> RatingSystem:
    try:
        return rating_system(rating_list.system)
    except RatingError as unknown:
        raise UserError(
            phrase(
                "{name} cannot be computed: {reason}",
                name=rating_list.name,
                reason=in_words(unknown),
            ),
            code=unknown.code,
        ) from unknown


def _begun(recompute: Recompute, players: set[str]) -> dict[str, Career | None]:
    """Returns the opening state of players whom no stop of the walk has passed yet.

    That is where their first rating from its first day on began, or their current state. Whoever
    has neither is left out.
    """
    rating_list = recompute.rating_list
    openings: dict[str, Career | None] = {
        row.player: Career(row.rating, row.deviation, row.games, row.played_on)
        for row in Standing.objects.filter(rating_list=rating_list, player__in=players)
    }
    later = EventRating.objects.filter(rating_list=rating_list, player__in=players)
    later = later.filter(held_on__gte=recompute.from_on).select_related("event")
    first: dict[str, EventRating] = {}
    for row in later.defer("event__content"):
        before = first.get(row.player)
        if before is None or (row.held_on, row.event.key) < (before.held_on, before.event.key):
            first[row.player] = row
    for player, row in first.items():
        openings[player] = None if row.opens else step_of(row).before
    return openings
