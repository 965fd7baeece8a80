"""One history in a list, computed and corrected through the worker; prints the figures of a row."""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command

from bench.rating_history import SimulatedEvent, corrected, simulated_history

if TYPE_CHECKING:
    from ratings.models import RatingList

SMALL = 20_000
"""Up to so many games the corrected list is compared with one computed from scratch."""


def main(games: int) -> None:
    """Fills the database that the environment names, and measures."""
    django.setup()
    call_command("migrate", verbosity=0)
    from core.worker import worker_at_hand

    history = list(simulated_history(games))
    rating_list = _new_list("history")
    began = perf_counter()
    for event in history:
        _record(rating_list, event)
    recorded = perf_counter() - began
    with worker_at_hand():
        status = _status_of_worker()
        cpu = _cpu_seconds(status)
        computed, result = _computed(rating_list)
        assert (result["stage"], result["events"]) == ("applied", len(history)), result
        figures = [f"{result['games']:,}", f"{len(history):,}", f"{recorded:.1f}"]
        figures += [f"{computed:.1f}", f"{result['games'] / computed:,.0f}"]
        figures += [f"{_cpu_seconds(status) - cpu:.1f}", f"{_most_memory(status):.0f}"]
        figures += _correct(rating_list, history)
    print(*figures)


def _correct(rating_list: RatingList, history: list[SimulatedEvent]) -> list[str]:
    """Corrects one game five years back and applies what follows; returns the figures of it."""
    from core.actors import CONSOLE
    from core.journal.execute import execute
    from ratings.commands.applying import ApplyRatings

    day = history[-1].event.held_on - timedelta(days=5 * 365)
    place = next(n for n, event in enumerate(history) if event.event.held_on >= day)
    wrong = history[place]
    history[place] = SimulatedEvent(wrong.key, corrected(wrong.event), wrong.games, wrong.strengths)
    began = perf_counter()
    _record(rating_list, history[place])
    _, result = _computed(rating_list)
    took = perf_counter() - began
    assert result["stage"] == "ready", result
    began = perf_counter()
    execute(ApplyRatings(rating_list="history", recompute=result["recompute"]), actor=CONSOLE)
    applied = perf_counter() - began
    if sum(event.games for event in history) < SMALL:
        scratch = _new_list("scratch")
        for event in history:
            _record(scratch, event)
        _computed(scratch)
        assert _in_force(scratch) == _in_force(rating_list), "the list is not what it should be"
    return [f"{took:.1f}", f"{result['events']:,}", f"{result['rows']:,}", f"{applied:.1f}"]


def _new_list(key: str) -> RatingList:
    from core.journal.guard import writing
    from ratings.models import RatingList

    with writing():
        made: RatingList = RatingList.objects.create(key=key, name=key, system="naspa")
    return made


def _record(rating_list: RatingList, event: SimulatedEvent) -> None:
    from ratings.recording import record_event

    record_event(
        rating_list,
        event.key,
        name=event.key,
        held_on=event.event.held_on,
        event=event.event,
        names=tuple(event.strengths),
    )


def _computed(rating_list: RatingList) -> tuple[float, dict[str, Any]]:
    """Has the worker compute the list; returns the seconds and what came of it."""
    from core.worker import job_done
    from ratings.recompute_job import ask_to_recompute

    began = perf_counter()
    job = job_done(ask_to_recompute(rating_list), _tell_nobody)
    return perf_counter() - began, job.result


def _tell_nobody(done: int, total: int) -> None:
    pass


def _in_force(rating_list: RatingList) -> list[tuple[object, ...]]:
    from ratings.models import EventRating

    rows = EventRating.objects.filter(rating_list=rating_list)
    ordered = rows.order_by("event__key", "player")
    return list(ordered.values_list("event__key", "player", "old", "new", "career_games"))


def _status_of_worker() -> Path:
    """Returns the folder in which the system tells about the worker's process."""
    from config.celery import app

    told = app.control.inspect(timeout=2).stats() or {}
    (worker,) = told.values()
    return Path(f"/proc/{worker['pid']}")


def _cpu_seconds(status: Path) -> float:
    """Returns for how long the worker has been computing itself; the rest of the time it waits."""
    fields = (status / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _most_memory(status: Path) -> float:
    """Returns the most memory that the worker has ever had, in MB."""
    lines = (status / "status").read_text().splitlines()
    peak = next(line for line in lines if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]))
