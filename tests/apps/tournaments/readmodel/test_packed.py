"""In which form the bytes of a page go to its reader: as he takes them, packed once."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import brotli
import pytest
from django.db import connection
from pytest_django import Settings

from core.models import StoredPage
from tests.asked_site import Site
from tests.builders.events import a_played_event

pytestmark = pytest.mark.django_db(transaction=True)

STANDINGS = "/events/spring/A/standings/"


@pytest.fixture(autouse=True)
def _no_connection_left() -> Iterator[None]:
    yield
    connection.close()


def test_a_page_goes_by_brotli_to_who_takes_it_over_https_and_zipped_to_others(
    settings: Settings,
) -> None:
    settings.HTTPS_ONLY = True
    a_played_event(players=4, rounds=1)
    site = Site()
    plain = site.ask(STANDINGS).body
    forms = {
        "gzip, deflate, br, zstd": ("br", brotli.decompress),
        "gzip,br;q=0.5": ("br", brotli.decompress),
        "gzip, br;q=0": ("gzip", gzip.decompress),
        "gzip, vibrato": ("gzip", gzip.decompress),
    }
    for taken, (form, unpacked) in forms.items():
        answers = [site.ask(STANDINGS, HTTP_ACCEPT_ENCODING=taken) for _ in range(2)]
        for answer in answers:
            assert answer.headers["Content-Encoding"] == form, taken
            assert unpacked(answer.body) == plain
            assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"
        assert not answers[-1].by_django


def test_nothing_is_packed_by_brotli_in_a_hall_that_speaks_plain_http() -> None:
    a_played_event(players=4, rounds=1)
    answer = Site().ask(STANDINGS, HTTP_ACCEPT_ENCODING="gzip, br")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert not any(bytes(page.brotli_body) for page in StoredPage.objects.all())
