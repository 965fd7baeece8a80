"""A site walked from page to page, as somebody who follows every link would see it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl, urljoin

from django.test import Client

from tests.markup import Markup
from tests.pages import source

TEXT = ("text/", "application/json", "application/yaml", "application/atom+xml")


def crawled(
    client: Client,
    *starts: str,
    is_left_out: Callable[[str], bool] = lambda _path: False,
    with_queries: bool = False,
) -> dict[str, str]:
    """Returns what somebody gets at these addresses and at all that they lead to, by address.

    All have to answer. Only what `is_left_out` does not name is opened. With queries, one address
    is opened for the same path and names of values: the others differ by what they list.
    """
    seen: dict[str, str] = {}
    known: set[tuple[str, ...]] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if _place(at) in known:
            continue
        known.add(_place(at))
        answer = client.get(at, follow=True)
        assert answer.status_code == 200, at
        if not answer["Content-Type"].startswith(TEXT):
            continue
        seen[at] = source(answer)
        if answer["Content-Type"].startswith("text/html"):
            base = answer.request["PATH_INFO"]
            links = [urljoin(base, link.partition("#")[0]) for link in Markup(seen[at]).links]
            waiting += [
                link if with_queries else link.partition("?")[0]
                for link in links
                if link.startswith("/")
                and not link.startswith(("/static/", "//"))
                and not is_left_out(link)
            ]
    return seen


def _place(at: str) -> tuple[str, ...]:
    path, _, query = at.partition("?")
    return path, *sorted(name for name, _ in parse_qsl(query, keep_blank_values=True))
