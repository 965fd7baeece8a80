"""Invented events to look at: what a new installation shows before its first own one.

All of it goes through the commands, so logs, undo and replays are real. The rest is for whoever
wants to try the desk.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.utils import timezone

from core.journal.command import Command
from ratings.models import RatingList
from tournaments.clock.commands.timing import AnnounceStart
from tournaments.closing.commands import CloseEvent
from tournaments.kernel.queries.rights import event_scope
from tournaments.rehearsal.jobs.cast import SLUG, cast
from tournaments.rehearsal.jobs.national import direct_national
from tournaments.rehearsal.jobs.parts import Part, was_given
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
        Part(45, _is_whole(SLUG, AnnounceStart), partial(direct_national, lines, at)),
        *(
            Part(
                7,
                _is_whole(day_slug(number), CloseEvent),
                partial(direct_day, lines, number, today),
            )
            for number in range(1, DAYS + 1)
        ),
        Part(17, _is_whole(OPEN, CloseEvent), partial(direct_open, lines, today)),
    )


def _is_whole(slug: str, last: type[Command]) -> Callable[[], bool]:
    """Returns what tells whether an event was made up to its last command."""
    return partial(was_given, event_scope(slug), last)
