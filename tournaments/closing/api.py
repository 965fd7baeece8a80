"""Closing an event, for programs: its open ends, closing it, and opening it again."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Give, One, register_api
from core.roles.table import Permission
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.closing.queries.left_open import left_open
from tournaments.closing.queries.unfinished import look_at
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """Something that is open, in words; `round` and `entry` are 0 where it is about none."""

    text: str
    division: str
    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class ClosingShown:
    """Whether an event is closed, and what is open.

    `unlinked` are divisions of which somebody is not in the register, `unrated` those that no
    system rates. An event without a first day (`undated`) counts from its closing.
    """

    closed: bool
    open_ends: list[OpenEnd]
    unlinked: list[str]
    unrated: list[str]
    undated: bool


def closing_shown(event: Tournament) -> ClosingShown:
    """Returns what is open of an event."""
    left = left_open(event, look_at(event))
    return ClosingShown(
        closed=event.closed,
        open_ends=[OpenEnd(one.text, one.division, one.round, one.entry) for one in left.ends],
        unlinked=[one.division for one in left.unlinked],
        unrated=list(left.unrated),
        undated=left.is_undated,
    )


def _find(asked: Asked) -> ClosingShown:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return closing_shown(event)


register_api(
    "events",
    One(
        path=f"{EVENT}/closing",
        name="closing_read",
        says="Shows what is open before an event is closed.",
        shape=ClosingShown,
        find=_find,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{EVENT}/closing", name="event_close", command=CloseEvent),
    Give(path=f"{EVENT}/reopening", name="event_reopen", command=ReopenEvent),
)
