"""Players of an event, found by name: where they sit next, their place, and what they did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from core.names import has_words, plain_words
from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.site import WEB, Site
from tournaments.kernel.queries.entry_names import NamedEntry, entries_named
from tournaments.public.pages.centre import CENTRE_STYLES
from tournaments.public.pages.scorecard import CardGame, card_words
from tournaments.readmodel.addresses import division_path, find_path, hub_path
from tournaments.readmodel.frame import render
from tournaments.readmodel.page_versions import (
    VersionedDivision,
    VersionedEvent,
    versioned_division,
)
from tournaments.readmodel.serving import read_model_now
from tournaments.readmodel.summary import summaries

MOST = 20
"""How many players are told; of a name that more have, more has to be typed."""
MOST_IN_FULL = 12
"""Of how many it is told what they play: of more, who they are is enough to choose one.

Of 300 players as many as this share a given name.
"""
DIVISIONS_IN_FULL = 3
"""Of how many divisions: each of them has to be read, for every pause in somebody's typing."""
MOST_WORDS = 6


class FoundEntry(NamedTuple):
    """A player of the event who was found, in words: `coming` is their next game, `last` the last.

    Each of the two is empty where there is none; `unpaired` is the round that has no boards yet.
    """

    name: str
    number: int
    href: str | None
    division: str
    facts: str
    coming: str
    letter: str
    kind: str
    last: str
    unpaired: int


_NOTHING_TOLD = ("", "", "", "", "", 0)


def finding_page(versioned: VersionedEvent, site: Site, words: str, *, at: datetime) -> str:
    """Returns the players of an event with a word that begins as each of these words does.

    By their public names, in as many queries however many divisions there are; what they play is
    read where they are a few of a few divisions. Without a word there is only the form.
    """
    event = versioned.event
    wanted = plain_words(words)[:MOST_WORDS]
    found = _found(versioned, wanted) if wanted else []
    divisions = {entry.division for entry in found}
    in_full = len(found) <= MOST_IN_FULL and len(divisions) <= DIVISIONS_IN_FULL
    context = {
        **readers_frame(site, at=at, sheets=[CENTRE_STYLES]),
        "title": phrase("Find a player"),
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "action": site.href(find_path(event.slug)),
        "words": words,
        "several": len(versioned.divisions) > 1,
        "find_script": site.asset("js/find-player.js") if site is WEB else "",
        "follow_script": site.asset("js/follow.js") if site is WEB else "",
        "found": [_told(versioned, site, entry, in_full=in_full) for entry in found[:MOST]],
        "is_cut": len(found) > MOST,
        "footer": event.name,
    }
    return render("public/find", context)


def entry_in_short(site: Site, slug: str, division: str, number: int, key: int) -> str:
    """Returns the place and the next game of an entry; empty unless its division is in play."""
    part = versioned_division(slug, division)
    if part is None or part.division.tournament.closed:
        return ""
    if summaries([part])[part.division.pk].state != "playing":
        return ""
    facts, coming, *_ = _played(part, site, number, key)
    return " · ".join(one for one in (facts, coming) if one)


def _found(versioned: VersionedEvent, wanted: Sequence[str]) -> list[NamedEntry]:
    """Returns who is found now, but for divisions that were added since the versions were read."""
    known = {part.division.pk for part in versioned.divisions}
    named = entries_named(versioned.event, lambda name: has_words(name, wanted))
    found = [one for one in named if one.division in known]
    return sorted(found, key=lambda one: (one.filed.place, one.number))


def _told(versioned: VersionedEvent, site: Site, entry: NamedEntry, *, in_full: bool) -> FoundEntry:
    [part] = [one for one in versioned.divisions if one.division.pk == entry.division]
    return FoundEntry(
        entry.name,
        entry.number,
        site.href(division_path(part.division, "player", entry.number)),
        part.division.name,
        *(_played(part, site, entry.number, entry.key) if in_full else _NOTHING_TOLD),
    )


def _played(
    part: VersionedDivision, site: Site, number: int, key: int
) -> tuple[str, str, str, str, str, int]:
    """Returns what an entry has played and plays next: the last six fields of `FoundEntry`.

    Nothing where the read model is of a moment before the entry, or before it had this number.
    """
    read_model = read_model_now(part)
    line = read_model.sheet.entries.get(number)
    if line is None or line.key != key:
        return _NOTHING_TOLD
    card = card_words(read_model, site, number)
    last: CardGame | None = card["last"]
    told = (last.letter, last.kind, last.in_short) if last else ("", "", "")
    coming = card["coming"].get("in_short", "")
    return card["facts_in_short"], coming, *told, card["unpaired"]
