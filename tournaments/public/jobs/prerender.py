"""After a publication: what the hall waits for is made in the process that wrote."""

from __future__ import annotations

from django.db import DatabaseError

from core.log import Log
from core.web.rendering import make_now
from tournaments.public.pages.awaited import live_pages

log = Log(__name__)


def render_live_pages(slug: str, division: str | None = None) -> None:
    """Stores the pages that the hall is looking at: the event's, and the latest of a division.

    A failure here costs nobody anything: the command is done, and the first reader has it made.
    """
    try:
        for page in live_pages(slug, division):
            make_now(page.path, page.version, page.draft)
    except DatabaseError:
        log.exception("pages.not_rendered", slug=slug)
