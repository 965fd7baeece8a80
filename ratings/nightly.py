"""The nightly work on lists while nobody plays: deviations grow, ratings expire."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.phrases import phrase
from ratings.applying import look_over
from ratings.models import ListState, RatingList
from ratings.recording import locked_state
from ratings.systems.errors import RatingError
from ratings.wording import in_words

LOOK_OVER = "look_over_lists"


def ask_to_look_over(today: date) -> Job | None:
    """Queues the look over every list that had none today; returns None where all had."""
    due = RatingList.objects.exclude(system="").filter(state__isnull=False)
    due = due.filter(Q(state__looked_over_on=None) | Q(state__looked_over_on__lt=today))
    if not due.exists():
        return None
    return enqueue(LOOK_OVER, "lists", {"today": today.isoformat()})


@job_kind(LOOK_OVER, phrase("Inactive players"))
def look_over_lists(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Fits every computed list to the day, each in a transaction of its own.

    A list whose system is not installed is left out and reported.
    """
    day = date.fromisoformat(arguments["today"])
    lists = list(RatingList.objects.exclude(system="").filter(state__isnull=False))
    changed, report = 0, []
    for place, rating_list in enumerate(lists):
        progress(place, len(lists))
        try:
            changed += _look_over(rating_list, day)
        except RatingError as unknown:
            report.append(
                phrase(
                    "{name} cannot be updated: {reason}",
                    name=rating_list.name,
                    reason=in_words(unknown),
                )
            )
    progress(len(lists), len(lists))
    return {"changed": changed, "report": report}


def look_over_again(rating_list: RatingList) -> None:
    """Has a list looked over whose rules on settled and expired ratings changed."""
    with transaction.atomic():
        locked_state(rating_list)
        ListState.objects.filter(rating_list=rating_list).update(looked_over_on=None)
        ask_to_look_over(today())


def _look_over(rating_list: RatingList, day: date) -> int:
    with transaction.atomic():
        state = locked_state(rating_list)
        if state.looked_over_on == day:
            return 0
        changed = look_over(rating_list, day)
        state.looked_over_on = day
        state.save(update_fields=("looked_over_on",))
    return changed


def today() -> date:
    """Returns the day in the installation's time zone."""
    return timezone.localdate()
