"""The clock of the machine is set back, and what is done again and again goes on."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.utils.imports import instantiate

from config.celery import app
from config.schedule import SCHEDULE


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.off = timedelta()
        self._shown = app.now

    def now(self) -> datetime:
        moment: datetime = self._shown() + self.off
        return moment


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that beat goes by."""
    set_by_hand = Clock()
    monkeypatch.setattr(app, "now", set_by_hand.now)
    return set_by_hand


def test_what_is_done_again_and_again_goes_on_when_the_clock_is_set_back(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def due(beat: Any) -> list[str]:
        """Do what is due, as beat does, and return it."""
        done.clear()
        while beat.tick() == 0:
            pass
        return list(done)

    clock.off = timedelta(hours=1)
    beat = instantiate(
        app.conf.beat_scheduler, app=app, schedule_filename=str(tmp_path / "beat"), lazy=True
    )
    beat.producer = None
    monkeypatch.setattr(beat, "apply_entry", lambda entry, **_: done.append(entry.name))
    beat.setup_schedule()
    beat.update_from_dict(SCHEDULE)
    try:
        clock.off += timedelta(seconds=16)
        assert "sweep" in due(beat)
        clock.off -= timedelta(hours=1)
        assert "sweep" not in due(beat)
        clock.off += timedelta(seconds=16)
        assert "sweep" in due(beat)
    finally:
        beat.close()
