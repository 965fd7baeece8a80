"""The people of a club whom everybody may see in its list."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.queries.members import member_keys
from clubs.models import Membership
from people.models import Player
from ratings.selectors.profile import with_profile


class ListedMember(NamedTuple):
    """Somebody of a club; `number` stands in the address of their profile, None without one."""

    public_name: str
    number: int | None


def listed_of(club: KnownClub, day: date) -> list[ListedMember]:
    """Returns those of a club who agreed to be listed, by their public names; four queries.

    They are its members on this day, or of a club that keeps no memberships those of whom the
    register says that it is theirs. A minor is among them where whoever cares for them agreed;
    nothing tells that they are one.
    """
    players = Player.objects.filter(is_listed=True)
    if Membership.objects.filter(club=club.home).exists():
        players = players.filter(key__in=member_keys(club.home, day))
    else:
        players = players.filter(club__slug=club.slug)
    known = set(with_profile().filter(is_listed=True))
    return [
        ListedMember(one.public_name, one.pk if one.key in known else None)
        for one in sorted(players, key=lambda one: (one.filed_name.place, one.pk))
    ]
