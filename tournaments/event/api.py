"""Events and their divisions for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from api.journal import journal_operations
from api.operations import Asked, Give, Listing, One, Whole, register_api
from core.roles.table import Permission
from desk.roles.operations import role_operations
from tournaments.event.commands.appointing import AppointDirector
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent, DateEvent
from tournaments.kernel.api_addresses import DIVISION, EVENT, event_stream
from tournaments.kernel.queries.play import division_of_event, event_named
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event, as its own page tells it."""

    event: str
    name: str
    dates: str
    starts_on: date | None
    place: str
    closed: bool
    rehearsal: bool


@dataclass(frozen=True, slots=True)
class DivisionShown:
    """A division with the rules that it is played by; `overrides` differ from its rule set."""

    division: str
    planned_rounds: int
    ruleset: str
    overrides: Mapping[str, Any]
    rating_system: str
    lexicon: str


def event_shown(row: Tournament) -> EventShown:
    """Returns an event as programs read it."""
    return EventShown(
        event=row.slug,
        name=row.name,
        dates=row.dates,
        starts_on=row.starts_on,
        place=row.place,
        closed=row.closed,
        rehearsal=row.rehearsal,
    )


def division_shown(row: Division) -> DivisionShown:
    """Returns a division as programs read it."""
    return DivisionShown(
        division=row.name,
        planned_rounds=row.planned_rounds,
        ruleset=row.ruleset,
        overrides=row.overrides,
        rating_system=row.rating_system,
        lexicon=row.lexicon,
    )


def _events(_: Asked) -> QuerySet[Tournament]:
    # As on the home page: a rehearsal is no news.
    return Tournament.objects.filter(rehearsal=False, night_of="")


def _need_event(asked: Asked) -> Tournament:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return event


def _find_division(asked: Asked) -> DivisionShown:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return division_shown(division)


def _divisions(asked: Asked) -> list[DivisionShown]:
    return [division_shown(one) for one in _need_event(asked).divisions.all()]


register_api(
    "events",
    Listing(
        path="events",
        name="events_list",
        says="Lists the events, the newest first; rehearsals are left out.",
        shape=EventShown,
        rows=_events,
        row=event_shown,
        order="-pk",
        model=Tournament,
        filters={"closed": ["exact"], "starts_on": ["gte", "lte"], "name": ["icontains"]},
    ),
    Give(
        path="events",
        name="event_create",
        command=CreateEvent,
        filled=lambda asked: {"director": asked.actor.name},
    ),
    One(
        path=EVENT,
        name="event_read",
        says="Shows an event.",
        shape=EventShown,
        find=lambda asked: event_shown(_need_event(asked)),
    ),
    Give(path=EVENT, name="event_date", command=DateEvent, verb="PATCH"),
    Give(path=f"{EVENT}/director", name="director_appoint", command=AppointDirector, verb="PUT"),
    Whole(
        path=f"{EVENT}/divisions",
        name="divisions_list",
        says="Lists the divisions of an event in their order.",
        shape=DivisionShown,
        items=_divisions,
    ),
    Give(path=f"{EVENT}/divisions", name="division_create", command=CreateDivision),
    One(
        path=DIVISION,
        name="division_read",
        says="Shows a division.",
        shape=DivisionShown,
        find=_find_division,
    ),
    Give(path=DIVISION, name="division_change_rules", command=ChangeRules, verb="PATCH"),
    *role_operations(EVENT, stream=event_stream, owner=lambda asked: _need_event(asked).director),
    *journal_operations(EVENT, "event", stream=event_stream, permission=Permission.VIEW),
)
