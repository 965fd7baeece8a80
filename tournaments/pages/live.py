"""The pages that the hall is looking at: made right after a write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.utils import timezone

from core.web.pages import Maker
from core.web.site import HOME, WEB
from tournaments.pages.book import Book
from tournaments.pages.catalogue import event_page, latest_pages
from tournaments.pages.editions import event_edition, home_version
from tournaments.pages.home import home_page
from tournaments.pages.summary import summarise

LIVE = 3
"""Of the latest pages: standings, results, pairings. The others are made by who asks first."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page to be stored: its path, its version, and what makes it."""

    path: str
    version: str
    make: Maker


def live_pages(slug: str, division: str | None = None) -> Iterator[LivePage]:
    """Yields the latest pages of a division (of all without a name), the event's and the home page.

    The sheet of a division is read once, by the first of its pages that is made.
    """
    edition = event_edition(slug)
    if edition is not None:
        for part in edition.divisions:
            if division in (None, part.division.name):
                book = Book(part)
                for page in islice(latest_pages(book), LIVE):
                    yield LivePage(page.path, page.version, partial(page.make, WEB))
                summarise(book)
        page = event_page(edition)
        yield LivePage(page.path, page.version, partial(page.make, WEB))
    yield home()


def home() -> LivePage:
    """Returns the home page as it is to be stored."""
    return LivePage(HOME, home_version(), lambda: home_page(WEB, at=timezone.now()))
