"""The mirror of the clubs: their public pages, and the book of records, as files."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from clubs.overview.pages.mirrored import mirrored_pages
from core.models import JournalEntry
from core.web.site import CLUBS
from tournaments.public.jobs.mirror import Mirrorable, Mirrored, Progress, write_mirror


def mirror_clubs(folder: Path, *, progress: Progress) -> Mirrored:
    """Writes the pages of all public clubs and of the book into a folder; returns what was done.

    The list of clubs is what the folder opens with. Raises UserError for a folder that holds files
    of others, or another mirror.
    """
    at = timezone.now()
    pages = list(mirrored_pages(at))
    names = {page.path: _file_of(page.path) for page in pages}
    # No event's short name has a stroke, so this is the mirror of none.
    what = Mirrorable(CLUBS, _made_at(), pages, names)
    return write_mirror(what, folder, at=at, progress=progress)


def _file_of(path: str) -> str:
    if path == CLUBS:
        return "index.html"
    return f"{path[1:]}index.html" if path.endswith("/") else path[1:]


def _made_at() -> str:
    """Returns when this installation began, which tells it from another one with such clubs."""
    first = JournalEntry.objects.order_by("pk").first()
    return first.at.isoformat() if first else ""
