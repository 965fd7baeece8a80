"""What programs of a broadcast may ask for at the API."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Download, Give, SentFile, Whole, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.overlays.commands import EmptySlot, PointSlot
from tournaments.overlays.pages.tourney import tourney_file
from tournaments.overlays.queries.named import slots_of
from tournaments.readmodel.page_versions import versioned_event

SLOTS = f"{EVENT}/slots"
SLOT = f"{SLOTS}/<slug:slot>"


@dataclass(frozen=True, slots=True)
class SlotShown:
    """A named slot and what is in it; `kind` is empty where nothing is.

    `number` is that of the board or the player, 0 for the kinds of a whole division.
    """

    slot: str
    kind: str
    division: str
    number: int


def _slots(asked: Asked) -> list[SlotShown]:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return [SlotShown(*one) for one in slots_of(event)]


def _tourney(asked: Asked) -> SentFile:
    versioned = versioned_event(asked["event"])
    if versioned is None:
        raise Http404
    return SentFile("tourney.js", "text/javascript", [tourney_file(versioned).encode()])


register_api(
    "events",
    Download(
        path=f"{EVENT}/tourney",
        name="tourney_read",
        says="Sends an event as tourney.js, which overlay tools and broadcasts read.",
        kinds=("text/javascript",),
        file=_tourney,
    ),
    Whole(
        path=SLOTS,
        name="slots_list",
        says="Lists the named slots for streams, with what is in each.",
        shape=SlotShown,
        items=_slots,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=SLOT, name="slot_point", command=PointSlot, verb="PUT"),
    Give(path=f"{SLOT}/emptying", name="slot_empty", command=EmptySlot),
)
