"""Every page of an event, by its path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.utils import timezone

from core.web.page import Page
from core.web.site import Site
from tournaments.clock.pages.hall import clocks_page
from tournaments.contention.pages import contention_page
from tournaments.event_ratings.pages.ratings import ratings_page
from tournaments.event_ratings.pages.steps import rating_steps_page
from tournaments.prizes.pages.public import prizes_are_public, prizes_page, prizes_path
from tournaments.public.pages.hub import hub_page
from tournaments.public.pages.marks import marks_of
from tournaments.public.pages.pairings import board_pairings_page, name_pairings_page
from tournaments.public.pages.results import results_page
from tournaments.public.pages.scorecard import scorecard_page
from tournaments.public.pages.standings import standings_page
from tournaments.public.pages.wallchart import is_cut, wallchart_page, whole_wallchart_page
from tournaments.readmodel.addresses import (
    clock_path,
    division_path,
    hub_path,
    rating_steps_path,
    statistics_path,
)
from tournaments.readmodel.clocks import has_clock
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import has_contention, has_ratings
from tournaments.readmodel.page_versions import VersionedEvent, card_version
from tournaments.readmodel.timetable import good_until, time_mark
from tournaments.reports.pages import (
    division_list_names,
    event_list_names,
    event_report_list_page,
    event_reports_page,
    report_list_page,
    reports_page,
    reports_path,
)
from tournaments.statistics.pages.statistics import event_statistics_page, statistics_page


def event_page(versioned: VersionedEvent, *, at: datetime | None = None) -> Page:
    """Returns the event's own page, made at this moment or when it is asked for."""
    event, now = versioned.event, at or timezone.now()
    return Page(
        hub_path(event.slug),
        f"{versioned.foreseen}{time_mark(event, now)}",
        lambda site: hub_page(versioned, site, at=at or timezone.now()),
        good_until=good_until(event, now),
    )


def event_pages(versioned: VersionedEvent, *, at: datetime | None = None) -> Iterator[Page]:
    """Yields the pages of an event that are of no single division."""
    yield event_page(versioned, at=at)
    if has_clock(versioned):
        yield clock_page(versioned, at=at)
    if prizes_are_public(versioned.event):
        yield prize_page(versioned, at=at)
    if len(versioned.divisions) > 1:
        yield statistics_page_of_event(versioned, at=at)
        yield from event_report_pages(versioned, at=at)


def clock_page(versioned: VersionedEvent, *, at: datetime | None = None) -> Page:
    """Returns the page of an event's clocks."""
    path = clock_path(versioned.event.slug)
    return Page(
        path, versioned.version, lambda site: clocks_page(versioned, site, at=at or timezone.now())
    )


def prize_page(versioned: VersionedEvent, *, at: datetime | None = None) -> Page:
    """Returns the page of an event's prizes, which is missing unless everybody may see it."""
    path = prizes_path(versioned.event.slug)
    return Page(
        path, versioned.version, lambda site: prizes_page(versioned, site, at=at or timezone.now())
    )


def statistics_page_of_event(versioned: VersionedEvent, *, at: datetime | None = None) -> Page:
    """Returns the page of the statistics over all divisions of an event."""
    return Page(
        statistics_path(versioned.event.slug),
        versioned.rated,
        lambda site: event_statistics_page(versioned, site, at=at or timezone.now()),
    )


def reports_page_of_event(
    versioned: VersionedEvent, name: str = "", *, at: datetime | None = None
) -> Page:
    """Returns the page of the lists over all divisions, or of the one list with this name."""

    def make(site: Site) -> str:
        moment = at or timezone.now()
        if name:
            return event_report_list_page(versioned, site, name, at=moment)
        return event_reports_page(versioned, site, at=moment)

    path = reports_path(versioned.event.slug, *([name] if name else []))
    return Page(path, versioned.rated, make)


def event_report_pages(versioned: VersionedEvent, *, at: datetime | None = None) -> Iterator[Page]:
    """Yields the pages of the lists over all divisions of an event that there are."""
    yield reports_page_of_event(versioned, at=at)
    for name in event_list_names(versioned):
        yield reports_page_of_event(versioned, name, at=at)


def report_pages(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields the page of each list of a division that has a page of its own."""
    marks = marks_of(read_model)
    for name in division_list_names(read_model):
        yield Page(
            division_path(read_model.division, "reports", name),
            read_model.versioned.rated,
            partial(report_list_page, read_model, name=name),
            partial(marks.of_list, name),
        )


def latest_pages(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields the pages of a division that always show the latest round, the live ones first."""

    versioned = read_model.versioned

    def page(make: Callable[[DivisionReadModel, Site], str], version: str, *place: str) -> Page:
        return Page(
            division_path(read_model.division, *place), version, lambda site: make(read_model, site)
        )

    yield page(standings_page, versioned.rated, "standings")
    yield page(results_page, versioned.honoured, "results")
    yield page(board_pairings_page, versioned.version, "pairings")
    yield page(name_pairings_page, versioned.version, "pairings", "names")
    yield page(wallchart_page, versioned.version, "wallchart")
    if is_cut(read_model):
        yield page(whole_wallchart_page, versioned.version, "wallchart", "all")
    yield page(statistics_page, versioned.rated, "statistics")
    yield page(reports_page, versioned.rated, "reports")
    if has_ratings(read_model):
        yield page(ratings_page, versioned.rated, "ratings")
    if has_contention(read_model):
        yield page(contention_page, versioned.foreseen, "contention")


def round_pages(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields the pages of every published round of a division."""

    def page(
        make: Callable[[DivisionReadModel, Site, int], str],
        version: str,
        number: int,
        *place: str | int,
    ) -> Page:
        path = division_path(read_model.division, *place)
        return Page(
            path,
            version,
            lambda site: make(read_model, site, number),
            lambda: marks.of_round(number),
        )

    marks = marks_of(read_model)
    versioned = read_model.versioned
    version, rated, honoured = versioned.version, versioned.rated, versioned.honoured
    for number in read_model.round_numbers:
        yield page(board_pairings_page, version, number, "pairings", number)
        yield page(name_pairings_page, version, number, "pairings", number, "names")
        yield page(results_page, honoured, number, "results", number)
        yield page(standings_page, rated, number, "standings", number)
        yield page(reports_page, version, number, "reports", number)


def card_pages(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields the scorecard of every entry of a division, and the steps of its rating."""

    marks = marks_of(read_model)
    of_cards = card_version(read_model.versioned, read_model.versioned.rated)
    for number in read_model.entry_numbers:
        yield Page(
            division_path(read_model.division, "player", number),
            of_cards,
            partial(scorecard_page, read_model, number=number),
            partial(marks.of_card, number),
        )
        if has_ratings(read_model):
            yield Page(
                rating_steps_path(read_model.division, number),
                read_model.versioned.rated,
                partial(rating_steps_page, read_model, number=number),
            )


def division_pages(read_model: DivisionReadModel) -> Iterator[Page]:
    """Yields every page of a division."""
    yield from latest_pages(read_model)
    yield from round_pages(read_model)
    yield from report_pages(read_model)
    yield from card_pages(read_model)
