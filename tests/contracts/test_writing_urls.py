"""Every URL that writes names its command, and each guard fails when its rule is broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.views.decorators.http import require_http_methods

from core.actors import Actor
from core.journal.command import Command, Row, registry
from core.web.view_access import WRITES_WITHOUT_COMMAND, Door, door_of, reads, writes
from tournaments.closing.commands import CloseEvent

WRITING = ("POST", "PUT", "PATCH", "DELETE")


def _patterns(resolver: URLResolver | Any, above: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        here = above + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern, here)
        else:
            yield here, pattern


def _refuses(view: Any, method: str) -> bool:
    """Return whether a view answers 405 before it looks at anything else of the request."""
    try:
        answer = view(RequestFactory().generic(method, "/"))
    except Exception:  # noqa: BLE001 - it went on without its arguments, so it did not refuse
        return False
    return bool(answer.status_code == 405)


def offences(resolver: Any, excused: Mapping[str, str] = WRITES_WITHOUT_COMMAND) -> list[str]:
    """Return a sentence for every URL that may write and does not say what."""
    found, names = [], set()
    for address, pattern in _patterns(resolver):
        door = door_of(pattern.callback)
        names.add(pattern.name)
        if pattern.name in excused:
            continue
        if door is None:
            found.append(f"{address} says neither that it reads nor which command it gives")
        elif door.command is None:
            let_in = [m for m in WRITING if not _refuses(pattern.callback, m)]
            found += [f"{address} only reads, but takes {method}" for method in let_in]
        elif door.command not in registry():
            found.append(f"{address} gives {door.command}, which is no command")
    found += [f"{name} is excused, but there is no such URL" for name in sorted({*excused} - names)]
    found += [f"{name} is excused without a reason" for name, why in excused.items() if not why]
    return found


@dataclass
class Planted:
    """A resolver with faults in it."""

    url_patterns: list[URLPattern]


def _view(request: HttpRequest) -> HttpResponse:
    return HttpResponse("done")


class Unregistered(Command):
    """A command that nobody registered."""

    code = "planted.unregistered"

    def stream(self) -> str:
        return "planted"

    def authorise(self, actor: Actor) -> None:
        """Lets everybody."""

    def sentence(self, answer: Row) -> str:
        return "planted"


def test_every_url_reads_or_names_its_command_or_is_excused_with_a_reason() -> None:
    assert offences(get_resolver()) == []


def test_the_desk_and_the_public_pages_are_among_the_urls_walked() -> None:
    addresses = {address for address, _ in _patterns(get_resolver())}
    assert {"", "desk/", "desk/<slug:slug>/enter-result/", "accounts/login/"} <= addresses
    assert any(address.startswith("events/") for address in addresses)


def test_every_command_can_be_given_through_some_url() -> None:
    doors = [door_of(pattern.callback) for _, pattern in _patterns(get_resolver())]
    assert {door.command for door in doors if door and door.command} >= set(registry())


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (_view, "x/ says neither that it reads nor which command it gives"),
        (require_http_methods(["GET"])(_view), "x/ says neither that it reads"),
        (writes(Unregistered)(_view), "x/ gives planted.unregistered, which is no command"),
    ],
)
def test_the_guard_sees_a_view_without_a_command(planted: Any, said: str) -> None:
    found = offences(Planted([path("x/", planted)]), excused={})
    assert len(found) == 1
    assert found[0].startswith(said)


def test_the_guard_sees_a_view_that_only_says_that_it_reads() -> None:
    def liar(request: HttpRequest) -> HttpResponse:
        return HttpResponse("written")

    liar.door = Door(None)  # type: ignore[attr-defined]
    found = offences(Planted([path("x/", liar)]), excused={})
    assert found == [f"x/ only reads, but takes {method}" for method in WRITING]


def test_the_guard_sees_an_excuse_that_no_url_needs_and_one_without_a_reason() -> None:
    planted = Planted([path("x/", _view, name="x")])
    assert offences(planted, excused={"x": "a reason"}) == []
    assert offences(planted, excused={"x": "", "y": "gone"}) == [
        "y is excused, but there is no such URL",
        "x is excused without a reason",
    ]


def test_the_guard_lets_a_reader_and_a_command_through() -> None:
    doors = [path("r/", reads(_view)), path("w/", writes(CloseEvent)(_view))]
    assert offences(Planted(doors), excused={}) == []


def test_a_reader_answers_get_and_head_and_a_command_also_post() -> None:
    made, reader, writer = RequestFactory(), reads(_view), writes(CloseEvent)(_view)
    assert [reader(made.generic(m, "/")).status_code for m in ("GET", "HEAD")] == [200, 200]
    assert {reader(made.generic(m, "/")).status_code for m in WRITING} == {405}
    answers = [writer(made.generic(m, "/")).status_code for m in ("GET", "HEAD", *WRITING)]
    assert answers == [200, 200, 200, 405, 405, 405]
