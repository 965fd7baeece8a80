"""The answers that may be kept, and for whom: around an application of which all is known.

It shows the page that is stored, and says which version it wanted, as the real one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpResponse
from django.utils import timezone

from core.journal.guard import writing
from core.models import StoredPage, Stream
from core.web import at_once
from core.web.at_once import AtOnce
from core.web.pages import FOUND, FoundPage
from core.web.store import NAMES
from core.web.unchanged import Basis
from tests.databases import elsewhere

pytestmark = pytest.mark.django_db(transaction=True)

PAGE, OTHER = "/page/", "/other/"
VERSION = "0.program!first"
NEWER = "0.program!second"


class Site:
    """Asks through what keeps answers; `wanted` is the version that pages should have.

    `meanwhile` is done while an answer is made.
    """

    def __init__(self) -> None:
        self.wanted = VERSION
        self.meanwhile: Callable[[], object] = list
        self._asked = 0
        self._at_once = AtOnce(self._application, deciding=["judge"])

    def _application(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self._asked += 1
        page = StoredPage.objects.get(path=environ["PATH_INFO"])
        self.meanwhile()
        environ[FOUND] = [
            FoundPage(page.path, page.version, self.wanted, page.etag, page.stored_at)
        ]
        start("200 OK", [("Content-Type", "text/plain")])
        return HttpResponse(bytes(page.body))

    def ask(self, path: str = PAGE, **said: str) -> tuple[bytes, bool]:
        """Returns the bytes of a page, and whether they had been kept."""
        environ: dict[str, Any] = {"PATH_INFO": path, **said}
        setup_testing_defaults(environ)
        environ["SCRIPT_NAME"] = ""
        before = self._asked
        body = b"".join(self._at_once(environ, lambda *_: None))
        return body, self._asked == before


@pytest.fixture
def site() -> Iterator[Site]:
    for path in (PAGE, OTHER):
        store(path, VERSION)
    yield Site()
    connection.close()


def store(path: str, version: str) -> None:
    """Stores a page that shows its version."""
    values = {"version": version, "etag": f"tag of {version}", "body": version.encode()}
    more = {"content_type": "text/plain", "stored_at": timezone.now()}
    StoredPage.objects.update_or_create(path=path, defaults=values | more)


def kept(site: Site) -> bool:
    """Returns whether the page, asked for once more, is answered by what was kept."""
    site.ask()
    return site.ask()[1]


def test_an_answer_of_before_a_change_is_never_given_beside_one_of_after_it(site: Site) -> None:
    head = {"REQUEST_METHOD": "HEAD"}
    for said in ({}, head):
        site.ask(**said)
        assert site.ask(**said) == (VERSION.encode(), True)
    store(PAGE, NEWER)
    site.wanted = NEWER
    site.ask()
    assert site.ask() == (NEWER.encode(), True)
    assert site.ask(**head) == (NEWER.encode(), False)


def test_ways_to_ask_for_a_page_that_are_more_than_are_kept_take_the_place_of_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "VARIANTS", 2)
    for name in ("one", "two", "three"):
        site.ask(HTTP_HOST=name)
        assert site.ask(HTTP_HOST=name)[1]
    assert [site.ask(HTTP_HOST=name)[1] for name in ("three", "one", "two")] == [True, False, False]


def test_a_page_that_has_to_go_while_it_is_answered_is_answered_all_the_same(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.ask()
    holds = Basis.holds

    def holds_after_another(basis: Basis) -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(Basis, "holds", holds)
            patch.setattr(at_once, "MOST_BYTES", 0)
            site.ask(OTHER)
        return holds(basis)

    with monkeypatch.context() as patch:
        patch.setattr(Basis, "holds", holds_after_another)
        assert site.ask()[0] == VERSION.encode()
    assert site.ask() == (VERSION.encode(), False)


@pytest.mark.parametrize(
    ("wanted", "is_kept"),
    [(NEWER, True), ("0.other!first", False), ("1.program!first", False), ("no mark", False)],
)
def test_a_page_stands_in_for_none_that_another_program_makes_or_that_has_other_names(
    site: Site, wanted: str, is_kept: bool
) -> None:
    site.wanted = wanted
    assert kept(site) is is_kept


def test_a_page_that_stands_in_while_somebody_commits_is_not_kept(site: Site) -> None:
    site.wanted = NEWER
    site.meanwhile = lambda: elsewhere(SessionStore().save)
    assert not kept(site)
    site.meanwhile = list
    assert kept(site)


@pytest.mark.parametrize(("names", "is_kept"), [(0, True), (1, False)])
def test_a_page_that_stands_in_is_kept_only_where_its_names_are_those_of_the_register(
    site: Site, names: int, is_kept: bool
) -> None:
    with writing():
        Stream.objects.create(key=NAMES, seq=names)
    site.wanted = NEWER
    assert kept(site) is is_kept
