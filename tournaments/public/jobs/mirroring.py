"""Long work of this app: an event's public pages written into a folder of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase, phrase_count
from tournaments.models import Tournament
from tournaments.public.jobs.mirror import mirror_event

MIRROR = "mirror"


def ask_to_mirror(event: Tournament, folder: Path, *, asked_by: str = "") -> Job:
    """Queues writing an event's public pages into a folder."""
    arguments = {"event": event.slug, "folder": str(folder)}
    return enqueue(MIRROR, _subject(event), arguments, asked_by=asked_by)


def mirrors_of(event: Tournament) -> list[Job]:
    """Returns the last mirrors of an event that were asked for at the desk, the newest first."""
    return list(Job.objects.filter(kind=MIRROR, subject=_subject(event))[:3])


@job_kind(MIRROR, phrase("Mirror"), is_of_its_moment=True)
def mirror(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Writes the pages; what an earlier mirror left is brought up to date."""
    done = mirror_event(arguments["event"], Path(arguments["folder"]), progress=progress)
    return {
        "told": [
            phrase(
                "{files}, {changed} of them new or changed.",
                files=phrase_count("{count} file", "{count} files", count=done.files),
                changed=done.changed,
            )
        ]
    }


def _subject(event: Tournament) -> str:
    return f"mirror:{event.slug}"
