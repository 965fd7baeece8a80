"""The parallel hall for programs: what a command would change, and an event without one entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from api.operations import Act, Asked, One, register_api
from core.errors import UserError
from core.journal.command import decode
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from desk.log import sentence
from tournaments.consequences.queries.compared import HallDifference, PlaceHeld, Seating
from tournaments.consequences.queries.foreseen import with_command, without_entry
from tournaments.kernel.api_addresses import EVENT, event_stream


@dataclass(frozen=True, slots=True)
class SupposedCommand:
    """A command by its name in the log, such as `result.corrected`, with the fields it has there.

    The event is that of the address. What it would ask back is accepted.
    """

    command: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoardsOtherwise:
    """A round whose boards differ, each a list of entry keys; one key alone has a bye.

    `method` is empty where the boards would really be others, else that which would have paired
    them so: what is published stays as it is. `refused` says why it could pair nothing.
    """

    division: str
    round: int
    method: str
    was: list[list[int]]
    would: list[list[int]]
    refused: str


@dataclass(frozen=True, slots=True)
class PlaceTold:
    """A place with wins, losses and spread; `place` null out of the ranking."""

    place: int | None
    wins: float
    losses: float
    spread: int


@dataclass(frozen=True, slots=True)
class PlaceOtherwise:
    """An entry, by key, that would stand elsewhere."""

    division: str
    entry: int
    name: str
    was: PlaceTold | None
    would: PlaceTold | None


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """What an entry, by key, wins of a prize, in minor units."""

    entry: int
    amount: int


@dataclass(frozen=True, slots=True)
class PrizeOtherwise:
    """A prize that others would win, or otherwise, if the event ended now."""

    prize: int
    title: str
    was: list[PrizeShare]
    would: list[PrizeShare]


@dataclass(frozen=True, slots=True)
class RatingOtherwise:
    """An entry, by key, whose new rating would be another."""

    division: str
    entry: int
    was: int | None
    would: int | None


@dataclass(frozen=True, slots=True)
class NoLongerFits:
    """A later entry of the log that would no longer fit, and why."""

    seq: int
    sentence: str
    why: str


@dataclass(frozen=True, slots=True)
class ConsequencesTold:
    """All that differs between the event as it is (`was`) and as it would be (`would`).

    `not_paired_again` are rounds that were not looked into, because there are too many.
    """

    boards: list[BoardsOtherwise]
    places: list[PlaceOtherwise]
    prizes: list[PrizeOtherwise]
    ratings: list[RatingOtherwise]
    unfit: list[NoLongerFits]
    not_paired_again: list[int]


def _with(asked: Asked, wanted: SupposedCommand) -> ConsequencesTold:
    if "event" in wanted.fields and wanted.fields["event"] != asked["event"]:
        raise UserError(
            phrase("The command is about another event."), code="consequences.event", field="event"
        )
    command = decode(wanted.command, {**wanted.fields, "event": asked["event"]})
    return _told(with_command(command, actor=asked.actor))


def _without(asked: Asked) -> ConsequencesTold:
    entries = JournalEntry.objects.select_related("stream")
    entry = entries.filter(stream__key=f"event:{asked['event']}", seq=asked["seq"]).first()
    if entry is None:
        raise Http404
    return _told(without_entry(entry, actor=asked.actor))


def _told(found: HallDifference) -> ConsequencesTold:
    return ConsequencesTold(
        boards=[
            *(
                BoardsOtherwise(
                    one.division, one.round, "", _boards(one.was), _boards(one.would), ""
                )
                for one in found.seats
            ),
            *(
                BoardsOtherwise(
                    one.division,
                    one.round,
                    one.method,
                    _boards(one.was),
                    _boards(one.would),
                    one.refused,
                )
                for _, again in found.paired
                for one in again.rounds
            ),
        ],
        places=[
            PlaceOtherwise(
                one.division, one.entry, found.names[one.entry], _place(one.was), _place(one.would)
            )
            for one in found.places
        ],
        prizes=[
            PrizeOtherwise(one.number, one.title, _shares(one.was), _shares(one.would))
            for one in found.prizes
        ],
        ratings=[
            RatingOtherwise(one.division, one.entry, one.was, one.would) for one in found.ratings
        ],
        unfit=[NoLongerFits(one.entry.seq, sentence(one.entry), one.why) for one in found.unfit],
        not_paired_again=sorted({number for _, again in found.paired for number in again.left}),
    )


def _boards(seating: Seating) -> list[list[int]]:
    return [list(two) for two in seating]


def _place(one: PlaceHeld | None) -> PlaceTold | None:
    if one is None:
        return None
    return PlaceTold(one.place, one.half_wins / 2, one.half_losses / 2, one.spread)


def _shares(shares: tuple[tuple[int, int], ...]) -> list[PrizeShare]:
    return [PrizeShare(entry, amount) for entry, amount in shares]


register_api(
    "log",
    Act(
        path=f"{EVENT}/consequences",
        name="consequences_read",
        says="Tells what a command would change: boards, places, prizes, ratings; gives nothing.",
        takes=SupposedCommand,
        shape=ConsequencesTold,
        does=_with,
        reason="asks what a command would change; it is taken back before the answer",
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    One(
        path=f"{EVENT}/log/<number:seq>/without",
        name="log_without_read",
        says="Tells what would be otherwise without an entry of the event's log.",
        shape=ConsequencesTold,
        find=_without,
        permission=Permission.UNDO,
        stream=event_stream,
        refuses=True,
    ),
)
