"""One renders: threads and processes that want a page at once have it made once."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from os import devnull
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from core import background as following
from core.background import drain, follow_in_thread, held
from core.lock_file import alone
from core.models import StoredPage
from core.web import rendering
from core.web.pages import serve
from core.web.rendering import SEATS, make_now
from core.web.store import Made, NoSuchPage, lasting, may_stand_in, store
from tests.processes import wait_until

pytestmark = pytest.mark.both_databases("constraints", "locks")

PATIENCE_S = 30
READERS = 6
PATH = "/a-page/"


def version(state: int, names: int = 1) -> str:
    return lasting(names, "build", f"{state}")


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives this process the threads that a web server has."""
    monkeypatch.setattr(following, "_followers", None)
    monkeypatch.setattr(following, "STOP_WITHIN_S", PATIENCE_S)
    monkeypatch.setattr(rendering, "WAIT_S", PATIENCE_S)
    monkeypatch.setattr(rendering, "WAIT_FOR_FIRST_S", PATIENCE_S)
    follow_in_thread()
    yield
    drain()


class Press:
    """Makes the page, once it may, and counts."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.may = threading.Event()

    def draft(self, of: str) -> Callable[[], Made]:
        def make() -> Made:
            assert self.may.wait(PATIENCE_S)
            self.made.append(threading.current_thread().name)
            return Made(of, f"made from {of}")

        return make


def crowd(press: Press, of: str, *, waiting: int, readers: int = READERS) -> list[HttpResponse]:
    """Has readers ask at once; the page is made when only so many are left, who sit waiting.

    Those who come after the seats are taken come when they are.
    """
    answers: list[HttpResponse] = []
    gone = threading.Semaphore(0)

    def read() -> None:
        try:
            answers.append(serve(RequestFactory().get(PATH), version=of, draft=press.draft(of)))
        finally:
            connection.close()
            gone.release()

    threads = [threading.Thread(target=read) for _ in range(readers)]
    for number, thread in enumerate(threads):
        if number == SEATS:
            wait_until(lambda: len(rendering._sat_for) == SEATS, what="sitting", log=Path(devnull))
        thread.start()
    for _ in range(readers - waiting):
        assert gone.acquire(timeout=PATIENCE_S)
    press.may.set()
    for thread in threads:
        thread.join()
    return answers


def an_old_page(of: str) -> None:
    store(PATH, Made(of, f"made from {of}"))
    StoredPage.objects.update(stored_at=timezone.now() - timedelta(hours=1))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("readers", "waiting"), [(SEATS, SEATS), (SEATS + 1, 0)])
def test_readers_at_once_have_a_page_made_once_and_a_crowd_gets_the_one_before(
    threads: None, readers: int, waiting: int
) -> None:
    an_old_page(version(1))
    press = Press()
    answers = crowd(press, version(2), waiting=waiting, readers=readers)
    drain()
    assert press.made == ["afterwards-pages"]
    shown = version(2) if waiting else version(1)
    assert [answer.content.decode() for answer in answers] == [f"made from {shown}"] * readers


@pytest.mark.django_db(transaction=True)
def test_readers_at_once_of_a_page_that_was_never_made_are_told_to_ask_again(
    threads: None,
) -> None:
    press = Press()
    answers = crowd(press, version(1), waiting=SEATS)
    assert press.made == ["afterwards-pages"]
    later = [answer for answer in answers if answer.status_code == 503]
    assert len(later) == READERS - SEATS
    assert {(answer["Retry-After"], answer["Refresh"]) for answer in later} == {("2", "2")}
    assert serve(RequestFactory().get(PATH), version=version(1), draft=Press().draft("")).content


@pytest.mark.django_db(transaction=True)
def test_a_page_that_was_made_a_moment_ago_is_made_again_later_and_nobody_waits(
    threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "UNTIL_MORE_S", 3600)
    store(PATH, Made(version(1), "the first"))
    press = Press()
    press.may.set()
    for state in (2, 3):
        answer = serve(
            RequestFactory().get(PATH), version=version(state), draft=press.draft(version(state))
        )
        assert answer.content == b"the first"
    assert press.made == []
    drain()
    assert len(press.made) == 1
    assert StoredPage.objects.get(path=PATH).version == version(3)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_page_while_many_are_to_be_made(
    threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "SOON", 0)
    monkeypatch.delattr(rendering._Making, "await_seated")
    an_old_page(version(1))
    press = Press()
    answer = serve(RequestFactory().get(PATH), version=version(2), draft=press.draft(version(2)))
    assert answer.content.decode() == f"made from {version(1)}"
    press.may.set()
    drain()
    assert StoredPage.objects.get(path=PATH).version == version(2)


@pytest.mark.django_db
def test_whoever_hands_a_page_in_late_has_the_one_made_that_waits_by_then() -> None:
    """Its own was begun between its asking and its handing in, and another asked meanwhile."""
    press = Press()
    press.may.set()
    own = rendering._making_of(PATH, version(1), press.draft(version(1)), stands_in=False)
    rendering._make_waiting(PATH)
    other = rendering._making_of(PATH, version(2), press.draft(version(2)), stands_in=False)
    rendering._make_waiting(PATH)
    assert (own.over.is_set(), other.over.is_set()) == (True, True)
    assert StoredPage.objects.get().version == version(2)


@pytest.mark.django_db
@pytest.mark.parametrize("asked", [(6, 5), (5, 6)])
def test_whoever_read_before_a_name_was_kept_back_has_no_page_made_with_it(
    asked: tuple[int, int],
) -> None:
    """Both find no page that may stand in, and ask before it is begun, in either order."""
    press = Press()
    press.may.set()
    versions = [version(1, names) for names in asked]
    makings = [rendering._making_of(PATH, of, press.draft(of), stands_in=False) for of in versions]
    rendering._make_waiting(PATH)
    pages = [making.outcome(of) for making, of in zip(makings, versions, strict=True)]
    assert [page and page.version for page in pages] == [version(1, names=6)] * 2


@pytest.mark.django_db
def test_a_page_that_was_made_with_names_of_before_is_shown_to_nobody_who_asks_after() -> None:
    press = Press()
    press.may.set()

    def read() -> HttpResponse:
        draft = press.draft(version(9, names=5))
        return serve(RequestFactory().get(PATH), version=version(2, names=6), draft=draft)

    assert read().status_code == 503
    store(PATH, Made(version(1, names=6), "made with the names of now"))
    assert read().content == b"made with the names of now"


class Watch:
    """A clock by which every page takes a tenth of a second of the processor."""

    def __init__(self) -> None:
        self.used = 0.0
        self.slept: list[float] = []

    def thread_time(self) -> float:
        self.used += 0.1
        return self.used

    def monotonic(self) -> float:
        return self.used

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))


@pytest.mark.django_db(transaction=True)
def test_after_a_page_that_another_stood_in_for_the_processor_is_left_to_others(
    threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    monkeypatch.setattr(rendering, "time", watch)
    press = Press()
    press.may.set()
    request = RequestFactory().get(PATH)
    serve(request, version=version(1), draft=press.draft(version(1)))
    drain()
    assert watch.slept == []
    StoredPage.objects.update(stored_at=timezone.now() - timedelta(hours=1))
    serve(request, version=version(2), draft=press.draft(version(2)))
    drain()
    assert watch.slept == [0.1 * rendering.RESTS]


class Theirs:
    """The lock on pages, which another process gives back when it has made this one."""

    def __init__(self, _name: str) -> None: ...

    def __enter__(self) -> None:
        store(PATH, Made(version(2), "theirs"))

    def __exit__(self, *_: object) -> None: ...


@pytest.mark.django_db
def test_what_another_process_has_made_meanwhile_is_not_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rendering, "alone", Theirs)
    assert make_now(PATH, version(2), Press().draft("")).etag == StoredPage.objects.get().etag


@pytest.mark.django_db(transaction=True)
def test_a_page_of_another_process_stands_in_for_the_next_though_results_came_meanwhile(
    threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "alone", Theirs)
    press = Press()
    press.may.set()
    for names, shown in ((1, version(2)), (2, version(3, names=2))):
        an_old_page(version(1))
        wanted = version(3, names=names)
        serve(RequestFactory().get(PATH), version=wanted, draft=press.draft(wanted))
        drain()
        assert StoredPage.objects.get(path=PATH).version == shown
    assert len(press.made) == 1


@pytest.mark.django_db
def test_a_page_that_cannot_be_made_keeps_the_one_before_and_is_asked_for_again() -> None:
    an_old_page(version(1))

    def fail() -> Made:
        raise ZeroDivisionError

    with held():
        answer = serve(RequestFactory().get(PATH), version=version(2), draft=fail)
        assert answer.content.decode() == f"made from {version(1)}"
    with pytest.raises(ZeroDivisionError):
        serve(RequestFactory().get(PATH), version=version(2), draft=fail)
    assert StoredPage.objects.get().version == version(1)


@pytest.mark.django_db(transaction=True)
def test_a_reader_who_waits_for_a_page_that_cannot_be_made_is_shown_the_one_before(
    threads: None,
) -> None:
    an_old_page(version(1))

    def locked() -> Made:
        raise OperationalError("database is locked")

    def gone() -> Made:
        raise NoSuchPage(PATH)

    request = RequestFactory().get(PATH)
    answer = serve(request, version=version(2), draft=locked)
    assert answer.content.decode() == f"made from {version(1)}"
    with pytest.raises(OperationalError):
        serve(RequestFactory().get("/another/"), version=version(2), draft=locked)
    with pytest.raises(NoSuchPage):
        serve(request, version=version(2), draft=gone)


@pytest.mark.django_db
def test_a_page_that_is_no_more_is_taken_away() -> None:
    an_old_page(version(1))

    def gone() -> Made:
        raise NoSuchPage(PATH)

    with pytest.raises(NoSuchPage):
        serve(RequestFactory().get(PATH), version=version(2), draft=gone)
    assert not StoredPage.objects.exists()


@pytest.mark.parametrize(
    ("stored", "wanted", "may"),
    [
        (version(1), version(2), True),
        (version(1, names=1), version(1, names=11), False),
        (version(1, names=1), version(2, names=2), False),
        (lasting(1, "build", "1"), lasting(1, "other", "1"), False),
        ("a-build", "another", False),
        ("r0123", version(1), False),
    ],
)
def test_a_page_stands_in_only_with_the_same_names_and_program(
    stored: str, wanted: str, may: bool
) -> None:
    assert may_stand_in(StoredPage(version=stored), wanted) is may


def test_whoever_dies_gives_the_lock_back(tmp_path: Path, settings: Settings) -> None:
    settings.LOCKS_DIR = tmp_path
    program = "import fcntl, sys, time; f = open(sys.argv[1], 'ab'); fcntl.flock(f, fcntl.LOCK_EX);"
    program += "print('held', flush=True); time.sleep(600)"
    file = tmp_path / "pages.lock"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with file.open("ab") as ours, pytest.raises(BlockingIOError):
            fcntl.flock(ours, fcntl.LOCK_EX | fcntl.LOCK_NB)
        holder.kill()
        with alone("pages"), file.open("ab") as theirs, pytest.raises(BlockingIOError):
            fcntl.flock(theirs, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with file.open("ab") as free:
        fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_without_a_folder_to_lock_in_the_work_is_done_all_the_same(
    tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.LOCKS_DIR = tmp_path / "file"
    settings.LOCKS_DIR.write_text("no folder")
    with alone("pages"):
        assert "lock_file.none" in caplog.text
