"""Home and every event as parts of a mirror: their pages, and what features above have of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from django.db.models import Count, Max

from core.mirror.parts import MirrorPart
from core.web.page import Page
from core.web.site import HOME
from tournaments.models import DivisionContention, DivisionRating
from tournaments.public.pages.awaited import home
from tournaments.public.pages.catalogue import division_pages, event_pages
from tournaments.public.queries.shelves import everybodys_events, latest_first
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.final_places import version_of_places
from tournaments.readmodel.page_versions import VersionedEvent, card_version, versioned_event

More = Callable[[VersionedEvent, datetime], Iterable[Page]]
"""Tells what else there is of an event at a moment, at addresses below its own."""

_more: list[More] = []


def register_event_pages(more: More) -> None:
    """Registers a feature that has pages or files of an event, to be mirrored with the others."""
    if more not in _more:
        _more.append(more)


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields every event that everybody may see, the latest first, and the home page."""
    for event in latest_first(everybodys_events()):
        versioned = versioned_event(event.slug)
        if versioned is not None:
            yield event_part(versioned, at)
    page = home()
    yield MirrorPart(HOME, page.version, lambda: [page])


def computed() -> object:
    """Returns what changes with the forecasts, ratings and final places of events; three queries.

    That games hold other records, the book of them tells.
    """
    return [
        DivisionContention.objects.aggregate(Count("pk"), Max("made_at")),
        DivisionRating.objects.aggregate(Count("pk"), Max("rated_at")),
        version_of_places(),
    ]


def event_part(versioned: VersionedEvent, at: datetime) -> MirrorPart:
    """Returns an event as a part of a mirror."""
    return MirrorPart(
        hub_path(versioned.event.slug), event_state(versioned), lambda: _pages(versioned, at)
    )


def event_state(versioned: VersionedEvent) -> str:
    """Returns the version of all pages of an event together."""
    parts = [versioned.version, versioned.rated]
    for one in versioned.divisions:
        parts += [one.rated, one.foreseen, one.honoured, card_version(one, "")]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]


def _pages(versioned: VersionedEvent, at: datetime) -> Iterator[Page]:
    yield from event_pages(versioned, at=at)
    for part in versioned.divisions:
        yield from division_pages(DivisionReadModel(part, at=at))
    for more in _more:
        yield from more(versioned, at)
