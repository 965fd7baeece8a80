"""Players of an event, found by name: where they sit next, their place, and what they did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from core.names import has_words, plain_words
from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.site import WEB, Site
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.public.pages.scorecard import CardGame, card_words
from tournaments.readmodel.addresses import division_path, find_path, hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import render
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now

MOST = 20
"""How many players are told; of a name that more have, more has to be typed."""
MOST_WORDS = 6


class FoundEntry(NamedTuple):
    """A player of the event who was found, in words: `coming` is their next game, `last` the last.

    Each of the two is empty where there is none.
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


def finding_page(versioned: VersionedEvent, site: Site, words: str, *, at: datetime) -> str:
    """Returns the players of an event with a word that begins as each of these words does.

    By their public names; without a word there is only the form.
    """
    event = versioned.event
    wanted = plain_words(words)[:MOST_WORDS]
    found = _found(versioned, wanted) if wanted else []
    context = {
        **readers_frame(site, at=at),
        "title": phrase("Find a player"),
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "action": site.href(find_path(event.slug)),
        "words": words,
        "follow_script": site.asset("js/follow.js") if site is WEB else "",
        "found": [_told(read_model, site, entry) for read_model, entry in found[:MOST]],
        "is_cut": len(found) > MOST,
        "footer": event.name,
    }
    return render("public/find", context)


def _found(
    versioned: VersionedEvent, wanted: Sequence[str]
) -> list[tuple[DivisionReadModel, EntryLine]]:
    found = [
        (read_model, entry)
        for read_model in map(read_model_now, versioned.divisions)
        for entry in _with(read_model.sheet.entries.values(), wanted)
    ]
    return sorted(found, key=lambda one: (one[1].filed.place, one[1].number))


def _with(entries: Iterable[EntryLine], wanted: Sequence[str]) -> list[EntryLine]:
    return [one for one in entries if not one.moved_to and has_words(one.name, wanted)]


def _told(read_model: DivisionReadModel, site: Site, entry: EntryLine) -> FoundEntry:
    division = read_model.division
    card = card_words(read_model, site, entry.number)
    last: CardGame | None = card["last"]
    return FoundEntry(
        name=entry.name,
        number=entry.number,
        href=site.href(division_path(division, "player", entry.number)),
        division=division.name,
        facts=card["facts_in_short"],
        coming=card["coming"].get("in_short", ""),
        letter=last.letter if last else "",
        kind=last.kind if last else "",
        last=last.in_short if last else "",
    )
