"""The links of entries: an address for each that lets its bearer hand games in, and nothing else.

A link is derived from the secret of this installation, so nothing of it is stored, in the journal
neither; another installation that goes on with the event has links of its own. They are all made
anew under another number (`links_renewed`), which ends those before.
"""

from __future__ import annotations

from base64 import b32encode

from django.utils.crypto import constant_time_compare, salted_hmac

from core.journal.command import Actor
from tournaments.models import Entry, Tournament

_SALT = "tournaments.entry_link"
_BYTES = 20
"""160 bits: 32 letters and digits in base 32."""
_ACTOR_LIMIT = 150
_BY_LINK = " by link"


def token_of(entry: Entry, event: Tournament) -> str:
    """Returns the token of an entry's link: event, the entry's key, and what proves the two."""
    said = f"{event.slug}/{entry.key}/{entry.pk}/{event.links_renewed}"
    digest = salted_hmac(_SALT, said, algorithm="sha256").digest()
    return f"{event.slug}.{entry.key}.{b32encode(digest[:_BYTES]).decode().lower()}"


def entry_of(token: str) -> Entry | None:
    """Returns the entry whose link this is, its division and event loaded; None for no link."""
    slug, _, rest = token.partition(".")
    key = rest.partition(".")[0]
    if not (key.isascii() and key.isdecimal() and len(key) <= 9):
        return None
    entry = (
        Entry.objects.select_related("division__tournament", "tournament")
        .filter(tournament__slug=slug, key=int(key))
        .first()
    )
    if entry is None or not constant_time_compare(token, token_of(entry, entry.tournament)):
        return None
    return entry


def actor_by_link(entry: Entry) -> Actor:
    """Returns who came by the link of an entry, as the journal names him."""
    name = entry.shown_name[: _ACTOR_LIMIT - len(_BY_LINK)]
    return Actor(name=f"{name}{_BY_LINK}", link=link_of(entry.tournament.slug, entry.key))


def link_of(slug: str, key: int) -> str:
    """Returns whose link it is, as an actor says it."""
    return f"{slug}/{key}"
