"""Two clocks, two workers: what recurs is done once, by the other's bell when one clock dies."""

from __future__ import annotations

import signal
import sys
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from subprocess import Popen

import pytest
from celery.schedules import crontab
from django.utils import timezone

from config.broker import Broker
from config.celery import app
from config.schedule import SCHEDULE
from core.models import Lease
from core.recurring import takes_turn, turns
from tests.processes import PATIENCE_S, running, wait_until
from tests.worker.recurring_task import NAME, TURN
from tests.worker.workers import own_worker

_RINGS = f"""
import sys
from datetime import timedelta
from config import clock
clock.app.conf.beat_schedule = {{
    "planted": {{"task": {NAME!r}, "schedule": timedelta(seconds=0.3)}}
}}
clock.main()
"""


def a_clock(folder: Path, name: str) -> AbstractContextManager[Popen[bytes]]:
    command = [sys.executable, "-c", _RINGS, "--schedule", str(folder / name)]
    return running(command, log=folder / f"{name}.log", stop_signal=signal.SIGKILL)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases("locks")
@pytest.mark.timeout(3 * PATIENCE_S)
def test_what_two_clocks_ring_for_is_done_once_and_goes_on_with_one(
    broker: Broker, tmp_path: Path
) -> None:
    bells = tmp_path / "bells"
    bells.touch()
    given, loads = {"BELLS": str(bells)}, "tests.worker.recurring_task"
    app.control.purge()

    def count(word: str) -> int:
        return bells.read_text().split().count(word)

    def await_more(word: str) -> None:
        wanted = count(word) + 6
        log = tmp_path / "one.log"
        wait_until(lambda: count(word) >= wanted, what=f"six times {word}", log=log)

    with (
        own_worker(tmp_path / "one.log", given, loads=loads),
        own_worker(tmp_path / "other.log", given, loads=loads),
        a_clock(tmp_path, "clock-one"),
    ):
        with a_clock(tmp_path, "clock-other"):
            await_more("heard")
            wait_until(
                lambda: "is starting" in (tmp_path / "clock-other.log").read_text(),
                what="the second clock",
                log=tmp_path / "clock-other.log",
                seconds=PATIENCE_S / 4,
            )
            await_more("heard")
            assert count("done") == 1
        Lease.objects.filter(name=f"turn:{NAME}").update(until=timezone.now())
        await_more("heard")
        assert count("done") == 2


def test_whatever_recurs_has_a_turn_that_ends_before_the_same_clock_rings_again() -> None:
    app.loader.import_default_modules()
    assert {one["task"] for one in SCHEDULE.values()} <= turns.keys()
    for one in SCHEDULE.values():
        rings = one["schedule"]
        every = rings
        if isinstance(rings, crontab):
            every = timedelta(hours=1) / len(rings.minute)  # type: ignore[attr-defined] # its stubs lack it
        assert timedelta() < turns[one["task"]] < every, one["task"]


@pytest.mark.django_db
def test_a_turn_is_given_once_until_it_is_over_and_a_clock_set_back_holds_up_nobody() -> None:
    now = timezone.now()

    def takes(after: timedelta) -> bool:
        return takes_turn("try", TURN, now + after)

    assert [takes(timedelta()), takes(timedelta()), takes(TURN / 2)] == [True, False, False]
    assert [takes(TURN), takes(TURN)] == [True, False]
    assert not takes(TURN - timedelta(seconds=5)), "looked at the clock before who has the turn"
    assert takes(timedelta(hours=-2)), "the turn ends two hours from then"
    assert not takes(timedelta(hours=-2))
    assert takes_turn("another", TURN, now)
