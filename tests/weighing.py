"""What a page weighs on its way to a reader: zipped, with sheets and scripts, without its font.

It is weighed in French, in which it is heavier than in English: its scripts load their words.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path, PurePosixPath

from django.contrib.staticfiles import finders
from django.test import Client

from core.web.pared import pared

MOST = 35_000
"""How many bytes a public page may weigh, unless its test says why it is heavier."""

_LOADED = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js))"')
_WORDS = re.compile(r'src="(/script-words/fr\.js)"')
_IMPORTED = re.compile(r'(?:from|import) "(\.[^"]+)"')


def weight(path: str, client: Client | None = None) -> int:
    """Return how many bytes a browser loads that opens the page for the first time."""
    client = client or Client()
    page = _sent(path, client)
    text = gzip.decompress(page).decode()
    names = set(_LOADED.findall(text))
    assert "css/tokens.css" in names
    [words] = _WORDS.findall(text)
    return len(page) + len(_sent(words, client)) + sum(map(_zipped, set(_all_of(names))))


def _sent(path: str, client: Client) -> bytes:
    """Return what goes over the network of a page or of what it loads."""
    asked = {"Accept-Encoding": "gzip", "Accept-Language": "fr"}
    answer = client.get(path, headers=asked)
    assert answer.status_code == 200, path
    assert answer["Content-Encoding"] == "gzip"
    return bytes(answer.content)


def _all_of(names: set[str]) -> Iterator[str]:
    """Yield the names of static files, and of those that they import."""
    for name in names:
        yield name
        if name.endswith(".js"):
            folder = PurePosixPath(name).parent
            found = _IMPORTED.findall(_text(name))
            yield from _all_of({normpath(folder / one) for one in found})


def _zipped(name: str) -> int:
    return len(gzip.compress(pared(name, _text(name)).encode(), 9))


def _text(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
