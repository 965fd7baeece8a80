"""The biggest moves of a list in a period: gains, losses, and games that the lower rated won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from heapq import heappush, heappushpop
from typing import NamedTuple

from django.db.models import F, Max, Min, Q, QuerySet

from people.selectors import shown_players
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.selectors.names import PublicPlayer, names_in
from ratings.selectors.stored import cards_of, content_of, steps_of
from ratings.systems.career import field_of, system_for
from ratings.systems.registry import rating_system

AT_MOST = 10
_AT_ONCE = 100
LAST_EVENT = "event"
PERIODS = {LAST_EVENT: None, "month": 30, "year": 365, "ever": None}
"""The choices: the last event, a number of days up to it, or all of the list's history."""


class Period(NamedTuple):
    """The events of a period, and the days of the first one and the last."""

    events: QuerySet[RatedEvent]
    begins_on: date
    ends_on: date


class Upset(NamedTuple):
    """A game that the lower rated won; `winner` and `loser` are numbers in the event."""

    difference: int
    event: int
    round: int
    winner: int
    loser: int
    winner_rating: int
    loser_rating: int
    score: int | None
    score_against: int | None


class EventMoves(NamedTuple):
    """An event with its players by number; `expected` holds wins expected of single games."""

    row: RatedEvent
    names: Mapping[int, PublicPlayer]
    expected: Mapping[tuple[int, int], float | None]


def period_of(rating_list: RatingList, name: str) -> Period | None:
    """Returns a period of a list by its name, None while the list has rated nothing."""
    events = RatedEvent.objects.filter(rating_list=rating_list, is_gone=False, is_stale=False)
    last = events.order_by("held_on", "key").only("key", "held_on").last()
    if last is None:
        return None
    days = PERIODS[name]
    if name == LAST_EVENT:
        event = last.key.partition("/")[0]
        divisions = Q(key=last.key) | Q(key__startswith=f"{event}/")
        events = events.filter(divisions, held_on=last.held_on)
    elif days is not None:
        events = events.filter(held_on__gt=last.held_on - timedelta(days))
    first = events.aggregate(first=Min("held_on"))["first"]
    return Period(events, first or last.held_on, last.held_on)


def biggest_changes(period: Period, *, gains: bool) -> list[EventRating]:
    """Returns the ratings that an event raised or lowered most; a first rating is not a change."""
    rows = EventRating.objects.filter(event__in=period.events.values("pk")).exclude(old=0)
    rows = rows.annotate(moved=F("new") - F("old"))
    rows = rows.filter(moved__gt=0) if gains else rows.filter(moved__lt=0)
    ordered = rows.order_by("-moved" if gains else "moved", "-held_on", "player")
    return list(ordered[:AT_MOST])


def biggest_upsets(period: Period) -> list[Upset]:
    """Returns the games won against the largest difference in rating, the largest first.

    Events are read in order of the difference that is possible in them, and no further than one
    that can no longer change anything.
    """
    rated = EventRating.objects.filter(event__in=period.events.values("pk")).exclude(old=0)
    ranges = rated.order_by().values_list("event").annotate(width=Max("old") - Min("old"))
    widest = sorted(ranges, key=lambda pair: (-pair[1], pair[0]))
    best: list[Upset] = []
    for start in range(0, len(widest), _AT_ONCE):
        part = widest[start : start + _AT_ONCE]
        if len(best) == AT_MOST and part[0][1] <= best[0].difference:
            break
        for upset in _upsets(dict(part)):
            if len(best) < AT_MOST:
                heappush(best, upset)
            else:
                heappushpop(best, upset)
    return sorted(best, reverse=True)


def events_shown(
    rating_list: RatingList, changes: Iterable[EventRating], upsets: Sequence[Upset]
) -> dict[int, EventMoves]:
    """Returns the events of these moves by row, with the names and expectations that they need."""
    wanted = {row.event_id for row in changes} | {upset.event for upset in upsets}
    rows = RatedEvent.objects.in_bulk(sorted(wanted))
    contents = {pk: content_of(row) for pk, row in rows.items()}
    keys = {card.player for content in contents.values() for card in content.cards}
    known = shown_players(sorted(keys))
    expected = _expected(rating_list, [rows[pk] for pk in {upset.event for upset in upsets}])
    return {
        pk: EventMoves(row, names_in(contents[pk], known), expected.get(pk, {}))
        for pk, row in rows.items()
    }


def _upsets(widths: Mapping[int, int]) -> Iterator[Upset]:
    """Yields all upsets of these events."""
    rated = EventRating.objects.filter(event__in=widths).exclude(old=0)
    old: dict[int, dict[int, int]] = {}
    for event, number, rating in rated.values_list("event", "number", "old"):
        old.setdefault(event, {})[number] = rating
    for row in RatedEvent.objects.filter(pk__in=widths).only("content"):
        ratings = old[row.pk]
        for card in content_of(row).cards:
            own = ratings.get(card.number)
            if own is None:
                continue
            for game in card.games:
                other = ratings.get(game.opponent, own)
                if game.half_wins == 2 and other > own:
                    yield Upset(
                        difference=other - own,
                        event=row.pk,
                        round=game.round,
                        winner=card.number,
                        loser=game.opponent,
                        winner_rating=own,
                        loser_rating=other,
                        score=game.own_score,
                        score_against=game.other_score,
                    )


def _expected(
    rating_list: RatingList, events: Sequence[RatedEvent]
) -> dict[int, dict[tuple[int, int], float | None]]:
    """Returns the wins that the system expected of each game, by number and round, per event."""
    steps = steps_of([event.pk for event in events])
    expected = {}
    for event in events:
        cards = cards_of(event)
        before = {player: step.before for player, step in steps[event.pk].items()}
        system = system_for(cards, rating_system(rating_list.system))
        expected[event.pk] = {
            (inspection.number, game.round): game.expected
            for inspection in system.explain(field_of(cards, before))
            for segment in inspection.segments
            for game in segment.games
        }
    return expected
