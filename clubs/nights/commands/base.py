"""The common part of the commands of a club night: its one division, who is there, who is known."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.kernel.queries.night_games import NIGHT
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.commands.base import (
    DivisionCommand,
    find_division,
    find_entry,
    find_tournament,
    must_be_open,
)
from tournaments.models import Division, Entry


@dataclass(frozen=True, kw_only=True)
class NightCommand(DivisionCommand):
    """Base of every command of a club night; whoever checks people in may give it."""

    permission = Permission.CHECK_IN
    division: str = NIGHT

    def find_night(self) -> Division:
        """Returns the division of an open night, the night loaded; Refused where it is none."""
        event = find_tournament(self.event)
        if not event.night_of:
            raise Refused(
                phrase("{event} is no club night.", event=event.name),
                code="night.unknown",
                field="event",
            )
        must_be_open(event)
        return find_division(self.event, self.division)


def find_here(division: Division, number: int, field: str) -> Entry:
    """Returns an entry of somebody who is here; Refused where nobody is, or they have left."""
    entry = find_entry(division, number, field)
    if entry.presence != Entry.Presence.HERE:
        raise Refused(
            phrase("{entry} has left; have them come back first.", entry=entry),
            code="night.left",
            field=field,
        )
    return entry
