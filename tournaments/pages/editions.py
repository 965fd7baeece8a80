"""Which state of the rows a page was made from: the version it is stored under."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Subquery, Sum

from core.models import Stream
from core.web.build import build
from people.selectors import REGISTER
from ratings.selectors.editions import commands_of_all, computed_of_all
from tournaments.models import Division, DivisionRating, Tournament


@dataclass(frozen=True, slots=True)
class DivisionEdition:
    """A division as its pages are to show it, with the names of all divisions of its event."""

    division: Division
    names: tuple[str, ...]
    version: str


@dataclass(frozen=True, slots=True)
class EventEdition:
    """An event as its own page is to show it, its divisions in order."""

    event: Tournament
    divisions: tuple[DivisionEdition, ...]
    version: str


def division_edition(slug: str, name: str) -> DivisionEdition | None:
    """Returns the edition of a division in one query, None where there is no such division."""
    edition = event_edition(slug)
    chosen = edition.divisions if edition else ()
    return next((d for d in chosen if d.division.name == name), None)


def event_edition(slug: str) -> EventEdition | None:
    """Returns the edition of an event and of its divisions, None where there is no such event."""
    register = Stream.objects.filter(key=REGISTER).values("seq")
    divisions = list(
        Division.objects.filter(tournament__slug=slug)
        .select_related("tournament", "rated", "contention")
        .annotate(
            register=Subquery(register), commands=commands_of_all(), computed=computed_of_all()
        )
        .order_by("position", "name")
    )
    if divisions:
        first = divisions[0]
        return edition_of(first.tournament, divisions, first.register or 0)
    event = Tournament.objects.filter(slug=slug).first()
    return edition_of(event, [], 0) if event else None


def edition_of(event: Tournament, divisions: Sequence[Division], register: int) -> EventEdition:
    """Returns the edition of an event whose divisions are loaded with their `rated` row."""
    names = tuple(division.name for division in divisions)
    editions = tuple(
        DivisionEdition(division, names, _division_version(division, register))
        for division in divisions
    )
    # The event's own mark comes first: without divisions it is all there is.
    own = f"{event.pk}.{event.version}.{build()}"
    state = ".".join([own, *(edition.version for edition in editions)])
    mark = hashlib.sha256(state.encode()).hexdigest()[:16]
    return EventEdition(event, editions, f"e{event.version}.{mark}")


def home_version() -> str:
    """Returns what rises with every command of any journal and with every rating."""
    entries = Stream.objects.aggregate(total=Sum("seq"))["total"] or 0
    rated_at = DivisionRating.objects.aggregate(last=Max("rated_at"))["last"]
    return f"h{entries}.{rated_at.timestamp() if rated_at else 0}.{build()}"


def rating_of(division: Division) -> DivisionRating | None:
    """Returns the division's last rating, None while it is not rated."""
    return getattr(division, "rated", None)


def contention_version(division: Division, version: str) -> str:
    """Returns the version of the page of who can still win: the division's with the forecast's."""
    made = getattr(division, "contention", None)
    return f"{version}.{made.made_at.timestamp() if made else 0}"


def card_version(division: Division, version: str) -> str:
    """Returns the version of a scorecard: the division's with the lists', which make profiles."""
    return f"{version}.{division.commands}.{division.computed}"  # type: ignore[attr-defined] # annotated


def _division_version(division: Division, register: int) -> str:
    rated = rating_of(division)
    rating = f"{rated.version}-{rated.rated_at.timestamp()}" if rated else "0"
    return f"d{division.pk}.{division.version}.{rating}.{register}.{build()}"
