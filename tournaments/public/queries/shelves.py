"""Which events the home page shows, and where: no more than fit a page, in as many queries always.

What an event waits for is told by its rows and by the day its journal was last written, so nothing
has to be read of a division that is over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import (
    CharField,
    Count,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Concat
from django.utils import timezone

from core.models import JournalEntry
from people.selectors import register_version
from tournaments.kernel.queries.rights import EVENT
from tournaments.models import Board, Division, Round, Tournament
from tournaments.readmodel.page_versions import VersionedEvent, versioned_of

QUIET = timedelta(days=7)
"""For how long nothing comes in of an event that is being played, until it counts as unfinished."""
ACTIVE, AHEAD, SHELVED = 40, 40, 80
"""How many events are read: those written last, those to come, and the others, the latest first."""
BANDS, PARTS, WINNERS, OVER, LINES = 4, 6, 12, 60, 15
"""How many events in play have a band, how many divisions it names, of how many events that are
over the winners are told, and how many lines those have, and each of the other lists.
"""

PLAYING, COMING, UNFINISHED, FINISHED = "playing", "coming", "unfinished", "finished"
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


class Shelves(NamedTuple):
    """The events of the home page by what became of them, and how many there are in `all`."""

    playing: list[VersionedEvent]
    coming: list[VersionedEvent]
    unfinished: list[VersionedEvent]
    finished: list[VersionedEvent]
    all: int


def shelves() -> Shelves:
    """Returns the events to show today, in eight queries."""
    today = timezone.localdate()
    events = _chosen(today)
    divisions = _divisions_of(events)
    states = _states_of(divisions)
    register = register_version()
    found: dict[str, list[VersionedEvent]] = defaultdict(list)
    for event in events:
        of_event = divisions[event.pk]
        state = _state(event, {states[one.pk] for one in of_event}, today)
        found[state].append(versioned_of(event, of_event, register))
    soonest = sorted(found[COMING], key=lambda one: one.event.starts_on or date.max)
    latest = sorted(found[FINISHED], key=lambda one: _age(one.event), reverse=True)
    return Shelves(
        playing=found[PLAYING],
        coming=soonest,
        unfinished=found[UNFINISHED],
        finished=latest,
        all=everybodys_events().count(),
    )


def everybodys_events() -> QuerySet[Tournament]:
    """Returns all events but rehearsals and nights of clubs, as a query that can be narrowed."""
    return Tournament.objects.filter(rehearsal=False, night_of="")


def latest_first(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Returns events by their day; databases differ on where an empty one belongs: here, last."""
    return events.order_by(F("starts_on").desc(nulls_last=True), "-pk")


def year_of(event: Tournament) -> int:
    """Returns the year of an event, by its day or else its director's words; 0 if never said."""
    if event.starts_on is not None:
        return event.starts_on.year
    said = _YEAR.findall(event.dates)
    return int(said[-1]) if said else 0


def _age(event: Tournament) -> tuple[int, date, int]:
    return year_of(event), event.starts_on or date.min, event.pk


def _chosen(today: date) -> list[Tournament]:
    """Returns the events to show, each with the moment at which its journal was last `written`."""
    journal = JournalEntry.objects.filter(
        stream__key=Concat(Value(f"{EVENT}:"), OuterRef("slug"), output_field=CharField())
    )
    every = everybodys_events().annotate(
        written=Subquery(journal.order_by("-seq").values("at")[:1])
    )
    active = every.order_by(F("written").desc(nulls_last=True), "-pk")[:ACTIVE]
    ahead = every.filter(closed=False, starts_on__gte=today).order_by("starts_on", "pk")[:AHEAD]
    others = latest_first(every)[:SHELVED]
    return list({event.pk: event for event in (*active, *ahead, *others)}.values())


def _divisions_of(events: Iterable[Tournament]) -> dict[int, list[Division]]:
    found: dict[int, list[Division]] = defaultdict(list)
    rows = Division.objects.select_related("tournament", "rated").order_by("position", "name")
    for division in rows.filter(tournament__in=[event.pk for event in events]):
        found[division.tournament_id].append(division)
    return found


def _states_of(divisions: dict[int, list[Division]]) -> dict[int, str]:
    """Returns whether each division is coming, being played or finished, by row; two queries."""
    every = [division for of_event in divisions.values() for division in of_event]
    rows = Q(division__in=[division.pk for division in every], stage=Round.Stage.PUBLISHED)
    last = dict(
        Round.objects.filter(rows).order_by().values_list("division").annotate(last=Max("number"))
    )
    waiting = dict(
        Board.objects.filter(round__in=Round.objects.filter(rows), result__isnull=True)
        .order_by()
        .values_list("round__division")
        .annotate(waiting=Count("pk"))
    )
    return {one.pk: _state_of_division(one, last.get(one.pk), waiting) for one in every}


def _state_of_division(division: Division, last: int | None, waiting: dict[int, int]) -> str:
    if last is None:
        return COMING
    is_over = last >= division.planned_rounds and division.pk not in waiting
    return FINISHED if is_over else PLAYING


def _state(event: Tournament, states: set[str], today: date) -> str:
    """Returns what became of an event. Only days count, so it holds for the whole of a day.

    Its first day counts as well as the last entry of its journal: who sets up an event early plays
    it later.
    """
    if event.closed or states == {FINISHED}:
        return FINISHED
    written: datetime | None = event.written  # type: ignore[attr-defined] # annotated
    last = max(timezone.localdate(written) if written else date.min, event.starts_on or date.min)
    is_quiet = today - last > QUIET
    if states & {PLAYING, FINISHED}:
        return UNFINISHED if is_quiet else PLAYING
    return UNFINISHED if is_quiet and event.starts_on is not None else COMING
