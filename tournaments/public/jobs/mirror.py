"""An event mirrored: every page of it as files that open from a disk, and go to any host."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from core.errors import UserError
from core.mirror.files import below
from core.mirror.writing import Mirrorable, Mirrored, Progress, write_mirror
from core.models import JournalEntry
from core.phrases import phrase
from core.registrars import MIRRORED
from tournaments.public.pages.mirrored import event_part
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.page_versions import versioned_event


def mirror_event(slug: str, folder: Path, *, progress: Progress) -> Mirrored:
    """Writes what has changed of every page of an event into a folder; returns what was done.

    Raises UserError for an unknown event, for a folder that holds files of others or the mirror of
    another event, and where it cannot be written to; nothing was written then.
    """
    versioned = versioned_event(slug)
    if versioned is None:
        raise UserError(
            phrase("There is no event {slug}.", slug=slug), code="event.unknown", field="slug"
        )
    MIRRORED.load()
    at = timezone.now()
    what = Mirrorable(slug, made_at(slug), [event_part(versioned, at)], below(hub_path(slug)))
    return write_mirror(what, folder, at=at, progress=progress)


def made_at(slug: str) -> str:
    """Returns when the event was made, which tells it from another one under the same slug."""
    first = JournalEntry.objects.filter(stream__key=f"event:{slug}").order_by("seq").first()
    return first.at.isoformat() if first else ""
