"""The files of an event in a mirror: its tables, its news, and the pictures of what is shared.

News and pictures are told by whole addresses, so there are some only where one is known. A picture
of every entry takes longer than all pages of an event together: a mirror has those of the event
and its divisions, and the others where it was asked for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from core.mirror.parts import MirrorPart
from core.web.page import Page
from core.web.sharing import PICTURE, has_own_picture, public_address
from core.web.site import Site
from core.web.store import Made
from tournaments.failover.lifeboat.tables import TABLES
from tournaments.public.pages.changed_cards import mark_of
from tournaments.readmodel.addresses import (
    EVENTS_CALENDAR,
    division_path,
    event_calendar_path,
    feed_path,
    hub_path,
    table_path,
    timetable_table_path,
)
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent, home_version
from tournaments.readmodel.serving import read_model_now
from tournaments.sharing.pages.calendar import event_calendar, events_calendar
from tournaments.sharing.pages.feed import event_feed
from tournaments.sharing.pages.pictures import division_picture, event_picture, player_picture
from tournaments.sharing.pages.tables import table_made
from tournaments.timetable.pages import timetable_csv


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields the calendar of events, where the mirror or the site has an address."""
    base = public_address()
    if base:
        version = home_version()
        page = Page(EVENTS_CALENDAR, version, lambda _: events_calendar(base, at))
        yield MirrorPart(EVENTS_CALENDAR, version, lambda: [page])


def files_of(versioned: VersionedEvent, at: datetime) -> Iterator[Page]:
    """Yields the files of an event; none of a rehearsal, which is no news."""
    if versioned.event.rehearsal:
        return
    slug, version = versioned.event.slug, versioned.version
    for part in versioned.divisions:
        for name in TABLES:
            yield Page(
                table_path(part.division, name),
                part.rated,
                _of(lambda part=part, name=name: table_made(read_model_now(part), name)),  # type: ignore[misc] # a lambda's default has no type
            )
    if versioned.event.timetable:
        yield Page(timetable_table_path(slug), version, lambda _: timetable_csv(versioned.event))
    base = public_address()
    if not base:
        return
    if versioned.event.timetable:
        yield Page(
            event_calendar_path(slug),
            version,
            lambda _: event_calendar(versioned.event, base, at),
        )
    yield Page(feed_path(slug), version, _of(partial(event_feed, versioned)))
    yield Page(f"{hub_path(slug)}{PICTURE}", version, _of(partial(event_picture, versioned)))
    for part in versioned.divisions:
        yield Page(
            f"{division_path(part.division)}{PICTURE}",
            part.version,
            _of(lambda part=part: division_picture(read_model_now(part))),  # type: ignore[misc] # a lambda's default has no type
        )
        if has_own_picture():
            yield from _of_entries(read_model_now(part))


def _of_entries(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields the picture of every entry, which says less than its card."""
    for number in read_model.entry_numbers:
        yield Page(
            f"{division_path(read_model.division, 'player', number)}{PICTURE}",
            read_model.versioned.rated,
            _of(partial(player_picture, read_model, number)),
            partial(mark_of, read_model, number),
        )


def _of(made: Callable[[], Made]) -> Callable[[Site], str | bytes]:
    return lambda _: made().text
