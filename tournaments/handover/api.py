"""The handover for programs: what was done since a moment, and what is next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from api.operations import Asked, One, register_api
from core.roles.table import Permission
from tournaments.handover.moments import moment_of
from tournaments.handover.queries import handover_since, last_entered_by
from tournaments.handover.wording import handover_text
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.kernel.queries.sheet import load_sheet


@dataclass(frozen=True, slots=True)
class HandoverWanted:
    """From when on: a time of day of today such as `14:05`, or a date and time (ISO 8601).

    Without it, from the last entry of the log by whoever asks.
    """

    since: str = ""


@dataclass(frozen=True, slots=True)
class RoundWaits:
    """A round with boards that have no result."""

    round: int
    boards: list[int]


@dataclass(frozen=True, slots=True)
class DivisionWaits:
    """What a division waits for; `step` is pair, publish or close, of `round`."""

    division: str
    missing: list[RoundWaits]
    step: str
    round: int


@dataclass(frozen=True, slots=True)
class HandoverTold:
    """The handover in words, since when (null: from the beginning), and what is next."""

    since: datetime | None
    text: str
    next: list[DivisionWaits]


def _handover(asked: Asked) -> HandoverTold:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    wanted: HandoverWanted = asked.query
    since = moment_of(wanted.since) if wanted.since else last_entered_by(event, asked.actor.name)
    divisions = event.divisions.select_related("tournament").order_by("position", "name")
    told = handover_since(event, [load_sheet(one, drafts=True) for one in divisions], since)
    return HandoverTold(
        since,
        str(handover_text(told)),
        [
            DivisionWaits(
                one.division,
                [RoundWaits(number, list(boards)) for number, boards in one.missing],
                one.step,
                one.round,
            )
            for one in told.next
        ],
    )


register_api(
    "events",
    One(
        path=f"{EVENT}/handover",
        name="handover_read",
        says="Tells in a sentence what was done in an event since a time, and what is next.",
        shape=HandoverTold,
        find=_handover,
        query=HandoverWanted,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
)
