"""The search of a mirror: a list to look through, an index, and a script that looks in it.

Nobody answers there. So the page lists all events and clubs, and players by the first letter of
their last names, each letter on a page of its own; the script is for who has one.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property, partial
from urllib.parse import quote

from clubs.overview.pages.frame import club_path, clubs_frame, render
from clubs.overview.pages.search import FoundLine, event_line, player_line
from clubs.overview.queries.every_name import every_name, names_version
from clubs.overview.queries.searching import Found, FoundPlayer
from core.mirror.parts import MirrorPart
from core.names import plain_words
from core.phrases import phrase
from core.web.page import Page
from core.web.site import SEARCH, Site

INDEX = f"{SEARCH}index.js"
OTHER = "0"
"""The letter of names that begin with none."""


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields the search of a mirror."""
    version = names_version()
    yield MirrorPart(SEARCH, version, partial(_pages, version, at))


class _Names:
    """All names, read when the first page needs them."""

    @cached_property
    def found(self) -> Found:
        return every_name()

    @cached_property
    def by_letter(self) -> dict[str, list[FoundPlayer]]:
        letters: dict[str, list[FoundPlayer]] = defaultdict(list)
        for player in self.found.players:
            letters[_letter(player.name)].append(player)
        return dict(sorted(letters.items()))


def _pages(version: str, at: datetime) -> Iterator[Page]:
    names = _Names()
    yield Page(INDEX, version, partial(_index, names))
    for letter in names.by_letter:
        yield Page(_path(letter), version, partial(_page, names, at, letter))
    yield Page(SEARCH, version, partial(_page, names, at, ""))


def _page(names: _Names, at: datetime, letter: str, site: Site) -> str:
    found = names.found
    groups: list[tuple[str, list[FoundLine]]] = [
        (phrase("Players"), [player_line(site, one) for one in names.by_letter.get(letter, ())])
    ]
    if not letter:
        clubs = [
            FoundLine(one.name, site.href(club_path(one.slug)), one.town, None)
            for one in found.clubs
        ]
        groups = [
            (phrase("Events"), [event_line(site, *one) for one in found.events]),
            (phrase("Clubs"), clubs),
        ]
    context = {
        **clubs_frame(site, phrase("Search"), at),
        "action": site.href(SEARCH),
        "script": site.asset("js/look-up.js"),
        "index": site.href(INDEX),
        "letters": [
            (one if one != OTHER else "#", site.href(_path(one)), one == letter)
            for one in names.by_letter
        ],
        "groups": [group for group in groups if group[1]],
    }
    return render("mirrored_search", context)


def _index(names: _Names, site: Site) -> str:
    """Returns a script that is the index: a name, what it is, and where it leads, for each."""
    found = names.found
    lines = [
        *(event_line(site, *one) for one in found.events),
        *(player_line(site, one) for one in found.players),
        *(FoundLine(o.name, site.href(club_path(o.slug)), o.town, None) for o in found.clubs),
    ]
    told = [[one.name, one.told, one.href] for one in lines if one.href]
    return f"const NAMES = {_script(told)};\n"


def _script(told: Sequence[object]) -> str:
    """Returns data as a script; nothing in a name can end it or be markup."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text)


def _letter(name: str) -> str:
    words = plain_words(name)
    first = words[-1][:1].upper() if words else ""
    return first if first.isascii() and first.isalpha() else OTHER


def _path(letter: str) -> str:
    return f"{SEARCH}?letter={quote(letter)}"
