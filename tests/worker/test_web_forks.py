"""The web processes: forked again whatever ends, and ended with the one that forks them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import web_forks
from config.web_forks import Forks
from tests.processes import mentioning, running, wait_until

_KEEPS = """
import sys, time
import django
django.setup()
from config import web_forks
from config.web_forks import DoNotStayUp, Forks

def work():
    {work}

{before}

try:
    Forks(2, work).keep()
except DoNotStayUp as why:
    sys.exit(str(why))
"""
SLEEP = "time.sleep(600)"
FALL = "sys.exit(3)"
NO_ROOM = """
web_forks.TRY_EVERY_S = 0.1
fork, asked = web_forks.os.fork, []

def none_at_times():
    asked.append(1)
    if len(asked) in (2, 3):
        raise OSError(11, "Resource temporarily unavailable")
    return fork()

web_forks.os.fork = none_at_times
"""

NEVER_ROOM = """
def none(): raise OSError(11, "Resource temporarily unavailable")

web_forks.os.fork = none
"""


class Kept:
    """A process that keeps two others at work."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, mark: str) -> None:
        self.process, self.log, self._mark = process, log, mark

    def forks(self) -> set[int]:
        return set(mentioning(self._mark)) - {self.process.pid}

    def await_two(self, but: int = 0) -> set[int]:
        def are_there() -> bool:
            return len(self.forks()) == 2 and but not in self.forks()

        wait_until(are_there, what="two processes", log=self.log)
        return self.forks()

    def await_word(self, word: str) -> None:
        """Wait until the log has it: a new process can be there before its line is written."""
        wait_until(lambda: word in self.log.read_text(), what=word, log=self.log)


@pytest.fixture
def kept(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Kept]:
    log = tmp_path / "log"
    mark = str(tmp_path / "var")
    work, before = getattr(request, "param", (SLEEP, ""))
    command = [sys.executable, "-c", _KEEPS.format(work=work, before=before)]
    environment = {"WALLCHART_VAR": mark, "DJANGO_SETTINGS_MODULE": "config.settings"}
    with running(command, log=log, environment=environment) as process:
        yield Kept(process, log, mark)


def test_a_process_that_ends_is_forked_again_and_the_other_stays(kept: Kept) -> None:
    killed, other = kept.await_two()
    os.kill(killed, signal.SIGKILL)
    assert other in kept.await_two(but=killed)
    kept.await_word("web.process_ended")
    assert kept.process.poll() is None


@pytest.mark.parametrize("wish", [signal.SIGTERM, signal.SIGINT])
def test_a_wish_to_stop_is_passed_on_and_waited_for(kept: Kept, wish: signal.Signals) -> None:
    kept.await_two()
    kept.process.send_signal(wish)
    assert kept.process.wait(60) == 0
    assert kept.forks() == set()


def test_they_end_with_the_one_that_forks_them_however_that_ends(kept: Kept) -> None:
    kept.await_two()
    kept.process.kill()
    kept.process.wait()
    wait_until(lambda: not kept.forks(), what="their end", log=kept.log)


@pytest.mark.parametrize("kept", [(FALL, "")], indirect=True)
def test_where_they_fall_again_and_again_it_ends_with_them(kept: Kept) -> None:
    assert kept.process.wait(60) == 1
    said = kept.log.read_text()
    assert said.count("web.process_ended") == 5
    assert "5 web processes in a row ended soon after they started" in said
    assert kept.forks() == set()


@pytest.mark.parametrize("kept", [(SLEEP, NO_ROOM)], indirect=True)
def test_where_the_machine_has_no_room_for_one_it_is_forked_later(kept: Kept) -> None:
    kept.await_two()
    assert kept.log.read_text().count("web.cannot_fork") == 2
    kept.process.terminate()
    assert kept.process.wait(60) == 0


@pytest.mark.parametrize("kept", [(SLEEP, NEVER_ROOM)], indirect=True)
def test_where_there_is_room_for_none_a_wish_to_stop_is_heeded(kept: Kept) -> None:
    kept.await_word("web.cannot_fork")
    kept.process.terminate()
    assert kept.process.wait(60) == 0
    assert "Traceback" not in kept.log.read_text()


WISHES = (signal.SIGTERM, signal.SIGINT)


class Left(BaseException):
    """Stands for the end of a process that was forked; its argument is the exit code."""


@pytest.fixture
def _wishes_as_before() -> Iterator[None]:
    """Has this process heed the wishes to stop after the test as it did before."""
    before = [(wish, signal.getsignal(wish)) for wish in WISHES]
    yield
    for wish, handler in before:
        signal.signal(wish, handler)


@pytest.mark.usefixtures("_wishes_as_before")
@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_to_stop_that_comes_just_before_a_fork_leaves_it_undone(
    wish: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    forked: list[bool] = []

    def stopped_meanwhile() -> int:
        os.kill(os.getpid(), wish)
        return os.getpid()

    def fork() -> int:
        forked.append(True)
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(web_forks, "os", SimpleNamespace(getpid=stopped_meanwhile, fork=fork))
    monkeypatch.setattr(web_forks, "TRY_EVERY_S", 0.0)
    Forks(2, lambda: None).keep()
    assert forked == []
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {*WISHES}


def _fails() -> None:
    raise ValueError("no")


@pytest.mark.usefixtures("_wishes_as_before")
@pytest.mark.parametrize(("does", "code"), [(list, 0), (_fails, 1)], ids=["works", "fails"])
def test_what_was_forked_works_as_a_process_of_its_own_and_ends_with_how_that_went(
    does: Callable[[], object], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the child, of which the parent knows nothing; it is this process for a moment."""
    heeded: list[object] = []
    tied_to: list[int] = []

    def work() -> None:
        heeded.extend(signal.getsignal(wish) for wish in WISHES)
        heeded.append(signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {*WISHES})
        does()

    def leave(code: int) -> None:
        raise Left(code)

    ours = SimpleNamespace(getpid=lambda: 5, fork=lambda: 0, _exit=leave)
    monkeypatch.setattr(web_forks, "os", ours)
    monkeypatch.setattr(web_forks, "die_with_parent", tied_to.append)
    with pytest.raises(Left) as left:
        Forks(1, work).keep()
    assert left.value.args == (code,)
    assert heeded == [signal.SIG_DFL, signal.SIG_DFL, set()]
    assert tied_to == [5]
