"""The links of kiosks: an address for each division that opens the score of a board on a tablet.

It is derived as the links of entries are, and ends with them when all are made again.
"""

from __future__ import annotations

import hmac
from base64 import b32encode

from django.utils.crypto import constant_time_compare

from core.actors import Actor
from core.kept_keys import kept_key
from core.phrases import english, phrase
from tournaments.board_games.queries.entry_links import LINKS
from tournaments.models import Division

_BYTES = 20
"""160 bits, as the links of entries have."""


def kiosk_token(division: Division) -> str:
    """Returns the token of the link of a division's tablets."""
    event = division.tournament
    said = f"kiosk:{event.slug}/{division.name}/{division.pk}/{event.links_renewed}"
    digest = hmac.digest(kept_key(LINKS), said.encode(), "sha256")
    return f"{event.slug}.k{division.pk}.{b32encode(digest[:_BYTES]).decode().lower()}"


def division_of_kiosk(token: str) -> Division | None:
    """Returns the division whose tablets have this link, its event loaded; None for no link."""
    slug, _, rest = token.partition(".")
    row = rest.partition(".")[0].removeprefix("k")
    if not (row.isascii() and row.isdecimal() and len(row) <= 9):
        return None
    rows = Division.objects.select_related("tournament")
    division = rows.filter(pk=int(row), tournament__slug=slug).first()
    if division is None or not constant_time_compare(token, kiosk_token(division)):
        return None
    return division


def kiosk_link(slug: str, division: str) -> str:
    """Returns whose link a tablet has, as an actor says it."""
    return f"{slug}/kiosk/{division}"


def kiosk_actor(division: Division, board: int) -> Actor:
    """Returns the actor of a tablet at a board, named as in the journal."""
    name = english(phrase("tablet at board {board}", board=board))
    return Actor(name=name, link=kiosk_link(division.tournament.slug, division.name))
