"""Who of a night still has the helps of a newcomer: the club says until how many wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from clubs.kernel.queries.night_games import nights_of
from people.merging import asked_keys_of_all
from people.models import Player
from tournaments.models import EntryMember, Tournament

WON = 2


def old_hands(night: Tournament, players: Iterable[str], wins: int) -> frozenset[str]:
    """Returns which keys of players tonight are of people with so many wins or more; one query.

    A win is a game won on a night of the club, tonight's included; a tie is none. Who is in the
    register twice has the wins of both.
    """
    ours = nights_of(night.night_of).filter(starts_on__lte=night.starts_on).order_by()
    one = Q(entry__seats__position=0, entry__seats__board__result__won_one=WON)
    two = Q(entry__seats__position=1, entry__seats__board__result__won_two=WON)
    rows: Any = (
        EntryMember.objects.filter(
            entry__tournament__in=ours, player__in=asked_keys_of_all(players)
        )
        .order_by()
        .annotate(
            person=Subquery(
                Player.objects.filter(key=OuterRef("player"))
                .order_by()
                .values(meant=Coalesce("merged_into", "pk"))
            )
        )
        .values_list("player", "person")
        .annotate(wins=Count("pk", filter=one | two))
    )
    by_person: dict[int, int] = {}
    people: dict[str, int] = {}
    for key, person, won in rows:
        people[key] = person
        by_person[person] = by_person.get(person, 0) + won
    return frozenset(key for key, person in people.items() if by_person[person] >= wins)
