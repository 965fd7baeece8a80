"""The links of entries: an address for each that opens its own page, and nothing else.

A link is derived from a key of this installation, so no link is stored, and nothing of it is in a
journal: another installation that goes on with the event has links of its own. Where a backup is
restored the key comes along, and cards that were printed hold. Links are all made again under
another number (`links_renewed`), or that of one entry (`link_renewed`), which ends those before.
The PIN that goes with the number of an entry is derived like the link, and changes with it.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from core.actors import Actor
from core.kept_keys import kept_key
from core.prepared import Given, PreparedQuery
from tournaments.models import Entry, Tournament

LINKS = "tournaments.entry_link"
"""The name of the key of links."""
_BYTES = 20
"""160 bits: 32 letters and digits in base 32."""
PIN_DIGITS = 6
_ACTOR_LIMIT = 150
_BY_LINK = " by link"
"""What journals write after the name of who used a link."""


def token_of(entry: Entry, event: Tournament) -> str:
    """Returns the token of an entry's link: event, the entry's key, and what proves the two."""
    return tokens_of([entry], event)[entry.pk]


def tokens_of(entries: Iterable[Entry], event: Tournament) -> dict[int, str]:
    """Returns the token of the link of each entry of an event by its row, in one query."""
    key = kept_key(LINKS)
    return {entry.pk: _token(key, entry, event) for entry in entries}


def _token(key: bytes, entry: Entry, event: Tournament) -> str:
    digest = hmac.digest(key, _said(entry, event).encode(), "sha256")
    return f"{event.slug}.{entry.key}.{b32encode(digest[:_BYTES]).decode().lower()}"


def pin_of(entry: Entry, event: Tournament) -> str:
    """Returns the PIN of an entry, six digits: it needs a limit on wrong tries."""
    return pins_of([entry], event)[entry.pk]


def pins_of(entries: Iterable[Entry], event: Tournament) -> dict[int, str]:
    """Returns the PIN of each entry of an event by its row, in one query."""
    key = kept_key(LINKS)
    return {entry.pk: _pin(key, entry, event) for entry in entries}


def _pin(key: bytes, entry: Entry, event: Tournament) -> str:
    digest = hmac.digest(key, f"pin:{_said(entry, event)}".encode(), "sha256")
    return f"{int.from_bytes(digest) % 10**PIN_DIGITS:0{PIN_DIGITS}}"


def _said(entry: Entry, event: Tournament) -> str:
    said = f"{event.slug}/{entry.key}/{entry.pk}/{event.links_renewed}"
    # Links from before there was a number of their own hold.
    return f"{said}/{entry.link_renewed}" if entry.link_renewed else said


def entry_of(token: str) -> Entry | None:
    """Returns the entry whose link this is, its division and event loaded; None for no link."""
    slug, _, rest = token.partition(".")
    key = rest.partition(".")[0]
    if not (key.isascii() and key.isdecimal() and len(key) <= 9):
        return None
    entry = _entry.first(slug=slug, key=int(key))
    if entry is None or not constant_time_compare(token, token_of(entry, entry.tournament)):
        return None
    return entry


@PreparedQuery
def _entry(slug: Given, key: Given) -> QuerySet[Entry]:
    entries = Entry.objects.select_related("division__tournament", "tournament")
    return entries.filter(tournament__slug=slug, key=key)


def actor_by_link(entry: Entry) -> Actor:
    """Returns the actor of the link of an entry, named as in the journal."""
    name = entry.shown_name[: _ACTOR_LIMIT - len(_BY_LINK)]
    return Actor(name=f"{name}{_BY_LINK}", link=link_of(entry.tournament.slug, entry.key))


def link_of(slug: str, key: int) -> str:
    """Returns whose link it is, as an actor says it."""
    return f"{slug}/{key}"
