"""The work after a commit: done at once, held back, or left to threads of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from django.db import connections

from core import background as module
from core.background import drain, follow_in_thread, held, in_background

PATIENCE_S = 30
"""The longest time of a thread on a busy machine; one that hangs does so for twice as long."""


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives this process threads for one test."""
    monkeypatch.setattr(module, "_followers", None)
    monkeypatch.setattr(module, "STOP_WITHIN_S", PATIENCE_S)
    follow_in_thread()
    yield
    drain()


def note(done: list[str], what: str) -> Callable[[], None]:
    return lambda: done.append(what)


def test_without_a_thread_work_is_done_at_once_and_its_failure_is_the_callers(
    done: list[str],
) -> None:
    in_background("a", note(done, "first"))
    in_background("a", note(done, "second"))
    assert done == ["first", "second"]
    with pytest.raises(ZeroDivisionError):
        in_background("a", lambda: done.append(str(1 / 0)))


def test_held_work_is_done_once_a_key_when_the_block_ends_in_the_order_last_asked(
    done: list[str],
) -> None:
    with held():
        in_background("a", note(done, "a1"))
        in_background("b", note(done, "b"))
        with held():
            in_background("a", note(done, "a2"))
        assert done == []
    assert done == ["b", "a2"]


def test_held_work_of_a_kind_that_nobody_waits_for_is_left_out_of_that_block_alone(
    done: list[str],
) -> None:
    with held(without=("pages",)):
        in_background("pages:a", note(done, "page"))
        in_background("records:a", note(done, "record"))
    assert done == ["record"]
    with held():
        in_background("pages:a", note(done, "page"))
    assert done == ["record", "page"]


def test_held_work_is_done_although_the_block_failed(done: list[str]) -> None:
    def fail() -> None:
        with held():
            in_background("a", note(done, "a"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert done == ["a"]


def test_a_piece_that_fails_after_a_block_is_logged_and_the_others_are_done(
    done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with held():
        in_background("bad", lambda: done.append(str(1 / 0)))
        in_background("good", note(done, "good"))
    assert done == ["good"]
    assert "afterwards.failed" in caplog.text


def test_what_a_block_raises_is_not_hidden_by_the_work_it_held(done: list[str]) -> None:
    def fail() -> None:
        with held():
            in_background("bad", lambda: done.append(str(1 / 0)))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """Has work of the kind `slow` hang until the event is set, at the latest after the test."""
    going, go_on = threading.Event(), threading.Event()

    def hang() -> None:
        going.set()
        assert go_on.wait(2 * PATIENCE_S)

    in_background("slow:1", hang)
    assert going.wait(PATIENCE_S)
    yield go_on
    go_on.set()


@pytest.mark.usefixtures("thread")
def test_a_thread_does_the_newest_work_of_a_key_once(
    done: list[str], hanging: threading.Event
) -> None:
    for number in range(5):
        in_background("slow:a", note(done, str(number)))
    hanging.set()
    drain()
    assert done == ["4"]


@pytest.mark.usefixtures("thread", "hanging")
def test_work_that_hangs_holds_up_only_its_own_kind(done: list[str]) -> None:
    over = threading.Event()
    in_background("slow:2", note(done, "slow"))
    in_background("quick:1", over.set)
    assert over.wait(PATIENCE_S)
    assert done == []


@pytest.mark.usefixtures("thread")
def test_a_held_block_leaves_its_work_to_the_threads(done: list[str]) -> None:
    with held():
        in_background("a", lambda: done.append(threading.current_thread().name))
        drain()
        assert done == []
    drain()
    assert done == ["afterwards-a"]


@pytest.mark.usefixtures("thread")
def test_the_end_of_the_process_waits_for_what_hangs_no_longer_than_it_said(
    hanging: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    monkeypatch.setattr(module, "STOP_WITHIN_S", 0.05)
    in_background("quick", over.set)
    drain()
    assert not hanging.is_set()
    assert over.wait(PATIENCE_S)


@pytest.mark.usefixtures("thread")
def test_a_failure_in_the_thread_is_logged_and_the_next_work_is_done(
    done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    in_background("a:bad", lambda: done.append(str(1 / 0)))
    in_background("a:good", note(done, "good"))
    drain()
    assert done == ["good"]
    assert "afterwards.failed" in caplog.text


@pytest.mark.usefixtures("thread")
def test_work_that_may_wait_is_done_after_what_is_due_and_before_the_end(done: list[str]) -> None:
    in_background("a:later", note(done, "later"), pause=60)
    in_background("a:now", note(done, "now"))
    drain()
    assert done == ["now", "later"]


@pytest.mark.usefixtures("thread")
def test_a_newer_piece_never_makes_the_older_wait_longer(done: list[str]) -> None:
    over = threading.Event()
    in_background("a", note(done, "old"), pause=0.05)
    in_background("a", over.set, pause=60)
    assert over.wait(PATIENCE_S)
    assert done == []


def test_a_thread_keeps_its_connection_for_the_next_piece_and_then_gives_it_back(
    thread: None, monkeypatch: pytest.MonkeyPatch, done: list[str]
) -> None:
    both_asked = threading.Event()
    monkeypatch.setattr(module, "close_old_connections", note(done, "kept"))
    monkeypatch.setattr(connections, "close_all", note(done, "given back"))

    def first() -> None:
        both_asked.wait(PATIENCE_S)
        done.append("first")

    in_background("work:1", first)
    in_background("work:2", note(done, "second"))
    both_asked.set()
    drain()
    assert done == ["first", "kept", "second", "given back"]
    monkeypatch.setattr(module, "KEEPS_S", 0.01)
    gone = threading.Event()
    monkeypatch.setattr(connections, "close_all", gone.set)
    in_background("work:3", note(done, "third"))
    assert gone.wait(PATIENCE_S)
