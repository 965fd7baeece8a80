"""The news of an event as Atom: rounds paired, who leads after each, and that it is closed.

It says what the public pages say: no draft, no name that a player keeps back, no rehearsal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from heapq import nlargest
from typing import NamedTuple
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings

from core.atom import CONTENT_TYPE, Feed, FeedEntry, feed_text
from core.phrases import language, phrase
from core.web.sharing import public_address
from core.web.store import Made, NoSuchPage
from core.wording import record, signed
from tournaments.readmodel.addresses import division_path, feed_path, hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now
from tournaments.sharing.queries.moments import closed_at, founded_at, published_rounds
from tournaments.standings.table import places_of

MOST = 40
"""The most news in a feed, the latest: whoever follows it has the older ones."""
LEADERS = 3
PAIRED, PLAYED, CLOSED = 0, 1, 2


class News(NamedTuple):
    """Something that happened; of one moment the later round is later, and played after paired."""

    at: datetime
    number: int
    kind: int
    division: str


def event_feed(versioned: VersionedEvent) -> Made:
    """Returns the feed of an event; NoSuchPage for a rehearsal."""
    event = versioned.event
    founded = founded_at([event.slug]).get(event.slug)
    if event.rehearsal or founded is None:
        raise NoSuchPage(event.slug)
    models = {part.division.name: read_model_now(part) for part in versioned.divisions}
    base = public_address()
    feed = Feed(
        ident=lasting_name(founded, event.slug),
        title=event.name,
        about=" · ".join(fact for fact in (event.when, event.place) if fact),
        updated=founded,
        url=f"{base}{hub_path(event.slug)}",
        own_url=f"{base}{feed_path(event.slug)}",
        language=language() or settings.LANGUAGE_CODE,
        entries=[
            _entry(versioned, one, models, founded)
            for one in nlargest(MOST, _news(versioned, models))
        ],
    )
    return Made(versioned.version, feed_text(feed), CONTENT_TYPE)


def lasting_name(founded: datetime, slug: str, *parts: str | int) -> str:
    """Returns a name of something of an event that is the same on every machine, and for good.

    The address of the site is not in it: that of a hall is another one tomorrow.
    """
    said = " ".join((founded.astimezone(UTC).isoformat(), slug, *map(str, parts)))
    return uuid5(NAMESPACE_URL, said).urn


def _news(versioned: VersionedEvent, models: Mapping[str, DivisionReadModel]) -> Iterator[News]:
    event = versioned.event
    for name, number, paired_at, results_at in published_rounds(event):
        model = models.get(name)
        if model is None or number > model.published:
            continue  # It came after the sheet was read: the next feed has it.
        yield News(paired_at, number, PAIRED, name)
        if number <= model.complete:
            yield News(results_at, number, PLAYED, name)
    at = closed_at(event.slug) if event.closed else None
    if at is not None:
        yield News(at, 0, CLOSED, "")


def _entry(
    versioned: VersionedEvent,
    news: News,
    models: Mapping[str, DivisionReadModel],
    founded: datetime,
) -> FeedEntry:
    event = versioned.event
    if news.kind == CLOSED:
        path, title, text = hub_path(event.slug), phrase("{event} is closed", event=event.name), ""
    else:
        model = models[news.division]
        tab = "pairings" if news.kind == PAIRED else "standings"
        path = division_path(model.division, tab, news.number)
        title, text = (_paired if news.kind == PAIRED else _played)(model, news.number)
    return FeedEntry(
        ident=lasting_name(founded, event.slug, news.division, news.number, news.kind),
        title=title,
        updated=news.at,
        url=f"{public_address()}{quote(path)}",
        text=text,
    )


def _paired(model: DivisionReadModel, number: int) -> tuple[str, str]:
    name, planned = model.division.name, model.division.planned_rounds
    return (
        phrase("Division {division}: round {round} is paired", division=name, round=number),
        phrase("Round {round} of {rounds}", round=number, rounds=planned),
    )


def _played(model: DivisionReadModel, number: int) -> tuple[str, str]:
    name, entries = model.division.name, model.sheet.entries
    rows = [row for row in model.table(number) if row.rank is not None]
    if not rows:
        return phrase("Division {division}: round {round} is over", division=name, round=number), ""
    place, first = places_of(rows), entries[rows[0].number].name
    if number >= model.division.planned_rounds:
        title = phrase("Division {division}: won by {name}", division=name, name=first)
    else:
        title = phrase(
            "Division {division}: {name} leads after round {round}",
            division=name,
            name=first,
            round=number,
        )
    leaders = (
        f"{place[row.number].words} {entries[row.number].name} "
        f"{record(row.half_wins, row.half_losses)} {signed(row.spread)}"
        for row in rows[:LEADERS]
    )
    return title, " · ".join(leaders)
