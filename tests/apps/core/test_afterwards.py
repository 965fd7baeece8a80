"""What follows a commit: done at once, held back, or left to a thread of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from core import afterwards as module
from core.afterwards import afterwards, drain, follow_in_thread, held


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives this process a thread for one test."""
    monkeypatch.setattr(module, "_follower", None)
    follow_in_thread()
    yield
    drain()


def note(done: list[str], what: str) -> Callable[[], None]:
    return lambda: done.append(what)


def test_without_a_thread_work_is_done_at_once_and_its_failure_is_the_callers(
    done: list[str],
) -> None:
    afterwards("a", note(done, "first"))
    afterwards("a", note(done, "second"))
    assert done == ["first", "second"]
    with pytest.raises(ZeroDivisionError):
        afterwards("a", lambda: done.append(str(1 / 0)))


def test_held_work_is_done_once_a_key_when_the_block_ends_in_the_order_last_asked(
    done: list[str],
) -> None:
    with held():
        afterwards("a", note(done, "a1"))
        afterwards("b", note(done, "b"))
        with held():
            afterwards("a", note(done, "a2"))
        assert done == []
    assert done == ["b", "a2"]


def test_held_work_is_done_although_the_block_failed(done: list[str]) -> None:
    def fail() -> None:
        with held():
            afterwards("a", note(done, "a"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert done == ["a"]


@pytest.mark.usefixtures("thread")
def test_a_thread_does_the_newest_work_of_a_key_once(done: list[str]) -> None:
    going, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        going.set()
        assert go_on.wait(5)

    afterwards("slow", slow)
    assert going.wait(5)
    for number in range(5):
        afterwards("a", note(done, str(number)))
    go_on.set()
    drain()
    assert done == ["4"]


@pytest.mark.usefixtures("thread")
def test_a_failure_in_the_thread_is_logged_and_the_next_work_is_done(
    done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    afterwards("bad", lambda: done.append(str(1 / 0)))
    afterwards("good", note(done, "good"))
    drain()
    assert done == ["good"]
    assert "afterwards.failed" in caplog.text


@pytest.mark.usefixtures("thread")
def test_work_that_may_wait_is_done_after_what_is_due_and_before_the_end(done: list[str]) -> None:
    afterwards("later", note(done, "later"), pause=60)
    afterwards("now", note(done, "now"))
    drain()
    assert done == ["now", "later"]


@pytest.mark.usefixtures("thread")
def test_a_newer_piece_never_makes_the_older_wait_longer(done: list[str]) -> None:
    over = threading.Event()
    afterwards("a", note(done, "old"), pause=0.05)
    afterwards("a", over.set, pause=60)
    assert over.wait(5)
    assert done == []
