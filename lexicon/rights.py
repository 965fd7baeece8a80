"""What somebody may do with a judge's station: what they may where it judges."""

from __future__ import annotations

from typing import Any

from core.models import JournalEntry
from core.roles.access import NONE, Rights, register_scope, rights_in
from core.roles.table import ALLOWED, Role
from lexicon.models import JudgeStation
from lexicon.places import FREE, scope_of

JUDGE, OPENED = "judge", "judge.opened"


def _at_free_station(user: Any, _name: str, _: object) -> Rights:
    """Returns what an account may do with stations of no place: they are the staff's."""
    return ALLOWED[Role.JUDGE] if user.is_staff else NONE


def _at_station(user: Any, key: str, _: object) -> Rights:
    """Returns what an account may do with a station, one whose opening was undone as well."""
    return rights_in(user, scope_of(place_of_station(key)))


def place_of_station(key: str) -> str:
    """Returns the place of a station, or of one whose opening was undone; "" for none."""
    row = JudgeStation.objects.filter(key=key).first()
    if row is not None:
        return row.place
    opened = JournalEntry.objects.filter(stream__key=f"{JUDGE}:{key}", command=OPENED)
    last = opened.order_by("seq").last()
    return "" if last is None else str(last.payload["place"])


register_scope(FREE, _at_free_station)
register_scope(JUDGE, _at_station)
