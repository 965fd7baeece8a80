"""What happens to lists while nobody plays: deviations grow, ratings expire."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from ratings.models import RatingList
from ratings.recording import locked_state
from ratings.standing_rows import look_over

LOOK_OVER = "look_over_lists"


def ask_to_look_over(today: date) -> Job | None:
    """Queues the look over every list that had none today; returns None where all had."""
    due = RatingList.objects.exclude(system="").filter(state__isnull=False)
    due = due.filter(Q(state__looked_over_on=None) | Q(state__looked_over_on__lt=today))
    if not due.exists():
        return None
    return enqueue(LOOK_OVER, "lists", {"today": today.isoformat()})


@job_kind(LOOK_OVER, "Inactive players")
def look_over_lists(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Fits every computed list to the day, each in a transaction of its own."""
    today = date.fromisoformat(arguments["today"])
    lists = list(RatingList.objects.exclude(system="").filter(state__isnull=False))
    changed = 0
    for place, rating_list in enumerate(lists):
        progress(place, len(lists))
        with transaction.atomic():
            state = locked_state(rating_list)
            if state.looked_over_on == today:
                continue
            changed += look_over(rating_list, today)
            state.looked_over_on = today
            state.save(update_fields=("looked_over_on",))
    progress(len(lists), len(lists))
    return {"changed": changed}


def today() -> date:
    """Returns the day in the installation's time zone."""
    return timezone.localdate()
