"""The history of the judge's stations, read from their journals: for directors only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, QuerySet

from core.models import JournalEntry
from lexicon.models import JudgeStation

STREAM = "judge"
RULED = "judge.ruled"


@dataclass(frozen=True, slots=True)
class RulingTally:
    """The number of a station's rulings, and the time of the last; None if it never ruled."""

    rulings: int = 0
    last_at: datetime | None = None


def stations_of_event(slug: str) -> list[JudgeStation]:
    """Returns the stations of an event's divisions, by name, those that are closed last."""
    rows = JudgeStation.objects.filter(place__startswith=f"{slug}/")
    # SQLite takes capitals for small letters here.
    own = [row for row in rows if row.place.partition("/")[0] == slug]
    return _open_first(own)


def free_stations() -> list[JudgeStation]:
    """Returns the stations that judge for no division, by name, those that are closed last."""
    return _open_first(JudgeStation.objects.filter(place=""))


def tallies(stations: Iterable[JudgeStation]) -> Mapping[str, RulingTally]:
    """Returns the counts of each station's rulings so far, by its key, in one query."""
    streams = {stream_of(station.key): station.key for station in stations}
    counted = dict.fromkeys(streams.values(), RulingTally())
    rulings = JournalEntry.objects.filter(stream__key__in=streams, command=RULED)
    for stream, many, last_at in rulings.values_list("stream__key").annotate(
        Count("pk"), Max("at")
    ):
        counted[streams[stream]] = RulingTally(many, last_at)
    return counted


def log_of(stations: Iterable[JudgeStation]) -> QuerySet[JournalEntry]:
    """Returns the journals of stations as one, the newest entry first."""
    streams = [stream_of(station.key) for station in stations]
    entries = JournalEntry.objects.filter(stream__key__in=streams).select_related("stream")
    return entries.defer("changes").order_by("-at", "-pk")


def stream_of(key: str) -> str:
    """Returns the key of a station's journal."""
    return f"{STREAM}:{key}"


def _open_first(stations: Iterable[JudgeStation]) -> list[JudgeStation]:
    return sorted(stations, key=lambda row: (not row.is_open, row.name, row.key))
