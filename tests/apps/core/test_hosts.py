"""A request by a name that we do not answer to is refused like any other request."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

OWN = {"Content-Length", "Location", "X-Request-ID"}


def headers(host: str) -> dict[str, Any]:
    """Returns the headers of a page that is not there, asked for by this name."""
    answer = Client().get("/nowhere/", headers={"Host": host})
    assert answer.status_code in (400, 404, 301)
    return {name: value for name, value in answer.headers.items() if name not in OWN}


@pytest.mark.parametrize("host", ["evil.example", "a b", "x" * 3_000, "localhost:x"])
def test_the_page_for_a_wrong_host_has_the_headers_of_every_page(host: str) -> None:
    assert headers(host) == headers("localhost")
    assert {"X-Frame-Options", "Content-Security-Policy", "Referrer-Policy"} <= {*headers(host)}


def test_it_has_them_too_where_only_https_is_spoken(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    missing = {*headers("localhost")} - {*headers("evil.example")}
    assert missing == set()
    assert "X-Content-Type-Options" in headers("evil.example")
