"""The public pages of the book of records: its lists, and what has happened in it lately."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import get_template
from django.utils import timezone

from clubs.models import BookPart, BookPlace
from clubs.records.book.scopes import (
    ANY_FAMILY,
    EVERYTHING,
    TOURNAMENTS,
    BookScope,
    ScopeKind,
    Section,
    club_scope,
)
from clubs.records.pages.addresses import NEWS, records_path, records_table_path
from clubs.records.pages.cards import CardGroup, CardLine, Link, groups_of
from clubs.records.queries.claims import all_claims, families_claimed
from clubs.records.queries.game_facts import NO_FAMILY
from clubs.records.queries.lists import families_of, stored_places
from clubs.records.queries.stored_book import hidden_clubs
from core.csv_file import Cell, write_csv
from core.phrases import listed, phrase
from core.web.frame import Context, readers_frame
from core.web.sharing import PICTURE, shared_as
from core.web.site import RECORDS, WEB, Site
from people.models import Club

STYLES = "css/public.css"


class Shelf(NamedTuple):
    """What a page of the book shows: a scope, a family, and whether without phoneys."""

    scope: BookScope
    family: str
    is_clean: bool = False


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"clubs/records/{template}.html").render(context)


def records_frame(site: Site, title: str, path: str) -> Context:
    """Returns the context that every page of the book has; `path` is its own."""
    frame = readers_frame(site, at=timezone.now())
    frame["styles"] = [*frame["styles"], (site.asset(STYLES), "")]
    about = phrase("The highest scores, the longest runs and more")
    picture = f"{RECORDS}{PICTURE}" if site is WEB else ""
    frame |= shared_as(site, path, title=title, about=about, picture=picture)
    return {**frame, "title": title, "news": site.href(NEWS)}


def shelf_named(scope: BookScope, family: str, *, is_clean: bool) -> Shelf | None:
    """Returns the shelf that an address names, None where there is no such club or family.

    A scope may have nothing of a family that another one has.
    """
    if scope.kind is ScopeKind.CLUB and not is_shown_club(scope.key):
        return None
    if family not in {*known_families(EVERYTHING), NO_FAMILY}:
        return None
    return Shelf(scope, family, is_clean)


def is_shown_club(slug: str) -> bool:
    """Returns whether everybody may see the lists of a club: it is in the register, and public."""
    return slug not in hidden_clubs() and Club.objects.filter(slug=slug).exists()


def first_shelf(scope: BookScope = EVERYTHING) -> Shelf:
    """Returns what is shown of a scope first: the family with the most in it."""
    known = known_families(scope)
    rows = BookPlace.objects.filter(scope=scope.kind.value, scope_key=scope.key)
    most = sorted((-rows.filter(family=name).count(), name) for name in known)
    return Shelf(scope, most[0][1] if most else NO_FAMILY)


def records_page(shelf: Shelf, site: Site) -> str:
    """Returns the page of a shelf, with ways to all others."""
    groups = _groups(shelf, site)
    title = scope_name(shelf.scope)
    table = records_table_path(shelf.scope, shelf.family, is_clean=shelf.is_clean)
    return render(
        "records",
        {
            **records_frame(site, phrase("Records: {scope}", scope=title), _own_path(shelf)),
            "name": title,
            "shelf": shelf,
            "scopes": _scopes(shelf, site),
            "family": family_name(shelf.family),
            "families": _families(shelf, site),
            "kinds": _kinds(shelf, site),
            "groups": groups,
            "csv": site.href(table) if groups else None,
            "games": sum(BookPart.objects.values_list("games", flat=True)),
        },
    )


def records_csv(shelf: Shelf, site: Site) -> bytes:
    """Returns the lists of a shelf as a table: a line for each place that its page shows."""
    heading = ("category", "place", "value", "players", "against", "scores", "event", "day",
               "status")  # fmt: skip
    cards = (card for group in _groups(shelf, site) for card in group.cards)
    return write_csv(heading, [_cells(card.name, line) for card in cards for line in card.lines])


def _cells(name: str, line: CardLine) -> list[Cell]:
    return [
        name,
        line.place,
        line.value,
        _names(line.holders),
        _names(line.against),
        line.scores,
        line.event[0],
        line.on,
        line.status,
    ]


def _names(links: list[Link]) -> str:
    return listed([words for words, _ in links]) if links else ""


def _groups(shelf: Shelf, site: Site) -> list[CardGroup]:
    places = [
        one
        for one in stored_places(shelf.scope, shelf.family)
        if one.slot.is_clean == shelf.is_clean
    ]
    if shelf.scope.kind is ScopeKind.CLUB and not shelf.is_clean:
        places += stored_places(shelf.scope, ANY_FAMILY)
    section = Section(shelf.scope, shelf.family)
    return groups_of(places, all_claims(), section, site, is_clean=shelf.is_clean)


def _own_path(shelf: Shelf) -> str:
    return records_path(shelf.scope, shelf.family, is_clean=shelf.is_clean)


def scope_name(scope: BookScope) -> str:
    """Returns a scope in words; a club by its name in the register."""
    if scope.kind is ScopeKind.CLUB:
        club = Club.objects.filter(slug=scope.key).first()
        return club.name if club else scope.key
    if scope.kind is ScopeKind.TOURNAMENTS:
        return phrase("Tournaments")
    return phrase("Tournaments and clubs")


def family_name(family: str) -> str:
    """Returns a family in words."""
    return phrase("no word list named") if family == NO_FAMILY else family


Tab = tuple[str, str | None, bool]


def _scopes(shelf: Shelf, site: Site) -> list[Tab]:
    keys = BookPlace.objects.filter(scope=ScopeKind.CLUB.value).order_by("scope_key")
    listed, hidden = keys.values_list("scope_key", flat=True).distinct(), hidden_clubs()
    clubs = [club_scope(key) for key in listed if key not in hidden]
    return [
        (scope_name(one), site.href(_path_of(one, shelf)), one == shelf.scope)
        for one in (EVERYTHING, TOURNAMENTS, *clubs)
        if one == shelf.scope or known_families(one)
    ]


def known_families(scope: BookScope) -> list[str]:
    """Returns the families of which a scope has lists, or claims."""
    return sorted({*families_of(scope), *families_claimed(scope)})


def _path_of(scope: BookScope, shelf: Shelf) -> str:
    """Returns the path of another scope, of the same family where it has that."""
    known = known_families(scope)
    family = shelf.family if shelf.family in known or not known else known[0]
    return records_path(scope, family, is_clean=shelf.is_clean)


def _families(shelf: Shelf, site: Site) -> list[Tab]:
    return [
        (
            family_name(one),
            site.href(records_path(shelf.scope, one, is_clean=shelf.is_clean)),
            one == shelf.family,
        )
        for one in sorted({*known_families(shelf.scope), shelf.family})
    ]


def _kinds(shelf: Shelf, site: Site) -> list[Tab]:
    words = ((phrase("All games"), False), (phrase("Without phoneys"), True))
    return [
        (
            said,
            site.href(records_path(shelf.scope, shelf.family, is_clean=is_clean)),
            is_clean == shelf.is_clean,
        )
        for said, is_clean in words
    ]
