"""After a write: what the public looks at is rendered once, in the process that wrote."""

from __future__ import annotations

import structlog
from django.db import DatabaseError

from core.web.pages import is_current, store
from tournaments.pages import live_pages

log = structlog.get_logger(__name__)


def render_live_pages(slug: str, division: str | None = None) -> None:
    """Stores the pages that the hall is looking at: the event's, and the latest of a division.

    A failure here costs nobody anything: the command is done, and the first reader renders.
    """
    try:
        for page in live_pages(slug, division):
            # Another process may have followed the same burst of results.
            if not is_current(page.path, page.version):
                store(page.path, page.version, page.make)
    except DatabaseError:
        log.exception("pages.not_rendered", slug=slug)
