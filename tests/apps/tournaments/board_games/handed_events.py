"""Played events of people in the register, and the work that closing one leads to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from core.jobs import run
from core.journal.undo import UndoEntry
from core.models import Job, JournalEntry
from tests.builders.events import a_played_event, give
from tests.builders.grounds import built_once
from tests.builders.rating_lists import registered
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.late_entry import Member
from tournaments.results.commands.results import CorrectResult

SLUG = "spring"
PEOPLE = ("ada", "ben", "cleo", "dan", "eve", "finn")
DAY = date(2026, 5, 8)


def members(keys: Sequence[str] = PEOPLE) -> list[Member]:
    """Returns people of the register, put there if they are not, as they are entered."""
    people = registered(keys)
    return [Member(name=people[key].full_name, player=key) for key in keys]


@built_once
def an_event(slug: str = SLUG, **more: Any) -> str:
    """Plays an event of six people of the register over three rounds; returns its slug."""
    about = {"players": 6, "rounds": 3, "registered": members(), "starts_on": DAY, **more}
    return a_played_event(slug, **about)


def close(slug: str = SLUG, *, confirmed: bool = False) -> dict[str, Any]:
    """Closes an event and does the job that rates it; returns the job's result."""
    give(CloseEvent(event=slug, confirmed=confirmed))
    return done("rate_event")


def reopen(slug: str = SLUG) -> None:
    """Takes the last closing of an event back."""
    closings = JournalEntry.objects.filter(stream__key=f"event:{slug}", command=CloseEvent.code)
    last = closings.filter(undone_by=None).latest("seq")
    give(UndoEntry(journal=f"event:{slug}", seq=last.seq))


def correct(slug: str = SLUG, *, entry: int = 1, score: int = 600) -> None:
    """Corrects what an entry scored in round 1: it wins by far."""
    give(
        CorrectResult(
            event=slug,
            division="A",
            round=1,
            entry=entry,
            score=score,
            opponent_score=300,
            confirmed=True,
        ),
        reason="slip misread",
    )


def done(kind: str) -> dict[str, Any]:
    """Does the last job of a kind, which has to wait; returns its result."""
    job = Job.objects.filter(kind=kind, state=Job.State.QUEUED).latest("pk")
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    result: dict[str, Any] = job.result
    return result


def waiting(kind: str) -> int:
    """Returns how many jobs of a kind wait."""
    return Job.objects.filter(kind=kind, state=Job.State.QUEUED).count()
