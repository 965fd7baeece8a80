"""One renders: whoever finds a page out of date has it made, once for all, and does not make it.

The threads that follow commits make it (`core.background`), one page at a time on the whole machine
and each once, however many ask for it in however many processes. A reader waits for it only while
a seat is free, for the desk needs the other threads of the server; and while nobody else asks for
the page who finds none, for a crowd needs them all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.utils import timezone

from core.background import in_background, in_threads
from core.lock_file import alone
from core.metering import count_page
from core.models import StoredPage
from core.phrases import language
from core.web.store import Draft, Made, NoSuchPage, current, is_behind, may_stand_in, store, stored

T = TypeVar("T")

UNTIL_MORE_S = 2.0
"""The least age of a page before it is made again: a burst of results makes it once."""

SEATS = 2
"""How many threads of a process may wait for pages at the same time."""

WAIT_S = 1.0
"""How long a reader waits for a page when the previous one can be shown."""

WAIT_FOR_FIRST_S = 3.0
"""How long a reader waits for a page when nothing else can be shown."""

RESTS = 2.0
"""How long nothing is made after an outdated page was replaced, in times of what that took."""

LONGEST_REST_S = 0.5

SOON = 4
"""Nobody waits for a page, unless so few are queued that its turn comes in time."""

QUEUE = 500
"""The most pages that may queue: anybody can think of any address."""


def rendered(
    path: str,
    version: str,
    draft: Draft,
    before: StoredPage | None,
    *,
    until_more_s: float = UNTIL_MORE_S,
) -> StoredPage | None:
    """Returns the page once it is made, else the one `before`, which may stand in for it.

    None, where there is none before, when the page is not made in time or too many wait: whoever
    asks again will find it. Raises NoSuchPage, and what a draft raises where there is none before:
    a database that is locked or away takes no page from anybody who can be shown the one before.
    Where no threads follow commits, the page is made at once, and what its draft raises is raised.
    `until_more_s` is the least age of the page before, from which on it is made again.
    """
    if before is None:
        return _first(path, version, draft)
    making = _making_of(path, version, draft, stands_in=True)
    making.before = making.before or before.version
    making.until_more_s = min(making.until_more_s, until_more_s)
    key, work = f"pages:{path}", partial(_make_waiting, path)
    age = (timezone.now() - before.stored_at).total_seconds()
    if in_threads() and age < until_more_s:
        in_background(key, work, pause=until_more_s - max(age, 0.0))
        return before
    in_background(key, work)
    if in_threads() and len(_makings) <= SOON and not _is_crowded(path):
        making.await_seated(WAIT_S)
    return making.page_if_any(version) or before


def make_now(path: str, version: str, draft: Draft) -> StoredPage:
    """Returns the page, made now by this thread unless somebody else has made it meanwhile."""
    with alone("pages"):
        return _made(path, version, draft)


def until_next_s() -> float:
    """Returns about how many seconds it takes to make all the pages that wait in this process."""
    return len(_makings) * _lately.seconds


def note_crowd(path: str) -> None:
    """Notes that more ask for a page than may sit, and wait for who was first to be answered."""
    with _asking:
        if len(_crowds) >= QUEUE:
            _crowds.clear()
        _crowds[path] = time.monotonic()
    _have_got_up(path)


def shared(key: str, read: Callable[[], T]) -> T:
    """Returns the value of `read`, read once for pages that are made one after the other.

    For drafts only, which say by their version what they were made from: it may be as old as a
    page may be. It is let go as soon as no page waits to be made.
    """
    now, key = time.monotonic(), f"{language()} {key}"
    if key not in _shared or now - _shared[key][0] > UNTIL_MORE_S:
        _shared.clear()
        _shared[key] = now, read()
    found: T = _shared[key][1]
    return found


def _first(path: str, version: str, draft: Draft) -> StoredPage | None:
    """Returns a page that nothing can stand in for, None when one has to ask again."""
    if len(_makings) >= QUEUE:
        return None
    making = _making_of(path, version, draft, stands_in=False)
    if in_threads():
        in_background(f"pages:{path}", partial(_make_waiting, path), first=True)
        making.await_seated(WAIT_FOR_FIRST_S)
    else:
        _make_waiting(path)
    return making.outcome(version)


def _is_crowded(path: str) -> bool:
    return time.monotonic() - _crowds.get(path, float("-inf")) < UNTIL_MORE_S


def _have_got_up(path: str) -> None:
    """Has those get up who wait for a page and can be shown the one before."""
    with _asking:
        for making in [one for one in _sat_for if one.path == path]:
            making.enough.set()


class _Making:
    """A page to make, for all who asked for it before it was begun."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.version, self.draft, self.stands_in = "", _nothing, True
        self.before, self.until_more_s = "", UNTIL_MORE_S
        self.over, self.enough = threading.Event(), threading.Event()
        self._page: StoredPage | None = None
        self._fault: Exception | None = None

    def await_seated(self, seconds: float) -> None:
        """Waits until the page is made, or no longer than this; not at all without a seat.

        Who finds none has those get up who wait for the same page and can be shown the one before:
        where so many ask, each thread that waits holds up hundreds.
        """
        if not _seats.acquire(blocking=False):
            _have_got_up(self.path)
            return
        with _asking:
            _sat_for.append(self)
        try:
            (self.enough if self.stands_in else self.over).wait(seconds)
        finally:
            with _asking:
                _sat_for.remove(self)
            _seats.release()

    def page_if_any(self, wanted: str) -> StoredPage | None:
        """Returns the page, None while there is none for who wants this version, or where it could
        not be made; raises NoSuchPage.
        """
        if isinstance(self._fault, NoSuchPage):
            raise self._fault
        is_for_him = self._page is not None and not is_behind(self._page.version, wanted)
        return self._page if is_for_him else None

    def outcome(self, wanted: str) -> StoredPage | None:
        """Returns the same; raises what kept the page from being made."""
        if self._fault is not None:
            raise self._fault
        return self.page_if_any(wanted)

    def run(self) -> None:
        """Makes the page that was asked for last; takes it away where there is none now.

        After a page that another can stand in for, the processor is left to others for a while:
        a crowd looks at hundreds of pages, which every result puts out of date.
        """
        begun = time.monotonic()
        with alone("pages"):
            began = time.thread_time()
            self._make()
            if self.stands_in and in_threads():
                time.sleep(min(RESTS * (time.thread_time() - began), LONGEST_REST_S))
        _lately.note(time.monotonic() - begun)

    def _make(self) -> None:
        try:
            self._page = self._just_made() or _made(self.path, self.version, self.draft)
        except NoSuchPage as fault:
            self._fault = fault
            _take_away(self.path)
        except Exception as fault:
            self._fault = fault
            raise
        finally:
            self.over.set()
            self.enough.set()
            if not _makings:
                _shared.clear()

    def _just_made(self) -> StoredPage | None:
        """Returns the page that another process has made while this one waited for its turn.

        It wants another version already, for results pour in; but as everybody's it may stand in.
        Not a page that is to be newer than others, as a screen's is.
        """
        may_wait = self.stands_in and self.until_more_s >= UNTIL_MORE_S and in_threads()
        there = stored(self.path).get(self.path) if may_wait else None
        if there is None or there.version == self.before or not may_stand_in(there, self.version):
            return None
        age = (timezone.now() - there.stored_at).total_seconds()
        return there if 0 <= age < self.until_more_s / 2 else None


class _Lately:
    """The recent times of a page, with the wait for its turn on this machine and the rest."""

    seconds = 0.0

    def note(self, seconds: float) -> None:
        self.seconds += (seconds - self.seconds) / 8


def _making_of(path: str, version: str, draft: Draft, *, stands_in: bool) -> _Making:
    """Returns the making of a page that has not begun, of this version.

    Or of one with newer names: whoever read before a name was kept back and asks after it must not
    have the page made with that name for who asked for it without.
    """
    with _asking:
        making = _makings.setdefault(path, _Making(path))
        if not is_behind(version, making.version):
            making.version, making.draft = version, draft
        making.stands_in &= stands_in
        return making


def _make_waiting(path: str) -> None:
    """Makes the page at a path if it waits to be made, whoever asked for it and handed this in."""
    with _asking:
        making = _makings.pop(path, None)
    if making is not None:
        making.run()


def _made(path: str, version: str, draft: Draft) -> StoredPage:
    there = current(path, version)
    if there is not None:
        return there
    began = time.monotonic()
    made = store(path, draft())
    count_page(time.monotonic() - began)
    return made


def _take_away(path: str) -> None:
    stored = StoredPage.objects.filter(path=path)
    if stored.exists():
        stored.delete()


def _nothing() -> Made:
    raise NotImplementedError


_asking = threading.Lock()
_crowds: dict[str, float] = {}
_lately = _Lately()
_makings: dict[str, _Making] = {}
_sat_for: list[_Making] = []
_seats = threading.BoundedSemaphore(SEATS)
_shared: dict[str, tuple[float, Any]] = {}
