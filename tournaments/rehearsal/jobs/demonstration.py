"""Invented events to look at: what a new installation shows before its first own one.

All of it goes through the commands, so logs, undo and replays are real. The rest is for whoever
wants to try the desk.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.utils import timezone

from ratings.models import RatingList
from tournaments.models import Tournament
from tournaments.rehearsal.jobs.cast import SLUG, cast
from tournaments.rehearsal.jobs.national import direct_national
from tournaments.rehearsal.jobs.parts import Part
from tournaments.rehearsal.jobs.past_events import (
    DAYS,
    OPEN,
    day_slug,
    direct_day,
    direct_open,
    found_list,
)


def event_parts(at: datetime) -> tuple[Part, ...]:
    """Returns the making of all events, the national first: it is what is looked at first.

    What its players did before follows by its days, as a rating list takes it. `at` is now.
    """
    lines, today = cast(), timezone.localdate(at)

    return (
        Part(4, RatingList.objects.filter(key=SLUG).exists, found_list),
        Part(45, is_there(SLUG), partial(direct_national, lines, at)),
        *(
            Part(7, is_there(day_slug(number)), partial(direct_day, lines, number, today))
            for number in range(1, DAYS + 1)
        ),
        Part(17, is_there(OPEN), partial(direct_open, lines, today)),
    )


def is_there(slug: str) -> Callable[[], bool]:
    """Returns what tells whether there is an event of this short name."""
    return Tournament.objects.filter(slug=slug).exists
