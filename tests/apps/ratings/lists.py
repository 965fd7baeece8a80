"""Rating lists with invented events, as the tests of their computation need them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from core.jobs import run
from core.journal.guard import writing
from core.models import Job
from ratings.models import EventRating, RatingList, Standing
from ratings.recompute_job import ask_to_recompute
from ratings.recording import record_event
from tests.builders.rated_events import Invented


def new_list(key: str = "club", system: str = "naspa", **rules: Any) -> RatingList:
    """Makes a list as a command would."""
    with writing():
        return RatingList.objects.create(key=key, name=key.title(), system=system, **rules)


def record(rating_list: RatingList, events: Iterable[Invented]) -> None:
    """Puts events into the list, still to be computed."""
    for invented in events:
        record_event(
            rating_list,
            invented.key,
            name=invented.key,
            held_on=invented.event.held_on,
            event=invented.event,
            names=invented.names,
        )


def computed(rating_list: RatingList, **asked: Any) -> Job:
    """Computes the list in this process as a worker does; returns the job that ended."""
    with pytest.MonkeyPatch.context() as patch:
        # A worker that is beside the test hears nothing of it, or it would often be faster.
        patch.setattr("core.jobs.ring", lambda _: False)
        job = ask_to_recompute(rating_list, **asked)
    run(job.pk)
    job.refresh_from_db()
    return job


def in_force(rating_list: RatingList) -> list[tuple[object, ...]]:
    """Returns all ratings of the list, whatever rows hold them."""
    fields = (
        "event__key",
        "player",
        "held_on",
        "opens",
        "old",
        "deviation_before",
        "old_deviation",
        "old_games",
        "played_before",
        "new",
        "deviation",
        "career_games",
        "played_on",
        "games",
        "half_wins",
        "expected",
        "performance",
    )
    rows = EventRating.objects.filter(rating_list=rating_list)
    return sorted(rows.values_list(*fields), key=lambda row: (row[2], row[0], row[1]))


def standings(rating_list: RatingList) -> list[tuple[object, ...]]:
    """Returns the standings of the list, best first."""
    rows = Standing.objects.filter(rating_list=rating_list)
    fields = ("player", "rating", "deviation", "games", "events", "played_on", "last_change")
    return list(rows.values_list(*fields))
