"""The site as files, seen from one of them: relative references, and only to what is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from os.path import normpath
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from django.contrib.staticfiles import finders

from core.web.languages import LanguageLink, own_name
from core.web.pared import is_pared, pared
from core.web.site import FONT, FONT_LICENCE, ICON, STYLE_SHEETS, TOUCH_ICON

OURS = "-/"
"""The folder of what is no page; no event, division, list, club or game is called so."""

AS_AT = f"{OURS}as-at.json"
"""The file by which open pages learn from when the mirror is."""

ALWAYS = (*(name for name, _ in STYLE_SHEETS), ICON, TOUCH_ICON, FONT, FONT_LICENCE)
"""The static files that are in every mirror."""

FileOf = Callable[[str], str | None]
"""Tells the file of a page by its path, None for a page that no mirror of this kind holds."""


class OtherLanguage(NamedTuple):
    """A mirror of the same pages in another language, and the way there from this one's folder."""

    language: str
    way: str


_PLAIN = re.compile(r"[^\w.-]+")
_LOADING = {".css", ".js"}
_LOADED = re.compile(r"""(?:url\(|from\s|import\s)\s*"(\.[^":]+)\"""")


class Ways:
    """The ways to the pages of a mirror from its folder, each found once: it has thousands."""

    def __init__(self, held: Container[str], file_of: FileOf) -> None:
        self.file_of = file_of
        self._held = held
        self._found: dict[str, str | None] = {}

    def __getitem__(self, path: str) -> str | None:
        """Returns the way to a page, None where the mirror does not hold it."""
        if path not in self._found:
            name = self.file_of(path)
            is_held = name is not None and name in self._held
            self._found[path] = quote(name) if name is not None and is_held else None
        return self._found[path]


class Files:
    """The links of a page of a mirror to which there are these ways."""

    def __init__(
        self,
        ways: Ways,
        path: str,
        made_at: datetime | None = None,
        others: Sequence[OtherLanguage] = (),
    ) -> None:
        self.name = ways.file_of(path) or ""
        self._others = others
        self.made_at = made_at
        self._ways = ways
        self._up = "../" * self.name.count("/")
        self.assets: set[str] = set()

    def href(self, path: str) -> str | None:
        """Returns the relative reference to a page, None where the mirror does not hold it."""
        way = self._ways[path]
        return None if way is None else self._up + way

    def asset(self, name: str) -> str:
        """Returns the relative reference to a static file."""
        self.assets.add(name)
        return f"{self._up}{OURS}{name}"

    @property
    def depth(self) -> int:
        """How deep the page is, from 1 for what the folder opens with."""
        return self.name.count("/") + 1

    @property
    def languages(self) -> list[LanguageLink]:
        """The ways to the same page in the other languages of the mirror."""
        return [
            LanguageLink(
                one.language, own_name(one.language), f"{self._up}{one.way}{quote(self.name)}"
            )
            for one in self._others
        ]

    @property
    def as_at(self) -> str:
        """The relative reference to the file that tells from when the mirror is."""
        return f"{self._up}{AS_AT}"


def below(root: str) -> FileOf:
    """Returns the files of the pages below a path, whose own page is what the folder opens with.

    What follows a question mark in a path is a folder of its own.
    """

    def file_of(path: str) -> str | None:
        if not path.startswith(root):
            return None
        place, _, query = path.removeprefix(root).partition("?")
        if query and place and not place.endswith("/"):
            return None  # a file that is another one for every choice
        if query:
            place = f"{place}{OURS}{_PLAIN.sub('-', query)}/"
        return f"{place}index.html" if not place or place.endswith("/") else place

    return file_of


def assets(wanted: Iterable[str]) -> dict[str, Path]:
    """Returns the static files of these names with all that they load, by their names in a mirror.

    What is not there is left out: a page does without.
    """
    found: dict[str, Path] = {}
    waiting = sorted(wanted)
    while waiting:
        name = waiting.pop()
        path = finders.find(name)
        if path is None or f"{OURS}{name}" in found:
            continue
        source = Path(str(path))
        found[f"{OURS}{name}"] = source
        if source.suffix in _LOADING:
            text = source.read_text(encoding="utf-8")
            waiting += (normpath(Path(name).parent / one) for one in _LOADED.findall(text))
    return found


def asset_content(name: str, source: Path) -> bytes:
    """Returns what a mirror has of a static file: of sheets and scripts what a browser needs."""
    content = source.read_bytes()
    return _pared(name, content) if is_pared(name) else content


@lru_cache(maxsize=64)
def _pared(name: str, content: bytes) -> bytes:
    # A mirror is brought up to date with every result, and sheets hardly ever change.
    return pared(name, content.decode()).encode()
