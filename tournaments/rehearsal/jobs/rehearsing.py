"""Long work of this app: rehearsing an event in a worker."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from core.jobs import Progress, enqueue, job_kind
from core.models import Job, JournalEntry
from core.phrases import phrase
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.plans import rehearsal_of
from tournaments.rehearsal.jobs.playing import rehearse

REHEARSE = "rehearse_event"


def ask_to_rehearse(
    event: Tournament,
    *,
    seed: str,
    method: str,
    complete: int | None = None,
    calm: bool = False,
    asked_by: str = "",
) -> Job:
    """Queues a rehearsal of an event; whoever asks directs it.

    Raises UserError, and queues nothing, when nobody could be rehearsed with.
    """
    arguments: dict[str, Any] = {"seed": seed, "method": method, "complete": complete, "calm": calm}
    rehearsal_of(event, **arguments)
    given = {"event": event.slug, "director": asked_by, **arguments}
    return enqueue(REHEARSE, f"event:{event.slug}", given, asked_by=asked_by)


@job_kind(REHEARSE, phrase("Rehearsal"))
def rehearse_event(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Plays the rehearsal under a free slug; returns its report, `event` being that slug.

    A job that is done again because its worker was lost begins again under another slug: what the
    first attempt played stays as it is.
    """
    started = time.monotonic()
    plan_arguments = {name: value for name, value in arguments.items() if name != "event"}
    plan = rehearsal_of(Tournament.objects.get(slug=arguments["event"]), **plan_arguments)
    report = rehearse(plan, progress)
    commands = JournalEntry.objects.filter(stream__key=f"event:{plan.slug}").count()
    seconds = round(time.monotonic() - started, 1)
    return {"event": plan.slug, "commands": commands, "seconds": seconds, **report}
