"""The fate of a process that dies, of its log, and of output that nobody reads."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import log_files
from config.broker import LOG_OPTION, broker_settings
from config.log_files import LOG_FILE, rotate
from config.up import children, telling
from config.up.children import TRY_EVERY_S, TRY_VITAL_EVERY_S, Child
from config.up.ready import socket_answers
from config.up.telling import note, say
from core import child_process as lifeline
from core.child_process import KERNEL, best_line
from tests.processes import PATIENCE_S, ROOT, wait_until


class Clock:
    """A clock that is set."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of who looks after the children."""
    clock = Clock()
    monkeypatch.setattr(children, "time", clock)
    return clock


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    """A process that ends as soon as it was started."""
    one = Child(name="It", command=["/bin/false"], log=tmp_path / "it.log", line=KERNEL)
    yield one
    one.sweep_up()


def fall(child: Child, clock: Clock, told: list[str]) -> float:
    """Has it end once more; returns after how many seconds it is started again."""
    assert child.tied is not None
    child.tied.process.wait(PATIENCE_S)
    child.look_after(told.append)
    assert child.start_again_at is not None
    waited = child.start_again_at - clock.now
    clock.now = child.start_again_at
    child.look_after(told.append)
    return waited


@pytest.mark.parametrize(("vital", "every"), [(True, TRY_VITAL_EVERY_S), (False, TRY_EVERY_S)])
def test_what_dies_again_and_again_is_started_again_for_ever_at_growing_distances(
    child: Child, clock: Clock, vital: bool, every: float
) -> None:
    child.vital = vital
    told: list[str] = []
    child.start()
    waits = [fall(child, clock, told) for _ in range(12)]
    assert waits == [0, 0.5, 1, 2, 4, *[every] * 7]
    assert len(told) == 6, "after that it is no news"
    assert told[0] == "It stopped with exit code 1; starting it again (1 of 5)."
    assert told[-1].startswith(f"It stopped with exit code 1 and keeps stopping; see {child.log}")


def test_after_a_healthy_minute_it_is_started_again_at_once(child: Child, clock: Clock) -> None:
    child.start()
    for _ in range(4):
        fall(child, clock, [])
    clock.now += 61
    assert fall(child, clock, []) == 0


def test_what_cannot_be_started_now_is_tried_again(
    child: Child, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    told: list[str] = []
    child.start()
    with monkeypatch.context() as full:
        full.setattr(children, "start_tied", no_process)
        fall(child, clock, told)
    assert told[-1].startswith("It cannot be started (Resource temporarily unavailable)")
    clock.now += 1
    child.look_after(told.append)
    assert child.start_again_at is None, "it was started"


def test_what_cannot_be_tied_to_its_parent_is_tried_again(
    child: Child, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_line(*_: object) -> None:
        raise OSError(1, "prctl(PR_SET_PDEATHSIG) failed")

    told: list[str] = []
    with monkeypatch.context() as refused:
        refused.setattr(lifeline, "die_with_parent", no_line)
        child.come_up(told.append)
    said = "It cannot be started (it could not be linked to this program)"
    assert told == [f"{said}; starting it again (1 of 5)."]
    child.look_after(told.append)
    assert child.tied is not None, "it was started"


def test_it_is_started_where_its_log_cannot_be_written(child: Child, tmp_path: Path) -> None:
    child.log = tmp_path / "a file" / "it.log"
    (tmp_path / "a file").write_text("no folder")
    child.start()
    assert child.tied is not None
    assert child.tied.process.wait(PATIENCE_S) == 1


def test_nobody_reading_ends_nothing_and_holds_nothing_up() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w") as output:
        for number in range(20_000):  # more than a pipe holds: who waits never comes to the end
            say(f"sentence {number}", to=output)
        assert os.read(read, 11) == b"sentence 0\n"
        os.close(read)
        say("A pipe that is closed.", to=output)
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as output:
            say("A full disk.", to=output)
    output = Path(os.devnull).open("w")  # noqa: SIM115 - it is closed on purpose
    output.close()
    say("A closed file.", to=output)


def test_where_the_system_cannot_tell_whether_a_write_would_wait_a_line_is_said_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling, "os", SimpleNamespace(name="nt"))
    read, write = os.pipe()
    with os.fdopen(read) as reader, os.fdopen(write, "w") as output:
        say("The broker stopped.", to=output)
        assert reader.readline() == "The broker stopped.\n"
        output.close()
        say("A file that is closed.", to=output)


def test_what_is_said_is_noted_where_there_is_room(tmp_path: Path) -> None:
    note(tmp_path / "up.log", "The broker stopped.")
    assert (tmp_path / "up.log").read_text().endswith(" The broker stopped.\n")
    note(tmp_path / "no folder" / "up.log", "The broker stopped.")


def _write(log: Path, name: int, enough: Event) -> None:
    """The life of a process that logs, and prints beside it, until it is told that it is enough."""
    os.environ[LOG_FILE] = str(log)
    with log_files.open_log(log) as output:
        os.dup2(output.fileno(), 2)
    handler = log_files.StandardError()
    handler.stream = open(2, "w", closefd=False)  # noqa: SIM115 - the one of this process
    number = 0
    while not enough.is_set():
        handler.emit(logging.makeLogRecord({"msg": f"{name} {number}"}))
        number += 1
    os.write(2, f"{name} said {number}\n".encode())


def test_several_processes_write_one_log_that_is_put_aside_and_no_line_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_files, "KEPT", 1000)
    log = tmp_path / "web.log"
    processes = get_context("fork")
    enough = processes.Event()
    writers = [processes.Process(target=_write, args=(log, name, enough)) for name in range(3)]
    for writer in writers:
        writer.start()
    while len(list(tmp_path.iterdir())) < 20:
        rotate(log, limit=2000)
    enough.set()
    for writer in writers:
        writer.join(PATIENCE_S)
    lines = [line for file in tmp_path.iterdir() for line in file.read_text().splitlines()]
    said = {line.split()[0]: int(line.split()[2]) for line in lines if " said " in line}
    wanted = [f"{name} {number}" for name, count in said.items() for number in range(count)]
    assert len(said) == 3
    assert sorted(line for line in lines if " said " not in line) == sorted(wanted)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_a_log_is_put_aside_when_it_is_large_and_the_oldest_goes(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    for number in range(7):
        log.write_text(f"{number}".ljust(20))
        rotate(log, limit=20)
        assert log.exists(), "it is not larger than may be"
        rotate(log, limit=10)
    assert [
        (tmp_path / f"web.{age}.log").read_text().strip() for age in range(1, log_files.KEPT + 1)
    ] == ["6", "5", "4", "3"]
    assert len(list(tmp_path.iterdir())) == log_files.KEPT + 1
    assert log.read_bytes() == b""


def test_a_broker_writes_to_the_log_of_that_name_after_the_one_before_was_put_aside(
    tmp_path: Path,
) -> None:
    ours = broker_settings("", var_dir=tmp_path)
    if ours.server is None or ours.socket is None:
        pytest.skip("this machine has no Redis or Valkey server to test with")
    ours.make_folders()
    path, log = ours.socket, tmp_path / "valkey.log"
    command = ours.server_command(tmp_path)
    broker = Child(name="It", command=command, log=log, line=KERNEL, log_option=LOG_OPTION)
    broker.start()
    try:
        wait_until(lambda: socket_answers(path), what="the broker", log=log)
        rotate(log, limit=10)
        aside = (tmp_path / "valkey.1.log").read_bytes()
        assert b"Ready to accept connections" in aside
        broker.ask_to_stop()
        assert broker.tied is not None
        broker.tied.process.wait(PATIENCE_S)
    finally:
        broker.sweep_up()
    assert b"User requested shutdown" in log.read_bytes()
    assert (tmp_path / "valkey.1.log").read_bytes() == aside
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_broker_is_started_where_its_log_cannot_be_written(tmp_path: Path) -> None:
    shows = ["/bin/sh", "-c", 'test "$1 $2" = "--logfile /dev/null"', "it"]
    log = tmp_path / "no folder" / "valkey.log"
    broker = Child(name="It", command=shows, log=log, line=KERNEL, log_option=LOG_OPTION)
    broker.start()
    assert broker.tied is not None
    assert broker.tied.process.wait(PATIENCE_S) == 0


@pytest.mark.skipif(best_line() != KERNEL, reason="a pipe holds processes together here")
@pytest.mark.parametrize("lives", [True, False])
def test_a_process_of_the_pool_stays_only_where_the_worker_that_forked_it_lives(
    lives: bool,
) -> None:
    """Whoever forked it may have been killed before it could ask to be told of that."""
    forked_by = os.getpid() if lives else 2**22
    lines = (
        "from config import celery",
        f"celery._forked_by[:] = [{forked_by}]",
        "celery.leave_with_the_worker()",
        "print('stays', flush=True)",
    )
    said = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stdout == ("stays\n" if lives else ""), said.stderr
    assert said.returncode == (0 if lives else -signal.SIGKILL)
