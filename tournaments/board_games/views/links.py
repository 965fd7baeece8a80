"""The links of a division's entries at the desk: a table of them, and cards to give out."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from core.phrases import phrase
from core.roles.table import Permission
from core.web.hosts import reachable_host
from core.web.view_access import reads
from desk.paper_size import chosen_size
from desk.qr import QrCode
from tournaments.board_games.queries.entry_cards import cards_of
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import divisions_of
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament


class LinkCard(NamedTuple):
    """The card of an entry: its public name, its link, that as a QR code, and its PIN."""

    number: int
    name: str
    address: str
    qr: QrCode
    go: str
    pin: str


@reads
@in_event(Permission.DIRECT)
def links_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows who hands in games by a link, and the link of each entry of a division."""
    division = division_of_address(request, event)
    context = {
        "event": event,
        "tab": "games",
        "division": division,
        "divisions": divisions_of(division, "links") if division else [],
        "cards": _cards(request, division) if division else [],
        "is_reached": bool(reachable_host(request)),
    }
    return render(request, "tournaments/board_games/links.html", context)


@reads
@in_event(Permission.DIRECT)
def link_cards(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the links of a division as cards for the printer, eight a sheet."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("The event has no division yet."))
    context = {
        "event": event,
        "division": division,
        "cards": _cards(request, division),
        "is_reached": bool(reachable_host(request)),
        "back": f"{reverse('desk-links', args=(event.slug,))}?division={division.name}",
        "size": chosen_size(request),
    }
    return render(request, "tournaments/board_games/link_cards.html", context)


def _cards(request: HttpRequest, division: Division) -> list[LinkCard]:
    """Returns the card of each entry, in the order of the wall; names are public ones."""
    entries = division.entries.select_related("division")
    made = cards_of(entries, division.tournament, request.build_absolute_uri)
    cards = []
    for line in load_sheet(division).entries.values():
        card = made[line.pk]
        cards.append(LinkCard(line.number, line.name, card.link, card.qr, card.go, card.pin))
    return cards
