"""The pages that the hall waits for: made right after a publication."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.utils import timezone

from core.web.page import Page
from core.web.site import HOME
from tournaments.public.pages.catalogue import event_page, latest_pages
from tournaments.public.pages.home import home_page
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.glance import glance_at
from tournaments.readmodel.page_versions import home_version, versioned_event
from tournaments.readmodel.summary import summarise

LIVE = 4
"""The latest pages: standings, results, both pairings. The others are made when asked for."""


def live_pages(slug: str, division: str | None = None) -> Iterator[Page]:
    """Yields the latest pages of a division (of all without a name), the event's and the home page.

    The sheet of a division is read once, by the first of its pages that is made.
    """
    versioned = versioned_event(slug)
    if versioned is not None:
        for part in versioned.divisions:
            if division in (None, part.division.name):
                read_model = DivisionReadModel(part)
                yield from islice(latest_pages(read_model), LIVE)
                summarise(read_model)
                glance_at(read_model)
        yield event_page(versioned)
    yield home()


def home() -> Page:
    """Returns the home page to store."""
    return Page(HOME, home_version(), lambda site: home_page(site, at=timezone.now()))
