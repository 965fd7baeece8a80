"""What the card of a player says: how they come to their own page, by a link, a code or a PIN."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse

from desk.qr import QrCode, qr_code
from tournaments.board_games.queries.entry_links import pins_of, tokens_of
from tournaments.models import Entry, Tournament

_drawn = lru_cache(maxsize=1024)(qr_code)
"""The codes of a large event stay drawn: its cards are printed again after every change."""


class EntryCard(NamedTuple):
    """What the card of an entry says: its link, as a QR code too, or a short address and a PIN.

    At `go` the number of the entry, and its division where there are several, are typed with the
    `pin`.
    """

    division: str
    number: int
    link: str
    qr: QrCode
    go: str
    pin: str


def card_of(entry: Entry, absolute: Callable[[str], str]) -> EntryCard:
    """Returns the card of an entry, its division and event loaded; `absolute` as in `cards_of`."""
    return cards_of([entry], entry.tournament, absolute)[entry.pk]


def cards_of(
    entries: Iterable[Entry], event: Tournament, absolute: Callable[[str], str]
) -> dict[int, EntryCard]:
    """Returns the card of each entry of an event by its row, in two queries.

    The entries have their division loaded. `absolute` makes an address of a path, as
    `request.build_absolute_uri` does.
    """
    held = list(entries)
    tokens, pins = tokens_of(held, event), pins_of(held, event)
    go = absolute(reverse("go-to-event", kwargs={"slug": event.slug}))
    cards = {}
    for entry in held:
        link = absolute(reverse("phone", kwargs={"token": tokens[entry.pk]}))
        number, pin = entry.number, pins[entry.pk]
        cards[entry.pk] = EntryCard(entry.division.name, number, link, _drawn(link), go, pin)
    return cards
