"""The state of an event's lifeboat, in words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.models import JournalEntry
from core.outside_folders import shares_the_disk
from core.phrases import phrase, phrase_count
from core.wording import moment
from tournaments.failover.lifeboat.choosing import folder_of
from tournaments.models import Lifeboat, Tournament


@dataclass(frozen=True, slots=True)
class Status:
    """The place of the lifeboat, and the sentences about it.

    `place` is empty where there is none. `saved` tells when it was written and what came since;
    `warning` since when nothing was saved, and why, empty while all is well; `beside` says where
    it lies on the disk that it is to survive.
    """

    place: str
    saved: str
    warning: str
    beside: str = ""


def status_of(event: Tournament) -> Status:
    """Returns the state of an event's lifeboat."""
    row = Lifeboat.objects.filter(event=event).first() or Lifeboat(event=event)
    folder = folder_of(event, row.folder)
    place = str(folder / event.slug) if folder else ""
    if folder is None:
        return Status(place, _saved(event, row), "")
    return Status(place, _saved(event, row), _warning(row), _beside(folder))


def _saved(event: Tournament, row: Lifeboat) -> str:
    if row.written_at is None:
        return phrase("Nothing has been saved yet.")
    entries = JournalEntry.objects.filter(stream__key=f"event:{event.slug}")
    since = entries.filter(seq__gt=row.written_seq).count()
    saved_at = moment(row.written_at)
    if not since:
        return phrase("Saved at {time}; nothing has changed since.", time=saved_at)
    return phrase_count(
        "Saved at {time}; {count} change since.",
        "Saved at {time}; {count} changes since.",
        count=since,
        time=saved_at,
    )


def _beside(folder: Path) -> str:
    if not shares_the_disk(folder):
        return ""
    return phrase(
        "This folder is on the same disk as Wallchart. If the disk fails, both are lost; a "
        "memory stick is safer."
    )


def _warning(row: Lifeboat) -> str:
    since = row.written_at or row.failed_at
    if not row.error or since is None:
        return ""
    return phrase(
        "Nothing has been saved in the lifeboat since {time}: {fault} Wallchart will try again "
        "with the next change.",
        time=moment(since),
        fault=row.error,
    )
