"""The whole demonstration of a new installation, made by a worker: the events, and the club."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from django.utils import timezone

from clubs.demonstration.jobs.directing import direct_club, is_whole
from core.demonstration import DEMONSTRATION
from core.holding import Held
from core.jobs import Postponed, Progress, job_kind
from core.phrases import phrase
from tournaments.rehearsal.jobs.demonstration import event_parts
from tournaments.rehearsal.jobs.parts import Part, make_parts


@job_kind(DEMONSTRATION, phrase("Demonstration"))
def make_demonstration(progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Makes what is not there yet, and finishes what another worker left half made.

    It waits while a command of the console is at it.
    """
    now = timezone.now()
    try:
        make_parts((*event_parts(now), club_part(timezone.localdate(now))), progress)
    except Held as busy:
        raise Postponed from busy
    return {}


def club_part(today: date) -> Part:
    """Returns the making of the club, whose last night was yesterday."""
    return Part(30, is_whole, partial(direct_club, today))
