"""The records of one event: the first places of its divisions, and which of them are more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from clubs.records.book.scopes import Section
from clubs.records.pages.addresses import event_records_path
from clubs.records.pages.book import Tab, family_name, records_frame, render
from clubs.records.pages.cards import CardGroup, groups_of
from clubs.records.pages.medals import records_elsewhere
from clubs.records.queries.lists import ListedPlace, event_places
from core.phrases import phrase
from core.web.site import Site
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path


def event_records_page(
    event: Tournament,
    site: Site,
    *,
    is_clean: bool = False,
    every: Sequence[ListedPlace] | None = None,
) -> str:
    """Returns the page of an event's records, made from its results now, or of `every` place."""
    found = event_places(event) if every is None else every
    places = [one for one in found if one.slot.is_clean == is_clean]
    medals = records_elsewhere(event.slug, site)
    sections = [
        (section, list(of_section))
        for section, of_section in groupby(places, key=lambda one: one.section)
    ]
    return render(
        "event",
        {
            **records_frame(
                site,
                phrase("Records: {scope}", scope=event.name),
                event_records_path(event.slug, is_clean=is_clean),
            ),
            "name": event.name,
            "facts": [fact for fact in (event.when, event.place) if fact],
            "hub": site.href(hub_path(event.slug)),
            "is_clean": is_clean,
            "kinds": _kinds(event.slug, site, is_clean=is_clean),
            "sections": [
                (_section_name(section, group), group.cards)
                for section, of_section in sections
                for group in groups_of(
                    of_section, (), section, site, is_clean=is_clean, medals=medals
                )
            ],
        },
    )


def _kinds(slug: str, site: Site, *, is_clean: bool) -> list[Tab]:
    words = ((phrase("All games"), False), (phrase("Without phoneys"), True))
    return [
        (said, site.href(event_records_path(slug, is_clean=clean)), clean == is_clean)
        for said, clean in words
    ]


def _section_name(section: Section, group: CardGroup) -> str:
    return phrase(
        "Division {division}, {family}: {group}",
        division=section.scope.division,
        family=family_name(section.family),
        group=group.name,
    )
