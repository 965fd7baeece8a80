"""Who holds what in the book: the public names behind its keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.names import TEAM, shown_name
from people.models import Club
from people.selectors import ShownPlayer, public_names, shown_players
from tournaments.models import EntryMember


class NamedHolder(NamedTuple):
    """Somebody in the book as the public sees them.

    `player` is who it is in the register, None where they are not in it; `number` the number of an
    entry that is somebody in its event alone, None elsewhere.
    """

    name: str
    player: ShownPlayer | None = None
    number: int | None = None


def holders_named(keys: Iterable[str]) -> Mapping[str, NamedHolder]:
    """Returns who is behind each key of the book, in four queries; who is gone is left out.

    A key with a stroke is an entry of an event, all others are players, or clubs.
    """
    wanted = set(keys)
    entries = {key for key in wanted if "/" in key}
    known = {
        key: NamedHolder(player.name, player)
        for key, player in shown_players(wanted - entries).items()
    }
    clubs = Club.objects.filter(slug__in=wanted - entries - known.keys())
    known.update((club.slug, NamedHolder(club.name)) for club in clubs)
    return {**known, **_entries(entries)}


def _entries(keys: set[str]) -> dict[str, NamedHolder]:
    slugs = {key.partition("/")[0] for key in keys}
    members = EntryMember.objects.filter(entry__tournament__slug__in=slugs).order_by("position")
    people: dict[str, list[tuple[str, str, int]]] = {}
    for slug, number, name, player, shown in members.values_list(
        "entry__tournament__slug", "entry__key", "name", "player", "entry__number"
    ):
        if (key := f"{slug}/{number}") in keys:
            people.setdefault(key, []).append((name, player, shown))
    names = public_names({player for named in people.values() for _, player, _ in named if player})
    return {
        key: NamedHolder(
            TEAM.join(names.get(player, shown_name(name)) for name, player, _ in named),
            number=named[0][2],
        )
        for key, named in people.items()
    }
