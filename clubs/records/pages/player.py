"""A player's own records: what they hold in the book, and their personal bests."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from clubs.records.book.scopes import ANY_FAMILY, BookScope
from clubs.records.pages.addresses import player_records_path, records_path
from clubs.records.pages.book import family_name, records_frame, render, scope_name
from clubs.records.pages.cards import Telling
from clubs.records.pages.graphs import graphs_of
from clubs.records.queries.lists import ListedPlace
from clubs.records.queries.personal import personal_records
from clubs.records.queries.stored_book import hidden_clubs
from clubs.records.wording.categories import slot_name
from core.phrases import phrase
from core.web.frame import Context
from core.web.site import Site
from core.wording import ordinal
from people.selectors import ShownPlayer
from ratings.pages.frame import player_path

MOST_HELD = 30


def player_records_page(player: ShownPlayer, site: Site, *, has_profile: bool) -> str:
    """Returns the page of a player's records."""
    found = personal_records(player.key)
    telling = Telling((one.holding for one in (*found.bests, *found.medals)), site)
    hidden = hidden_clubs()
    by_section = groupby(found.bests, key=lambda one: one.section)
    return render(
        "player",
        {
            **records_frame(
                site,
                phrase("Records of {name}", name=player.name),
                player_records_path(player.number),
            ),
            "player": player,
            "profile": site.href(player_path(player.number)) if has_profile else None,
            "games": found.games,
            "held": [_held(one, telling, site, hidden) for one in found.medals[:MOST_HELD]],
            "graphs": graphs_of(found.months),
            "sections": [
                {
                    "name": _section_name(section.scope, section.family),
                    "lines": [_best(one, telling) for one in bests],
                }
                for section, bests in by_section
            ],
        },
    )


def _section_name(scope: BookScope, family: str) -> str:
    name = scope_name(scope)
    return name if family == ANY_FAMILY else f"{name}, {family_name(family)}"


def _held(place: ListedPlace, telling: Telling, site: Site, hidden: Collection[str]) -> Context:
    section = place.section
    path = records_path(section.scope, section.family, is_clean=place.slot.is_clean)
    return {
        "kind": "win" if place.place == 1 else "note",
        "ordinal": ordinal(place.place),
        "name": slot_name(place.slot),
        "where": _section_name(section.scope, section.family),
        "href": site.href(path) if section.family and section.scope.key not in hidden else None,
        "line": telling.line(place.slot.category, place.place, place.holding),
    }


def _best(best: ListedPlace, telling: Telling) -> Context:
    line = telling.line(best.slot.category, 0, best.holding)
    return {"name": slot_name(best.slot), "line": line}
