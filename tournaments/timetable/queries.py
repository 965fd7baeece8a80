"""What of a timetable is still to come, where a hall may be later than it says."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournaments.models import Result, Round, Tournament
from tournaments.timetabling.records import LineKind, TimetableLine, from_values

LATEST: Final = timedelta(hours=3)
"""A round without a result is still to come for so long after it should have begun."""


def first_to_come(event: Tournament, now: datetime) -> TimetableLine | None:
    """Returns the first line that has not begun, None where all have; one query.

    A round of which no result is in has not begun, although its time may have passed. A bye is
    none: it is known before anybody plays.
    """
    table = from_values(event.timetable)
    rounds = Result.objects.filter(
        begun=True,
        board__round__stage=Round.Stage.PUBLISHED,
        board__round__division__tournament=event,
    ).order_by()
    named = ("board__round__division__name", "board__round__number")
    begun = set(rounds.values_list(*named).distinct())
    for line in table.lines:
        begins = table.begins(line)
        if begins > now:
            return line
        is_round = line.kind is LineKind.ROUNDS and begins > now - LATEST
        if is_round and not any(
            line.is_for(name) and number >= line.first_round for name, number in begun
        ):
            return line
    return None
