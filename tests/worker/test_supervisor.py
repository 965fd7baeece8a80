"""What the supervisor cannot do just now ends nothing: it is told once, and tried again."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from config.broker import Broker
from config.up import children, later, ready, supervisor
from config.up.children import Child, ChildGaveUp
from config.up.listening import ONLY_HERE
from config.up.restoring import RestoringGround
from config.up.supervisor import Supervisor
from config.up.telling import CannotStart
from core.backup import asking
from core.backup.asking import RestoreOutcome, Wish, leave_wish, outcome_in
from core.backup.before import KEPT
from core.child_process import KERNEL, start_tied
from core.files import write_whole
from core.hall import let_in, lets_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel holds the line")

WISHED = Wish(name="a.backup", by="boss", asked_at=datetime(2026, 11, 22, tzinfo=UTC))


class Clock:
    """A clock that goes while somebody sleeps; `at` tells what happens when, in seconds.

    Processes that are to end are given up to ten of them, which are over in no time.
    """

    now = 1000.0

    def __init__(self) -> None:
        self.at: dict[float, Callable[[], None]] = {}

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for due in [due for due in sorted(self.at) if self.now >= 1000 + due]:
            self.at.pop(due)()


class Held(Supervisor):
    """One whose processes only sleep, and that can be looked into."""

    def until_stopped(self, clock: Clock, after_s: float) -> None:
        """Keeps everything up for so many seconds."""
        clock.at[after_s] = lambda: self._take_note(15, None)
        self.keep_up()

    def running(self) -> set[str]:
        return {child.name for child in self._children if child.running()}

    def work(self) -> None:
        for child in [*self._web, *self._workers]:
            child.start()


def asleep(name: str, log: Path) -> list[Child]:
    return [Child(name=name, command=["sleep", "600"], log=log, line=KERNEL)]


def no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the supervisor and of the children."""
    clock = Clock()
    monkeypatch.setattr(supervisor, "time", clock)
    monkeypatch.setattr(children, "time", clock)
    return clock


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The text on the terminal."""
    told: list[str] = []
    monkeypatch.setattr(supervisor, "say", told.append)
    return told


@pytest.fixture
def idle(
    tmp_path: Path, free_port: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Held]:
    """A supervisor of this machine alone, before anything is started."""
    monkeypatch.setenv("LAN", "0")
    for folder in ("run", "log", "backups"):
        (tmp_path / folder).mkdir()
    log = tmp_path / "log" / "it.log"
    monkeypatch.setattr(supervisor, "web_children", lambda **_: asleep("The web server", log))
    monkeypatch.setattr(supervisor, "worker_children", lambda **_: asleep("The worker", log))
    listener = ready.open_port(ONLY_HERE, free_port)
    one = Held(var_dir=tmp_path, listener=listener, address=(ONLY_HERE, free_port))
    yield one
    one.stop()


@pytest.fixture
def held(idle: Held) -> Held:
    """The same with a web server and a worker that sleep."""
    idle.work()
    return idle


def test_an_address_that_cannot_be_had_is_told_once_and_tried_again_while_all_else_goes_on(
    held: Held, clock: Clock, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    opens = ready.open_port

    def taken(host: str, port: int) -> socket.socket:
        tried.append(clock.now - 1000)
        if clock.now < 1060:
            raise CannotStart(f"Port {port} cannot be opened (in use)")
        return opens(host, port)

    monkeypatch.setattr(ready, "open_port", taken)
    let_in(tmp_path / "hall", is_open=True)
    seen: list[set[str]] = []
    clock.at[50] = lambda: seen.append(held.running())
    clock.at[89] = lambda: seen.append(held.running())
    held.until_stopped(clock, 90)
    assert seen == [{"The worker"}, {"The worker", "The web server"}]
    between = [round(b - a) for a, b in pairwise(tried[1:])]
    assert between == [1, 2, 4, 8, 16, 30]
    assert [line for line in told if "No page can be shown" in line] == [told[1]]
    assert told[1].endswith("cannot be opened (in use). Trying again until it works.")
    assert told[2:] == ["Only this machine can connect."]
    assert lets_in(tmp_path / "hall") is False


@pytest.mark.parametrize("answers", [True, False])
def test_with_a_broker_of_somebody_else_only_a_web_server_that_answers_is_a_start(
    idle: Held, clock: Clock, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    monkeypatch.setattr(ready.FirstPage, "answers", lambda _: answers)
    elsewhere = Broker(url="redis://elsewhere", transport_options={})
    if answers:
        assert idle.start(elsewhere) is True
        assert clock.now < 1001
        assert idle.running() == {"The web server", "The worker"}
    else:
        with pytest.raises(ChildGaveUp, match=r"^The web server did not answer within 90 seconds"):
            idle.start(elsewhere)
        assert 1090 <= clock.now < 1091


def test_an_address_on_which_nobody_can_be_heard_is_left_for_the_one_before(
    held: Held, clock: Clock, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Supervisor._open
    calls: list[int] = []

    def deaf_once(one: Supervisor) -> None:
        calls.append(1)
        if len(calls) == 1:
            raise OSError(errno.EADDRINUSE, "Address already in use")
        opened(one)

    monkeypatch.setattr(Supervisor, "_open", deaf_once)
    let_in(tmp_path / "hall", is_open=True)
    held.until_stopped(clock, 5)
    assert "cannot be opened (address already in use)" in told[0]
    assert told[1:] == ["Only this machine can connect."]
    assert held.running() == {"The worker", "The web server"}


def test_a_web_server_that_cannot_be_started_on_the_new_address_is_started_later(
    held: Held, clock: Clock, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "start_tied", no_room)
    clock.at[30] = lambda: monkeypatch.setattr(children, "start_tied", start_tied)
    let_in(tmp_path / "hall", is_open=True)
    held.until_stopped(clock, 60)
    assert told[0].startswith("The web server cannot be started (No space left on device)")
    assert held.running() == {"The worker", "The web server"}


def test_what_came_of_a_backup_is_written_once_there_is_room_and_all_runs_again_meanwhile(
    held: Held, clock: Clock, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def done_on_a_full_disk(wish: Wish, _ground: RestoringGround) -> RestoreOutcome:
        monkeypatch.setattr(asking, "write_whole", no_room)
        return msgspec.structs.replace(asking.begun(wish), state="done", told="It is back.")

    states: list[str] = []

    def look() -> None:
        found = outcome_in(tmp_path / "run")
        assert found is not None
        states.append(found.state)
        assert held.running() == {"The worker", "The web server"}

    for day in range(KEPT + 1):
        old = tmp_path / "backups" / f"before-2026-11-0{day + 1}-090000.backup"
        old.touch()
        os.utime(old, times=(0, 0))
    monkeypatch.setattr(supervisor, "put_back", done_on_a_full_disk)
    leave_wish(tmp_path / "run", WISHED)
    clock.at[20] = look
    clock.at[30] = lambda: monkeypatch.setattr(asking, "write_whole", write_whole)
    clock.at[65] = look
    held.until_stopped(clock, 70)
    assert states == ["runs", "done"]
    assert told[1] == "It is back."
    assert len([line for line in told if "cannot be saved" in line]) == 1
    assert told[3] == "before-2026-11-01-090000.backup was removed; newer backups are kept."


def test_what_cannot_be_done_is_tried_at_growing_distances_up_to_half_a_minute() -> None:
    one = later.Later(no_room, due_at=1.0)
    tried: list[float] = []
    for second in range(200):
        due = one.due_at
        assert not one.is_done(float(second))
        if one.due_at != due:
            tried.append(second)
    assert tried == [1, 3, 7, 15, 31, 61, 91, 121, 151, 181]
    one.attempt = lambda: None
    assert one.is_done(500.0)
