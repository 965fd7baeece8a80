"""Stored pages that still hold are answered at once, before sessions, locks and views are asked.

What Django answered is kept with everything that it read from the database to do so. The next who
asks the same gets the very same bytes and headers, with their own number, as long as reading
that again brings the same: then Django would answer the same. Whatever might be answered otherwise
goes to Django: whoever sends a body, a query, or a cookie that decides where it may go.

A page that stands in for one that is being made is answered so for as long as it would be anyway,
and only while nobody in the register has changed.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from django.db import Error
from django.http import HttpResponse
from django.utils import timezone

from core.metering import count_request
from core.models import StoredPage, Stream
from core.web.coming import ToCome
from core.web.languages import language_of, path_in
from core.web.pages import FOUND, FoundPage, accepted_form
from core.web.rendering import until_next_s
from core.web.request_id import HEADER as NUMBER
from core.web.request_id import number_of
from core.web.store import NAMES, hard_part, names_in
from core.web.turn import IN_TURN, Turn
from core.web.unchanged import (
    Basis,
    DatabaseState,
    Reads,
    Rows,
    Statement,
    as_sent,
    basis_of,
    counted,
    not_waiting,
    noted_reads,
    rows,
    state_if_any,
)

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Start = Callable[..., Any]
Application = Callable[[Environ, Start], Iterable[bytes]]

MOST_BYTES = 2**24
"""The most that a process keeps: some hundred pages of a large event."""
VARIANTS = 12
"""How many ways to ask for one page are kept: by names of this machine, methods and forms."""
AT_LEAST_S = 0.25
"""How long a stand-in page is answered without checking on the new one."""
AT_MOST_S = 10.0
"""The same while hundreds of pages have to be made."""
LONGEST_NAME = 255
"""No host has a longer name; a request by a longer one is answered, and nothing is kept for it."""
VIEW = "at_once"
"""The name under which these answers are counted: no view was asked."""
_AROUND = 4_000
_NUMBER = 32
_KEPT_STATUS = ("200 ", "304 ")
_FAULTY_STATUS = "5"


class RequestKey(NamedTuple):
    """All of a request, beside the path, that decides about its answer."""

    method: str
    form: str
    host: str
    scheme: str
    told_scheme: str


class KeptAnswer(NamedTuple):
    """An answer of Django's, without its number."""

    status: str
    headers: Headers
    body: bytes


@dataclass(slots=True)
class KeptAnswers:
    """The answers at one path, and what they hold by: for a `day` of this installation.

    Some pages show what a day makes of it. `until` is a moment of the clock that nobody sets.
    """

    etag: str
    basis: Basis
    day: date
    until: float = float("inf")
    answers: dict[RequestKey, KeptAnswer] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """About how many bytes this takes."""
        bodies = {id(one.body): len(one.body) for one in self.answers.values()}
        said = sum(
            _AROUND + sum(map(len, way)) + sum(len(name) + len(text) for name, text in one.headers)
            for way, one in self.answers.items()
        )
        queries = sum(_AROUND + len(sql) for sql, _ in self.basis.statements)
        read = sum(
            len(value) if isinstance(value, (bytes, str)) else _NUMBER
            for found in self.basis.rows
            for row in found
            for value in row
        )
        return sum(bodies.values()) + said + queries + read

    def holds(self) -> bool:
        """Returns whether Django would answer the same now."""
        is_due = time.monotonic() >= self.until or timezone.localdate() != self.day
        return not is_due and self.basis.holds()


class AtOnce:
    """A WSGI application around Django's.

    `deciding` are the cookies that decide about answers; below the paths `apart` there is no stored
    page, and the database is not asked.
    """

    def __init__(
        self,
        application: Application,
        *,
        deciding: Collection[str],
        apart: Collection[str] = (),
    ) -> None:
        self._application = application
        self._deciding = tuple(deciding)
        self._apart = tuple(apart)
        self._kept: OrderedDict[str, KeptAnswers] = OrderedDict()
        self._to_come = ToCome()
        self._size = 0
        self._keeping = threading.Lock()

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Return the answer that is kept, where it holds, or that of Django.

        In a turn of the loop nothing is called where nothing is kept that holds: it returns `()`
        for who is left to a thread, and what is `AnswerToCome` for who asks for the same meanwhile.
        """
        in_turn: Turn | None = environ.get(IN_TURN)
        if not self._may_be_kept(environ):
            return self._application(environ, start_response) if in_turn is None else ()
        place = _place(environ)
        if in_turn is not None:
            given = self._given(place, environ, start_response)
            return self._to_come.leave(place) if given is None else given
        try:
            given = self._given(place, environ, start_response)
            return self._answered(place, environ, start_response) if given is None else given
        finally:
            self._to_come.end(place)

    def _given(self, place: str, environ: Environ, start_response: Start) -> list[bytes] | None:
        """Return the answer that is kept, None where there is none that holds."""
        kept = self._kept.get(place)
        if kept is None:
            return None
        began = time.perf_counter()
        answer = kept.answers.get(_way(environ, kept.etag))
        if answer is None or not _holds(place, kept, environ.get(IN_TURN)):
            return None
        self._touch(place)
        start_response(answer.status, [*answer.headers, (NUMBER, number_of(environ))])
        count_request(VIEW, int(answer.status[:3]), time.perf_counter() - began)
        return [answer.body]

    def _may_be_kept(self, environ: Environ) -> bool:
        """Return whether nothing is asked but a page, by somebody who is like everybody else."""
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return False
        said = environ.get
        if environ["PATH_INFO"].startswith(self._apart):
            return False
        # Who shows a token may be somebody else, and is answered from the state of the moment.
        if said("QUERY_STRING") or said("SCRIPT_NAME") or said("HTTP_AUTHORIZATION"):
            return False
        names = said("HTTP_HOST", ""), said("HTTP_X_FORWARDED_PROTO", "")
        if not names[0] or any(len(name) > LONGEST_NAME for name in names):
            return False
        if said("CONTENT_LENGTH") or said("CONTENT_TYPE") or said("HTTP_TRANSFER_ENCODING"):
            return False
        cookies = said("HTTP_COOKIE", "")
        return not any(name in cookies for name in self._deciding)

    def _answered(self, place: str, environ: Environ, start: Start) -> Iterable[bytes]:
        """Have Django answer, and keep that where it is a stored page."""
        told: list[Any] = []

        def listening(status: str, headers: Headers, *fault: Any) -> Any:
            told[:] = [status, headers]
            return start(status, headers, *fault)

        before, day = state_if_any(), timezone.localdate()
        with noted_reads() as reads:
            response = self._application(environ, listening)
        pages: list[FoundPage] = environ.get(FOUND, [])
        page = response if pages and isinstance(response, HttpResponse) else None
        if page is not None and not _may_stay(*told):
            page = None
        # A page that is still being made, or whose database is away, is a page all the same.
        if page is not None or not (told and told[0].startswith(_FAULTY_STATUS)):
            self._to_come.note(place, is_stored=page is not None)
        if page is not None:
            status, headers = told
            kept = _kept_by(pages, reads, before, day, self._kept.get(place))
            if kept is not None:
                shown = [one for one in headers if one[0] != NUMBER]
                self._keep(environ, kept, KeptAnswer(status, shown, page.content))
        return response

    def _touch(self, path: str) -> None:
        """Have what was asked for stay longer than what was not."""
        with self._keeping:
            if path in self._kept:
                self._kept.move_to_end(path)

    def _keep(self, environ: Environ, kept: KeptAnswers, answer: KeptAnswer) -> None:
        """Keep an answer beside the others that hold by the same, in place of older ones."""
        path, way = _place(environ), _way(environ, kept.etag)
        with self._keeping:
            there = self._kept.pop(path, None)
            if there is not None:
                self._size -= there.size
                if there.etag == kept.etag and len(there.answers) < VARIANTS:
                    bodies = {one.body: one.body for one in there.answers.values()}
                    body = bodies.get(answer.body, answer.body)
                    answer = KeptAnswer(answer.status, answer.headers, body)
                    kept.answers |= there.answers
            kept.answers[way] = answer
            self._kept[path] = kept
            self._size += kept.size
            while self._size > MOST_BYTES:
                _, oldest = self._kept.popitem(last=False)
                self._size -= oldest.size


def _holds(place: str, kept: KeptAnswers, in_turn: Turn | None) -> bool:
    """Returns whether answers hold, asked once for all whose requests came in the same turn.

    All of them are in before it is first asked: nobody gets what was over before they asked. Where
    the file is locked that cannot be told: who waits for it is a thread.
    """
    if in_turn is None:
        return kept.holds()
    looked_at, holds = in_turn.get(place, (None, False))
    if looked_at is not kept:
        with not_waiting():
            holds = kept.holds()
        in_turn[place] = kept, holds
    return holds


def _place(environ: Environ) -> str:
    """Returns where answers to a request are kept: each language has its own."""
    return path_in(environ["PATH_INFO"], language_of(environ))


def _way(environ: Environ, etag: str) -> RequestKey:
    return RequestKey(
        environ["REQUEST_METHOD"],
        accepted_form(environ, etag),
        environ["HTTP_HOST"],
        environ["wsgi.url_scheme"],
        environ.get("HTTP_X_FORWARDED_PROTO", ""),
    )


def _may_stay(status: str, headers: Headers) -> bool:
    """Returns whether anybody else may be given an answer of Django's."""
    said = {name.lower(): value.lower() for name, value in headers}
    return (
        status.startswith(_KEPT_STATUS)
        and "set-cookie" not in said
        and "cookie" not in said.get("vary", "")
    )


def _kept_by(
    pages: Sequence[FoundPage],
    reads: Reads,
    before: DatabaseState | None,
    day: date,
    there: KeptAnswers | None,
) -> KeptAnswers | None:
    """Returns the basis of an answer that was made of these pages, None where it is unknown.

    `there` is what is kept of the same path until now.
    """
    if not all(one.is_current for one in pages):
        return _standing_in(pages, reads, before, day, there)
    basis = basis_of(reads, before)
    until = _good_until(pages)
    return None if basis is None else KeptAnswers(pages[-1].etag, basis, day, until)


def _good_until(pages: Sequence[FoundPage]) -> float:
    """Returns until which moment of the clock that nobody sets these pages are right by the time.

    The clock of the machine that says so may be set meanwhile: then a page is a little late.
    """
    known = [one.good_until for one in pages if one.good_until is not None]
    if not known:
        return float("inf")
    return time.monotonic() + (min(known) - timezone.now()).total_seconds()


def _standing_in(
    found: Sequence[FoundPage],
    reads: Reads,
    before: DatabaseState | None,
    day: date,
    there: KeptAnswers | None,
) -> KeptAnswers | None:
    """Returns how long a page may go on standing in: while it is what is stored, and names stay.

    And while each row is there that Django found: of an event that is hidden or gone no page is.
    Where somebody has committed meanwhile, as in a crowd always somebody has, that is known if as
    many are there now as when what is kept until now was asked for.
    """
    hard = hard_part(found[-1].wanted)
    if not hard or any(hard_part(one.version) != hard for one in found):
        return None
    names, pages = _names_and_pages(len(found))
    paths = tuple(one.path for one in found)
    try:
        statements = as_sent([names, (pages, paths), *counted(reads.statements)])
        read = rows(statements)
        is_still = before is not None and state_if_any() == before
        if not is_still and _counts_then(there, reads, statements) != read[2:]:
            return None
    except Error:
        return None
    known, stored = ([tuple(row) for row in part] for part in read[:2])
    told = sorted((one.path, one.version) for one in found)
    # Where nobody is in the register there is no row of it.
    if (known or [(0,)]) != [(names_in(hard),)] or stored != told:
        return None
    oldest = min(one.stored_at for one in found if not one.is_current)
    until_more_s = min(one.until_more_s for one in found)
    left = until_more_s - (timezone.now() - oldest).total_seconds()
    basis = Basis(statements, read, {before.scope: before.mark} if before and is_still else {})
    # A clock that was set back meanwhile makes a page no younger than new.
    usual, crowded = min(left, until_more_s), min(until_next_s(), AT_MOST_S)
    until = time.monotonic() + max(usual, crowded, AT_LEAST_S)
    return KeptAnswers(found[-1].etag, basis, day, until)


def _counts_then(
    there: KeptAnswers | None, reads: Reads, statements: Sequence[Statement]
) -> Rows | None:
    """Returns how many rows each of Django's statements found when an answer was kept.

    None where that was by other statements.
    """
    if there is None:
        return None
    if there.basis.statements[2:] == statements[2:]:
        return there.basis.rows[2:]
    if there.basis.statements == as_sent(reads.statements):
        return [[(len(found),)] for found in there.basis.rows]
    return None


@cache
def _names_and_pages(count: int) -> tuple[Statement, str]:
    """Returns the statement for the version of the names, and the SQL for that of these pages."""
    names = Stream.objects.filter(key=NAMES).values_list("seq")
    pages = StoredPage.objects.filter(path__in=[str(number) for number in range(count)])
    words, _ = pages.order_by("path").values_list("path", "version").query.sql_with_params()
    return names.query.sql_with_params(), words
