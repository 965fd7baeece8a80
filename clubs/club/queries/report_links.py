"""The links by which people end the reports that they get by e-mail: they need no account."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.core import signing

from core.kept_keys import kept_key
from people.models import Player

LINKS = "clubs.report_links"
"""The name of the key that proves these links, and hashes addresses."""


def report_token(players: Iterable[int]) -> str:
    """Returns the part of a link that names these players, by their rows."""
    return signing.dumps(sorted(players), key=_key(), salt=LINKS)


def players_of_token(token: str) -> list[Player]:
    """Returns the players that a link names; none for one that is not ours.

    Links are good for as long as there are these people: a mail is read late.
    """
    try:
        numbers: Sequence[int] = signing.loads(token, key=_key(), salt=LINKS)
    except signing.BadSignature:
        return []
    return list(Player.objects.filter(pk__in=numbers).order_by("pk"))


def _key() -> str:
    return kept_key(LINKS).hex()
