"""The names of the people of a club's nights."""

from __future__ import annotations

from collections.abc import Mapping

from clubs.seasons.queries.nights import nights_of_club
from people.merging import standing_for
from people.selectors import public_names
from tournaments.models import EntryMember


def people_of(club: str) -> Mapping[str, str]:
    """Returns the public names of the players of the register who came to a club, by key.

    Who is in it twice is there once, under the key that stands for both.
    """
    came = EntryMember.objects.filter(entry__tournament__in=nights_of_club(club).values("pk"))
    keys = came.exclude(player="").order_by().values_list("player", flat=True).distinct()
    standing = standing_for()
    return public_names({standing.get(key, key) for key in keys})
